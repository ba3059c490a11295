#include "heddle/base/at_out.h"

#include <typeinfo>

#include "heddle/base/at_in.h"
#include "heddle/base/protocol_error.h"
#include "heddle/base/transparent_peer.h"

namespace heddle {

AtOut::AtOut(Ticked& owner, const char* name, std::size_t response_capacity, unsigned request_lanes)
    : tlm_initiator_socket<32>(name),
      call_peer_(this, first_call),
      domain_(owner.domain()),
      owner_id_(owner.id()),
      request_lanes_(static_cast<std::uint8_t>(request_lanes)),
      responses_(response_capacity),
      owner_(owner) {
    bind(interface_);
}

tlm::tlm_sync_enum AtOut::plain_entry(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    return static_cast<AtOut*>(port)->transport(payload, phase, delay);
}

bool AtOut::plain_begin(void* port, Payload& payload, Cycle arrival) {
    return static_cast<AtOut*>(port)->begin_response(payload, arrival);
}

void AtOut::start_of_simulation() {
    owner_id_ = owner_.id();
    if (entry_ == plain_entry && typeid(*this) != typeid(AtOut))
        report_protocol_error(*this, "is a kind of AtOut that no direct call would find: derive it from HookedOut");
    tlm::tlm_fw_transport_if<>* peer = operator->();
    if (const auto* own = dynamic_cast<AtIn::Interface*>(peer))
        domain_.connect(owner_, own->owner());
    else
        domain_.call_alone(owner_id_, "is bound to a foreign target or a checker");
    while (auto* transparent = dynamic_cast<TransparentPeer*>(peer)) peer = transparent->target_behind();
    foreign_peer_ = !dynamic_cast<AtIn::Interface*>(peer);
}

// Only now all bindings are known.
tlm::tlm_sync_enum AtOut::first_call(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    auto& self = *static_cast<AtOut*>(port);
    self.call_peer_ = PeerCall::to<AtIn::Interface, &tlm::tlm_fw_transport_if<>::nb_transport_fw>(*self.operator->());
    return self.call_peer_(payload, phase, delay);
}

void AtOut::send_to_other_domain(Payload* payload, Cycle now) {
    requesting_ = payload;
    request_free_ = never;
    const ClockDomain* const other = call_peer_.domain();
    if (!other) return send_by_protocol(payload, now);
    const Cycle arrival = other->now();
    if (call_peer_.begin(*payload, arrival)) request_taken_in_call(domain_.first_cycle_from(*other, arrival + 1), now);
}

void AtOut::send_by_protocol(Payload* payload, Cycle now) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum result = call_peer_(*payload, phase, delay);
    if (result == tlm::TLM_ACCEPTED) return;
    if (result == tlm::TLM_UPDATED && phase == tlm::END_REQ)
        request_taken_in_call(domain_.first_cycle_not_before(delay), now);
    else
        responded_at_once(payload, result, phase, delay, now);
}

inline void AtOut::request_taken_in_call(Cycle free_from, Cycle now) {
    request_taken(std::max(now + 1, free_from));
    if (request_free_ > now + 1)
        wake_owner_also_at(request_free_);  // else the owner goes on at now + 1: it made progress
    else if (request_lanes_ > 1 && used_lanes_.use(request_lanes_, now))
        request_free_ = now;
}

void AtOut::responded_at_once(Payload* payload, tlm::tlm_sync_enum result, tlm::tlm_phase& phase,
                              sc_core::sc_time& delay, Cycle now) {
    const Cycle arrival = std::max(now, domain_.cycle_after(delay));
    if (result == tlm::TLM_COMPLETED) {
        request_taken(now + 1);
        completed_.push_back({payload, arrival + 1});
        deferred_ = true;
        wake_owner_also_at(arrival + 1);
    } else if (phase == tlm::BEGIN_RESP) {
        request_taken(now + 1);
        if (take_response(payload, arrival)) {
            phase = tlm::END_RESP;
            call_peer_(*payload, phase, delay);
        }
    }
}

