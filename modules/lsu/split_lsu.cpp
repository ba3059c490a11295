#include "heddle/lsu/split_lsu.h"

#include <algorithm>

namespace heddle {

SplitLsu::SplitLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters, unsigned caches)
    : LsuBase(name, domain, parameters, 4, this), more_out_("l1_out", caches - 1, [this](const char*, unsigned i) {
          return std::make_unique<AtOut>(*this, ("l1_out_" + std::to_string(i + 1)).c_str(), 4);
      }) {}

bool SplitLsu::take_instruction(Cycle now) {
    if (current_.pending != none || !warp_in.requests().ready(now) || !has_room(now)) return false;
    Payload* instruction = warp_in.requests().pop(now);
    cache_ = cache_of(*instruction);
    line_ready_ = now;
    begin(current_, instruction, now);
    return true;
}

void SplitLsu::send_line(Cycle now) {
    l1_stall_cycles += now - line_ready_;
    line_ready_ = now + 1;
    LineRequest* line = next_request(current_);
    ++line_requests;
    if (current_.done()) finish_sending(current_);
    if (recorded()) line_served_.show(*line);
    l1_port(cache_).send(line, now);
}

void SplitLsu::tick(Cycle now) {
    bool progress = false;
    for (unsigned cache = 0; cache < l1_ports(); ++cache) progress |= take_responses(l1_port(cache), now);
    progress |= take_instruction(now);
    if (current_.pending != none && l1_port(cache_).can_send(now)) {
        send_line(now);
        progress = true;
    }
    // The next instruction is taken now, so that its first line is ready when the link is free again.
    if (take_instruction(now)) {
        line_ready_ = now + 1;
        progress = true;
    }
    progress |= respond(now);
    warp_in.service(now);
    for (unsigned cache = 0; cache < l1_ports(); ++cache) l1_port(cache).service(now);
    sleep(progress, now);
    if (recorded()) trace();
}

void SplitLsu::sleep(bool progress, Cycle now) {
    Cycle next = std::min(warp_in.due(now, progress), done_.due(now, progress, warp_in.response_link_open()));
    const bool sending = current_.pending != none;
    for (unsigned cache = 0; cache < l1_ports(); ++cache) next = std::min(next, l1_port(cache).due(now, progress));
    if (sending && l1_port(cache_).request_link_open())
        next = std::min(next, std::max(l1_port(cache_).request_free_from(), now + 1));
    if (next != never) wake_at(next);
}

void SplitLsu::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) {
    const unsigned cache = cache_of(payload);
    direct_cache_ = cache;
    LsuBase::serve_blocking(payload, delay, port);
    if (!warp_access(payload) && payload.is_write() && payload.is_response_ok()) {
        for (direct_cache_ = 0; direct_cache_ < l1_ports(); ++direct_cache_)
            if (direct_cache_ != cache) LsuBase::serve_debug(payload, port);
        payload.set_response_status(tlm::TLM_OK_RESPONSE);  // what is no debug target has no copy
    }
    direct_cache_ = 0;
}

// What a read sees is what the first cache or memory has; no cache is coherent with the others.
unsigned SplitLsu::serve_debug(Payload& payload, unsigned port) {
    unsigned served = LsuBase::serve_debug(payload, port);
    if (!payload.is_write()) return served;
    for (direct_cache_ = 1; direct_cache_ < l1_ports(); ++direct_cache_)
        served = std::min(served, LsuBase::serve_debug(payload, port));
    direct_cache_ = 0;
    return served;
}

bool SplitLsu::idle() const {
    for (unsigned cache = 1; cache < l1_ports(); ++cache)
        if (!more_out_[cache - 1].idle()) return false;
    return LsuBase::idle() && current_.pending == none;
}

void SplitLsu::trace() {
    queue_signal_.set(warp_in.requests().size());
    pending_signal_.set(pending_count());
    cache_signal_.set(cache_);
}

void SplitLsu::report_outstanding(std::ostream& out) const {
    if (idle()) return;
    out << name() << ": " << warp_in.requests().size() << " instructions queued, " << pending_count() << " pending, "
        << pool_.live() << " line requests in flight\n";
}

}  // namespace heddle
