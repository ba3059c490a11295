// When each register of each resident warp can be read: a cycle, or never while its load or atomic is in flight.
// Plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

// Registers are many, so a cycle is kept in four bytes: as the distance from an epoch, which moves on before the
// distance becomes too large.
class Scoreboard {
public:
    void resize(unsigned warps, unsigned registers_per_warp) {
        stride_ = std::max(1u, registers_per_warp);  // a kernel may name none
        ready_.assign(std::size_t{warps} * stride_, 0);
    }
    void clear(unsigned warp) { std::fill_n(&ready_[warp * stride_], stride_, 0); }

    // The first cycle in which the instruction's sources can be read and its destinations written in order, or any
    // cycle that is past; never while one of them is the destination of a load or atomic in flight.
    Cycle ready_at(unsigned warp, const WarpInstruction& instruction) const {
        const std::uint32_t* registers = &ready_[warp * stride_];
        std::uint32_t at = 0;
        for (unsigned i = 0; i < instruction.source_count; ++i) at = std::max(at, registers[instruction.sources[i]]);
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            at = std::max(at, registers[instruction.destinations[i]]);
        return at == in_flight ? never : epoch_ + at;
    }
    // Results come in the given cycle, which is not more than 2^20 cycles ahead.
    void set_results(unsigned warp, const WarpInstruction& instruction, Cycle at) {
        if (__builtin_expect(at - epoch_ >= in_flight, 0)) move_epoch_to(at - longest_wait);
        set(warp, instruction, static_cast<std::uint32_t>(at - epoch_));
    }
    // Results come with a response.
    void set_in_flight(unsigned warp, const WarpInstruction& instruction) { set(warp, instruction, in_flight); }

private:
    static constexpr std::uint32_t in_flight = std::numeric_limits<std::uint32_t>::max();
    static constexpr Cycle longest_wait = Cycle{1} << 20;

    void set(unsigned warp, const WarpInstruction& instruction, std::uint32_t at) {
        std::uint32_t* registers = &ready_[warp * stride_];
        for (unsigned i = 0; i < instruction.destination_count; ++i) registers[instruction.destinations[i]] = at;
    }
    [[gnu::cold]] void move_epoch_to(Cycle epoch) {
        const Cycle by = epoch - epoch_;
        for (std::uint32_t& at : ready_)
            if (at != in_flight) at = at > by ? static_cast<std::uint32_t>(at - by) : 0;
        epoch_ = epoch;
    }

    std::size_t stride_ = 0;
    Cycle epoch_ = 0;
    std::vector<std::uint32_t> ready_;
};

}  // namespace heddle
