// One direction of a crossbar: input buffers, allocator, switch, ejection buffers. Plain C++.
#pragma once

#include <memory>
#include <vector>

#include "base/registered_queue.h"
#include "crossbar/crossbar_parameters.h"
#include "crossbar/input_buffers.h"

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
    Cycle next_end() const { return next_end_; }
    // Ends the transfers whose last flit has left. Returns their inputs: flits of their buffers came back.
    PortSet release(Cycle now);
    // Outputs with packets on the way to them or waiting at them.
    const PortSet& pending() const { return pending_; }
    bool ready(unsigned output, Cycle now) const { return ejection_[output].ready(now); }
    Packet eject(unsigned output, Cycle now);
    bool has_room(unsigned input, unsigned flits) const { return buffers_.has_room(input, flits); }
    void accept(unsigned input, const Packet& packet) {
        buffers_.push(input, packet);
        unsettled_ = true;
    }
    // Valid until the next call. conflicts(): inputs that wanted a free output in that call and lost.
    const std::vector<Grant>& allocate(Cycle now);
    unsigned conflicts() const { return conflicts_; }

    bool idle() const { return buffers_.empty() && !pending_.any(); }
    // When buffers and switch next need the owner; for the ejection buffers it knows itself whether their way out is
    // open. `every_release`: also when nobody waits in the buffers for it.
    Cycle due(Cycle now, bool every_release) const {
        if (unsettled_) return now + 1;
        return every_release || !buffers_.empty() ? next_end_ : never;
    }

    const InputBuffers& buffers() const { return buffers_; }
    const RegisteredQueue<Packet>& ejection(unsigned output) const { return ejection_[output]; }
    // The input whose packet holds the output; outputs that are not held say `inputs`.
    unsigned holder(unsigned output) const { return holder_[output]; }

private:
    struct Transfer {
        Cycle end;  // the first cycle in which its ports are free again
        unsigned input, output, flits;
    };
    bool has_credit(unsigned output, Cycle now);
    void start(const Match& match, Cycle now);

    const unsigned inputs_, latency_cycles_;
    InputBuffers buffers_;
    std::unique_ptr<Allocator> allocator_;
    PortSet free_inputs_, free_outputs_, pending_;
    std::vector<Transfer> transfers_;
    Cycle next_end_ = never;  // of the first transfer to end
    bool unsettled_ = false;  // an allocation may find a match: something changed after the last one, or it left some
    std::vector<RegisteredQueue<Packet>> ejection_;  // credits are taken at the grant: it holds the flight, too
    std::vector<unsigned> holder_;
    std::vector<Match> matches_;
    std::vector<Grant> grants_;
    unsigned conflicts_ = 0;
};

}  // namespace heddle
