#include "heddle/stimulus/ptx/ptx_executor.h"

#include <algorithm>

#include "heddle/stimulus/ptx/memory_lanes.h"
#include "heddle/stimulus/ptx/windows.h"

namespace heddle::ptx {
namespace {

Warp& own(WarpState& warp) {
    return static_cast<Warp&>(warp);
}

void reduce(Warp& warp, const Step& step, LaneMask lanes) {
    const LaneMask yes = warp.predicates[step.p] ^ (step.immediate != 0 ? all_lanes : 0);
    warp.reduction->add(warp.reductions++, static_cast<std::uint32_t>(__builtin_popcount(lanes)),
                        static_cast<std::uint32_t>(__builtin_popcount(lanes & yes)));
}

bool is_barrier(const Step& step) {
    return step.instruction.operation == Operation::barrier;
}

LaneMask guarded(const Warp& warp, const Step& step) {
    return warp.stack.active() & (warp.predicates[step.guard] ^ (step.guard_negated ? all_lanes : 0));
}

}  // namespace

PtxExecutor::PtxExecutor(const PtxKernel& kernel)
    : program_(kernel.program()), kernel_(kernel), check_(kernel.address_check()) {
    if (check_) last_ranges_.resize(program_.steps.size());
}

Warp& PtxExecutor::new_warp() {
    if (!free_.empty()) {
        Warp* reused = free_.back();
        free_.pop_back();
        return *reused;
    }
    warps_.push_back(std::make_unique<Warp>());
    free_.reserve(warps_.size());
    kernel_.make_registers(*warps_.back());
    return *warps_.back();
}

// That of the CTA if a warp of it is here, else a free one.
PtxExecutor::CtaReduction& PtxExecutor::reduction_of(std::uint32_t cta) {
    const auto find = [&](auto matches) {
        const auto found = std::find_if(reductions_.begin(), reductions_.end(), matches);
        return found == reductions_.end() ? nullptr : found->get();
    };
    if (CtaReduction* own = find([=](const auto& entry) { return entry->warps > 0 && entry->cta == cta; })) return *own;
    CtaReduction* unused = find([](const auto& entry) { return entry->warps == 0; });
    if (!unused) unused = reductions_.emplace_back(std::make_unique<CtaReduction>()).get();
    unused->cta = cta;
    unused->reduction.start();
    return *unused;
}

void PtxExecutor::join_reduction(Warp& warp) {
    CtaReduction& cta = reduction_of(warp.cta);
    ++cta.warps;
    warp.reduction = &cta.reduction;
    warp.reductions = 0;
}

void PtxExecutor::leave_reduction(const Warp& warp) {
    for (const auto& entry : reductions_)
        if (&entry->reduction == warp.reduction) --entry->warps;
}

WarpState* PtxExecutor::start_warp(std::uint32_t cta, std::uint32_t number) {
    Warp& warp = new_warp();
    warp.cta = cta;
    warp.warp = number;
    warp.sm = nullptr;
    warp.executed = 0;
    const std::uint32_t threads = kernel_.shape().threads_per_cta() - number * warp_lanes;
    warp.exists = threads >= warp_lanes ? all_lanes : (LaneMask{1} << threads) - 1;
    warp.live = warp.exists;
    warp.stack.start(warp.exists);
    kernel_.set_special_registers(warp);
    if (program_.reduces) join_reduction(warp);
    return &warp;
}

void PtxExecutor::finish_warp(WarpState* warp) {
    if (program_.reduces) leave_reduction(own(*warp));
    free_.push_back(&own(*warp));
}

// A barrier is for all live lanes: those that come first wait, which costs no instruction, and others go on. Predicates
// never wait for memory, so that the lanes of an exit are known when it is fetched.
const WarpInstruction& PtxExecutor::fetch(WarpState& state) {
    Warp& warp = own(state);
    while (is_barrier(program_.steps[warp.stack.pc()]) && warp.stack.active() != warp.live) hold(warp);
    const Step& step = program_.steps[warp.stack.pc()];
    if (step.kind == Step::Kind::leave && guarded(warp, step) != warp.live)
        return program_.partial_exits[static_cast<std::size_t>(step.immediate)];
    return step.instruction;
}

LaneMask PtxExecutor::execute(WarpState& state, LaneAccess* access) {
    Warp& warp = own(state);
    const Step& step = program_.steps[warp.stack.pc()];
    LaneMask mask = guarded(warp, step);
    ++warp.executed;
    if (step.kind == Step::Kind::compute) {
        if (access)
            fill_constant(warp, step, mask, *access);
        else if (mask != 0)
            step.function(warp, step, mask == warp.exists ? all_lanes : mask);
        warp.stack.go_to(step.next);
        return mask;
    }
    switch (step.kind) {
        case Step::Kind::branch: {
            const LaneMask active = warp.stack.active();  // they execute the branch wherever it leads them
            warp.stack.branch(mask, step.target, step.next, step.reconvergence);
            return active;
        }
        case Step::Kind::leave:
            if (mask != warp.live) warp.stack.go_to(step.next);
            leave(warp, mask);
            return mask;
        case Step::Kind::resolve:
            resolve(warp, step, mask);
            return mask;
        case Step::Kind::trap:
            if (mask != 0) kernel_.fail(warp, step, first_lane(mask), "trap");
            break;
        case Step::Kind::reduce:
            reduce(warp, step, mask);
            break;
        case Step::Kind::synchronise:
            break;
        default:
            if (step.instruction.prefetch) mask = in_global_memory(warp, step, mask);
            access->active = mask;
            if (mask != 0) fill(warp, step, mask, *access);
            break;
    }
    warp.stack.go_to(step.next);
    return mask;
}

void PtxExecutor::hold(Warp& warp) const {
    const std::uint32_t pc = warp.stack.pc();
    if (warp.stack.held() != 0 && warp.stack.held_pc() != pc)
        kernel_.fail(warp, program_.steps[pc], first_lane(warp.stack.active()),
                     "lanes of one warp come to different barriers, others wait at that of line " +
                         std::to_string(program_.steps[warp.stack.held_pc()].instruction.line) +
                         "; let all lanes of a warp come to the same one, behind the branch");
    warp.stack.hold();
}

void PtxExecutor::leave(Warp& warp, LaneMask lanes) {
    warp.live &= ~lanes;
    warp.stack.leave(lanes);
}

void PtxExecutor::resolve(Warp& warp, const Step& step, LaneMask mask) const {
    if (mask == 0) return warp.stack.go_to(step.values[0]);  // its access does nothing either
    const std::uint64_t* base = cells<std::uint64_t>(warp, step.a);
    const auto at = [&](unsigned lane) { return base[lane] + static_cast<std::uint64_t>(step.immediate); };
    const unsigned first = first_lane(mask);
    const Space space = space_of(at(first));
    for (unsigned l = first; l < warp_lanes; ++l)
        if ((mask >> l & 1) && space_of(at(l)) != space)
            kernel_.fail(warp, step, l,
                         std::string("the lanes of one generic access point to different spaces: ") + name_of(space) +
                             " and " + name_of(space_of(at(l))) + " (" + hexadecimal(at(l)) + ")");
    const unsigned which = space == Space::global ? 0 : space == Space::shared ? 1 : space == Space::local ? 2 : 3;
    if (space == Space::param || step.values[which] == no_index)
        kernel_.fail(warp, step, first,
                     std::string("generic access to .") + name_of(space) + " memory at " + hexadecimal(at(first)));
    warp.stack.go_to(step.values[which]);
}

}  // namespace heddle::ptx
