// An L1 between a driver that sends planned requests and a memory with planned responses, with checkers on both
// bindings.
#pragma once

#include "heddle/l1_cache/l1_cache.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "memory_controller/line_driver.h"

namespace heddle {

// Announces the start of a kernel in one cycle.
class KernelStart : public Ticked {
public:
    KernelBoundaryOut kernel_events_out{"kernel_events_out"};
    KernelStart(sc_core::sc_module_name name, ClockDomain& domain, Cycle cycle, std::uint32_t shared_bytes = 0)
        : Ticked(name, domain), cycle_(cycle), shared_bytes_(shared_bytes) {}
    void start_of_simulation() override { wake_at(cycle_); }
    void tick(Cycle) override { kernel_events_out.announce(KernelEvent::started, shared_bytes_); }

private:
    const Cycle cycle_;
    const std::uint32_t shared_bytes_;
};

struct L1Bench {
    explicit L1Bench(const L1CacheParameters& parameters = {})
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock),
          l1("l1", clock, parameters),
          memory("memory", clock) {
        binder.bind(driver.memory_out, l1.core_in);
        binder.bind(l1.memory_out, memory.request_in);
    }
    unsigned control(Cycle not_before) {
        return driver.add(not_before, driver.pool().acquire(tlm::TLM_IGNORE_COMMAND, 0, 0));
    }
    void start_kernel(Cycle cycle) {
        kernel_start = std::make_unique<KernelStart>("kernel_start", clock, cycle);
        kernel_start->kernel_events_out.bind(l1.kernel_events_in);
    }
    unsigned bypassing_read(Cycle not_before, std::uint64_t address, unsigned bytes) {
        LinePayload* payload = driver.pool().acquire(tlm::TLM_READ_COMMAND, address, bytes);
        payload->access.bypass_l1 = true;
        return driver.add(not_before, payload);
    }
    void fill_memory(std::uint64_t line, std::uint8_t value) {
        for (unsigned i = 0; i < line_bytes; ++i) memory.byte(line + i) = value;
    }
    // Runs until nothing is left to do.
    void run() {
        sc_core::sc_start();
        if (!driver.done() || !l1.idle() || binder.outstanding()) throw SimulationError("the L1 bench did not finish");
    }
    std::uint8_t first_byte(unsigned index) const { return driver.data(index)[0]; }

    ClockDomain clock;
    LineDriver driver;
    L1Cache l1;
    PlannedMemory memory;
    CheckingBinder binder;
    std::unique_ptr<KernelStart> kernel_start;
};

}  // namespace heddle
