// A module's target socket: the base protocol, back-pressure and a registered request queue.
#pragma once

#include <string>
#include <tlm>

#include "heddle/base/lt_target.h"
#include "heddle/base/peer_call.h"
#include "heddle/base/registered_queue.h"
#include "heddle/base/ticked.h"
#include "heddle/base/used_lanes.h"

namespace heddle {

// A request annotated to arrive in cycle t is visible in t+1. While the queue is full END_REQ is withheld. Any legal
// peer is served: late END_RESP, END_RESP by return value or by call, unaligned delays, payloads without GpuAccess. A
// tick that responds or sends counts as progress for sleep_or_continue: a link that is free again in the next cycle
// does not wake the owner by itself. The port holds a reference on each foreign payload from BEGIN_REQ to END_RESP; a
// pooled one is held by whoever created it until its response is taken (PayloadPool). The GpuAccess that it gives to a
// foreign payload is taken back at the end of the transaction.
class alignas(host_line_bytes) AtIn : public tlm::tlm_target_socket<32> {
public:
    // What the peer calls. It is a member and not a base: a class that is socket and interface at once fits two of
    // TLM's bind() functions, so that a parent's socket could not be bound to it.
    class Interface final : public tlm::tlm_fw_transport_if<> {
    public:
        explicit Interface(AtIn& port) : port_(port) {}
        // nb_transport_fw for a peer that is an AtOut.
        PeerCall direct_call() { return {&port_, port_.entry_, port_.begin_entry_, port_.domain_}; }
        const Ticked& owner() const { return port_.owner_; }
        tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
            return port_.entry_(&port_, payload, phase, delay);
        }
        void b_transport(Payload& payload, sc_core::sc_time& delay) override {
            const LentAccess lent(payload);
            port_.lt_.serve_blocking(payload, delay, port_.port_);
        }
        bool get_direct_mem_ptr(Payload&, tlm::tlm_dmi&) override { return false; }
        unsigned int transport_dbg(Payload& payload) override {
            const LentAccess lent(payload);
            return port_.lt_.serve_debug(payload, port_.port_);
        }

    private:
        AtIn& port_;
    };

    // `response_lanes`: responses that may begin in one cycle; each but the last has to be accepted in the call.
    AtIn(Ticked& owner, LtTarget& lt, const char* name, std::size_t capacity, unsigned port = 0,
         unsigned response_lanes = 1);
    const char* kind() const override { return "heddle::AtIn"; }

    RegisteredQueue<Payload*>& requests() { return requests_; }
    const RegisteredQueue<Payload*>& requests() const { return requests_; }

    [[nodiscard]] bool can_respond(Cycle now) const { return response_free_ <= now; }
    // False while the peer withholds END_RESP: its call will say when the link is free again.
    [[nodiscard]] bool response_link_open() const { return response_free_ != never; }
    void respond(Payload* payload, Cycle now);
    // Sends an ignorable phase of a request whose response has not begun.
    void announce(Payload* payload, const tlm::tlm_phase& ignorable);
    // Gives the deferred END_REQ once there is room. Call once per tick, after the queue was popped.
    void service(Cycle now) {
        if (waiting_ && !requests_.filled() && waiting_from_ <= now + 1) take_waiting(now);
    }

