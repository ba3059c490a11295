#include "stimulus/stim/stim_kernel.h"

#include <cstring>

#include "base/error.h"

namespace heddle::stim {
namespace {

StimWarp& own(WarpState& warp) {
    return static_cast<StimWarp&>(warp);
}

// How often a loop runs; bounds may be as far apart as 64 bits allow.
std::uint64_t iterations(std::int64_t first, std::int64_t last, std::int64_t step) {
    if (step > 0 ? first >= last : first <= last) return 0;
    const std::uint64_t low = static_cast<std::uint64_t>(step > 0 ? first : last);
    const std::uint64_t high = static_cast<std::uint64_t>(step > 0 ? last : first);
    const std::uint64_t stride = static_cast<std::uint64_t>(step > 0 ? step : -step);
    return (high - low - 1) / stride + 1;
}

void advance(std::int64_t& value, std::int64_t step) {
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(step));
}

}  // namespace

StimWarp& StimKernel::new_warp() {
    if (free_.empty()) {
        warps_.push_back(std::make_unique<StimWarp>());
        StimWarp& made = *warps_.back();
        made.variables.resize(program_.variables);
        made.registers.resize(program_.registers);
        made.outer.resize(program_.mask_levels);
        made.otherwise.resize(program_.mask_levels);
        free_.reserve(warps_.size());
        return made;
    }
    StimWarp* reused = free_.back();
    free_.pop_back();
    return *reused;
}

WarpState* StimKernel::start_warp(std::uint32_t cta, std::uint32_t warp) {
    StimWarp& state = new_warp();
    const KernelShape& shape = program_.shape;
    state.cta = cta;
    state.warp = warp;
    state.at = 0;
    const std::uint32_t threads = shape.threads_per_cta() - warp * warp_lanes;
    state.exists = threads >= warp_lanes ? all_lanes : (LaneMask{1} << threads) - 1;
    state.active = state.exists;
    state.variables[variable::warp] = warp;
    state.variables[variable::cta] = cta;
    state.variables[variable::cta_x] = cta % shape.grid.x;
    state.variables[variable::cta_y] = cta / shape.grid.x % shape.grid.y;
    state.variables[variable::cta_z] = cta / shape.grid.x / shape.grid.y;
    settle(state);
    return &state;
}

void StimKernel::finish_warp(WarpState* warp) {
    free_.push_back(&own(*warp));
}

const WarpInstruction& StimKernel::fetch(WarpState& warp) {
    return program_.steps[own(warp).at].instruction;
}

LaneMask StimKernel::execute(WarpState& state, LaneAccess* access) {
    StimWarp& warp = own(state);
    const Step& step = program_.steps[warp.at];
    const LaneMask active = warp.active;
    switch (step.kind) {
        case Step::Kind::exit:
            return active;
        case Step::Kind::run:
            if (--warp.runs_left > 0) return active;
            break;
        case Step::Kind::compute:
            compute(warp, step);
            break;
        case Step::Kind::synchronise:
            break;
        default:
            fill(warp, step, *access);
            break;
    }
    ++warp.at;
    settle(warp);
    return active;
}

void StimKernel::settle(StimWarp& warp) {
    for (;;) {
        const Step& step = program_.steps[warp.at];
        switch (step.kind) {
            case Step::Kind::loop_begin:
                begin_loop(warp, step);
                break;
            case Step::Kind::loop_end:
                if (--warp.variables[step.slot + 1] > 0) {
                    advance(warp.variables[step.slot], step.loop_step);
                    warp.at = step.target;
                } else {
                    ++warp.at;
                }
                break;
            case Step::Kind::if_begin:
                begin_condition(warp, step);
                break;
            case Step::Kind::else_begin:
                warp.active = warp.otherwise[step.slot];
                warp.at = warp.active != 0 ? warp.at + 1 : step.target;
                break;
            case Step::Kind::if_end:
                warp.active = warp.outer[step.slot];
                ++warp.at;
                break;
            case Step::Kind::run:
                warp.runs_left = step.count;
                return;
            default:
                return;
        }
    }
}

