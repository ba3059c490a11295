// One SM with an LSU and a memory of 40 cycles: a CTA of two warps that load, compute, store, and meet at a barrier.
#include <cstdio>

#include "heddle/lsu/lsu.h"
#include "heddle/sm/sm.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/waveform_file.h"
#include "message_driver.h"
#include "script_kernel.h"

using namespace heddle;

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    ScriptKernels table;
    ClockDomain clock("clock", period_of_mhz(1400));
    KernelShape shape;
    shape.name = "load_compute_store";
    shape.block.x = 64;
    const char* const what[] = {"load r1", "alu r2 <- r1", "sfu r3 <- r2", "store r3",
                                "barrier", "load r4",      "alu r5 <- r4", "exit"};
    const auto program = [](std::uint32_t, std::uint32_t warp) {
        using namespace script;
        const std::uint64_t mine = 0x1000 + warp * 128, other = 0x1000 + (1 - warp) * 128;
        return Script{
            load(1, 0x4000), alu(2, {1}), compute(ExecutionUnit::sfu, 3, {2}), store(3, mine, 100 * warp), barrier(),
            load(4, other),  alu(5, {4})};
    };
    table.kernels.push_back(std::make_unique<ScriptKernel>(shape, program, [&clock] { return clock.now(); }));

    MessageDriver driver("driver", clock);
    Sm sm("sm", clock, {}, table, 0);
    Lsu lsu("lsu", clock, {});
    SimpleMemory memory("memory", clock, {});
    CheckingBinder binder;
    binder.bind(driver.launch_out, sm.launch_in);
    binder.bind(sm.memory_out, lsu.warp_in);
    binder.bind(lsu.l1_out, memory.request_in);
    const unsigned launch = driver.send(1, CtaLaunch{0, 0, 1});

    WaveformFile waveform("sm.vcd");
    sc_core::sc_start();
    waveform.close();

    for (const auto& issue : table.kernels[0]->issues)
        std::printf("cycle %4llu  warp %u  %s\n", static_cast<unsigned long long>(issue.cycle), issue.warp,
                    what[issue.pc]);
    for (const auto& result : table.kernels[0]->results)
        std::printf("warp %u, %s: lane 0 got %u\n", result.warp, what[result.pc], result.words[0]);
    std::printf("CTA retired: response in cycle %llu\n", static_cast<unsigned long long>(driver[launch].answered));
    sm.settle_counters();
    for (const NamedCounter& counter : sm.counters())
        if (counter.value())
            std::printf("%s %llu %s\n", counter.name(), static_cast<unsigned long long>(counter.value()),
                        counter.unit());
    std::printf("waveform: sm.vcd\n");
    return driver.done() ? 0 : 1;
}
