// What the slice sends to memory, and what it does with the responses.
#include <algorithm>
#include <cstring>

#include "heddle/base/payload_bytes.h"
#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

// Fetches and write-backs share one queue and memory keeps the order of accesses to a line, so a line that is fetched
// again arrives with what was written back before.
void L2Slice::send_fetch(Payload& cause, unsigned entry, Mask sectors, Cycle now) {
    const SectorGeometry& geometry = lookup_.sectors();
    const std::uint64_t address = line_of(cause.get_address()) + geometry.first_byte(sectors);
    LinePayload* fetch = pool_.acquire(tlm::TLM_READ_COMMAND, address, geometry.range_bytes(sectors));
    const GpuAccess& access = gpu_access(cause);
    fetch->access.sm = access.sm;
    fetch->access.cta = access.cta;
    fetch->access.kernel = access.kernel;
    fetch->access.birth = access.birth;
    fetch->access.owner_tag = entry;
    // Nobody reads or writes a line of which no sector is valid, so memory's bytes can be received in its way.
    const unsigned way = lookup_.mshr().way(entry);
    if (sectors == geometry.all() && !lookup_.tags().valid_sectors(way)) fetch->set_data_ptr(data_of(way));
    to_memory_.push(fetch, now + 1);
    ++fetches;
}

// One write over the range of dirty sectors; clean or absent ones in between are masked out.
void L2Slice::send_writeback(std::uint64_t line, unsigned way, Mask dirty, Cycle now) {
    const unsigned first = lookup_.sectors().first_byte(dirty), bytes = lookup_.sectors().range_bytes(dirty);
    LinePayload* writeback = pool_.acquire(tlm::TLM_WRITE_COMMAND, line * line_bytes + first, bytes);
    writeback->access.kind = AccessKind::store;
    std::copy_n(data_of(way) + first, bytes, writeback->data.begin());
    const unsigned size = lookup_.sectors().bytes();
    if (static_cast<unsigned>(__builtin_popcount(dirty)) * size != bytes) {
        writeback->use_byte_enables();
        for (unsigned byte = 0; byte < bytes; ++byte) {
            const bool enabled = dirty >> ((first + byte) / size) & 1;
            writeback->enables[byte] = enabled ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        }
    }
    if (!late_writes_.empty()) late_writes_.forget_covered(*writeback);
    open_writebacks_.push_back(writeback);
    to_memory_.push(writeback, now + 1);
    ++writebacks;
}

bool L2Slice::take_memory_response(Cycle now) {
    auto& payload = *static_cast<LinePayload*>(memory_out.responses().head());
    if (payload.is_write()) {
        take_writeback(payload);
    } else {
        const unsigned entry = payload.access.owner_tag;
        const bool last = lookup_.fetches_outstanding(entry) == 1;
        if (last && fill_responses_.room(now) < lookup_.mshr().waiters(entry).size()) return false;
        take_fetch(payload, entry);
        if (last) finish_fetch(entry, now);
        show(fill_signal_, 1);
    }
    memory_out.responses().pop(now);
    payload.release();
    return true;
}

inline void L2Slice::take_fetch(LinePayload& payload, unsigned entry) {
    if (!payload.is_response_ok()) {
        lookup_.fetch_failed(entry, payload.get_response_status());
        ++memory_errors;
        return;
    }
    std::uint8_t* const way_data = data_of(lookup_.mshr().way(entry));
    const std::uint64_t line_address = lookup_.mshr().line(entry) * line_bytes;
    const Mask missing = lookup_.fetched(entry, touched(payload));
    ++fills;
    if (payload.get_data_ptr() == way_data) {
        if (!late_writes_.empty()) late_writes_.apply(line_address, way_data);
        return;
    }
    std::array<std::uint8_t, line_bytes> line;
    std::memcpy(line.data() + (payload.get_address() - line_address), payload.data.data(), payload.get_data_length());
    if (!late_writes_.empty()) late_writes_.apply(line_address, line.data());
    const unsigned bytes = lookup_.sectors().bytes();
    for_each_sector(
        missing, [&](unsigned sector) { std::memcpy(way_data + sector * bytes, line.data() + sector * bytes, bytes); });
}

// The last response has arrived: the waiting requests are executed in the order in which they came.
inline void L2Slice::finish_fetch(unsigned entry, Cycle now) {
    const Mshr<L2Waiter>& mshr = lookup_.mshr();
    const unsigned way = mshr.way(entry);
    const bool failed = lookup_.failed(entry);
    lookup_.end_reservation(entry);
    for (const L2Waiter& waiter : mshr.waiters(entry)) {
        if (failed)
            waiter.payload->set_response_status(static_cast<tlm::tlm_response_status>(lookup_.failed_status(entry)));
        else
            execute(*waiter.payload, way);
        fill_responses_.push(waiter, now + parameters_.latency_cycles);
    }
    const std::uint64_t line_address = mshr.line(entry) * line_bytes;
    count_occupancy(mshr.since(entry), now);
    lookup_.release(entry);
    if (!late_writes_.empty() && !in_flight(line_address)) late_writes_.forget(line_address);
}

void L2Slice::take_writeback(LinePayload& payload) {
    if (!payload.is_response_ok()) ++memory_errors;
    open_writebacks_.erase(std::find(open_writebacks_.begin(), open_writebacks_.end(), &payload));
    if (late_writes_.empty()) return;
    // The write-back carried bytes from before these writes over them.
    const std::uint64_t line_address = line_of(payload.get_address());
    late_writes_.for_each_run(line_address, [this](std::uint64_t address, const std::uint8_t* bytes, unsigned count) {
        write_memory(address, bytes, count);
    });
    if (!in_flight(line_address)) late_writes_.forget(line_address);
}

}  // namespace heddle
