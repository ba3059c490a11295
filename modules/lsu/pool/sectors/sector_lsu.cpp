#include "heddle/lsu/pool/sectors/sector_lsu.h"

#include <algorithm>

#include "heddle/cache/sectors.h"

namespace heddle {

void SectorLsu::tick(Cycle now) {
    const std::uint64_t sent_before = line_requests.value();
    bool progress = take_responses(l1_out, now);
    progress |= take_instruction(now);
    progress |= send_lines(now);
    if (progress && take_instruction(now)) line_ready_ = now + 1;  // its lines are ready when the link is free again
    progress |= respond(now);
    warp_in.service(now);
    l1_out.service(now);
    sleep(progress, now);
    if (recorded()) trace(static_cast<unsigned>(line_requests.value() - sent_before));
}

void SectorLsu::sleep(bool progress, Cycle now) {
    Cycle next = std::min(warp_in.due(now, progress), done_.due(now, progress, warp_in.response_link_open()));
    next = std::min(next, l1_out.due(now, progress));
    if (next_ && l1_out.request_link_open()) next = std::min(next, std::max(l1_out.request_free_from(), now + 1));
    if (next != never) wake_at(next);
}

bool SectorLsu::take_instruction(Cycle now) {
    if (next_ || !warp_in.requests().ready(now) || !has_room(now)) return false;
    line_ready_ = now;
    if (begin(current_, warp_in.requests().pop(now), now)) next_ = make_request();
    return true;
}

// Atomics on one element have to keep the order of their lanes, and plain accesses have none.
LsuBase::LineRequest* SectorLsu::make_request() {
    if (!current_.lanes) return next_request(current_);
    Payload& instruction = *pending_[current_.pending].instruction;
    if (gpu_access(instruction).kind == AccessKind::atomic) return next_request(current_);
    return make_request_of(current_, highest_line_group(*current_.lanes, current_.lanes_left()));
}

bool SectorLsu::send_lines(Cycle now) {
    const SectorGeometry sectors{banks};
    SectorGeometry::Mask taken = 0;
    while (next_ && l1_out.can_send(now)) {
        const SectorGeometry::Mask wanted =
            sectors.asked(next_->get_address(), next_->get_data_length(), next_->access.word_mask);
        if (taken & wanted) break;
        taken |= wanted;
        ++line_requests;
        if (recorded()) line_served_.show(*next_);
        l1_out.send(next_, now);
        next_ = current_.done() ? nullptr : make_request();
    }
    if (!taken) return false;
    ++active_cycles;
    l1_stall_cycles += now - line_ready_;
    line_ready_ = now + 1;
    if (!next_) finish_sending(current_);
    return true;
}

void SectorLsu::trace(unsigned sent) {
    pending_signal_.set(pending_count());
    sent_signal_.set(sent);
    if (sent) wake_at(domain().now() + 1);  // only so that the waveform shows the end of it
}

void SectorLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_count() << " pending, "
        << pool_.live() << " line requests in flight"
        << (next_ && !l1_out.request_link_open() ? ", L1 does not take the next line" : "") << "\n";
}

}  // namespace heddle
