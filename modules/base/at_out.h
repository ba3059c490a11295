// A module's initiator socket: the base protocol, back-pressure and a registered response queue.
#pragma once

#include <deque>
#include <tlm>

#include "heddle/base/gpu_access.h"
#include "heddle/base/peer_call.h"
#include "heddle/base/registered_queue.h"
#include "heddle/base/ticked.h"
#include "heddle/base/used_lanes.h"

namespace heddle {

// Is told of the ignorable phases of its requests (see lsu_messages.h); `visible` is the first cycle in which it may
// act.
class PhaseObserver {
public:
    virtual void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) = 0;

protected:
    ~PhaseObserver() = default;
};

// One request at a time is in the request phase. Any legal reaction of the target is understood: TLM_ACCEPTED,
// TLM_UPDATED with END_REQ or BEGIN_RESP, TLM_COMPLETED, BEGIN_RESP that implies END_REQ. While the response queue is
// full END_RESP is withheld; TLM_COMPLETED cannot be, so it has a queue of its own. A port of Heddle gets END_RESP in
// the return value of BEGIN_RESP, a foreign target by a call in the owner's next tick: not all of them expect the
// former.
class alignas(host_line_bytes) AtOut : public tlm::tlm_initiator_socket<32> {
public:
    // What the peer calls; not a base, for the reason that AtIn::Interface gives.
    class Interface final : public tlm::tlm_bw_transport_if<> {
    public:
        explicit Interface(AtOut& port) : port_(port) {}
        // nb_transport_bw for a peer that is an AtIn.
        PeerCall direct_call() { return {&port_, port_.entry_, port_.begin_entry_, port_.domain_}; }
        tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) override {
            return port_.foreign_peer_ ? port_.foreign_call(payload, phase, delay)
                                       : port_.entry_(&port_, payload, phase, delay);
        }
        void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    private:
        AtOut& port_;
    };

    // `request_lanes`: requests that may begin in one cycle; each but the last has to be accepted in the call.
    AtOut(Ticked& owner, const char* name, std::size_t response_capacity, unsigned request_lanes = 1);
    const char* kind() const override { return "heddle::AtOut"; }

    [[nodiscard]] bool can_send(Cycle now) const { return request_free_ <= now; }
    // The first cycle in which a request can be sent; never while the target withholds END_REQ.
    [[nodiscard]] Cycle request_free_from() const { return request_free_; }
    [[nodiscard]] bool request_link_open() const { return request_free_ != never; }
    void send(Payload* payload, Cycle now);

    // Payloads whose response has arrived. Whoever pops one owns the reference it got when it created the payload.
    RegisteredQueue<Payload*>& responses() { return responses_; }
    const RegisteredQueue<Payload*>& responses() const { return responses_; }
    // Gives the deferred END_RESP once there is room. Call once per tick, after the queue was popped.
    void service(Cycle now) {
        if (deferred_) do_deferred(now);
    }

    // Without an observer ignorable phases are ignored.
    void observe_phases(PhaseObserver& observer) { observer_ = &observer; }

    // The target is no port of Heddle: it may do anything that the base protocol allows, such as answer from a copy,
    // translate the address, or use the payload's data until END_RESP. Valid from start_of_simulation on.
    [[nodiscard]] bool foreign_peer() const { return foreign_peer_; }

    [[nodiscard]] bool idle() const { return !requesting_ && responses_.empty() && !deferred_; }
    // service() has something to do.
    [[nodiscard]] bool defers() const { return deferred_; }
    [[nodiscard]] Cycle due(Cycle now, bool progress) const {
        const Cycle next = responses_.due(now, progress);
        return deferred_ ? std::min(next, deferred_due(now, progress)) : next;
    }

protected:
    // For HookedOut: what is called in place of transport() and begin_response().
    void set_entry(PeerCall::Function entry, PeerCall::Begin begin) {
        entry_ = entry;
        begin_entry_ = begin;
    }
    // What every call of the peer comes to. It is final because a peer that is an AtIn calls it directly, past any
    // virtual function: a kind of port that does more when it is called derives from HookedOut.
    virtual tlm::tlm_sync_enum transport(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) final;
    // What BEGIN_RESP comes to. Returns whether the response was taken.
    bool begin_response(Payload& payload, Cycle arrival) {
        if (requesting_ == &payload) end_request(arrival + 1);  // BEGIN_RESP implies END_REQ
        return take_response(&payload, arrival);
    }

