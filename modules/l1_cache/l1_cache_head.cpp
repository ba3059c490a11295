// The request at the head of a bank's queue: whether it can be served in this cycle, and the stalls if it cannot.
#include <utility>

#include "heddle/cache/payload_sectors.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/l1_cache/l1_cache_room.h"
#include "heddle/l1_cache/l1_payload.h"

namespace heddle {

bool L1Cache::look_up(L1Bank& bank, Cycle now) {
    // A head that waits for the miss queue cannot be served while that is full.
    if (bank.stall == StallCause::miss_queue_full && bank.head.kind != L1RequestKind::unknown && miss_queue_.filled() &&
        !banked())
        return false;
    bool progress = false;
    bank.stall = StallCause::none;
    for (unsigned port = 0; port < ports_ && bank.lookups->ready(now); ++port) {
        // Another bank may have changed the state of its line.
        if (banked()) bank.head.kind = L1RequestKind::unknown;
        if (recorded()) lookup_served_[bank.number]->show(*bank.lookups->head());
        bank.stall = decide(bank);
        if (bank.stall != StallCause::none) {
            count_stall(bank, now);
            break;
        }
        if (bank.first_stall != StallCause::none) end_stall(bank, now);
        serve_head(bank, now);
        progress = true;
    }
    if (progress && banked()) ++bank_counters_->served_requests;
    return progress;
}

// What keeps the head from being served in this cycle.
inline StallCause L1Cache::decide(L1Bank& bank) {
    if (bank.head.kind == L1RequestKind::unknown) find_head(bank);
    return lookup_.stall_cause(bank.head, Room{*this, bank});
}

void L1Cache::find_head(L1Bank& bank) const {
    Payload& head = *bank.lookups->head();
    L1Request request = describe_request(head);
    if (store_parts_ && head.is_write() && request.kind == L1RequestKind::passing)
        request.parts = count_sectors(asked_sectors(lookup_.sectors(), head));
    lookup_.find(request, bank.head);
    if (perfect_) perfect_->make_hit(bank.head);
}

template <class Bank>
void L1Cache::count_stall(Bank& bank, Cycle now) {
    if (bank.stall == StallCause::miss_port_busy) ++bank_counters_->miss_port_conflicts;
    if (bank.first_stall != StallCause::none) return;
    bank.first_stall = bank.stall;
    stall_times_.begin(bank.stall, now);
    switch (bank.stall) {
        case StallCause::mshr_full:
            ++fails_mshr_full;
            break;
        case StallCause::mshr_merge_full:
            ++fails_merge_full;
            break;
        case StallCause::no_replaceable_way:
            ++fails_no_way;
            break;
        case StallCause::miss_queue_full:
            ++fails_miss_queue;
            break;
        default:
            break;
    }
}

template <class Bank>
void L1Cache::end_stall(Bank& bank, Cycle now) {
    const StallCause cause = std::exchange(bank.first_stall, StallCause::none);
    const StallTimes::Waited stalled = stall_times_.end(cause, now);
    stall_cycles += stalled.any;
    if (Counter* const of_cause = stall_counter(cause)) *of_cause += stalled.by_cause;
}

Counter* L1Cache::stall_counter(StallCause cause) {
    switch (cause) {
        case StallCause::mshr_full:
            return &mshr_stall_cycles;
        case StallCause::mshr_merge_full:
            return &merge_stall_cycles;
        case StallCause::no_replaceable_way:
            return &way_stall_cycles;
        case StallCause::miss_queue_full:
            return &miss_queue_stall_cycles;
        default:
            return nullptr;
    }
}

void L1Cache::settle_stalls(Cycle now) {
    stall_cycles += stall_times_.settle(now);
    for (StallCause cause : {StallCause::mshr_full, StallCause::mshr_merge_full, StallCause::no_replaceable_way,
                             StallCause::miss_queue_full})
        *stall_counter(cause) += stall_times_.settle(cause, now);
}

template void L1Cache::count_stall(L1Bank&, Cycle);
template void L1Cache::count_stall(L1SectorBank&, Cycle);
template void L1Cache::end_stall(L1Bank&, Cycle);
template void L1Cache::end_stall(L1SectorBank&, Cycle);

// Called when the head alone would need a tick in the next cycle. If that tick would only find that the head has to
// wait, it is saved: the stall begins in the next cycle all the same, unless something else asks for a tick.
bool L1Cache::predicts_stall(Cycle now) {
    L1Bank& bank = first_bank_;
    if (recorded() || bank.in.stalls_peer()) return false;
    bank.stall = decide(bank);
    if (bank.stall == StallCause::none) return false;
    bank.predicted_from = now + 1;
    return true;
}

}  // namespace heddle
