// What comes back from the L2: bytes for those who wait, and for the cache.
#include <algorithm>
#include <cstring>

#include "base/payload_bytes.h"
#include "l1_cache/l1_cache.h"

namespace heddle {

// The answer from below that is ready: fills are ours, everything else belongs to a request that was passed on.
bool L1Cache::take_below(Cycle now) {
    auto& responses = memory_out.responses();
    Payload* answer = responses.head();
    GpuAccess& access = gpu_access(*answer);
    if (answer->is_read() && !access.bypass_l1) {
        if (!has_room_for_answers(access.route.top(), now)) return false;
        install(responses.pop(now), now);
    } else {
        L1Bank& bank = banked() ? bank_of(access.route.top()) : first_bank_;
        if (bank.fill_queue.full(now)) return false;
        if (banked()) access.route.pop();
        bank.fill_queue.push(responses.pop(now), now);
    }
    return true;
}

// In every bank, for all who wait for what comes with this entry.
inline bool L1Cache::has_room_for_answers(unsigned first_entry, Cycle now) const {
    std::size_t room = first_bank_.fill_queue.room(now);
    if (banked())
        for (const auto& bank : other_banks_) room = std::min(room, bank->fill_queue.room(now));
    std::size_t waiting = 0;
    for (unsigned entry = first_entry; entry != Mshr<Waiter>::none; entry = mshr_.next(entry))
        waiting += mshr_.waiters(entry).size();
    return waiting <= room;
}

inline void L1Cache::install(Payload* fill, Cycle now) {
    const unsigned entry = gpu_access(*fill).route.pop();
    // A miss that went to the L2 itself brought its own bytes; it was the first to wait.
    const bool ours = mshr_.first_waiter(entry).payload != fill;
    ++fills;
    miss_latency_cycles += now - mshr_.since(entry);
    if (plain_)
        install_line(fill, entry, now);
    else
        install_blocks(fill, entry, now);
    if (ours) fill->release();
}

// The bytes of a fill of our own have landed in the way already.
inline void L1Cache::install_line(Payload* fill, unsigned entry, Cycle now) {
    const std::uint64_t line = mshr_.line(entry);
    const unsigned way = mshr_.way(entry);
    const tlm::tlm_response_status status = fill->get_response_status();
    if (line == first_bank_.head.line) first_bank_.head.kind = L1Head::Kind::unknown;
    mshr_occupancy_cycles += now - mshr_.since(entry);
    if (status == tlm::TLM_OK_RESPONSE && mshr_.open(entry)) {
        if (mshr_.first_waiter(entry).payload == fill) std::memcpy(data_of(way), fill->get_data_ptr(), line_bytes);
        tags_.fill(way, 1);
    } else {
        tags_.release(way);
    }
    for (const Waiter& waiter : mshr_.waiters(entry)) {
        if (status == tlm::TLM_OK_RESPONSE && waiter.payload != fill)
            read_overlap(*waiter.payload, fill->get_data_ptr(), line * line_bytes, line_bytes);
        waiter.payload->set_response_status(status);
        bank_of(waiter.bank).fill_queue.push(waiter.payload, now);
    }
    mshr_.release(entry);
}

void L1Cache::install_blocks(Payload* fill, unsigned first_entry, Cycle now) {
    const std::uint64_t line = sectors_.line_of_block(mshr_.line(first_entry));
    unsigned way = mshr_.way(first_entry);
    first_bank_.head.kind = L1Head::Kind::unknown;
    const Mask wanted = hand_out(fill, first_entry, now);
    if (allocates_on_fill() && wanted) way = way_for(line);
    if (wanted) keep(*fill, way, wanted);
    if (!allocates_on_fill())
        end_fetch(way, wanted);
    else if (wanted)
        tags_.fill(way, wanted);
}

// The answer's bytes go to all who wait for its blocks. Returns the blocks the cache may keep: those to which nothing
// was written since they were asked for.
SectorGeometry::Mask L1Cache::hand_out(Payload* fill, unsigned first_entry, Cycle now) {
    const tlm::tlm_response_status status = fill->get_response_status();
    Mask wanted = 0;
    for (unsigned entry = first_entry, next; entry != Mshr<Waiter>::none; entry = next) {
        const std::uint64_t block = mshr_.line(entry), block_address = block * sectors_.bytes();
        if (status == tlm::TLM_OK_RESPONSE && mshr_.open(entry)) wanted |= sectors_.mask_of_block(block);
        mshr_occupancy_cycles += now - mshr_.since(entry);
        for (const Waiter& waiter : mshr_.waiters(entry)) {
            if (status == tlm::TLM_OK_RESPONSE && waiter.payload != fill)
                read_overlap(*waiter.payload, fill->get_data_ptr() + (block_address - fill->get_address()),
                             block_address, sectors_.bytes());
            block_came(waiter, status, now);
        }
        next = mshr_.next(entry);
        mshr_.release(entry);
    }
    return wanted;
}

// A load is answered with the last block it waits for; if any of them failed, so does it.
void L1Cache::block_came(const Waiter& waiter, tlm::tlm_response_status status, Cycle now) {
    if (waiter.split != not_split) {
        Split& split = splits_[waiter.split];
        if (status != tlm::TLM_OK_RESPONSE) split.status = status;
        if (--split.blocks) return;
        status = split.status;
        free_splits_.push_back(waiter.split);
    }
    waiter.payload->set_response_status(status);
    bank_of(waiter.bank).fill_queue.push(waiter.payload, now);
}

// Where an answer goes that has no way yet: with allocation on fill no way is ever reserved, so there is one.
unsigned L1Cache::way_for(std::uint64_t line) {
    const unsigned way = tags_.find(line);
    return way != TagArray::none ? way : take_way(tags_.victim(tags_.set_of(line), spares_written()), line);
}

void L1Cache::keep(const Payload& fill, unsigned way, Mask blocks) {
    const unsigned offset = static_cast<unsigned>(fill.get_address() % line_bytes);
    for (Mask rest = blocks; rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned first = static_cast<unsigned>(__builtin_ctz(rest)) * sectors_.bytes();
        std::memcpy(data_of(way) + first, fill.get_data_ptr() + first - offset, sectors_.bytes());
    }
}

// One of the answers a way was reserved for has come; with the last one it is free to be displaced again.
void L1Cache::end_fetch(unsigned way, Mask kept) {
    if (--fetches_of_[way])
        tags_.add_sectors(way, kept);
    else if (tags_.orphaned(way) || !(tags_.valid_sectors(way) | kept))
        tags_.release(way);
    else
        tags_.fill(way, kept);
}

}  // namespace heddle
