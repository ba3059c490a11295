#include "crossbar/crossbar_signals.h"

namespace heddle {

CrossbarSignals::CrossbarSignals(Block& owner, const std::string& direction, unsigned inputs, unsigned outputs) {
    for (unsigned i = 0; i < inputs; ++i)
        inputs_.push_back(std::make_unique<Input>(owner, direction + "_in_" + std::to_string(i)));
    for (unsigned i = 0; i < outputs; ++i)
        outputs_.push_back(std::make_unique<Output>(owner, direction + "_out_" + std::to_string(i)));
}

void CrossbarSignals::show_arrived(const CrossbarNetwork& network, Cycle now) {
    for (unsigned i = 0; i < outputs_.size(); ++i) outputs_[i]->valid.set(network.ready(i, now));
}

void CrossbarSignals::show_waiting(const CrossbarNetwork& network) {
    for (unsigned i = 0; i < inputs_.size(); ++i) {
        inputs_[i]->flits.set(network.buffers().used_flits(i));
        inputs_[i]->valid.set(network.buffers().waiting_packets(i) > 0);
    }
}

void CrossbarSignals::show_held(const CrossbarNetwork& network) {
    for (unsigned i = 0; i < outputs_.size(); ++i) {
        const unsigned holder = network.holder(i);
        outputs_[i]->busy.set(holder < inputs_.size());
        if (holder < inputs_.size()) outputs_[i]->grant.set(holder);
        outputs_[i]->packets.set(network.granted_packets(i));
    }
}

}  // namespace heddle
