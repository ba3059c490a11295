// The waveform of one direction of a crossbar.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/waveform.h"
#include "crossbar/crossbar_network.h"

namespace heddle {

class CrossbarSignals {
public:
    // Signals are named request_in_0_flits, request_out_0_busy, ...
    CrossbarSignals(Block& owner, const std::string& direction, unsigned inputs, unsigned outputs);
    // Each shows what is true within the cycle: arrivals before the hand-over, waiting packets before the allocation.
    void show_arrived(const CrossbarNetwork& network, Cycle now);
    void show_waiting(const CrossbarNetwork& network);
    void show_held(const CrossbarNetwork& network);

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
              valid(owner, name + "_valid", 1) {}
        Signal busy;     // held by a packet
        Signal grant;    // the input whose packet holds it or held it last
        Signal packets;  // granted and not handed over
        Signal valid;    // a packet has arrived and is or waits to be handed over
    };
    std::vector<std::unique_ptr<Input>> inputs_;
    std::vector<std::unique_ptr<Output>> outputs_;
};

}  // namespace heddle
