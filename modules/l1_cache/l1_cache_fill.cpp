// What comes back from the L2: bytes for those who wait, and for the cache.
#include <algorithm>
#include <cstring>

#include "base/payload_bytes.h"
#include "l1_cache/l1_cache.h"

namespace heddle {

// Answers from below: fills are ours, everything else belongs to a request that was passed on.
bool L1Cache::take_below(Cycle now) {
    auto& responses = memory_out.responses();
    if (!responses.ready(now)) return false;
    Payload* answer = responses.head();
    if (answer->is_read() && !gpu_access(*answer).bypass_l1) {
        std::size_t waiting = 0;
        for (unsigned entry = gpu_access(*answer).route.top(); entry != Mshr<unsigned>::none;
             entry = next_of_fetch_[entry])
            waiting += mshr_.waiters(entry).size();
        if (answer_room(now) < waiting) return false;
        install(responses.pop(now), now);
    } else {
        L1Bank& bank = banked() ? bank_of(gpu_access(*answer).route.top()) : first_bank_;
        if (bank.fill_queue.full(now)) return false;
        if (banked()) gpu_access(*answer).route.pop();
        bank.fill_queue.push(responses.pop(now), now);
    }
    return true;
}

// For how many answers every bank has room.
std::size_t L1Cache::answer_room(Cycle now) {
    std::size_t room = first_bank_.fill_queue.room(now);
    for (const auto& bank : other_banks_) room = std::min(room, bank->fill_queue.room(now));
    return room;
}

void L1Cache::install(Payload* fill, Cycle now) {
    const unsigned first = gpu_access(*fill).route.pop();
    const std::uint64_t line = mshr_.line(first) / sectors_.count;
    // A miss that went to the L2 itself brought its own bytes; it was the first to wait.
    const bool ours = waiters_[*mshr_.waiters(first).begin()].payload != fill;
    unsigned way = mshr_.way(first);
    ++fills;
    miss_latency_cycles += now - mshr_.since(first);
    const Mask wanted = hand_out(fill, first, now);
    if (parameters_.allocate_on_fill && wanted) way = way_for(line);
    if (wanted && !(ours && lands_in_its_way())) keep(*fill, way, wanted);
    if (!parameters_.allocate_on_fill)
        end_fetch(way, wanted);
    else if (wanted)
        tags_.fill(way, wanted);
    if (ours) fill->release();
}

// The answer's bytes go to all who wait for its blocks. Returns the blocks the cache may keep: those to which nothing
// was written since they were asked for.
SectorGeometry::Mask L1Cache::hand_out(Payload* fill, unsigned first_entry, Cycle now) {
    const tlm::tlm_response_status status = fill->get_response_status();
    const std::uint64_t address = fill->get_address();
    Mask wanted = 0;
    for (unsigned entry = first_entry; entry != Mshr<unsigned>::none; entry = next_of_fetch_[entry]) {
        const std::uint64_t block_address = mshr_.line(entry) * sectors_.bytes();
        const std::uint8_t* bytes = fill->get_data_ptr() + (block_address - address);
        if (status == tlm::TLM_OK_RESPONSE && mshr_.open(entry))
            wanted |= static_cast<Mask>(1u << (mshr_.line(entry) % sectors_.count));
        mshr_occupancy_cycles += now - mshr_.since(entry);
        for (const unsigned waiter : mshr_.waiters(entry)) {
            if (status != tlm::TLM_OK_RESPONSE)
                waiters_[waiter].status = status;
            else if (waiters_[waiter].payload != fill)
                read_overlap(*waiters_[waiter].payload, bytes, block_address, sectors_.bytes());
            answer_if_complete(waiter, now);
        }
        mshr_.release(entry);
    }
    return wanted;
}

void L1Cache::answer_if_complete(unsigned waiter, Cycle now) {
    Waiter& waiting = waiters_[waiter];
    if (--waiting.blocks) return;
    waiting.payload->set_response_status(waiting.status);
    waiting.bank->fill_queue.push(waiting.payload, now);
    free_waiters_.push_back(waiter);
}

// Where an answer goes that has no way yet: with allocation on fill no way is ever reserved, so there is one.
unsigned L1Cache::way_for(std::uint64_t line) {
    const unsigned way = tags_.find(line);
    return way != TagArray::none ? way : take_way(line);
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
    tags_.add_sectors(way, kept);
    if (--fetches_of_[way]) return;
    if (tags_.orphaned(way) || !tags_.valid_sectors(way))
        tags_.release(way);
    else
        tags_.fill(way, kept);
}

}  // namespace heddle
