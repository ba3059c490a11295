// Debug transport: accesses of any length, without time and counters. They find the bytes where timed traffic left
// them, and change no state that timed traffic in flight depends on.
#include <algorithm>
#include <cstring>

#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

// Returns how many bytes memory has served; none if it does not know debug transport.
unsigned L2Slice::debug_memory(tlm::tlm_command command, std::uint64_t address, std::uint8_t* bytes, unsigned count) {
    L2Line* access = pool_.acquire(command, address, count);
    access->set_data_ptr(bytes);
    const unsigned served = memory_out->transport_dbg(*access);
    access->release();
    return std::min(served, count);
}

unsigned L2Slice::debug_read(std::uint64_t address, std::uint8_t* bytes, unsigned count) {
    const std::uint64_t line_address = line_of(address);
    std::array<std::uint8_t, line_bytes> line;
    unsigned served = count;
    if (!lookup_.has(way_of(line_address), lookup_.sectors().touched(address, count)))
        served = debug_memory(tlm::TLM_READ_COMMAND, address, line.data() + address % line_bytes, count);
    overlay_newer(line_address, line.data());
    std::memcpy(bytes, line.data() + address % line_bytes, served);
    return served;
}

// The cached copy and memory get the bytes. If memory refuses, they are dirty data of the cache, where it has the line.
unsigned L2Slice::debug_write(std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
    const std::uint64_t line_address = line_of(address);
    const Mask sectors = lookup_.sectors().touched(address, count);
    unsigned served = debug_memory(tlm::TLM_WRITE_COMMAND, address, const_cast<std::uint8_t*>(bytes), count);
    const unsigned way = way_of(line_address);
    const bool only_here = served < count && lookup_.has(way, sectors);
    if (only_here) {
        lookup_.mark_dirty(way, sectors);
        served = count;
    }
    if (!served) return 0;
    write_copy(way, address, bytes, served);
    if (in_flight(line_address, way) || late_writes_.find(line_address))
        late_writes_.add(address, bytes, served, only_here || held(line_address));
    return served;
}

unsigned L2Slice::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    const std::uint64_t first = payload.get_address();
    const unsigned length = payload.get_data_length();
    const bool write = payload.is_write();
    unsigned done = 0, piece = line_bytes;
    while (done < length) {
        const std::uint64_t address = first + done;
        const unsigned count = std::min(static_cast<unsigned>(piece - address % piece), length - done);
        std::uint8_t* bytes = payload.get_data_ptr() + done;
        const unsigned served = write ? debug_write(address, bytes, count) : debug_read(address, bytes, count);
        done += served;
        if (served == count) continue;
        if (piece == lookup_.sectors().bytes()) break;
        piece = lookup_.sectors().bytes();  // the cache may have the next sectors, if not all of the line
    }
    if (done == length) payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return done;
}

}  // namespace heddle
