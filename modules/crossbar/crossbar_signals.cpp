#include "heddle/crossbar/crossbar_signals.h"

namespace heddle {

CrossbarSignals::CrossbarSignals(Block& owner, const std::string& direction, unsigned inputs, unsigned outputs) {
    for (unsigned i = 0; i < inputs; ++i)
        inputs_.push_back(std::make_unique<Input>(owner, direction + "_in_" + std::to_string(i)));
    for (unsigned i = 0; i < outputs; ++i)
        outputs_.push_back(std::make_unique<Output>(owner, direction + "_out_" + std::to_string(i)));
}

}  // namespace heddle
