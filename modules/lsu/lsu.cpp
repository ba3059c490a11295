#include "heddle/lsu/lsu.h"

#include <algorithm>

namespace heddle {

inline void Lsu::sleep(bool progress, Cycle now) {
    const bool sending = current_.pending != none;
    Cycle next = l1_out.due(now, progress);
    if (sending && l1_out.request_link_open()) next = std::min(next, std::max(l1_out.request_free_from(), now + 1));
    // While an instruction is being sent the others wait for it; only a back-pressured one may still enter the queue.
    if (!sending || warp_in.stalls_peer()) next = std::min(next, warp_in.due(now, progress && !sending));
    if (done_.ready(now)) next = std::min(next, done_.due(now, progress, warp_in.response_link_open()));
    if (next != never) wake_at(next);
}

bool Lsu::take_instruction(Cycle now) {
    if (!has_room(now)) return false;
    line_ready_ = now;
    if (begin(current_, warp_in.requests().pop(now), now) && windows_ && current_.lanes)
        windows_->take_instruction(current_.lanes_left());
    return true;
}

inline void Lsu::send_line(Cycle now) {
    l1_stall_cycles += now - line_ready_;
    line_ready_ = now + 1;
    LineRequest* line = next_request(current_);
    ++line_requests;
    if (windows_) windows_->send(line->is_read(), line_of(line->get_address()));
    if (current_.done()) finish_sending(current_);
    if (recorded()) line_served_.show(*line);
    l1_out.send(line, now);
}

void Lsu::tick(Cycle now) {
    bool progress = take_responses(l1_out, now);
    if (current_.pending == none && warp_in.requests().ready(now)) progress |= take_instruction(now);
    if (current_.pending != none && l1_out.can_send(now)) {
        send_line(now);
        progress = true;
    }
    // The next instruction is taken now, so that its first line is ready when the link is free again.
    if (progress && current_.pending == none && warp_in.requests().ready(now) && take_instruction(now))
        line_ready_ = now + 1;
    progress |= respond(now);
    warp_in.service(now);
    l1_out.service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

void Lsu::trace() {
    queue_signal_.set(warp_in.requests().size());
    pending_signal_.set(pending_count());
    valid_signal_.set(current_.pending != none);
    stall_signal_.set(current_.pending != none && l1_out.request_free_from() == never);
}

void Lsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_count() << " pending, "
        << pool_.live() << " line requests in flight"
        << (current_.pending != none && l1_out.request_free_from() == never ? ", L1 does not take the next line" : "")
        << "\n";
}

}  // namespace heddle
