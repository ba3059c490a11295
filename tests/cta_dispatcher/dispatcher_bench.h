// The dispatcher between a host and SMs that take CTAs and end them when the test says so.
#pragma once

#include <catch2/catch.hpp>

#include "cta_dispatcher/sm_model.h"
#include "heddle/cta_dispatcher/cta_dispatcher.h"
#include "kit/checking_binder.h"
#include "sm/message_driver.h"
#include "sm/script_kernel.h"

namespace heddle {

struct DispatcherBench {
    explicit DispatcherBench(const MachineShape& machine, const CtaDispatcherParameters& parameters = {},
                             const SmLimits& limits = {}, std::unique_ptr<CtaPolicy> policy = nullptr)
        : clock("clock", period_of_mhz(1000)),
          host("host", clock),
          dispatcher("dispatcher", clock, parameters, machine, limits, table, std::move(policy)) {
        binder.bind(host.launch_out, dispatcher.kernel_in);
        for (unsigned i = 0; i < machine.sms(); ++i) {
            sms.push_back(std::make_unique<SmModel>(("sm_" + std::to_string(i)).c_str(), clock));
            binder.bind(dispatcher.sm_out[i], sms.back()->launch_in);
        }
    }
    void add_kernel(unsigned ctas, unsigned threads = 32, unsigned registers = 16, unsigned shared_bytes = 0) {
        add_kernel(Dim3{ctas, 1, 1}, threads, registers, shared_bytes);
    }
    void add_kernel(const Dim3& grid, unsigned threads = 32, unsigned registers = 16, unsigned shared_bytes = 0) {
        KernelShape shape;
        shape.name = "k" + std::to_string(table.kernels.size());
        shape.grid = grid;
        shape.block.x = threads;
        shape.registers_per_thread = registers;
        shape.shared_bytes = shared_bytes;
        table.kernels.push_back(std::make_unique<ScriptKernel>(
            shape, [](auto, auto) { return Script{}; }, [] { return Cycle{0}; }));
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(host.done());
        REQUIRE(binder.outstanding() == 0);
    }
    void run_for(int cycles) { sc_core::sc_start(cycles, sc_core::SC_NS); }
    // Keeps what the dispatcher tells of every CTA.
    void record() {
        dispatcher.on_cta_retired = [this](const CtaRecord& record) { records.push_back(record); };
    }
    void hold_all() {
        for (auto& sm : sms) sm->run_cycles = [](std::uint32_t) { return never; };
    }
    ScriptKernels table;
    ClockDomain clock;
    MessageDriver host;
    CtaDispatcher dispatcher;
    std::vector<std::unique_ptr<SmModel>> sms;
    CheckingBinder binder;
    std::vector<CtaRecord> records;
};

using Ctas = std::vector<std::uint32_t>;

}  // namespace heddle
