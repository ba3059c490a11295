// The waveform of one direction of a crossbar.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "heddle/base/served_signals.h"
#include "heddle/crossbar/packet.h"

namespace heddle {

class CrossbarSignals {
public:
    // Signals are named request_in_0_flits, request_out_0_busy, ...
    CrossbarSignals(Block& owner, const std::string& direction, unsigned inputs, unsigned outputs);
    // Each shows what is true within the cycle: arrivals before the hand-over, waiting packets before the allocation.
    template <class Network>
    void show_arrived(const Network& network, Cycle now);
    template <class Network>
    void show_waiting(const Network& network);
    template <class Network>
    void show_held(const Network& network);

private:
    struct Input {
        Input(Block& owner, const std::string& name)
            : flits(owner, name + "_flits", 16), valid(owner, name + "_valid", 1) {}
        Signal flits;  // used in the buffer
        Signal valid;  // a packet waits for a grant
    };
    struct Output {
        Output(Block& owner, const std::string& name)
            : busy(owner, name + "_busy", 1),
              grant(owner, name + "_grant", 8),
              packets(owner, name + "_packets", 16),
              valid(owner, name + "_valid", 1),
              served(owner, name) {}
        Signal busy;           // held by a packet
        Signal grant;          // the input whose packet holds it or held it last
        Signal packets;        // granted and not handed over
        Signal valid;          // a packet has arrived and is or waits to be handed over
        ServedSignals served;  // the packet that holds it or held it last
    };
    std::vector<std::unique_ptr<Input>> inputs_;
    std::vector<std::unique_ptr<Output>> outputs_;
};

template <class Network>
void CrossbarSignals::show_arrived(const Network& network, Cycle now) {
    for (unsigned i = 0; i < outputs_.size(); ++i) outputs_[i]->valid.set(network.ready(i, now));
}

template <class Network>
void CrossbarSignals::show_waiting(const Network& network) {
    for (unsigned i = 0; i < inputs_.size(); ++i) {
        inputs_[i]->flits.set(network.buffers().used_flits(i));
        inputs_[i]->valid.set(network.buffers().waiting_inputs().test(i));
    }
}

template <class Network>
void CrossbarSignals::show_held(const Network& network) {
    for (unsigned i = 0; i < outputs_.size(); ++i) {
        const unsigned holder = network.holder(i);
        outputs_[i]->busy.set(holder < inputs_.size());
        outputs_[i]->packets.set(network.granted_packets(i));
        if (holder == inputs_.size()) continue;
        outputs_[i]->grant.set(holder);
        outputs_[i]->served.show(*network.held_by(i).payload);
    }
}

}  // namespace heddle
