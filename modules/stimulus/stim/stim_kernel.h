// Runs a compiled program, warp by warp, on real values.
#pragma once

#include <memory>
#include <vector>

#include "stimulus/kernel.h"
#include "stimulus/stim/program.h"

namespace heddle::stim {

struct StimWarp : WarpState {
    std::uint32_t at = 0;         // step
    std::uint32_t runs_left = 0;  // of a run of arithmetic instructions
    LaneMask exists = 0;
    LaneMask active = 0;
    std::vector<std::int64_t> variables;
    std::vector<Lanes> registers;
    std::vector<LaneMask> outer;      // by level of nested ifs: the mask to come back to
    std::vector<LaneMask> otherwise;  // and the lanes of the else
};

class StimKernel final : public Kernel {
public:
    explicit StimKernel(Program program) : program_(std::move(program)) {}

    const KernelShape& shape() const override { return program_.shape; }
    std::uint32_t scoreboard_registers() const override { return program_.registers; }
    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override;

private:
    StimWarp& new_warp();
    // Runs control steps until the next instruction.
    void settle(StimWarp& warp);
    void begin_loop(StimWarp& warp, const Step& step);
    void begin_condition(StimWarp& warp, const Step& step);

    const Lanes& read(const StimWarp& warp, const Operand& operand, Lanes& scratch) const;
    void compute(StimWarp& warp, const Step& step);
    void fill(const StimWarp& warp, const Step& step, LaneAccess& access) const;
    void addresses(const StimWarp& warp, const Step& step, LaneAccess& access) const;
    static void place_row(std::uint64_t base, const IndexPlan& plan, std::uint32_t warp, LaneAccess& access);
    void checked_addresses(const StimWarp& warp, const Step& step, const Lanes& offsets, unsigned bytes_per_step,
                           LaneAccess& access) const;
    void operand_bytes(const StimWarp& warp, const Step& step, const Operand& operand, std::uint8_t* out) const;
    [[noreturn]] void out_of_bounds(const StimWarp& warp, const Step& step, unsigned lane, std::int64_t index) const;

    Program program_;
    std::vector<std::unique_ptr<StimWarp>> warps_;
    std::vector<StimWarp*> free_;
};

}  // namespace heddle::stim
