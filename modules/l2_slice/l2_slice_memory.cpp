// What the slice sends to memory, and what it does with what comes back.
#include <algorithm>
#include <cstring>

#include "base/payload_bytes.h"
#include "l2_slice/l2_slice.h"

namespace heddle {

void L2Slice::start_fetch(const Access& access, unsigned way, Mask missing, Cycle now) {
    const unsigned entry = mshr_.allocate(access.line, way, now);
    tags_.set_entry(way, entry);
    fetch_of_[entry] = {};
    send_fetch(access, entry, missing, now);
    mshr_.attach(entry, {access.payload, now});
}

// Fetches and write-backs share one queue and memory keeps the order of accesses to a line, so a line that is fetched
// again comes with what was written back before.
void L2Slice::send_fetch(const Access& access, unsigned entry, Mask missing, Cycle now) {
    const std::uint64_t address = access.line * line_bytes + sectors_.first_byte(missing);
    LinePayload* fetch = pool_.acquire(tlm::TLM_READ_COMMAND, address, sectors_.range_bytes(missing));
    const GpuAccess& cause = gpu_access(*access.payload);
    fetch->access.sm = cause.sm;
    fetch->access.cta = cause.cta;
    fetch->access.kernel = cause.kernel;
    fetch->access.birth = cause.birth;
    fetch->access.owner_tag = entry;
    // A line of which nothing is there yet is nobody else's until it has come: memory's bytes go straight to their
    // place.
    if (missing == tags_.all_sectors() && !tags_.valid_sectors(mshr_.way(entry)))
        fetch->set_data_ptr(data_of(mshr_.way(entry)));
    fetch_of_[entry].requested |= sectors_.touched(address, fetch->get_data_length());
    ++fetch_of_[entry].outstanding;
    to_memory_.push(fetch, now + 1);
    ++fetches;
}

// One write over the range of dirty sectors; clean or absent ones in between are masked out.
void L2Slice::send_writeback(std::uint64_t line, unsigned way, Mask dirty, Cycle now) {
    const unsigned first = sectors_.first_byte(dirty), bytes = sectors_.range_bytes(dirty);
    LinePayload* writeback = pool_.acquire(tlm::TLM_WRITE_COMMAND, line * line_bytes + first, bytes);
    writeback->access.kind = AccessKind::store;
    std::copy_n(data_of(way) + first, bytes, writeback->data.begin());
    const unsigned size = sectors_.bytes();
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
        const bool last = fetch_of_[entry].outstanding == 1;
        if (last && fill_responses_.room(now) < mshr_.waiters(entry).size()) return false;
        take_fetch(payload, entry);
        if (last) finish_fetch(entry, now);
        show(fill_signal_, 1);
    }
    memory_out.responses().pop(now);
    payload.release();
    return true;
}

// Sectors that are valid already hold newer bytes than memory had.
inline void L2Slice::take_fetch(LinePayload& payload, unsigned entry) {
    Fetch& fetch = fetch_of_[entry];
    --fetch.outstanding;
    if (!payload.is_response_ok()) {
        fetch.status = payload.get_response_status();
        ++memory_errors;
        return;
    }
    const unsigned way = mshr_.way(entry);
    const std::uint64_t line_address = mshr_.line(entry) * line_bytes;
    const Mask fetched = touched(payload);
    const Mask missing = static_cast<Mask>(fetched & ~tags_.valid_sectors(way));
    ++fills;
    if (payload.get_data_ptr() == data_of(way)) {
        if (!late_writes_.empty()) late_writes_.apply(line_address, data_of(way));
        tags_.add_sectors(way, fetched);
        return;
    }
    std::array<std::uint8_t, line_bytes> line;
    std::memcpy(line.data() + (payload.get_address() - line_address), payload.data.data(), payload.get_data_length());
    if (!late_writes_.empty()) late_writes_.apply(line_address, line.data());
    for (unsigned sector = 0; sector < sectors_.count; ++sector)
        if (missing >> sector & 1)
            std::memcpy(data_of(way) + sector * sectors_.bytes(), line.data() + sector * sectors_.bytes(),
                        sectors_.bytes());
    tags_.add_sectors(way, missing);
}

// All that was asked for has come: the waiters are served in the order in which they came.
inline void L2Slice::finish_fetch(unsigned entry, Cycle now) {
    const unsigned way = mshr_.way(entry);
    const bool failed = fetch_of_[entry].status != tlm::TLM_OK_RESPONSE;
    if (!failed || tags_.valid_sectors(way))
        tags_.fill(way, 0);
    else
        tags_.release(way);
    for (const Waiter& waiter : mshr_.waiters(entry)) {
        if (failed)
            waiter.payload->set_response_status(fetch_of_[entry].status);
        else
            perform(*waiter.payload, way);
        fill_responses_.push(waiter, now + parameters_.latency_cycles);
    }
    const std::uint64_t line_address = mshr_.line(entry) * line_bytes;
    count_occupancy(mshr_.since(entry), now);
    mshr_.release(entry);
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
