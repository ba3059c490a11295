// What a request finds in the L1, and why it has to wait.
#include "base/payload_bytes.h"
#include "l1_cache/l1_cache.h"

namespace heddle {

// All of the request's bytes are in the way.
bool L1Cache::is_there(Payload& request, unsigned way) const {
    return way != TagArray::none && tags_.has(way, sectors_.asked(request));
}

bool L1Cache::look_up(L1Bank& bank, Cycle now) {
    // A head that waits for the miss queue needs not be looked at while that is full.
    if (bank.stall == StallCause::miss_queue_full && bank.head.kind != L1Head::Kind::unknown && miss_queue_.filled() &&
        !banked())
        return false;
    bool progress = false;
    bank.stall = StallCause::none;
    for (unsigned port = 0; port < ports_ && bank.in.requests().ready(now); ++port) {
        // Other banks may do something to its line.
        if (bank.head.kind == L1Head::Kind::unknown || banked()) examine_head(bank);
        bank.stall = obstacle(bank);
        if (bank.stall != StallCause::none) {
            count_stall(bank, now);
            break;
        }
        if (bank.stalled_since != never) {
            stall_cycles += now - bank.stalled_since;
            bank.stalled_since = never;
        }
        serve_head(bank, now);
        progress = true;
    }
    if (progress && banked()) ++counted_->served_requests;
    return progress;
}

void L1Cache::count_stall(L1Bank& bank, Cycle now) {
    if (bank.stall == StallCause::miss_port_busy) ++counted_->miss_port_conflicts;
    if (bank.stalled_since != never) return;
    bank.stalled_since = now;
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

// Nothing but the head calls for a tick in the next cycle. Where that one would only find out that the head has to
// wait, it is not needed: the stall begins in the next cycle all the same, unless somebody calls for a tick after all.
bool L1Cache::foresees_stall(Cycle now) {
    L1Bank& bank = first_bank_;
    if (recorded() || bank.in.stalls_peer()) return false;
    if (bank.head.kind == L1Head::Kind::unknown) examine_head(bank);
    bank.stall = obstacle(bank);
    if (bank.stall == StallCause::none) return false;
    bank.foreseen_from = now + 1;
    return true;
}

void L1Cache::examine_head(L1Bank& bank) {
    Payload& request = *bank.in.requests().head();
    L1Head& head = bank.head;
    if (moves_nothing(request) || !is_servable(request)) {
        head.kind = L1Head::Kind::answered_here;
        return;
    }
    head.kind = L1Head::Kind::passing;
    if (!request.is_read() || gpu_access(request).bypass_l1) return;
    head.kind = L1Head::Kind::load;
    head.line = request.get_address() / line_bytes;
    head.set = tags_.set_of(head.line);
    head.way = tags_.find(head.line, head.set);
    head.on_the_way = 0;
    head.merge_full = false;
    const Mask asked = sectors_.asked(request);
    head.there = head.way == TagArray::none ? Mask{0} : static_cast<Mask>(tags_.valid_sectors(head.way) & asked);
    head.absent = static_cast<Mask>(asked & ~head.there);
    if (head.absent && may_be_on_the_way(head.way)) find_on_the_way(head);
}

// The next request has waited behind others for longer than the host keeps what belongs to it.
void L1Cache::fetch_ahead(const L1Bank& bank) const {
    const auto& requests = bank.in.requests();
    if (requests.empty()) return;
    tags_.fetch_host_lines_of_set(tags_.set_of(requests.head()->get_address() / line_bytes));
    if (requests.size() > 1) prefetch_host_line(requests.at(1));
}

void L1Cache::find_on_the_way(L1Head& head) const {
    for (Mask rest = head.absent; rest; rest &= static_cast<Mask>(rest - 1)) {
        const unsigned entry = entry_of(head.line, static_cast<unsigned>(__builtin_ctz(rest)), head.way);
        if (entry == Mshr<Waiter>::none) continue;
        if (!mshr_.can_attach(entry)) head.merge_full = true;
        head.on_the_way |= static_cast<Mask>(rest & -rest);
    }
    head.absent &= static_cast<Mask>(~head.on_the_way);
}

// What keeps the head from being served in this cycle.
StallCause L1Cache::obstacle(L1Bank& bank) const {
    L1Head& head = bank.head;
    if (head.kind == L1Head::Kind::load && head.missing()) return obstacle_of_miss(head);
    if (head.kind == L1Head::Kind::passing) {
        if (miss_queue_.filled()) return StallCause::miss_queue_full;
        return miss_port_taken_ ? StallCause::miss_port_busy : StallCause::none;
    }
    return bank.hit_queue.filled() ? StallCause::response_queue_full : StallCause::none;
}

// Absent blocks need an MSHR entry each, a place in the miss queue per run of them, and a way, unless that is taken
// with the answer.
inline StallCause L1Cache::obstacle_of_miss(L1Head& head) const {
    if (head.merge_full) return StallCause::mshr_merge_full;
    if (miss_port_taken_) return StallCause::miss_port_busy;
    if (!head.absent) return StallCause::none;
    const unsigned blocks = plain_ ? 1 : count_sectors(head.absent);
    const unsigned runs = plain_ || head.absent == SectorGeometry::first_run(head.absent) ? 1 : 2;
    if (mshr_.capacity() - mshr_.count() < blocks) return StallCause::mshr_full;
    if (miss_queue_.size() + runs > miss_queue_.capacity()) return StallCause::miss_queue_full;
    if (may_be_on_the_way(head.way)) return StallCause::none;
    head.victim = tags_.victim(head.set, spares_written());
    return head.victim == TagArray::none ? StallCause::no_replaceable_way : StallCause::none;
}

}  // namespace heddle
