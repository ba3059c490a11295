#include "heddle/stimulus/stim/stim_executor.h"

#include <cstring>

#include "heddle/base/error.h"

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

StimExecutor::StimExecutor(const Program& program) : program_(program) {
    const std::size_t bytes =
        program_.variables * sizeof(std::int64_t) + std::size_t{2} * program_.mask_levels * sizeof(LaneMask);
    registers_at_ = (bytes + host_line_bytes - 1) / host_line_bytes * host_line_bytes;
}

StimWarp& StimExecutor::new_warp() {
    if (free_.empty()) {
        warps_.push_back(make_host_line_array<std::byte>(registers_at_ + program_.registers * sizeof(Lanes)));
        free_.reserve(warps_.capacity());
        return *new (warps_.back().get()) StimWarp;
    }
    StimWarp* reused = free_.back();
    free_.pop_back();
    return *reused;
}

inline void StimExecutor::settle(StimWarp& warp) {
    const Step* step = &program_.steps[warp.at];
    for (unsigned passed = 0; step->is_control(); ++passed) {
        if (passed >= most_control_steps && step->kind == Step::Kind::loop_end) return;
        control(warp, *step);
        step = &program_.steps[warp.at];
    }
    if (step->kind == Step::Kind::run) warp.runs_left = step->count;
}

WarpState* StimExecutor::start_warp(std::uint32_t cta, std::uint32_t warp) {
    StimWarp& state = new_warp();
    const KernelShape& shape = program_.shape;
    state.cta = cta;
    state.warp = warp;
    state.at = 0;
    const std::uint32_t threads = shape.threads_per_cta() - warp * warp_lanes;
    state.exists = threads >= warp_lanes ? all_lanes : (LaneMask{1} << threads) - 1;
    state.active = state.exists;
    const std::uint32_t row = cta / shape.grid.x, plane = row / shape.grid.y;
    std::int64_t* variables = state.variables();
    variables[variable::warp] = warp;
    variables[variable::cta] = cta;
    variables[variable::cta_x] = cta - row * shape.grid.x;
    variables[variable::cta_y] = row - plane * shape.grid.y;
    variables[variable::cta_z] = plane;
    settle(state);
    return &state;
}

void StimExecutor::finish_warp(WarpState* warp) {
    free_.push_back(&own(*warp));
}

const WarpInstruction& StimExecutor::fetch(WarpState& warp) {
    return program_.steps[own(warp).at].instruction;
}

void StimExecutor::control(StimWarp& warp, const Step& step) {
    switch (step.kind) {
        case Step::Kind::loop_begin:
            begin_loop(warp, step);
            break;
        case Step::Kind::loop_end:
            advance(warp.variables()[step.slot + 1], -1);
            if (warp.variables()[step.slot + 1] != 0) {
                advance(warp.variables()[step.slot], step.loop_step);
                warp.at = step.target;
            } else {
                ++warp.at;
            }
            break;
        case Step::Kind::if_begin:
            begin_condition(warp, step);
            break;
        case Step::Kind::else_begin:
            warp.active = otherwise(warp, step.slot);
            warp.at = warp.active != 0 ? warp.at + 1 : step.target;
            break;
        default:  // if_end
            warp.active = outer(warp, step.slot);
            ++warp.at;
            break;
    }
}

void StimExecutor::begin_loop(StimWarp& warp, const Step& step) {
    const std::int64_t first = program_.plans[step.first].uniform(warp.variables());
    const std::int64_t last = program_.plans[step.last].uniform(warp.variables());
    const std::uint64_t count = iterations(first, last, step.loop_step);
    warp.variables()[step.slot] = first;
    warp.variables()[step.slot + 1] = static_cast<std::int64_t>(count);
    warp.at = count > 0 ? warp.at + 1 : step.target;
}

void StimExecutor::begin_condition(StimWarp& warp, const Step& step) {
    LaneMask chosen;
    if (step.index.kind == Operand::Kind::value) {
        chosen = nonzero_lanes_u32(register_of(warp, step.index.number));
    } else {
        const IndexPlan& plan = program_.plans[step.index.number];
        if (plan.is_fixed()) {
            chosen = plan.row(warp.warp)->nonzero;
        } else if (plan.is_uniform()) {
            chosen = plan.uniform(warp.variables()) != 0 ? all_lanes : 0;
        } else {
            Lanes values;
            plan.lanes(warp.variables(), values);
            chosen = nonzero_lanes_s64(values);
        }
    }
    outer(warp, step.slot) = warp.active;
    otherwise(warp, step.slot) = warp.active & ~chosen;
    warp.active &= chosen;
    warp.at = warp.active != 0 ? warp.at + 1 : step.target;
}

inline const Lanes& StimExecutor::read(const StimWarp& warp, const Operand& operand, Lanes& scratch) const {
    if (operand.kind == Operand::Kind::value) return register_of(warp, operand.number);
    if (operand.kind == Operand::Kind::constant) return program_.constants[operand.number];
    if (operand.kind == Operand::Kind::index) read_index(warp, operand, scratch);
    return scratch;
}

void StimExecutor::read_index(const StimWarp& warp, const Operand& operand, Lanes& out) const {
    Lanes values;
    program_.plans[operand.number].lanes(warp.variables(), values);
    operand.convert(out, values, values, values);
}

void StimExecutor::compute(StimWarp& warp, const Step& step) {
    Lanes scratch[3];
    const Lanes& a = read(warp, step.operands[0], scratch[0]);
    const Lanes& b = read(warp, step.operands[1], scratch[1]);
    const Lanes& c = read(warp, step.operands[2], scratch[2]);
    Lanes& destination = register_of(warp, step.destination);
    if (warp.active == warp.exists) {
        step.function(destination, a, b, c);
    } else {
        Lanes result;
        step.function(result, a, b, c);
        blend(destination, result, warp.active, step.value_bytes);
    }
}