void StimKernel::begin_loop(StimWarp& warp, const Step& step) {
    const std::int64_t first = program_.plans[step.first].uniform(warp.variables.data());
    const std::int64_t last = program_.plans[step.last].uniform(warp.variables.data());
    const std::uint64_t count = iterations(first, last, step.loop_step);
    warp.variables[step.slot] = first;
    warp.variables[step.slot + 1] = static_cast<std::int64_t>(count);
    warp.at = count > 0 ? warp.at + 1 : step.target;
}

void StimKernel::begin_condition(StimWarp& warp, const Step& step) {
    LaneMask chosen;
    if (step.index.kind == Operand::Kind::value) {
        chosen = nonzero_lanes_u32(warp.registers[step.index.number]);
    } else {
        const IndexPlan& plan = program_.plans[step.index.number];
        if (plan.is_fixed()) {
            chosen = plan.nonzero(warp.warp);
        } else if (plan.is_uniform()) {
            chosen = plan.uniform(warp.variables.data()) != 0 ? all_lanes : 0;
        } else {
            Lanes values;
            plan.lanes(warp.variables.data(), values);
            chosen = nonzero_lanes_s64(values);
        }
    }
    warp.outer[step.slot] = warp.active;
    warp.otherwise[step.slot] = warp.active & ~chosen;
    warp.active &= chosen;
    warp.at = warp.active != 0 ? warp.at + 1 : step.target;
}

const Lanes& StimKernel::read(const StimWarp& warp, const Operand& operand, Lanes& scratch) const {
    switch (operand.kind) {
        case Operand::Kind::value:
            return warp.registers[operand.number];
        case Operand::Kind::constant:
            return program_.constants[operand.number];
        case Operand::Kind::index: {
            Lanes values;
            program_.plans[operand.number].lanes(warp.variables.data(), values);
            operand.convert(scratch, values, values, values);
            return scratch;
        }
        case Operand::Kind::none:
            break;
    }
    return scratch;
}

void StimKernel::compute(StimWarp& warp, const Step& step) {
    Lanes scratch[3];
    const Lanes& a = read(warp, step.operands[0], scratch[0]);
    const Lanes& b = read(warp, step.operands[1], scratch[1]);
    const Lanes& c = read(warp, step.operands[2], scratch[2]);
    Lanes& destination = warp.registers[step.destination];
    if (warp.active == warp.exists) {
        step.function(destination, a, b, c);
    } else {
        Lanes result;
        step.function(result, a, b, c);
        blend(destination, result, warp.active, step.value_bytes);
    }
}

void StimKernel::fill(const StimWarp& warp, const Step& step, LaneAccess& access) const {
    const MemoryArray& array = program_.arrays[step.array];
    access.active = warp.active;
    access.access_bytes = static_cast<std::uint8_t>(bytes_of(array.type));
    access.bypass_l1 = step.bypass_l1;
    access.atomic_op = step.atomic_op;
    access.atomic_type = step.atomic_type;
    addresses(warp, step, access);
    if (step.kind == Step::Kind::load) return;
    operand_bytes(warp, step, step.operands[0], access.data.data());
    if (step.operands[1].kind != Operand::Kind::none)
        operand_bytes(warp, step, step.operands[1], access.compare.data());
}

void StimKernel::addresses(const StimWarp& warp, const Step& step, LaneAccess& access) const {
    const MemoryArray& array = program_.arrays[step.array];
    access.strided = false;
    Lanes offsets;
    if (step.index.kind == Operand::Kind::value) {
        const Lanes& index = warp.registers[step.index.number];
        step.index.convert(offsets, index, index, index);
        return checked_addresses(warp, step, offsets, bytes_of(array.type), access);
    }
    const IndexPlan& plan = program_.plans[step.index.number];
    const std::int64_t last = static_cast<std::int64_t>((array.elements - 1) * bytes_of(array.type));
    if (plan.is_row() || plan.is_uniform()) {
        // The whole warp is inside when its extremes are: the usual case needs no look at single lanes.
        const bool row = plan.is_row();
        const std::int64_t start = plan.uniform(warp.variables.data());
        std::int64_t low, high;
        const bool overflow = __builtin_add_overflow(start, row ? plan.row_least(warp.warp) : 0, &low) ||
                              __builtin_add_overflow(start, row ? plan.row_most(warp.warp) : 0, &high);
        if (!overflow && low >= 0 && high <= last) {
            place_row(array.base + static_cast<std::uint64_t>(start), plan, warp.warp, access);
            return;
        }
    }
    plan.lanes(warp.variables.data(), offsets);
    checked_addresses(warp, step, offsets, 1, access);
}

