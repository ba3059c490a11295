#include "heddle/platforms/common/host_memory.h"

#include <algorithm>
#include <sstream>

#include "heddle/base/error.h"
#include "heddle/base/gpu_access.h"

namespace heddle {
namespace {

constexpr std::size_t most_bytes = 1 << 20;  // in one access to a single target

}  // namespace

void DebugMemory::read(std::uint64_t address, void* data, std::size_t bytes) {
    transfer(tlm::TLM_READ_COMMAND, address, static_cast<std::uint8_t*>(data), bytes);
}

void DebugMemory::write(std::uint64_t address, const void* data, std::size_t bytes) {
    // The generic payload has one pointer for both directions; a target does not change the data of a write.
    transfer(tlm::TLM_WRITE_COMMAND, address, const_cast<std::uint8_t*>(static_cast<const std::uint8_t*>(data)), bytes);
}

void DebugMemory::transfer(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, std::size_t bytes) {
    Payload payload;
    while (bytes) {
        Socket& socket = *sockets_[splitter_.slice(address)];
        const std::size_t length =
            std::min<std::size_t>(bytes, sockets_.size() == 1 ? most_bytes : splitter_.rest_of_chunk(address));
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(data);
        payload.set_data_length(static_cast<unsigned>(length));
        payload.set_streaming_width(static_cast<unsigned>(length));
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        const unsigned served = socket->transport_dbg(payload);
        if (served == 0 || served > length) {
            std::ostringstream message;
            message << socket.name() << ": of a debug " << (command == tlm::TLM_READ_COMMAND ? "read" : "write")
                    << " of " << length << " bytes at 0x" << std::hex << address << std::dec << ' ' << served
                    << " were served";
            throw SimulationError(message.str());
        }
        address += served;
        data += served;
        bytes -= served;
    }
}

}  // namespace heddle
