#include "heddle/lsu/pool/mrpb/mrpb_lsu.h"

#include <algorithm>

#include "heddle/base/lsu_messages.h"

namespace heddle {

MrpbLsu::MrpbLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                 const MrpbParameters& pool)
    : LsuBase(name, domain, parameters, 4, this),
      warp_queues_(pool.warp_queues),
      flush_all_(pool.flush == "all"),
      fifos_(pool.warp_queues, pool.warp_queue_entries) {
    pool.validate("lsu.mrpb");
}

void MrpbLsu::tick(Cycle now) {
    account_until(now);
    bool progress = take_responses(l1_out, now);
    progress |= send(now);
    progress |= take_instruction(now);
    progress |= queue_line(now);
    progress |= take_instruction(now);  // so that its first line can enter its queue in the next cycle
    progress |= respond(now);
    warp_in.service(now);
    l1_out.service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

void MrpbLsu::sleep(bool progress, Cycle now) {
    const bool busy = current_.pending != none || !fifos_.empty();
    Cycle next = std::min(warp_in.due(now, progress), l1_out.due(now, progress));
    next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (busy && progress) next = now + 1;
    if (busy && l1_out.request_free_from() > now) next = std::min(next, l1_out.request_free_from());
    if (next != never) wake_at(next);
}

unsigned MrpbLsu::queue_of_current() const {
    const unsigned warp = gpu_access(*pending_[current_.pending].instruction).warp;
    return std::min(warp, warp_queues_ - 1);
}

// Whether the current store or atomic has to wait for loads before it.
bool MrpbLsu::waits_for_queues() const {
    return flush_all_ ? !fifos_.empty() : fifos_.size(queue_of_current()) != 0;
}

// One request per cycle goes to the L1, that of the lowest warp with any. A store that need not wait for loads competes
// as a request of its warp.
bool MrpbLsu::send(Cycle now) {
    const unsigned queue = fifos_.lowest_ready(now);
    const bool store = current_.pending != none && direct_ && !waits_for_queues();
    back_pressured_ = (store || queue != fifos_.none) && !l1_out.can_send(now);
    if (back_pressured_ || (!store && queue == fifos_.none)) return false;
    LineRequest* line;
    if (store && (queue == fifos_.none || queue_of_current() <= queue)) {
        line = next_request(current_);
        if (current_.done()) {
            warp_in.announce(pending_[current_.pending].instruction, LEFT_UNIT);
            finish_sending(current_);
        }
    } else {
        const Queued queued = fifos_.pop(queue);
        line = queued.line;
        queue_occupancy_cycles += now - queued.since;
        line_sent(line->owner.pending);
    }
    ++line_requests;
    if (recorded()) line_served_.show(*line);
    l1_out.send(line, now);
    return true;
}

void MrpbLsu::line_sent(unsigned entry) {
    Pending& pending = pending_[entry];
    if (--pending.lines_waiting == 0) warp_in.announce(pending.instruction, LEFT_UNIT);
}

bool MrpbLsu::take_instruction(Cycle now) {
    if (current_.pending != none || !warp_in.requests().ready(now) || !has_room(now)) return false;
    Payload* instruction = warp_in.requests().pop(now);
    if (!begin(current_, instruction, now)) return true;
    direct_ = !current_.lanes || !instruction->is_read();
    flushing_ = direct_ && waits_for_queues();
    if (flushing_) ++flushes;
    return true;
}

// One line of a load per cycle enters its warp's queue.
bool MrpbLsu::queue_line(Cycle now) {
    waits_on_ = nullptr;
    if (current_.pending == none) return false;
    if (direct_) {
        flushing_ = flushing_ && waits_for_queues();
        if (flushing_) waits_on_ = &flush_cycles;
        return false;
    }
    const unsigned queue = queue_of_current(), entry = current_.pending;
    if (fifos_.full(queue)) {
        waits_on_ = &queue_full_cycles;
        return false;
    }
    fifos_.push(queue, {next_request(current_), now}, now + 1);
    if (fifos_.size() > max_queued.value()) ++max_queued;
    if (current_.done())
        finish_sending(current_);
    else
        ++pending_[entry].lines_waiting;
    return true;
}

void MrpbLsu::account_until(Cycle cycle) {
    if (waits_on_) *waits_on_ += cycle - accounted_;
    if (back_pressured_) l1_stall_cycles += cycle - accounted_;
    accounted_ = cycle;
}

void MrpbLsu::trace() {
    queued_signal_.set(fifos_.size());
    pending_signal_.set(pending_count());
    flush_signal_.set(flushing_);
    stall_signal_.set(back_pressured_);
}

void MrpbLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_count() << " pending, "
        << fifos_.size() << " lines wait for the L1, " << pool_.live() - fifos_.size() << " line requests in flight"
        << (flushing_ ? ", a store waits for loads" : "") << (back_pressured_ ? ", L1 does not take the next line" : "")
        << "\n";
}

}  // namespace heddle