    [[nodiscard]] bool idle() const { return requests_.empty() && !waiting_ && !responding_; }
    // As the owner numbers its ports.
    unsigned number() const { return port_; }
    // The peer is back-pressured: END_REQ of its request is withheld because the queue is full.
    [[nodiscard]] bool stalls_peer() const { return waiting_ != nullptr; }
    [[nodiscard]] Cycle due(Cycle now, bool progress) const {
        const Cycle next = requests_.due(now, progress);
        // A request that waits for room enters in the tick that makes room, so it needs no tick of its own.
        return waiting_ && waiting_from_ > now + 1 ? std::min(next, waiting_from_) : next;
    }

protected:
    // For HookedIn: what is called in place of transport() and begin_request().
    void set_entry(PeerCall::Function entry, PeerCall::Begin begin) {
        entry_ = entry;
        begin_entry_ = begin;
    }
    // What every call of the peer comes to. It is final because a peer that is an AtOut calls it directly, past any
    // virtual function: a kind of port that does more when it is called derives from HookedIn.
    virtual tlm::tlm_sync_enum transport(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) final;
    // What BEGIN_REQ comes to. Returns whether the request was taken.
    bool begin_request(Payload& payload, Cycle arrival) {
        if (!PayloadArena::contains(&payload)) attach_foreign(payload);
        return take_request(&payload, arrival);
    }

private:
    static tlm::tlm_sync_enum plain_entry(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    static bool plain_begin(void* port, Payload& payload, Cycle arrival);
    static tlm::tlm_sync_enum first_call(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void start_of_simulation() override;

    void respond_to_other_domain(Payload* payload, Cycle now);
    void respond_by_protocol(Payload* payload, Cycle now);
    void response_taken_in_call(Cycle free_from, Cycle now);
    bool take_request(Payload* payload, Cycle arrival);
    void hold_back(Payload* payload, Cycle arrival);
    void response_taken(Cycle free_from);
    void attach_foreign(Payload& payload);
    void detach_foreign(Payload& payload);
    void take_waiting(Cycle now);

    void wake_owner_also_at(Cycle cycle) { domain_.wake_also_at(owner_id_, cycle); }

    // Two lines of the host's cache: first what a call needs, which is the owner's clock domain and its number there
    // but not the owner, then what every tick of the owner asks.
    alignas(host_line_bytes) PeerCall call_peer_;
    ClockDomain& domain_;
    unsigned owner_id_;
    const unsigned response_lanes_;
    Payload* responding_ = nullptr;  // BEGIN_RESP sent, END_RESP not received
    Cycle response_free_ = 0;
    alignas(host_line_bytes) RegisteredQueue<Payload*> requests_;
    Payload* waiting_ = nullptr;  // BEGIN_REQ received, END_REQ withheld
    Cycle waiting_from_ = 0;
    // What is seldom needed.
    LtTarget& lt_;
    const unsigned port_;
    UsedLanes used_lanes_;
    PeerCall::Function entry_ = plain_entry;
    PeerCall::Begin begin_entry_ = plain_begin;
    Ticked& owner_;
    Interface interface_{*this};
};

inline void AtIn::respond(Payload* payload, Cycle now) {
    prefetch_payload(payload);
    if (call_peer_.domain() != &domain_) return respond_to_other_domain(payload, now);
    if (!call_peer_.begin(*payload, now)) {
        responding_ = payload;
        response_free_ = never;
        return;
    }
    response_free_ = response_lanes_ > 1 && used_lanes_.use(response_lanes_, now) ? now : now + 1;
    if (!PayloadArena::contains(payload)) detach_foreign(*payload);
}

// A request behind a head that has not been served changes nothing: the owner is about to tick or waits for something
// else. The owner is woken only for a new head, or (hold_back) if slots were freed in this very cycle.
inline bool AtIn::take_request(Payload* payload, Cycle arrival) {
    if (requests_.full(arrival) || waiting_) {
        hold_back(payload, arrival);
        return false;
    }
    if (requests_.empty()) wake_owner_also_at(arrival + 1);
    requests_.push(payload, arrival + 1);
    return true;
}

// The base of a kind of port that does something before it is called: `class MyIn : public HookedIn<MyIn>` with
// `void before_transport(Payload&, const tlm::tlm_phase&)`.
template <class Port>
class HookedIn : public AtIn {
protected:
    template <class... Arguments>
    explicit HookedIn(Arguments&&... arguments) : AtIn(std::forward<Arguments>(arguments)...) {
        set_entry(
            [](void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
                auto& self = static_cast<Port&>(*static_cast<AtIn*>(port));
                self.before_transport(payload, phase);
                return static_cast<HookedIn&>(self).AtIn::transport(payload, phase, delay);
            },
            [](void* port, Payload& payload, Cycle arrival) {
                auto& self = static_cast<Port&>(*static_cast<AtIn*>(port));
                self.before_transport(payload, tlm::BEGIN_REQ);
                return static_cast<HookedIn&>(self).AtIn::begin_request(payload, arrival);
            });
    }
};

}  // namespace heddle
