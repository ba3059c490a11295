// Reads lines of memory in no time, by debug transport: where a perfect cache takes its bytes from.
#pragma once

#include <array>
#include <cstdint>
#include <sstream>
#include <string>
#include <tlm>

#include "heddle/base/error.h"
#include "heddle/base/geometry.h"

namespace heddle {

class MemoryReader {
public:
    MemoryReader() {
        read_.set_command(tlm::TLM_READ_COMMAND);
        read_.set_data_ptr(bytes_.data());
        read_.set_data_length(line_bytes);
        read_.set_streaming_width(line_bytes);
    }

    // The line's bytes, until the next call. `cache` and `key` are for the message if memory does not serve it: the
    // cache's name and that of the parameter that makes it perfect.
    const std::uint8_t* line(tlm::tlm_fw_transport_if<>& memory, std::uint64_t line, const char* cache,
                             const char* key) {
        read_.set_address(line * line_bytes);
        read_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        const unsigned served = memory.transport_dbg(read_);
        if (served < line_bytes) refuse(served, cache, key);
        return bytes_.data();
    }

private:
    [[noreturn]] void refuse(unsigned served, const char* cache, const std::string& key) const {
        std::ostringstream text;
        text << cache << ": " << key << "=true reads memory by debug transport, which served " << served << " of "
             << line_bytes << " bytes at address 0x" << std::hex << read_.get_address()
             << ": memory does not have them, or serves no debug accesses; use one that does, or set " << key
             << "=false";
        throw SimulationError(text.str());
    }

    tlm::tlm_generic_payload read_;
    std::array<std::uint8_t, line_bytes> bytes_{};
};

}  // namespace heddle
