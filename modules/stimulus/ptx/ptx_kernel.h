// One launch of a PTX entry: its program, arguments and shape.
#pragma once

#include <memory>
#include <vector>

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/ptx/address_check.h"
#include "heddle/stimulus/ptx/program.h"
#include "heddle/stimulus/ptx/warp.h"

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
    std::unique_ptr<WarpExecutor> make_executor() const override;
    bool prefetches() const override { return program_->prefetches; }
    bool has_routines() const override { return program_->has_routines; }

    std::vector<ConstantImage> constant_images() const override;

    // Where the stimulus names it, for messages.
    void set_place(std::string place) { shape_.place = std::move(place); }
    // What the assembler of the real machine allocates, where the stimulus says so, instead of the estimate.
    void set_registers(std::uint32_t per_thread) { shape_.registers_per_thread = per_thread; }
    const Program& program() const { return *program_; }
    const Launch& launch() const { return launch_; }
    // Must outlive the kernel; null takes it away.
    void set_address_check(const AddressCheck* check) {
        check_ = check;
        new_version();
    }
    const AddressCheck* address_check() const { return check_; }

    // For the executors: makes the registers of a new warp state, with the values that all warps of the launch have in
    // common, and sets those special registers that depend on the warp.
    void make_registers(Warp& warp) const;
    void set_special_registers(Warp& warp) const;
    // For the lane functions.
    const std::vector<std::uint8_t>& image(Space space) const {
        return space == Space::param ? launch_.parameters : launch_.constants;
    }
    // "kernel k, CTA 3 (3,0,0), thread (1,0,0), PC 12, line 40": where something went wrong.
    [[noreturn]] void fail(const Warp& warp, const Step& step, unsigned lane, const std::string& message) const;

private:
    void set_special(Warp& warp, const FixedValue& value) const;
    std::uint32_t grid_value(const Warp& warp, Special special) const;
    std::uint32_t lane_value(const Warp& warp, Special special, unsigned lane) const;
    std::uint64_t fixed_bits(const FixedValue& value) const;

    std::shared_ptr<const Program> program_;
    Launch launch_;
    KernelShape shape_;
    const AddressCheck* check_ = nullptr;
};

}  // namespace heddle::ptx
