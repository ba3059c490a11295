// What a block works on, in a waveform: address, SM and warp of a transaction.
#pragma once

#include <string>

#include "heddle/base/gpu_access.h"
#include "heddle/base/waveform.h"

namespace heddle {

// A member of a module, named after the step it shows: `ServedSignals lookup_served_{*this, "lookup"}` makes the
// signals lookup_address, lookup_sm and lookup_warp. They keep their values until the next transaction.
class ServedSignals {
public:
    // What SM and warp show for a transaction of a foreign initiator, which has neither.
    static constexpr std::uint64_t unknown = 0xFFFF;

    ServedSignals(Block& owner, const std::string& step)
        : address_(owner, step + "_address", 64), sm_(owner, step + "_sm", 16), warp_(owner, step + "_warp", 16) {}

    // To be called only if the owner is recorded().
    void show(const Payload& payload);

private:
    Signal address_, sm_, warp_;
};

}  // namespace heddle