private:
    static tlm::tlm_sync_enum plain_entry(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    static bool plain_begin(void* port, Payload& payload, Cycle arrival);
    static tlm::tlm_sync_enum first_call(void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void start_of_simulation() override;

    tlm::tlm_sync_enum foreign_call(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
    void end_foreign_response();

    void send_to_other_domain(Payload* payload, Cycle now);
    void send_by_protocol(Payload* payload, Cycle now);
    void request_taken_in_call(Cycle free_from, Cycle now);
    // The rare reactions to BEGIN_REQ: a response, or completion.
    void responded_at_once(Payload* payload, tlm::tlm_sync_enum result, tlm::tlm_phase& phase, sc_core::sc_time& delay,
                           Cycle now);
    void request_taken(Cycle free_from) {
        requesting_ = nullptr;
        request_free_ = free_from;
    }
    void end_request(Cycle free_from);
    bool take_response(Payload* payload, Cycle arrival);
    void hold_back(Payload* payload, Cycle arrival);
    void do_deferred(Cycle now);
    void take_waiting(Cycle now);
    Cycle deferred_due(Cycle now, bool progress) const;

    void wake_owner_also_at(Cycle cycle) { domain_.wake_also_at(owner_id_, cycle); }

    struct Completed {
        Payload* payload;
        Cycle visible;
    };
    // Two lines of the host's cache: first what a call needs, which is the owner's clock domain and its number there
    // but not the owner, then what every tick of the owner asks.
    alignas(host_line_bytes) PeerCall call_peer_;
    ClockDomain& domain_;
    unsigned owner_id_;
    bool foreign_peer_ = false;
    const std::uint8_t request_lanes_;
    Payload* requesting_ = nullptr;  // BEGIN_REQ sent, END_REQ not received
    Payload* waiting_ = nullptr;     // BEGIN_RESP received, END_RESP withheld
    alignas(host_line_bytes) RegisteredQueue<Payload*> responses_;
    Cycle request_free_ = 0;
    bool deferred_ = false;  // waiting_ or ending_ is set, or completed_ is not empty
    // What is seldom needed.
    Cycle waiting_from_ = 0;
    UsedLanes used_lanes_;
    Payload* ending_ = nullptr;  // of a foreign target: BEGIN_RESP accepted, END_RESP not sent
    Cycle ending_from_ = 0;
    std::deque<Completed> completed_;
    PhaseObserver* observer_ = nullptr;
    PeerCall::Function entry_ = plain_entry;
    PeerCall::Begin begin_entry_ = plain_begin;
    Ticked& owner_;
    Interface interface_{*this};
};

inline void AtOut::send(Payload* payload, Cycle now) {
    if (call_peer_.domain() != &domain_) return send_to_other_domain(payload, now);
    if (call_peer_.begin(*payload, now)) {
        request_free_ = request_lanes_ > 1 && used_lanes_.use(request_lanes_, now) ? now : now + 1;
    } else {
        requesting_ = payload;
        request_free_ = never;
    }
}

// As in AtIn: a response behind a head that has not been taken is no reason to wake the owner.
inline bool AtOut::take_response(Payload* payload, Cycle arrival) {
    if (responses_.full(arrival) || (deferred_ && waiting_)) {
        hold_back(payload, arrival);
        return false;
    }
    if (responses_.empty()) wake_owner_also_at(arrival + 1);
    responses_.push(payload, arrival + 1);
    return true;
}

// The base of a kind of port that does something before it is called: `class MyOut : public HookedOut<MyOut>` with
// `void before_transport(Payload&, const tlm::tlm_phase&)`.
template <class Port>
class HookedOut : public AtOut {
protected:
    template <class... Arguments>
    explicit HookedOut(Arguments&&... arguments) : AtOut(std::forward<Arguments>(arguments)...) {
        set_entry(
            [](void* port, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
                auto& self = static_cast<Port&>(*static_cast<AtOut*>(port));
                self.before_transport(payload, phase);
                return static_cast<HookedOut&>(self).AtOut::transport(payload, phase, delay);
            },
            [](void* port, Payload& payload, Cycle arrival) {
                auto& self = static_cast<Port&>(*static_cast<AtOut*>(port));
                self.before_transport(payload, tlm::BEGIN_RESP);
                return static_cast<HookedOut&>(self).AtOut::begin_response(payload, arrival);
            });
    }
};

}  // namespace heddle
