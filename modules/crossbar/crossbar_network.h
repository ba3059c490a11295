// One direction of a crossbar: input buffers, allocator, switch, ejection buffers. Plain C++.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "crossbar/crossbar_parameters.h"
#include "crossbar/input_buffers.h"
#include "crossbar/transfers.h"

namespace heddle {

// Virtual cut-through: a packet of k flits holds its input and its output for k cycles from its grant. The owner calls,
// once per cycle and in this order: release(), eject() where something is ready, accept(), allocate().
class CrossbarNetwork {
public:
    struct Grant {
        unsigned input, output, flits;
        Cycle waited;
    };

    CrossbarNetwork(unsigned inputs, unsigned outputs, const CrossbarParameters& parameters);

    // Before this cycle release() has nothing to do.
    Cycle next_release() const { return next_release_; }
    // Ends the transfers whose last flit has left and gives back credits. Returns the transfers' inputs: flits of their
    // buffers came back.
    PortSet release(Cycle now);
    // Outputs with packets on the way to them or waiting at them.
    const PortSet& pending() const { return pending_; }
    // When the output's first packet arrives or arrived whole; never without one.
    Cycle arrival(unsigned output) const { return ejection_[output].arrival; }
    bool ready(unsigned output, Cycle now) const { return arrival(output) <= now; }
    // Valid until the next accept().
    const Packet& eject(unsigned output, Cycle now);
    bool has_room(unsigned input, unsigned flits) const { return buffers_.has_room(input, flits); }
    void accept(unsigned input, const Packet& packet) {
        buffers_.push(pool_, input, packet);
        unsettled_ = true;
    }
    // Valid until the next call. conflicts(): inputs that wanted a free output in that call and lost.
    const std::vector<Grant>& allocate(Cycle now) {
        grants_.clear();
        conflicts_ = 0;
        if (unsettled_) match(now);
        return grants_;
    }
    unsigned conflicts() const { return conflicts_; }

    bool idle() const { return buffers_.empty() && !pending_.any(); }
    // When buffers and switch next need the owner; for the ejection buffers it knows itself whether their way out is
    // open. `every_release`: also when nobody waits in the buffers for it.
    Cycle due(Cycle now, bool every_release) const {
        if (unsettled_) return now + 1;
        return every_release || awaits_release() ? next_release_ : never;
    }

    const InputBuffers& buffers() const { return buffers_; }
    // Granted to the output and not handed over.
    unsigned granted_packets(unsigned output) const { return ejection_[output].packets; }
    // The input whose packet holds the output; outputs that are not held say `inputs`.
    unsigned holder(unsigned output) const { return free_outputs_.test(output) ? inputs_ : ejection_[output].holder; }

private:
    struct Ejection {
        Cycle arrival = never;  // of the first packet
        PacketList list;
        unsigned packets = 0;  // in the list; credits are taken at the grant, so it holds the flight, too
        unsigned holder = 0;   // the input of the last grant
    };
    // Some waiting packet could go if a port became free or a credit came back.
    bool awaits_release() const {
        const PortSet& wanted = buffers_.wanted_outputs();
        return wanted.meets(credited_outputs_) || wanted.meets(returning_credits_);
    }
    void match(Cycle now);
    void start(const Match& match, Cycle now);

    const unsigned inputs_, latency_cycles_, ejection_packets_;
    bool unsettled_ = false;  // an allocation may find a match: something changed after the last one, or it left some
    unsigned conflicts_ = 0;
    Cycle next_release_ = never;
    std::vector<Ejection> ejection_;
    PortSet pending_;
    PortSet free_inputs_, free_outputs_;
    PortSet credited_outputs_;   // their ejection buffer has a place
    PortSet returning_credits_;  // outputs that have one from the next cycle on
    InputBuffers buffers_;
    PacketPool pool_;
    Transfers transfers_;
    std::unique_ptr<Allocator> allocator_;
    std::vector<Match> matches_;
    std::vector<Grant> grants_;
};

inline const Packet& CrossbarNetwork::eject(unsigned output, Cycle now) {
    Ejection& ejection = ejection_[output];
    if (ejection.packets-- == ejection_packets_) {
        returning_credits_.set(output);
        next_release_ = std::min(next_release_, now + 1);
    }
    const Packet& packet = pool_.take(ejection.list.pop(pool_));
    ejection.arrival = ejection.packets ? pool_[ejection.list.head()].arrives : never;
    if (!ejection.packets) pending_.reset(output);
    return packet;
}

}  // namespace heddle
