// Blocking transport. An access is served at once: from the cache, or with blocking accesses to memory.
//
// Memory may let time pass in a blocking access, and other traffic goes on meanwhile. Three rules keep both right:
// - While a blocking access reads or writes a line in memory the line is held: other blocking accesses to it wait,
//   timed ones wait at the head of the queue, and it is not displaced.
// - Memory is written only if no timed access and no late write of the line is in flight; otherwise the bytes are a
//   late write, too.
// - What was read from memory is overlaid by everything newer, both as it was before the read and as it is after it.
#include <algorithm>
#include <cstring>

#include "heddle/base/payload_bytes.h"
#include "heddle/l2_slice/l2_slice.h"

namespace heddle {

class L2Slice::Hold {
public:
    Hold(L2Slice& slice, std::uint64_t line_address) : slice_(slice), line_address_(line_address) {
        slice_.held_.push_back(line_address);
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() { slice_.release_hold(line_address_); }

private:
    L2Slice& slice_;
    const std::uint64_t line_address_;
};

void L2Slice::release_hold(std::uint64_t line_address) {
    for (auto* lines : {&held_, &flush_.held})
        lines->erase(std::remove(lines->begin(), lines->end(), line_address), lines->end());
    if (threads_waiting_) hold_released_.notify(sc_core::SC_ZERO_TIME);
    if (!late_writes_.empty()) settle_late(line_address);
    if (!stall_ && !flushing_ && late_writes_.empty()) return;
    try_again_ = true;
    wake_at(domain().now() + 1);
}

// Whoever holds the line is a thread that memory lets wait, so the one that comes here is a thread, too. What it waits
// is no part of `delay`.
void L2Slice::wait_while_held(std::uint64_t line_address, sc_core::sc_time& delay) {
    const sc_core::sc_time arrival = sc_core::sc_time_stamp() + delay;
    ++threads_waiting_;
    while (held(line_address)) sc_core::wait(hold_released_);
    --threads_waiting_;
    delay = std::max(arrival, sc_core::sc_time_stamp()) - sc_core::sc_time_stamp();
}

void L2Slice::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    if (!held_.empty()) wait_while_held(line_of(payload.get_address()), delay);
    delay += domain().period() * static_cast<double>(latency_of(payload));
    if (moves_nothing(payload)) {
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
        return;
    }
    if (!is_servable(payload)) return;
    const L2Request request = describe(payload);
    const unsigned way = lookup_.tags().find(request.line, request.set);
    const bool there = lookup_.has(way, request.touched);
    count(payload, there ? CacheOutcome::hit : CacheOutcome::miss, lookup_.absent(request));
    if (there && (payload.is_read() || parameters_.lt_allocate)) {
        if (parameters_.lt_allocate) lookup_.touch(way);
        execute(payload, way);
    } else {
        blocking_miss(payload, request, delay);
    }
}

// Room is made first: nothing may happen between the arrival of the bytes and the access.
void L2Slice::blocking_miss(Payload& payload, const L2Request& request, sc_core::sc_time& delay) {
    const std::uint64_t line_address = request.line * line_bytes;
    const Hold hold(*this, line_address);
    const bool allocate = parameters_.lt_allocate && make_room(request, delay);
    const Mask needed = needed_of(payload, request, allocate);
    std::array<std::uint8_t, line_bytes> line;
    const tlm::tlm_response_status status = read_newest(line_address, needed, line.data(), delay);
    if (status != tlm::TLM_OK_RESPONSE) {
        payload.set_response_status(status);
        return;
    }
    const unsigned way = allocate ? install(request, needed, line.data()) : L2Lookup::none;
    if (way != L2Lookup::none) {
        execute(payload, way);
    } else if (payload.is_read()) {
        read_into_payload(payload, line.data(), line_address);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);
    } else {
        // Late bytes that are still owed to memory would overwrite what is written there now.
        const bool late = busy(line_address, way_of(line_address)) || late_writes_.find(line_address);
        write_around(payload, request, line.data(), late, delay);
    }
}

// The sectors whose bytes the access needs. A write that goes to Heddle's own memory alone needs none: memory takes any
// bytes.
L2Slice::Mask L2Slice::needed_of(const Payload& payload, const L2Request& request, bool allocate) const {
    if (!payload.is_write()) return request.touched;
    return allocate || memory_out.foreign_peer() ? request.to_fetch : Mask{0};
}

tlm::tlm_response_status L2Slice::transport(L2Line& access, sc_core::sc_time& delay) {
    memory_out->b_transport(access, delay);
    const tlm::tlm_response_status status = access.get_response_status();
    if (status == tlm::TLM_OK_RESPONSE) return status;
    ++memory_errors;
    return status == tlm::TLM_INCOMPLETE_RESPONSE ? tlm::TLM_GENERIC_ERROR_RESPONSE : status;
}

// The newest bytes of these sectors, as they are when it returns.
tlm::tlm_response_status L2Slice::read_newest(std::uint64_t line_address, Mask sectors, std::uint8_t* line_data,
                                              sc_core::sc_time& delay) {
    const unsigned way = way_of(line_address);
    if (way != L2Lookup::none) sectors &= static_cast<Mask>(~lookup_.tags().valid_sectors(way));
    if (sectors) {
        const PartialLine newer = newer_than_memory(line_address);
        L2Line* read = make_access(tlm::TLM_READ_COMMAND, line_address,
                                   memory_out.foreign_peer() ? SectorGeometry::covering_block(sectors) : sectors);
        if (parameters_.lt_allocate) ++fetches;
        const tlm::tlm_response_status status = transport(*read, delay);
        std::memcpy(line_data + read->offset_in_line(), read->data.data(), read->get_data_length());
        read->release();
        if (status != tlm::TLM_OK_RESPONSE) return status;
        newer.apply(line_data);
    }
    overlay_newer(line_address, line_data);
    return tlm::TLM_OK_RESPONSE;
}

