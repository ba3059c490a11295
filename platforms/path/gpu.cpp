#include "heddle/platforms/path/gpu.h"

#include "heddle/platforms/path/dispatch.h"

namespace heddle {
namespace {

Clocks clocks_of(const PathPlan& plan) {
    Clocks clocks;
    clocks.add("core", plan.clock_mhz("core"));
    for (const PathPlan::PlannedLevel& level : plan.levels()) clocks.add(level.clock, plan.clock_mhz(level.clock));
    return clocks;
}

Ports<tlm::tlm_initiator_socket<32>> sockets_outside(std::size_t count) {
    return {"memory_out", static_cast<unsigned>(count),
            [](const char* name, unsigned) { return std::make_unique<tlm::tlm_initiator_socket<32>>(name); }};
}

}  // namespace

Gpu::Gpu(sc_core::sc_module_name name, const PathPlan& plan, KernelTable& kernels, Binder& binder)
    : sc_module(name),
      clocks_(clocks_of(plan)),
      cta_dispatcher("cta_dispatcher", clocks_["core"], plan.part<DispatchPlan>().parameters,
                     {plan.topology.clusters, plan.topology.sms_per_cluster}, plan.part<DispatchPlan>().sm_limits,
                     kernels),
      memory_out(sockets_outside(0)) {
    OpenEnds ends, side;
    for (auto& launch_out : cta_dispatcher.sm_out) ends.push_back(launch_out.get());
    for (const PathPlan::PlannedLevel& level : plan.levels()) {
        levels_.push_back(level.make(level.instance.c_str(), {plan, clocks_, ends, side, binder, kernels}));
        ends = levels_.back()->open_ends();
        const OpenEnds more = levels_.back()->side_ends();
        side.insert(side.end(), more.begin(), more.end());
    }
    bind_outside(ends);
    for (const auto& level : levels_) {
        for (KernelBoundaryIn* cache : level->kernel_listeners()) cta_dispatcher.kernel_events_out.bind(*cache);
        if (host_sockets_.empty()) host_sockets_ = level->host_sockets();
        for (ControlSocket* control : level->control_sockets()) control_sockets_.push_back(control);
    }
    for (const PathPlan::PlannedMonitor& monitor : plan.monitors())
        monitors_.push_back(monitor.make(monitor.instance.c_str(), {plan, clocks_, levels_}));
}

void Gpu::bind_outside(const OpenEnds& ends) {
    memory_out = sockets_outside(ends.size());
    for (unsigned i = 0; i < ends.size(); ++i) ends[i]->bind(memory_out[i]);
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
