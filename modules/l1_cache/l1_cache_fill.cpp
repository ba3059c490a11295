// Responses of the L2: bytes for the waiting loads, and for the cache.
#include <algorithm>
#include <cstring>

#include "heddle/base/payload_bytes.h"
#include "heddle/l1_cache/l1_cache.h"

namespace heddle {

// The response is a fill, or belongs to a request that was passed on.
bool L1Cache::take_response(Cycle now) {
    auto& responses = memory_out.responses();
    Payload* response = responses.head();
    GpuAccess& access = gpu_access(*response);
    if (response->is_read() && !access.bypass_l1) {
        if (!has_room_for_responses(access.route.top(), now)) return false;
        install(responses.pop(now), now);
    } else {
        L1Bank& bank = banked() ? bank_of(access.route.top()) : first_bank_;
        if (bank.fill_queue.full(now)) return false;
        if (banked()) access.route.pop();
        bank.fill_queue.push(responses.pop(now), now);
    }
    return true;
}

// In every bank, for all loads that wait for this fill.
inline bool L1Cache::has_room_for_responses(unsigned first_entry, Cycle now) const {
    std::size_t room = first_bank_.fill_queue.room(now);
    if (banked())
        for (const auto& bank : other_banks_) room = std::min(room, bank->fill_queue.room(now));
    return lookup_.waiting(first_entry) <= room;
}

inline void L1Cache::install(Payload* fill, Cycle now) {
    const Mshr<L1Waiter>& mshr = lookup_.mshr();
    const unsigned entry = gpu_access(*fill).route.pop();
    // A load that was sent to the L2 itself has its bytes already; it was the first to wait.
    const bool own = mshr.first_waiter(entry).payload != fill;
    ++fills;
    miss_latency_cycles += now - mshr.since(entry);
    if (lookup_.plain())
        install_line(fill, entry, own, now);
    else
        install_blocks(fill, entry, now);
    if (own) fill->release();
}

// The bytes of the cache's own fill were received in the way.
inline void L1Cache::install_line(Payload* fill, unsigned entry, bool own, Cycle now) {
    if (lookup_.mshr().line(entry) == first_bank_.head.line) first_bank_.head.kind = L1RequestKind::unknown;
    hand_out(fill, entry, line_bytes, now);
    const L1Installed installed = lookup_.install_line(entry, !fill->is_response_ok());
    if (installed.kept && !own) std::memcpy(data_of(installed.way), fill->get_data_ptr(), line_bytes);
}

void L1Cache::install_blocks(Payload* fill, unsigned first_entry, Cycle now) {
    const unsigned bytes = lookup_.sectors().bytes();
    first_bank_.head.kind = L1RequestKind::unknown;
    for (unsigned entry = first_entry; entry != L1Lookup::none; entry = lookup_.mshr().next(entry))
        hand_out(fill, entry, bytes, now);
    const L1Installed installed = lookup_.install_blocks(first_entry, !fill->is_response_ok());
    if (installed.evicted) ++evictions;
    const unsigned offset = static_cast<unsigned>(fill->get_address() % line_bytes);
    for_each_sector(installed.kept, [&](unsigned sector) {
        std::memcpy(data_of(installed.way, sector), fill->get_data_ptr() + sector * bytes - offset, bytes);
    });
}

// The fill's bytes go to all loads that wait for the block of this entry. A load gets its response with its last block.
inline void L1Cache::hand_out(Payload* fill, unsigned entry, unsigned bytes, Cycle now) {
    const Mshr<L1Waiter>& mshr = lookup_.mshr();
    const std::uint64_t address = mshr.line(entry) * bytes;
    const bool failed = !fill->is_response_ok();
    mshr_occupancy_cycles += now - mshr.since(entry);
    for (const L1Waiter& waiter : mshr.waiters(entry)) {
        if (!failed && waiter.payload != fill)
            read_overlap(*waiter.payload, fill->get_data_ptr() + (address - fill->get_address()), address, bytes);
        int status = fill->get_response_status();
        if (!lookup_.block_arrived(waiter, status, failed)) continue;
        waiter.payload->set_response_status(static_cast<tlm::tlm_response_status>(status));
        bank_of(waiter.bank).fill_queue.push(waiter.payload, now);
    }
}

}  // namespace heddle
