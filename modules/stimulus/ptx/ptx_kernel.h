// One launch of a PTX entry: runs the program's steps, warp by warp, 32 lanes at a time.
#pragma once

#include <memory>
#include <vector>

#include "stimulus/kernel.h"
#include "stimulus/ptx/address_check.h"
#include "stimulus/ptx/program.h"
#include "stimulus/ptx/warp.h"

namespace heddle::ptx {

// Where a module's variables and the threads' local memory lie in device memory.
struct AddressSpaceLayout {
    std::uint64_t global_base = 0x3000000000;  // module-scope .global variables
    std::uint64_t local_base = 0x7000000000;   // see README, Windows
};

struct Launch {
    Dim3 grid, block;
    std::uint32_t dynamic_shared_bytes = 0;
    AddressSpaceLayout layout;
    std::vector<std::uint8_t> parameters;  // as the program lays them out
    std::vector<std::uint8_t> constants;   // the .const image
};

class PtxKernel final : public Kernel {
public:
    PtxKernel(std::shared_ptr<const Program> program, Launch launch);

    const KernelShape& shape() const override { return shape_; }
    std::uint32_t scoreboard_registers() const override { return program_->scoreboard_registers; }
    WarpState* start_warp(std::uint32_t cta, std::uint32_t warp) override;
    void finish_warp(WarpState* warp) override;
    const WarpInstruction& fetch(WarpState& warp) override;
    LaneMask execute(WarpState& warp, LaneAccess* access) override;
    void write_back(WarpState& warp, const WarpInstruction& instruction, const LaneAccess& access) override;

    const Program& program() const { return *program_; }
    // Must outlive the kernel; null takes it away.
    void set_address_check(const AddressCheck* check);

    // For the lane functions.
    const std::vector<std::uint8_t>& image(Space space) const {
        return space == Space::param ? launch_.parameters : launch_.constants;
    }
    // "kernel k, CTA 3 (3,0,0), thread (1,0,0), PC 12, line 40": where something went wrong.
    [[noreturn]] void fail(const Warp& warp, const Step& step, unsigned lane, const std::string& message) const;

private:
    Warp& new_warp();
    void set_up(Warp& warp) const;
    void set_special(Warp& warp, const FixedValue& value) const;
    std::uint32_t grid_value(const Warp& warp, Special special) const;
    std::uint32_t lane_value(const Warp& warp, Special special, unsigned lane) const;
    std::uint64_t fixed_bits(const FixedValue& value) const;
    void leave(Warp& warp, LaneMask lanes);
    void resolve(Warp& warp, const Step& step, LaneMask mask) const;

    // memory.cpp
    void fill(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access);
    void store_data(Warp& warp, const Step& step, LaneAccess& access) const;

    // memory_address.cpp
    void addresses(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access);
    bool in_usual_steps(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const;
    bool in_last_range(const Step& step, std::uint64_t lowest, std::uint64_t highest, unsigned bytes) const {
        if (!check_) return true;
        const Bounds& last = last_ranges_[step.instruction.pc];
        return lowest >= last.begin && highest < last.end && last.end - highest >= bytes;
    }
    void local_addresses(Warp& warp, const Step& step, LaneMask mask, LaneAccess& access) const;
    void check_shared(Warp& warp, const Step& step, LaneMask mask, const LaneAccess& access) const;
    void check_global(Warp& warp, const Step& step, LaneMask mask, const LaneAccess& access);
    std::string describe(const Step& step, std::uint64_t address, unsigned bytes) const;

    std::shared_ptr<const Program> program_;
    Launch launch_;
    KernelShape shape_;
    const AddressCheck* check_ = nullptr;
    // By step: the addresses of the buffer that it accessed last, where most of its accesses stay.
    struct Bounds {
        std::uint64_t begin = 1, end = 0;
    };
    std::vector<Bounds> last_ranges_;
    std::vector<std::unique_ptr<Warp>> warps_;
    std::vector<Warp*> free_;
};

}  // namespace heddle::ptx
