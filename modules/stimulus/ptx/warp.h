// A warp of a PTX kernel: where it stands and what its registers hold.
#pragma once

#include <vector>

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/ptx/barrier_reduction.h"
#include "heddle/stimulus/ptx/simt_stack.h"

namespace heddle::ptx {

class PtxKernel;

// 32 lanes of 4 bytes, densely packed so that the compiler can use vector instructions. 8-byte values take two.
struct alignas(64) Slot {
    std::uint32_t word[warp_lanes];
};

struct Warp : WarpState {
    const PtxKernel* kernel = nullptr;
    std::vector<Slot> slots;
    std::vector<LaneMask> predicates;
    SimtStack stack;
    LaneMask exists = 0;
    LaneMask live = 0;
    std::uint64_t executed = 0;             // instructions
    BarrierReduction* reduction = nullptr;  // of its CTA, where the program has a bar.red
    std::uint64_t reductions = 0;           // barriers with a reduction it has come to
};

}  // namespace heddle::ptx
