// When each register of each resident warp can be read: a cycle, or `never` while its load or atomic is in flight.
// Plain C++.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

class Scoreboard {
public:
    void resize(unsigned warps, unsigned registers_per_warp) {
        stride_ = std::max(1u, registers_per_warp);  // a kernel may name none
        ready_.assign(std::size_t{warps} * stride_, 0);
    }
    void clear(unsigned warp) { std::fill_n(&ready_[warp * stride_], stride_, 0); }

    // The first cycle in which the instruction's sources can be read and its destinations written in order; never while
    // one of them is the destination of a load or atomic in flight.
    Cycle ready_at(unsigned warp, const WarpInstruction& instruction) const {
        const Cycle* registers = &ready_[warp * stride_];
        Cycle at = 0;
        for (unsigned i = 0; i < instruction.source_count; ++i) at = std::max(at, registers[instruction.sources[i]]);
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            at = std::max(at, registers[instruction.destinations[i]]);
        return at;
    }
    void set_results(unsigned warp, const WarpInstruction& instruction, Cycle at) {
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            ready_[warp * stride_ + instruction.destinations[i]] = at;
    }

private:
    std::size_t stride_ = 0;
    std::vector<Cycle> ready_;
};

}  // namespace heddle
