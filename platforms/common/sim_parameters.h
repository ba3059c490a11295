// Parameters of the simulation itself, the same for every platform: keys sim.*
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct SimParameters {
    std::uint64_t seed = 1;
    std::uint64_t evaluation_order_seed = 0;
    std::uint64_t spurious_ticks_seed = 0;
    bool run_ahead = true;
    bool share_every_cycle = false;
    // Longer than any queue of a memory system takes to drain, short enough to be noticed over a coffee.
    std::uint64_t watchdog_cycles = 1000000;

    template <class Visitor>
    void visit(Visitor& v) {
        v("seed", seed, "", "seed of whatever is random in the platform; the same as --seed");
        v("evaluation_order_seed", evaluation_order_seed, "",
          "shuffles the order in which the modules of a cycle are evaluated, which must not change any result; 0 does "
          "not");
        v("spurious_ticks_seed", spurious_ticks_seed, "",
          "with one host thread, calls modules in busy cycles for which they have not asked, a random quarter of them, "
          "which must not change any result; 0 does not");
        v("run_ahead", run_ahead, "",
          "with one clock and no waveform, go from cycle to cycle without the SystemC kernel, which changes no result");
        v("share_every_cycle", share_every_cycle, "",
          "with --threads, share the work of every cycle and not only where it pays, which changes no result");
        v("watchdog_cycles", watchdog_cycles, "cycles",
          "core cycles without a retired warp instruction that end the run");
    }
    void validate(const std::string& key) const {
        require(watchdog_cycles > 0, key + ".watchdog_cycles", "is 0, must be at least 1");
    }
};

}  // namespace heddle
