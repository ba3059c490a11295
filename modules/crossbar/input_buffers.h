// The input side of a network: packets wait in a queue per output, or in one FIFO per input. Plain C++.
#pragma once

#include <vector>

#include "base/port_set.h"
#include "crossbar/packet.h"

namespace heddle {

// The flits of one input are one pool, whatever queues they stand in. A packet's flits are given back when its last one
// has left, which is later than its pop().
class InputBuffers {
public:
    InputBuffers(unsigned inputs, unsigned outputs, unsigned capacity_flits, bool virtual_output_queues);

    // A packet larger than the whole buffer is let in alone.
    bool has_room(unsigned input, unsigned flits) const {
        return used_flits_[input] == 0 || used_flits_[input] + flits <= capacity_flits_;
    }
    void push(unsigned input, const Packet& packet);
    Packet pop(unsigned input, unsigned output);
    void give_back(unsigned input, unsigned flits) { used_flits_[input] -= flits; }

    // Per output the inputs whose queue for it has a head; with one FIFO, whose only head wants it.
    const std::vector<PortSet>& wanted_by() const { return wanted_by_; }
    const PortSet& wanted_outputs() const { return wanted_outputs_; }
    unsigned used_flits(unsigned input) const { return used_flits_[input]; }
    unsigned waiting_packets(unsigned input) const { return waiting_packets_[input]; }
    bool empty() const { return !wanted_outputs_.any(); }

private:
    static constexpr unsigned none = ~0U;
    struct Node {
        Packet packet;
        unsigned next = none;
    };
    struct Queue {
        unsigned head = none, tail = none;
    };
    Queue& queue(unsigned input, unsigned output) {
        return queues_[virtual_output_queues_ ? input * outputs_ + output : input];
    }
    void ask(unsigned input, unsigned output) {
        wanted_by_[output].set(input);
        wanted_outputs_.set(output);
    }
    unsigned take_node();

    const unsigned outputs_, capacity_flits_;
    const bool virtual_output_queues_;
    std::vector<Queue> queues_;
    std::vector<Node> nodes_;  // of all queues; grows to the largest number ever needed
    unsigned spare_ = none;
    std::vector<unsigned> used_flits_, waiting_packets_;
    std::vector<PortSet> wanted_by_;
    PortSet wanted_outputs_;
};

}  // namespace heddle