void AtOut::hold_back(Payload* payload, Cycle arrival) {
    if (waiting_) report_protocol_error(*this, "BEGIN_RESP before END_RESP of the response before it");
    if (!responses_.filled()) wake_owner_also_at(arrival + 1);
    waiting_ = payload;
    waiting_from_ = arrival + 1;
    deferred_ = true;
}

tlm::tlm_sync_enum AtOut::transport(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const Cycle arrival = domain_.cycle_after(delay);
    if (phase == tlm::BEGIN_RESP) {
        if (!begin_response(payload, arrival)) return tlm::TLM_ACCEPTED;
        phase = tlm::END_RESP;
        delay = domain_.until(arrival + 1);
        return tlm::TLM_COMPLETED;
    }
    if (phase == tlm::END_REQ)
        end_request(arrival + 1);
    else if (observer_)  // an ignorable phase of an extended protocol
        observer_->phase_seen(payload, phase, arrival + 1);
    return tlm::TLM_ACCEPTED;
}

// The response is taken as from any peer; only its END_RESP waits for the owner's tick. The port keeps a reference
// until then, because the owner may have let go of the payload when it is sent.
tlm::tlm_sync_enum AtOut::foreign_call(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_RESP) return entry_(this, payload, phase, delay);
    if (ending_) report_protocol_error(*this, "BEGIN_RESP before END_RESP of the response before it");
    const sc_core::sc_time annotated = delay;
    if (entry_(this, payload, phase, delay) == tlm::TLM_COMPLETED) {
        if (payload.has_mm()) payload.acquire();
        ending_ = &payload;
        ending_from_ = domain_.cycle_after(annotated) + 1;
        deferred_ = true;
        wake_owner_also_at(ending_from_);
        phase = tlm::BEGIN_RESP;
        delay = annotated;
    }
    return tlm::TLM_ACCEPTED;
}

// The target may send its next response inside this call.
void AtOut::end_foreign_response() {
    Payload* payload = ending_;
    ending_ = nullptr;
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    call_peer_(*payload, phase, delay);
    if (payload->has_mm()) payload->release();
}

void AtOut::end_request(Cycle free_from) {
    request_taken(free_from);
    wake_owner_also_at(free_from);
}

void AtOut::do_deferred(Cycle now) {
    if (ending_ && ending_from_ <= now) end_foreign_response();
    if (waiting_ && waiting_from_ <= now + 1 && !responses_.filled()) take_waiting(now);
    while (!completed_.empty() && completed_.front().visible <= now && !responses_.full(now)) {
        responses_.push(completed_.front().payload, now + 1);
        completed_.pop_front();
        domain_.wake_at(owner_id_, now + 1);
    }
    deferred_ = waiting_ || ending_ || !completed_.empty();
}

// As in AtIn: a slot that was popped in this cycle is free in the next.
void AtOut::take_waiting(Cycle now) {
    Payload* payload = waiting_;
    waiting_ = nullptr;
    const Cycle taken = waiting_from_ <= now && !responses_.full(now) ? now : now + 1;
    responses_.push(payload, taken + 1);
    wake_owner_also_at(taken + 1);
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = taken == now ? sc_core::SC_ZERO_TIME : domain_.until(taken);
    call_peer_(*payload, phase, delay);
}

Cycle AtOut::deferred_due(Cycle now, bool progress) const {
    Cycle next = never;
    const auto retry = [&](Cycle from) { next = std::min(next, from > now ? from : progress ? now + 1 : never); };
    if (waiting_ && waiting_from_ > now + 1) next = waiting_from_;
    if (ending_) next = std::min(next, std::max(ending_from_, now + 1));
    if (!completed_.empty()) retry(completed_.front().visible);
    return next;
}

}  // namespace heddle