// The time that the write takes is nobody's: the cache writes back on its own account.
tlm::tlm_response_status L2Slice::write_sectors(std::uint64_t line_address, Mask sectors, const std::uint8_t* line_data,
                                                sc_core::sc_time delay) {
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    std::array<std::uint8_t, line_bytes> line;  // the caller's bytes may change while memory lets time pass
    std::memcpy(line.data(), line_data, line_bytes);
    for (Mask rest = sectors; rest && status == tlm::TLM_OK_RESPONSE;) {
        const Mask part = memory_out.foreign_peer() ? SectorGeometry::first_aligned_block(rest) : rest;
        rest &= static_cast<Mask>(~part);
        L2Line* write = make_write(line_address, part, line.data());
        status = transport(*write, delay);
        write->release();
    }
    return status;
}

// Sees to it that the line has a way, or that the one it will take is clean. False: it cannot be allocated now.
bool L2Slice::make_room(const L2Request& request, const sc_core::sc_time& delay) {
    const TagArray& tags = lookup_.tags();
    const unsigned way = tags.find(request.line, request.set);
    if (way != L2Lookup::none) return !tags.reserved(way);
    const unsigned victim = tags.victim(request.set);
    if (victim == L2Lookup::none) return false;
    if (!tags.dirty(victim)) return true;
    const std::uint64_t victim_address = tags.line(victim) * line_bytes;
    if (in_flight(victim_address, victim) || written_.any(victim)) return false;
    const Hold hold(*this, victim_address);
    // What is written to the line from now on makes it dirty again.
    const Mask dirty = tags.dirty_sectors(victim);
    lookup_.mark_clean(victim);
    ++writebacks;
    const tlm::tlm_response_status status = write_sectors(victim_address, dirty, data_of(victim), delay);
    if (status == tlm::TLM_OK_RESPONSE) return true;
    lookup_.mark_dirty(victim, dirty);
    report_lost(victim_address, status);
    return false;
}

// Returns the way that has the line now, with these sectors, or none if it got no place after all.
unsigned L2Slice::install(const L2Request& request, Mask sectors, const std::uint8_t* line_data) {
    const TagArray& tags = lookup_.tags();
    unsigned way = tags.find(request.line, request.set);
    if (way == L2Lookup::none) {
        way = tags.victim(request.set);
        if (way == L2Lookup::none || tags.dirty(way) || (tags.valid(way) && held(tags.line(way) * line_bytes)))
            return L2Lookup::none;
        if (lookup_.replace_clean(way, request.line)) ++evictions;
        stalled_.known_absent = false;  // the head of the queue may wait with just this line
    } else if (tags.reserved(way)) {
        return L2Lookup::none;
    }
    const unsigned bytes = lookup_.sectors().bytes();
    const Mask missing = static_cast<Mask>(sectors & ~tags.valid_sectors(way));
    for_each_sector(missing, [&](unsigned sector) {
        std::memcpy(data_of(way) + sector * bytes, line_data + sector * bytes, bytes);
        if (written_.any(way)) written_.forget(way, sector * bytes, bytes);
    });
    if (missing) ++fills;
    lookup_.add_sectors(way, missing);
    lookup_.touch(way);
    return way;
}

// A write or atomic whose line is not allocated: to memory, and to the copy that the cache may have. `line_data` holds
// the sectors of needed_of().
void L2Slice::write_around(Payload& payload, const L2Request& request, std::uint8_t* line_data, bool late,
                           const sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address(), line_address = line_of(address);
    const unsigned offset = static_cast<unsigned>(address % line_bytes);
    PartialLine bytes;
    if (payload.is_write()) {
        write_from_payload(payload, line_data, line_address);
        for (unsigned i = 0; i < payload.get_data_length(); ++i)
            if (writes_whole(payload, address + i, 1)) bytes.put(offset + i, line_data + offset + i, 1);
    } else {
        perform_atomic(payload, line_data, line_address);
        bytes.put(offset, line_data + offset, payload.get_data_length());
    }
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    if (!late && !bytes.empty()) {
        if (memory_out.foreign_peer()) {
            status = write_sectors(line_address, request.touched, line_data, delay);
        } else {
            sc_core::sc_time ignored = delay;
            L2Line* write = make_write(line_address, bytes);
            status = transport(*write, ignored);
            write->release();
        }
    }
    payload.set_response_status(status);
    if (status != tlm::TLM_OK_RESPONSE) return;
    // A foreign memory may not take parts of sectors. The rest of a sector is what `line_data` has, the newest bytes.
    if (late && memory_out.foreign_peer()) {
        const unsigned size = lookup_.sectors().bytes();
        for_each_sector(request.touched,
                        [&](unsigned sector) { bytes.put(sector * size, line_data + sector * size, size); });
    }
    const unsigned way = way_of(line_address);
    bytes.for_each_run([&](unsigned first, const std::uint8_t* data, unsigned count) {
        write_copy(way, line_address + first, data, count);
        if (late) late_writes_.add(line_address + first, data, count, true);
    });
}

}  // namespace heddle