inline void StimExecutor::fill(const StimWarp& warp, const Step& step, LaneAccess& access) const {
    const MemoryArray& array = program_.arrays[step.array];
    access.active = warp.active;
    access.access_bytes = static_cast<std::uint8_t>(bytes_of(array.type));
    access.bypass_l1 = step.bypass_l1;
    access.atomic_op = step.atomic_op;
    access.atomic_type = step.atomic_type;
    if (step.index.kind == Operand::Kind::value || !place_row(warp, program_.plans[step.index.number], array, access))
        place_lanes(warp, step, access);
    if (step.kind == Step::Kind::load) return;
    operand_bytes(warp, step, step.operands[0], access.data.data());
    if (step.operands[1].kind != Operand::Kind::none)
        operand_bytes(warp, step, step.operands[1], access.compare.data());
}

// The whole warp is inside the array when its lowest and highest index are: the usual case checks no single lane.
inline bool StimExecutor::place_row(const StimWarp& warp, const IndexPlan& plan, const MemoryArray& array,
                                    LaneAccess& access) const {
    const IndexPlan::Row* row = plan.row(warp.warp);
    if (!row) return false;
    const auto last = static_cast<std::int64_t>(array.elements - 1);
    const std::int64_t start = plan.uniform(warp.variables());
    std::int64_t low, high;
    if (__builtin_add_overflow(start, row->least, &low) || __builtin_add_overflow(start, row->most, &high))
        return false;
    if (low < 0 || high > last) return false;
    const std::uint64_t bytes = bytes_of(array.type), first = static_cast<std::uint64_t>(start);
    access.strided = row->has_steps;
    access.base = array.base + (first + static_cast<std::uint64_t>(row->value[0])) * bytes;
    access.stride = row->step * static_cast<std::int64_t>(bytes);
    if (!row->has_steps)
        for (unsigned l = 0; l < warp_lanes; ++l)
            access.address[l] = array.base + (first + static_cast<std::uint64_t>(row->value[l])) * bytes;
    return true;
}

void StimExecutor::place_lanes(const StimWarp& warp, const Step& step, LaneAccess& access) const {
    access.strided = false;
    Lanes indices;
    if (step.index.kind == Operand::Kind::value) {
        const Lanes& index = register_of(warp, step.index.number);
        step.index.convert(indices, index, index, index);
    } else {
        program_.plans[step.index.number].lanes(warp.variables(), indices);
    }
    checked_addresses(warp, step, indices, access);
}

void StimExecutor::checked_addresses(const StimWarp& warp, const Step& step, const Lanes& indices,
                                     LaneAccess& access) const {
    const MemoryArray& array = program_.arrays[step.array];
    const std::uint64_t bytes = bytes_of(array.type);
    const LaneMask outside = lanes_from(indices, array.elements) & warp.active;
    for (unsigned l = 0; l < warp_lanes; ++l) access.address[l] = array.base + indices.u64[l] * bytes;
    if (outside == 0) return;
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(outside));
    out_of_bounds(warp, step, lane, indices.s64[lane]);
}

void StimExecutor::out_of_bounds(const StimWarp& warp, const Step& step, unsigned lane, std::int64_t index) const {
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

void StimExecutor::operand_bytes(const StimWarp& warp, const Step& step, const Operand& operand,
                                 std::uint8_t* out) const {
    Lanes scratch;
    const Lanes& values = read(warp, operand, scratch);
    if (program_.arrays[step.array].type == ValueType::u8)
        for (unsigned l = 0; l < warp_lanes; ++l) out[l] = static_cast<std::uint8_t>(values.u32[l]);
    else
        std::memcpy(out, values.u32, std::size_t{warp_lanes} * step.value_bytes);
}

// Reads nothing of the warp's head: after the wait for memory the host's cache no longer holds it, and it is needed
// only by the warp's next instruction, before which the prefetch brings it.
void StimExecutor::write_back(WarpState& state, const WarpInstruction& instruction, const LaneAccess& access) {
    StimWarp& warp = own(state);
    warp.prefetch();
    const Step& step = program_.steps[instruction.pc];
    if (!step.has_destination) return;
    Lanes& destination = register_of(warp, step.destination);
    if (access.active == all_lanes && access.access_bytes == step.value_bytes) {
        std::memcpy(destination.u32, access.data.data(), std::size_t{warp_lanes} * step.value_bytes);
        return;
    }
    write_back_some(warp, step, access);
}

void StimExecutor::write_back_some(StimWarp& warp, const Step& step, const LaneAccess& access) const {
    Lanes values;
    if (access.access_bytes == 1)
        for (unsigned l = 0; l < warp_lanes; ++l) values.u32[l] = access.data[l];
    else
        std::memcpy(values.u32, access.data.data(), std::size_t{warp_lanes} * step.value_bytes);
    blend(register_of(warp, step.destination), values, access.active, step.value_bytes);
}

LaneMask StimExecutor::execute(WarpState& state, LaneAccess* access) {
    StimWarp& warp = own(state);
    const Step& step = program_.steps[warp.at];
    const LaneMask active = warp.active;
    if (step.is_memory()) {
        fill(warp, step, *access);
    } else if (step.kind == Step::Kind::compute) {
        compute(warp, step);
    } else if (step.kind == Step::Kind::run) {
        if (--warp.runs_left > 0) return active;
    } else if (step.kind == Step::Kind::exit) {
        return active;
    } else if (step.kind == Step::Kind::loop_end) {
        control(warp, step);
        settle(warp);
        return active;
    }
    ++warp.at;
    settle(warp);
    return active;
}

}  // namespace heddle::stim
