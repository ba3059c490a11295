#include "heddle/stimulus/ptx/ptx_kernel.h"

#include <cstring>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/lanes.h"
#include "heddle/stimulus/ptx/ptx_executor.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

void fill_slot(Warp& warp, std::uint32_t slot, bool wide, std::uint64_t value) {
    for (unsigned l = 0; l < warp_lanes; ++l)
        if (wide)
            cells<std::uint64_t>(warp, slot)[l] = value;
        else
            cells<std::uint32_t>(warp, slot)[l] = static_cast<std::uint32_t>(value);
}

std::string triple(std::uint64_t index, const Dim3& size) {
    return "(" + std::to_string(index % size.x) + "," + std::to_string(index / size.x % size.y) + "," +
           std::to_string(index / size.x / size.y) + ")";
}

}  // namespace

PtxKernel::PtxKernel(std::shared_ptr<const Program> program, Launch launch)
    : program_(std::move(program)), launch_(std::move(launch)) {
    shape_.name = program_->name;
    shape_.grid = launch_.grid;
    shape_.block = launch_.block;
    shape_.registers_per_thread = program_->registers_per_thread;
    shape_.shared_bytes = program_->static_shared_bytes;
    if (launch_.dynamic_shared_bytes > 0)
        shape_.shared_bytes = program_->dynamic_shared_offset + launch_.dynamic_shared_bytes;
}

std::unique_ptr<WarpExecutor> PtxKernel::make_executor() const {
    return std::make_unique<PtxExecutor>(*this);
}

std::vector<ConstantImage> PtxKernel::constant_images() const {
    return {{param_window, &launch_.parameters}, {constant_window, &launch_.constants}};
}

void PtxKernel::make_registers(Warp& warp) const {
    warp.kernel = this;
    warp.slots.resize(program_->slots);
    warp.predicates.resize(program_->predicates);
    warp.predicates[1] = all_lanes;
    for (const FixedValue& value : program_->fixed)
        if (value.kind != FixedValue::Kind::special) fill_slot(warp, value.slot, value.wide, fixed_bits(value));
}

void PtxKernel::set_special_registers(Warp& warp) const {
    for (const FixedValue& value : program_->fixed)
        if (value.kind == FixedValue::Kind::special) set_special(warp, value);
}

std::uint64_t PtxKernel::fixed_bits(const FixedValue& value) const {
    switch (value.kind) {
        case FixedValue::Kind::parameter: {
            std::uint64_t bits = 0;
            std::memcpy(&bits, launch_.parameters.data() + value.bits, bytes_of(value.type));
            return in_register(bits, value.type, value.held);
        }
        case FixedValue::Kind::symbol: {
            const PlacedVariable& placed = program_->variables[value.index];
            const bool global = placed.variable->space == Space::global;
            return placed.offset + value.bits + (global ? launch_.layout.global_base : 0);
        }
        default:
            return value.bits;
    }
}

void PtxKernel::set_special(Warp& warp, const FixedValue& value) const {
    std::uint32_t* cell = cells<std::uint32_t>(warp, value.slot);
    const auto special = static_cast<Special>(value.index);
    for (unsigned l = 0; l < warp_lanes; ++l)
        cell[l] = special <= Special::tid_z || special >= Special::laneid ? lane_value(warp, special, l)
                                                                          : grid_value(warp, special);
}

// What is the same for all threads of a CTA.
std::uint32_t PtxKernel::grid_value(const Warp& warp, Special special) const {
    const Dim3 &block = shape_.block, &grid = shape_.grid;
    const std::uint32_t values[] = {
        block.x, block.y, block.z, warp.cta % grid.x, warp.cta / grid.x % grid.y, warp.cta / grid.x / grid.y,
        grid.x,  grid.y,  grid.z};
    return values[static_cast<unsigned>(special) - static_cast<unsigned>(Special::ntid_x)];
}

std::uint32_t PtxKernel::lane_value(const Warp& warp, Special special, unsigned lane) const {
    const std::uint32_t thread = warp.warp * warp_lanes + lane;
    const LaneMask self = LaneMask{1} << lane, below = self - 1;
    const std::uint32_t tid[] = {thread % shape_.block.x, thread / shape_.block.x % shape_.block.y,
                                 thread / shape_.block.x / shape_.block.y};
    switch (special) {
        case Special::laneid:
            return lane;
        case Special::nwarpid:
            return shape_.warps_per_cta();
        case Special::lanemask_eq:
            return self;
        case Special::lanemask_le:
            return self | below;
        case Special::lanemask_lt:
            return below;
        case Special::lanemask_ge:
            return ~below;
        case Special::lanemask_gt:
            return ~(self | below);
        case Special::dynamic_smem_size:
            return launch_.dynamic_shared_bytes;
        case Special::total_smem_size:
            return shape_.shared_bytes;
        default:
            return tid[static_cast<unsigned>(special)];
    }
}

void PtxKernel::fail(const Warp& warp, const Step& step, unsigned lane, const std::string& message) const {
    const std::uint64_t thread = std::uint64_t{warp.warp} * warp_lanes + lane;
    throw SimulationError("kernel " + shape_.name + ", CTA " + std::to_string(warp.cta) + " " +
                          triple(warp.cta, shape_.grid) + ", thread " + triple(thread, shape_.block) + ", PC " +
                          std::to_string(step.instruction.pc) + ", " + program_->file + ":" +
                          std::to_string(step.instruction.line) + ": " + message);
}

}  // namespace heddle::ptx