void StimKernel::place_row(std::uint64_t base, const IndexPlan& plan, std::uint32_t warp, LaneAccess& access) {
    access.strided = plan.is_uniform() || plan.has_steps(warp);
    if (access.strided) {
        access.base = base + (plan.is_uniform() ? 0 : static_cast<std::uint64_t>(plan.row(warp)[0]));
        access.stride = plan.is_uniform() ? 0 : plan.row_step(warp);
        return;
    }
    const std::int64_t* row = plan.row(warp);
    for (unsigned l = 0; l < warp_lanes; ++l) access.address[l] = base + static_cast<std::uint64_t>(row[l]);
}

void StimKernel::checked_addresses(const StimWarp& warp, const Step& step, const Lanes& offsets,
                                   unsigned bytes_per_step, LaneAccess& access) const {
    const MemoryArray& array = program_.arrays[step.array];
    const unsigned element_bytes = bytes_of(array.type);
    const std::uint64_t limit = array.elements * (element_bytes / bytes_per_step);
    const LaneMask outside = lanes_from(offsets, limit) & warp.active;
    for (unsigned l = 0; l < warp_lanes; ++l) access.address[l] = array.base + offsets.u64[l] * bytes_per_step;
    if (outside == 0) return;
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(outside));
    const std::int64_t offset = offsets.s64[lane];
    out_of_bounds(warp, step, lane, bytes_per_step == 1 ? offset / static_cast<std::int64_t>(element_bytes) : offset);
}

void StimKernel::out_of_bounds(const StimWarp& warp, const Step& step, unsigned lane, std::int64_t index) const {
    const MemoryArray& array = program_.arrays[step.array];
    const char* const kind = step.kind == Step::Kind::load    ? "load"
                             : step.kind == Step::Kind::store ? "store"
                                                              : "atomic";
    throw SimulationError(program_.file + ":" + std::to_string(step.instruction.line) + ": kernel " +
                          program_.shape.name + ", CTA " + std::to_string(warp.cta) + ", warp " +
                          std::to_string(warp.warp) + ", lane " + std::to_string(lane) + ": " + kind + " of " +
                          array.name + "[" + std::to_string(index) + "] is out of bounds; " + array.name + " has " +
                          std::to_string(array.elements) + " elements");
}

void StimKernel::operand_bytes(const StimWarp& warp, const Step& step, const Operand& operand,
                               std::uint8_t* out) const {
    Lanes scratch;
    const Lanes& values = read(warp, operand, scratch);
    if (program_.arrays[step.array].type == ValueType::u8)
        for (unsigned l = 0; l < warp_lanes; ++l) out[l] = static_cast<std::uint8_t>(values.u32[l]);
    else
        std::memcpy(out, values.u32, std::size_t{warp_lanes} * step.value_bytes);
}

void StimKernel::write_back(WarpState& state, const WarpInstruction& instruction, const LaneAccess& access) {
    StimWarp& warp = own(state);
    const Step& step = program_.steps[instruction.pc];
    if (!step.has_destination) return;
    Lanes& destination = warp.registers[step.destination];
    if (access.active == warp.exists && access.access_bytes == step.value_bytes) {
        std::memcpy(destination.u32, access.data.data(), std::size_t{warp_lanes} * step.value_bytes);
        return;
    }
    Lanes values;
    if (access.access_bytes == 1)
        for (unsigned l = 0; l < warp_lanes; ++l) values.u32[l] = access.data[l];
    else
        std::memcpy(values.u32, access.data.data(), std::size_t{warp_lanes} * step.value_bytes);
    blend(destination, values, access.active, step.value_bytes);
}

}  // namespace heddle::stim
