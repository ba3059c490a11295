// An SM that is given CTAs of scripted kernels, with an LSU and a memory whose responses are planned behind it.
#pragma once

#include <optional>

#include "heddle/sm/sm.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/any_lsu.h"
#include "sm/message_driver.h"
#include "sm/script_kernel.h"

namespace heddle {

struct SmBench {
    // From the issue of a coalesced load to the issue of what needs it: the memory's latency and four hops.
    static constexpr Cycle hops = 4;

    explicit SmBench(const SmParameters& parameters = {}, std::size_t response_capacity = 8,
                     const LsuPoolParameters& pool = {}, std::size_t l1_queue = 64,
                     std::optional<LsuTraits> traits = {})  // what the SM believes; the unit's own unless given
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock, response_capacity),
          sm("sm", clock, parameters, table, 3, 1, traits.value_or(pool.traits())),
          unit(make_lsu("lsu", clock, {}, pool, SetIndex(64))),
          lsu(*unit),
          memory("memory", clock, l1_queue) {
        binder.bind(driver.launch_out, sm.launch_in);
        binder.bind(sm.memory_out, lsu.warp_in);
        binder.bind(lsu.l1_out, memory.request_in);
    }
    ScriptKernel& add_kernel(unsigned warps, ScriptKernel::Program program, unsigned ctas = 64) {
        KernelShape shape;
        shape.name = "scripted";
        shape.grid.x = ctas;
        shape.block.x = warps * warp_lanes;
        return add_kernel(shape, std::move(program));
    }
    ScriptKernel& add_kernel(const KernelShape& shape, ScriptKernel::Program program) {
        table.kernels.push_back(
            std::make_unique<ScriptKernel>(shape, std::move(program), [this] { return clock.now(); }));
        return *table.kernels.back();
    }
    unsigned launch(std::uint32_t cta = 0, Cycle at = 1, std::uint32_t launch_number = 0, std::uint32_t kernel = 0) {
        return driver.send(at, CtaLaunch{kernel, cta, launch_number});
    }
    void run() {
        sc_core::sc_start();
        if (!driver.done() || !sm.idle() || !lsu.idle() || binder.outstanding())
            throw SimulationError("the SM bench did not finish");
        for (const auto& kernel : table.kernels)
            if (kernel->resident_warps) throw SimulationError("warps were started and never finished");
    }
    std::uint64_t accounted() const {
        return sm.issue_cycles.value() + sm.stall_memory_cycles.value() + sm.stall_alu_cycles.value() +
               sm.stall_structural_cycles.value() + sm.stall_barrier_cycles.value() + sm.idle_cycles.value();
    }

    ScriptKernels table;
    ClockDomain clock;
    MessageDriver driver;
    Sm sm;
    std::unique_ptr<LsuBase> unit;
    LsuBase& lsu;
    PlannedMemory memory;
    CheckingBinder binder;
};

}  // namespace heddle
