// Runs the steps of a PTX program, warp by warp, 32 lanes at a time.
#pragma once

#include <memory>
#include <vector>

#include "heddle/stimulus/ptx/ptx_kernel.h"

namespace heddle::ptx {

class PtxExecutor final : public WarpExecutor {
public:
    explicit PtxExecutor(const PtxKernel& kernel);

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override;

private:
    // The addresses of a buffer.
    struct Bounds {
        std::uint64_t begin = 1, end = 0;
    };

    // The reductions of a resident CTA; without warps it is free.
    struct CtaReduction {
        std::uint32_t cta = 0, warps = 0;
        BarrierReduction reduction;
    };

    Warp& new_warp();
    CtaReduction& reduction_of(std::uint32_t cta);
    void join_reduction(Warp& warp);
    void leave_reduction(const Warp& warp);
    void hold(Warp& warp) const;
    void leave(Warp& warp, LaneMask lanes);
    void resolve(Warp& warp, const Step& step, LaneMask mask) const;

    // memory.cpp
    void fill(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access);
    // Of a load of constants or parameters that reads memory.
    void fill_constant(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const;
    void store_data(Warp& warp, const Step& step, LaneAccess& access) const;

    // memory_address.cpp
    void addresses(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access);
    bool in_usual_steps(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const;
    bool in_last_range(const Step& step, std::uint64_t lowest, std::uint64_t highest, unsigned bytes) const {
        if (!check_) return true;
        const Bounds& last = last_ranges_[step.instruction.pc];
        // Lanes in steps may wrap around: then the highest lies below the lowest.
        return lowest >= last.begin && highest >= lowest && highest < last.end && last.end - highest >= bytes;
    }
    void local_addresses(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const;
    void check_shared(Warp& warp, const Step& step, LaneMask mask, const LaneAccess& access) const;
    void check_global(Warp& warp, const Step& step, LaneMask mask, const LaneAccess& access);
    // The lanes that a prefetch concerns.
    LaneMask in_global_memory(Warp& warp, const Step& step, LaneMask mask) const;
    std::string describe(const Step& step, std::uint64_t address, unsigned bytes) const;

    const Program& program_;
    const PtxKernel& kernel_;
    const AddressCheck* const check_;
    std::vector<Bounds> last_ranges_;  // by step: the buffer that it accessed last, where most of its accesses stay
    std::vector<std::unique_ptr<Warp>> warps_;
    std::vector<Warp*> free_;
    std::vector<std::unique_ptr<CtaReduction>> reductions_;  // empty where the program has no bar.red
};

}  // namespace heddle::ptx
