#include "stimulus/ptx/ptx_kernel.h"

#include <cstring>

#include "base/error.h"
#include "stimulus/ptx/lanes.h"
#include "stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

Warp& own(WarpState& warp) {
    return static_cast<Warp&>(warp);
}

void fill_slot(Warp& warp, std::uint32_t slot, bool wide, std::uint64_t value) {
    for (unsigned l = 0; l < warp_lanes; ++l)
        if (wide)
            cells<std::uint64_t>(warp, slot)[l] = value;
        else
            cells<std::uint32_t>(warp, slot)[l] = static_cast<std::uint32_t>(value);
}

LaneMask guarded(const Warp& warp, const Step& step) {
    return warp.stack.active() & (warp.predicates[step.guard] ^ (step.guard_negated ? all_lanes : 0));
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
        shape_.shared_bytes = (program_->static_shared_bytes + 15) / 16 * 16 + launch_.dynamic_shared_bytes;
}

void PtxKernel::set_address_check(const AddressCheck* check) {
    check_ = check;
    last_ranges_.assign(program_->steps.size(), Bounds{});
}

Warp& PtxKernel::new_warp() {
    if (!free_.empty()) {
        Warp* reused = free_.back();
        free_.pop_back();
        return *reused;
    }
    warps_.push_back(std::make_unique<Warp>());
    free_.reserve(warps_.size());
    Warp& made = *warps_.back();
    made.kernel = this;
    made.slots.resize(program_->slots);
    made.predicates.resize(program_->predicates);
    made.predicates[1] = all_lanes;
    for (const FixedValue& value : program_->fixed)
        if (value.kind != FixedValue::Kind::special) fill_slot(made, value.slot, value.wide, fixed_bits(value));
    return made;
}

WarpState* PtxKernel::start_warp(std::uint32_t cta, std::uint32_t number) {
    Warp& warp = new_warp();
    warp.cta = cta;
    warp.warp = number;
    warp.sm = nullptr;
    warp.executed = 0;
    const std::uint32_t threads = shape_.threads_per_cta() - number * warp_lanes;
    warp.exists = threads >= warp_lanes ? all_lanes : (LaneMask{1} << threads) - 1;
    warp.live = warp.exists;
    warp.stack.start(warp.exists);
    set_up(warp);
    return &warp;
}

void PtxKernel::set_up(Warp& warp) const {
    for (const FixedValue& value : program_->fixed)
        if (value.kind == FixedValue::Kind::special) set_special(warp, value);
}

std::uint64_t PtxKernel::fixed_bits(const FixedValue& value) const {
    switch (value.kind) {
        case FixedValue::Kind::parameter: {
            std::uint64_t bits = 0;
            std::memcpy(&bits, launch_.parameters.data() + value.bits, value.bytes);
            const unsigned unused = 64 - 8 * value.bytes;
            return value.sign_extended ? static_cast<std::uint64_t>(static_cast<std::int64_t>(bits << unused) >> unused)
                                       : bits;
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
        case Special::warpid:
            return warp.warp;
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

void PtxKernel::finish_warp(WarpState* warp) {
    free_.push_back(&own(*warp));
}

// Predicates never wait for memory, so that the lanes of an exit are known when it is fetched.
const WarpInstruction& PtxKernel::fetch(WarpState& state) {
    const Warp& warp = own(state);
    const Step& step = program_->steps[warp.stack.pc()];
    if (step.kind == Step::Kind::leave && guarded(warp, step) != warp.live)
        return program_->partial_exits[static_cast<std::size_t>(step.immediate)];
    return step.instruction;
}

LaneMask PtxKernel::execute(WarpState& state, LaneAccess* access) {
    Warp& warp = own(state);
    const Step& step = program_->steps[warp.stack.pc()];
    const LaneMask mask = guarded(warp, step);
    ++warp.executed;
    if (step.kind == Step::Kind::compute) {
        if (mask != 0) step.function(warp, step, mask == warp.exists ? all_lanes : mask);
        warp.stack.go_to(step.next);
        return mask;
    }
    switch (step.kind) {
        case Step::Kind::branch:
            warp.stack.branch(mask, step.target, step.next, step.reconvergence);
            return mask;
        case Step::Kind::leave:
            if (mask != warp.live) warp.stack.go_to(step.next);
            leave(warp, mask);
            return mask;
        case Step::Kind::resolve:
            resolve(warp, step, mask);
            return mask;
        case Step::Kind::trap:
            if (mask != 0) fail(warp, step, static_cast<unsigned>(__builtin_ctz(mask)), "trap");
            break;
        case Step::Kind::synchronise:
            break;
        default:
            access->active = mask;
            if (mask != 0) fill(warp, step, mask, *access);
            break;
    }
    warp.stack.go_to(step.next);
    return mask;
}

void PtxKernel::leave(Warp& warp, LaneMask lanes) {
    warp.live &= ~lanes;
    warp.stack.leave(lanes);
}

void PtxKernel::resolve(Warp& warp, const Step& step, LaneMask mask) const {
    if (mask == 0) return warp.stack.go_to(step.values[0]);  // its access does nothing either
    const std::uint64_t* base = cells<std::uint64_t>(warp, step.a);
    const auto at = [&](unsigned lane) { return base[lane] + static_cast<std::uint64_t>(step.immediate); };
    const auto first = static_cast<unsigned>(__builtin_ctz(mask));
    const Space space = space_of(at(first));
    for (unsigned l = first; l < warp_lanes; ++l)
        if ((mask >> l & 1) && space_of(at(l)) != space)
            fail(warp, step, l,
                 std::string("the lanes of one generic access point to different spaces: ") + name_of(space) + " and " +
                     name_of(space_of(at(l))) + " (" + hexadecimal(at(l)) + ")");
    const unsigned which = space == Space::global ? 0 : space == Space::shared ? 1 : space == Space::local ? 2 : 3;
    if (space == Space::param || step.values[which] == no_index)
        fail(warp, step, first,
             std::string("generic access to .") + name_of(space) + " memory at " + hexadecimal(at(first)));
    warp.stack.go_to(step.values[which]);
}

void PtxKernel::fail(const Warp& warp, const Step& step, unsigned lane, const std::string& message) const {
    const std::uint64_t thread = std::uint64_t{warp.warp} * warp_lanes + lane;
    throw SimulationError("kernel " + shape_.name + ", CTA " + std::to_string(warp.cta) + " " +
                          triple(warp.cta, shape_.grid) + ", thread " + triple(thread, shape_.block) + ", PC " +
                          std::to_string(step.instruction.pc) + ", " + program_->file + ":" +
                          std::to_string(step.instruction.line) + ": " + message);
}

}  // namespace heddle::ptx
