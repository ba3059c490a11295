// Runs a compiled program, warp by warp, on real values.
#pragma once

#include <cstddef>
#include <vector>

#include "heddle/base/host_line.h"
#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/stim/program.h"

namespace heddle::stim {

// The head of the one block of memory that holds a warp's state. The warp's variables follow in the same block, indexed
// from the block's start: the head takes the place of the lane-dependent variables, which have the lowest numbers and
// are never stored. The registers come last; the executor knows their offset, so that finding a register reads nothing
// of the warp.
struct StimWarp : WarpState {
    std::uint32_t at = 0;         // index of the next step
    std::uint32_t runs_left = 0;  // instructions left of a `run` step
    LaneMask exists = 0;
    LaneMask active = 0;

    std::int64_t* variables() { return reinterpret_cast<std::int64_t*>(this); }
    void prefetch() const { prefetch_host_line(this); }
    const std::int64_t* variables() const { return reinterpret_cast<const std::int64_t*>(this); }
};
static_assert(sizeof(StimWarp) <= variable::warp * sizeof(std::int64_t), "the first variable follows the state");

class StimExecutor final : public WarpExecutor {
public:
    explicit StimExecutor(const Program& program);

    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override;

private:
    StimWarp& new_warp();
    // Runs control steps until the next instruction, which may be the end of a loop (most_control_steps).
    void settle(StimWarp& warp);
    void control(StimWarp& warp, const Step& step);
    void begin_loop(StimWarp& warp, const Step& step);
    void begin_condition(StimWarp& warp, const Step& step);

    // By level of nested ifs: the mask to come back to, and the lanes of the else.
    LaneMask& outer(StimWarp& warp, unsigned level) const { return masks(warp)[level]; }
    LaneMask& otherwise(StimWarp& warp, unsigned level) const { return masks(warp)[program_.mask_levels + level]; }
    LaneMask* masks(StimWarp& warp) const { return reinterpret_cast<LaneMask*>(warp.variables() + program_.variables); }

    Lanes& register_of(StimWarp& warp, unsigned number) const {
        return reinterpret_cast<Lanes*>(reinterpret_cast<std::byte*>(&warp) + registers_at_)[number];
    }
    const Lanes& register_of(const StimWarp& warp, unsigned number) const {
        return register_of(const_cast<StimWarp&>(warp), number);
    }
    const Lanes& read(const StimWarp& warp, const Operand& operand, Lanes& scratch) const;
    void read_index(const StimWarp& warp, const Operand& operand, Lanes& out) const;
    void compute(StimWarp& warp, const Step& step);
    void fill(const StimWarp& warp, const Step& step, LaneAccess& access) const;
    bool place_row(const StimWarp& warp, const IndexPlan& plan, const MemoryArray& array, LaneAccess& access) const;
    void place_lanes(const StimWarp& warp, const Step& step, LaneAccess& access) const;
    void checked_addresses(const StimWarp& warp, const Step& step, const Lanes& indices, LaneAccess& access) const;
    void operand_bytes(const StimWarp& warp, const Step& step, const Operand& operand, std::uint8_t* out) const;
    void write_back_some(StimWarp& warp, const Step& step, const LaneAccess& access) const;
    [[noreturn]] void out_of_bounds(const StimWarp& warp, const Step& step, unsigned lane, std::int64_t index) const;

    const Program& program_;
    std::size_t registers_at_;  // in a warp's memory
    std::vector<HostLineArray<std::byte>> warps_;
    std::vector<StimWarp*> free_;
};

}  // namespace heddle::stim
