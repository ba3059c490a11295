// A DC-L1 node between a driver that sends planned requests of any core and a memory with planned responses, with
// checkers on both bindings.
#pragma once

#include "heddle/dcl1_node/dcl1_node.h"
#include "kit/checking_binder.h"
#include "l1_cache/l1_bench.h"
#include "l1_cache/planned_memory.h"
#include "memory_controller/line_driver.h"

namespace heddle {

struct NodeBench {
    explicit NodeBench(const Dcl1NodeParameters& parameters = {}, const HomeLines& lines = {})
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock),
          node("node", clock, parameters, lines),
          memory("memory", clock) {
        binder.bind(driver.memory_out, node.core_in);
        binder.bind(node.memory_out, memory.request_in);
    }
    // A read of some core.
    unsigned read_of(unsigned core, Cycle not_before, std::uint64_t address, unsigned bytes = 32) {
        const unsigned index = driver.read(not_before, address, bytes);
        driver[index].payload->access.sm = static_cast<std::uint16_t>(core);
        return index;
    }
    unsigned non_l1_read(Cycle not_before, std::uint64_t address, unsigned bytes, AccessKind kind) {
        LinePayload* payload = driver.pool().acquire(tlm::TLM_READ_COMMAND, address, bytes);
        payload->access.bypass_l1 = true;
        payload->access.kind = kind;
        return driver.add(not_before, payload);
    }
    void start_kernel(Cycle cycle) {
        kernel_start = std::make_unique<KernelStart>("kernel_start", clock, cycle);
        kernel_start->kernel_events_out.bind(node.kernel_events_in);
    }
    void fill_memory(std::uint64_t line, std::uint8_t value) {
        for (unsigned i = 0; i < line_bytes; ++i) memory.byte(line + i) = value;
    }
    // Runs until nothing is left to do.
    void run() {
        sc_core::sc_start();
        if (!driver.done() || !node.idle() || binder.outstanding()) throw SimulationError("the bench did not finish");
    }
    std::uint8_t first_byte(unsigned index) const { return driver.data(index)[0]; }
    Cycle answered(unsigned index) const { return driver[index].answered; }

    ClockDomain clock;
    LineDriver driver;
    Dcl1Node node;
    PlannedMemory memory;
    CheckingBinder binder;
    std::unique_ptr<KernelStart> kernel_start;
    Dcl1NodeStatistics& count = node.statistics;
};

// A two-way cache of a few lines makes every outcome reachable: four sets.
inline Dcl1NodeParameters small_node() {
    Dcl1NodeParameters parameters;
    parameters.size_bytes = 1024;
    parameters.ways = 2;
    parameters.mshr_entries = 32;
    parameters.latency_cycles = "5";
    return parameters;
}
constexpr std::uint64_t same_set = 512;

}  // namespace heddle
