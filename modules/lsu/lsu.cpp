#include "lsu/lsu.h"

#include <algorithm>

namespace heddle {

void Lsu::tick(Cycle now) {
    bool progress = take_answers(l1_out, now);
    progress |= take_instruction(now);
    progress |= send_line(now);
    if (take_instruction(now)) {  // the next one stands ready when the link is free again
        line_ready_ = now + 1;
        progress = true;
    }
    progress |= respond(now);
    warp_in.service(now);
    l1_out.service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

void Lsu::sleep(bool progress, Cycle now) {
    const bool sending = current_.pending != none;
    Cycle next = sending && l1_out.request_link_open() ? std::max(l1_out.request_free_from(), now + 1) : never;
    // While an instruction is being sent the others wait for it; a freed place may still let one more in.
    if (!sending || warp_in.stalls_peer()) next = std::min(next, warp_in.due(now, progress));
    next = std::min(next, l1_out.due(now, progress));
    next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (next != never) wake_at(next);
}

bool Lsu::take_instruction(Cycle now) {
    if (current_.pending != none || !warp_in.requests().ready(now) || !has_room(now)) return false;
    line_ready_ = now;
    if (begin(current_, warp_in.requests().pop(now), now) && windows_ && current_.lanes)
        windows_->take_instruction(current_.lanes_left);
    return true;
}

bool Lsu::send_line(Cycle now) {
    if (current_.pending == none || !l1_out.can_send(now)) return false;
    l1_stall_cycles += now - line_ready_;
    line_ready_ = now + 1;
    LineRequest* line = next_request(current_);
    ++line_requests;
    if (windows_) windows_->send(line->is_read(), line_of(line->get_address()));
    if (current_.done()) finish_sending(current_);
    l1_out.send(line, now);
    return true;
}

void Lsu::trace() {
    queue_signal_.set(warp_in.requests().size());
    pending_signal_.set(pending_.size() - free_.size());
    valid_signal_.set(current_.pending != none);
    stall_signal_.set(current_.pending != none && l1_out.request_free_from() == never);
}

void Lsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_.size() - free_.size()
        << " pending, " << pool_.live() << " line requests in flight"
        << (current_.pending != none && l1_out.request_free_from() == never ? ", L1 does not take the next line" : "")
        << "\n";
}

}  // namespace heddle
