#include "heddle/platforms/path/gpu.h"

#include <stdexcept>

#include "heddle/platforms/path/dispatch.h"

namespace heddle {
namespace {

Clocks clocks_of(const PathPlan& plan) {
    Clocks clocks;
    clocks.add("core", plan.clock_mhz("core"));
    for (const PathPlan::PlannedLevel& level : plan.levels()) clocks.add(level.clock, plan.clock_mhz(level.clock));
    return clocks;
}

}  // namespace

Gpu::Gpu(sc_core::sc_module_name name, const PathPlan& plan, KernelTable& kernels, Binder& binder)
    : sc_module(name),
      clocks_(clocks_of(plan)),
      cta_dispatcher("cta_dispatcher", clocks_["core"], plan.part<DispatchPlan>().parameters,
                     {plan.topology.clusters, plan.topology.sms_per_cluster}, plan.part<DispatchPlan>().sm_limits,
                     kernels) {
    OpenEnds ends;
    for (auto& launch_out : cta_dispatcher.sm_out) ends.push_back(launch_out.get());
    for (const PathPlan::PlannedLevel& level : plan.levels()) {
        levels_.push_back(level.make(level.instance.c_str(), {plan, clocks_, ends, binder, kernels}));
        ends = levels_.back()->open_ends();
    }
    if (!ends.empty()) throw std::logic_error("the path does not end at memory");
    for (const auto& level : levels_) {
        for (KernelBoundaryIn* cache : level->kernel_listeners()) cta_dispatcher.kernel_events_out.bind(*cache);
        if (host_sockets_.empty()) host_sockets_ = level->host_sockets();
    }
}

std::uint64_t Gpu::retired_warp_instructions() const {
    std::uint64_t sum = 0;
    for (const auto& level : levels_) sum += level->retired_warp_instructions();
    return sum;
}

RunningWarps Gpu::running_warps() const {
    RunningWarps warps;
    for (const auto& level : levels_) level->add_running_warps(warps);
    return warps;
}

}  // namespace heddle
