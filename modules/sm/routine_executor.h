// Operations of PTX that GPUs have no instruction for (kernel.h, Routine), issued as the instructions that a compiler
// makes of them. Plain C++.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "heddle/stimulus/kernel.h"

namespace heddle {

// How many instructions an operation becomes, and how many of these need the special function unit.
struct RoutineLength {
    unsigned instructions = 1;
    unsigned special = 1;
};
using RoutineLengths = std::array<RoutineLength, routine_kinds>;

// Wraps the executor of a front end. The first instruction of a routine computes the value. Each further one reads and
// writes the same destination, so that it waits for the one before: first the other special functions, then the rest.
// Real sequences have the same number of instructions, but some of them overlap.
class RoutineExecutor final : public WarpExecutor {
public:
    RoutineExecutor(std::unique_ptr<WarpExecutor> executor, const RoutineLengths& lengths, unsigned slots);

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override { return executor_->start_warp(cta, warp); }
    void finish_warp(WarpState* warp) override { executor_->finish_warp(warp); }
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override {
        executor_->write_back(warp, instruction, access);
    }

private:
    struct Progress {
        unsigned left = 0;  // instructions of the routine that have not been executed
        unsigned special_left = 0;
        LaneMask lanes = 0;
        WarpInstruction instruction;  // the next of them
    };

    void begin(Progress& progress, const WarpInstruction& first, LaneMask lanes) const;
    static void choose_unit(Progress& progress);

    const std::unique_ptr<WarpExecutor> executor_;
    const RoutineLengths lengths_;
    std::vector<Progress> progress_;  // by the warp's slot in the SM
};

}  // namespace heddle
