#include "heddle/base/at_in.h"

#include <typeinfo>

#include "heddle/base/at_out.h"
#include "heddle/base/protocol_error.h"

namespace heddle {

AtIn::AtIn(Ticked& owner, LtTarget& lt, const char* name, std::size_t capacity, unsigned port, unsigned response_lanes)
    : tlm_target_socket<32>(name),
      call_peer_(this, first_call),
      domain_(owner.domain()),
      owner_id_(owner.id()),
      response_lanes_(response_lanes),
      requests_(capacity),
      lt_(lt),
      port_(port),
      owner_(owner) {
    bind(interface_);
}

tlm::tlm_sync_enum AtIn::plain_entry(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    return static_cast<AtIn*>(port)->transport(payload, phase, delay);
}

bool AtIn::plain_begin(void* port, Payload& payload, Cycle arrival) {
    return static_cast<AtIn*>(port)->begin_request(payload, arrival);
}

void AtIn::start_of_simulation() {
    owner_id_ = owner_.id();
    if (entry_ == plain_entry && typeid(*this) != typeid(AtIn))
        report_protocol_error(*this, "is a kind of AtIn that no direct call would find: derive it from HookedIn");
    if (!dynamic_cast<AtOut::Interface*>(operator->()))
        domain_.call_alone(owner_id_, "is bound to a foreign initiator or a checker");
}

// Only now all bindings are known.
tlm::tlm_sync_enum AtIn::first_call(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    auto& self = *static_cast<AtIn*>(port);
    self.call_peer_ = PeerCall::to<AtOut::Interface, &tlm::tlm_bw_transport_if<>::nb_transport_bw>(*self.operator->());
    return self.call_peer_(payload, phase, delay);
}

tlm::tlm_sync_enum AtIn::transport(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const Cycle arrival = domain_.cycle_after(delay);
    if (phase == tlm::BEGIN_REQ) {
        if (!begin_request(payload, arrival)) return tlm::TLM_ACCEPTED;
        phase = tlm::END_REQ;
        delay = domain_.until(arrival + 1);
        return tlm::TLM_UPDATED;
    }
    if (phase != tlm::END_RESP) return tlm::TLM_ACCEPTED;  // an ignorable phase of an extended protocol
    response_taken(arrival + 1);
    wake_owner_also_at(arrival + 1);
    return tlm::TLM_COMPLETED;
}

void AtIn::hold_back(Payload* payload, Cycle arrival) {
    if (waiting_) report_protocol_error(*this, "BEGIN_REQ before END_REQ of the request before it");
    waiting_ = payload;
    waiting_from_ = arrival + 1;
    if (!requests_.filled()) wake_owner_also_at(arrival + 1);
}

// A slot that was popped in this cycle is free in the next: END_REQ is sent already now, annotated to that cycle, which
// saves a tick.
void AtIn::take_waiting(Cycle now) {
    Payload* payload = waiting_;
    waiting_ = nullptr;
    const Cycle taken = waiting_from_ <= now && !requests_.full(now) ? now : now + 1;
    requests_.push(payload, taken + 1);
    prefetch_payload_header(payload);
    prefetch_payload(payload);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = taken == now ? sc_core::SC_ZERO_TIME : domain_.until(taken);
    call_peer_(*payload, phase, delay);
}

void AtIn::respond_to_other_domain(Payload* payload, Cycle now) {
    responding_ = payload;
    response_free_ = never;
    const ClockDomain* const other = call_peer_.domain();
    if (!other) return respond_by_protocol(payload, now);
    const Cycle arrival = other->now();
    if (call_peer_.begin(*payload, arrival)) response_taken_in_call(domain_.first_cycle_from(*other, arrival + 1), now);
}

void AtIn::respond_by_protocol(Payload* payload, Cycle now) {
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const tlm::tlm_sync_enum result = call_peer_(*payload, phase, delay);
    const bool taken = result == tlm::TLM_COMPLETED || (result == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    // Otherwise END_RESP comes by nb_transport_fw; a peer may even have called it inside our call.
    if (taken && responding_) response_taken_in_call(domain_.first_cycle_not_before(delay), now);
}

inline void AtIn::response_taken_in_call(Cycle free_from, Cycle now) {
    response_taken(std::max(now + 1, free_from));
    if (response_free_ > now + 1)
        wake_owner_also_at(response_free_);  // else the owner goes on at now + 1: it made progress
    else if (response_lanes_ > 1 && used_lanes_.use(response_lanes_, now))
        response_free_ = now;
}

void AtIn::announce(Payload* payload, const tlm::tlm_phase& ignorable) {
    tlm::tlm_phase phase = ignorable;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    call_peer_(*payload, phase, delay);
}

void AtIn::response_taken(Cycle free_from) {
    if (!responding_) report_protocol_error(*this, "END_RESP without a response in progress");
    Payload* payload = responding_;
    responding_ = nullptr;
    response_free_ = free_from;
    if (!PayloadArena::contains(payload)) detach_foreign(*payload);
}

void AtIn::attach_foreign(Payload& payload) {
    if (!payload.get_extension<GpuAccess>()) lend_access(payload, this);
    attached_access(payload);
    if (payload.has_mm()) payload.acquire();
}

void AtIn::detach_foreign(Payload& payload) {
    take_back_access(payload, this);
    if (payload.has_mm()) payload.release();
}

}  // namespace heddle
