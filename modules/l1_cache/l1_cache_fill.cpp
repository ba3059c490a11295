// Responses of the L2: bytes for the waiting loads, and for the cache.
#include <algorithm>
#include <cstring>

#include "heddle/base/payload_bytes.h"
#include "heddle/l1_cache/l1_cache.h"

namespace heddle {

// The response is a fill, or belongs to a request that was passed on, as a whole or in parts.
bool L1Cache::take_response(Cycle now) {
    auto& responses = memory_out.responses();
    Payload* response = responses.head();
    if (response->is_read() && !gpu_access(*response).bypass_l1) {
        if (!has_room_for_responses(gpu_access(*response).route.top(), now)) return false;
        install(responses.pop(now), now);
        return true;
    }
    const bool part = store_parts_ && response->is_write();
    Payload* request = part ? L1StoreParts::store_of(*response) : response;
    GpuAccess& access = gpu_access(*request);
    L1Bank& bank = banked() ? bank_of(access.route.top()) : first_bank_;
    if (!answers_in_turn_ && bank.fill_queue.full(now)) return false;
    if (lookup_.keeps_stores() && !response->is_response_ok()) forget_refused_store();
    responses.pop(now);
    if (part && !store_parts_->acknowledged(response)) return true;
    if (banked()) access.route.pop();
    if (perfect_ && !request->is_read()) end_perfect_write(access.route.pop());
    answer(bank, lookup_.next_turn(), request, false, now);
    return true;
}

// The response can go to the core.
inline void L1Cache::answer(L1Bank& bank, std::uint16_t turn, Payload* response, bool merged, Cycle now) {
    if (answers_in_turn_)
        bank.waited.push(turn, response, merged);
    else
        bank.fill_queue.push(response, now);
}

// In every bank, for all loads that wait for this fill.
inline bool L1Cache::has_room_for_responses(unsigned first_entry, Cycle now) const {
    if (answers_in_turn_) return true;
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
        install_line(fill, entry, now);
    else
        install_blocks(fill, entry, now);
    if (own) fill->release();
}

// Memory has refused a store whose bytes are in the cache. Which line that was nobody knows any more, because the
// address need not come back as it was sent, so no line is kept.
void L1Cache::forget_refused_store() {
    lookup_.drop_all();
    lines_changed();
}

// The bytes of the cache's own fill may have been received in the way.
inline void L1Cache::install_line(Payload* fill, unsigned entry, Cycle now) {
    if (lookup_.mshr().line(entry) == first_bank_.head.line) first_bank_.head.kind = L1RequestKind::unknown;
    hand_out(fill, entry, fill->get_data_ptr(), line_bytes, now);
    const L1Installed installed = lookup_.install_line(entry, !fill->is_response_ok());
    std::uint8_t* const way_data = data_of(installed.way);
    if (installed.kept && fill->get_data_ptr() != way_data) std::memcpy(way_data, fill->get_data_ptr(), line_bytes);
}

// The entries of a fill are chained in the order of their blocks, so the first says where the fill's bytes begin. The
// fill itself does not: its address need not come back as it was sent.
[[gnu::always_inline]] inline void L1Cache::install_blocks(Payload* fill, unsigned first_entry, Cycle now) {
    const unsigned bytes = lookup_.sectors().bytes();
    const std::uint64_t first_block = lookup_.mshr().line(first_entry);
    const auto bytes_of = [&](std::uint64_t block) { return fill->get_data_ptr() + (block - first_block) * bytes; };
    first_bank_.head.kind = L1RequestKind::unknown;
    for (unsigned entry = first_entry; entry != L1Lookup::none; entry = lookup_.mshr().next(entry)) {
        const std::uint64_t block = lookup_.mshr().line(entry);
        hand_out(fill, entry, bytes_of(block), bytes, now);
        if (sector_banks_)
            sector_banks_->filled(lookup_.sectors().line_of_block(block), lookup_.sectors().sector_of_block(block));
    }
    const std::uint64_t line = lookup_.sectors().line_of_block(first_block);
    const L1Installed installed = lookup_.install_blocks(first_entry, !fill->is_response_ok());
    if (installed.evicted) ++evictions;
    for_each_sector(installed.kept, [&](unsigned sector) {
        std::memcpy(data_of(installed.way, sector), bytes_of(lookup_.sectors().block(line, sector)), bytes);
    });
}

// The block's bytes go to all loads that wait in this entry. A load gets its response with its last block.
inline void L1Cache::hand_out(const Payload* fill, unsigned entry, const std::uint8_t* block, unsigned bytes,
                              Cycle now) {
    const Mshr<L1Waiter>& mshr = lookup_.mshr();
    const bool failed = !fill->is_response_ok();
    mshr_use_.released(mshr.since(entry), now);
    const Payload* const first = mshr.first_waiter(entry).payload;
    for (const L1Waiter& waiter : mshr.waiters(entry)) {
        const bool merged = waiter.payload != first;
        if (!failed && waiter.payload != fill) read_overlap(*waiter.payload, block, mshr.line(entry) * bytes, bytes);
        int status = fill->get_response_status();
        if (!lookup_.block_arrived(waiter, status, failed)) {
            if (parameters_.sector_answers) answer(bank_of(waiter.bank), waiter.turn, nullptr, merged, now);
            continue;
        }
        waiter.payload->set_response_status(static_cast<tlm::tlm_response_status>(status));
        answer(bank_of(waiter.bank), waiter.turn, waiter.payload, merged, now);
    }
}

}  // namespace heddle
