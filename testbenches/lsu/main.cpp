// One LSU over a memory of 40 cycles: what different address patterns of a warp cost.
#include <cstdio>

#include "heddle/lsu/lsu.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/waveform_file.h"
#include "warp_driver.h"

using namespace heddle;

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    ClockDomain clock("clock", period_of_mhz(1400));
    WarpDriver driver("driver", clock);
    Lsu lsu("lsu", clock, {});
    SimpleMemory memory("memory", clock, {});
    CheckingBinder binder;
    binder.bind(driver.memory_out, lsu.warp_in);
    binder.bind(lsu.l1_out, memory.request_in);

    const char* const what[] = {"load, consecutive words", "load, base off by 32 bytes", "load, stride of 8 bytes",
                                "load, one word for all",  "load, every lane its line",  "store, stride of 8 bytes",
                                "atomic, one counter"};
    driver.warp(1, AccessKind::load, [](unsigned lane) { return 0x1000 + lane * 4; });
    driver.warp(100, AccessKind::load, [](unsigned lane) { return 0x1020 + lane * 4; });
    driver.warp(200, AccessKind::load, [](unsigned lane) { return 0x1000 + lane * 8; });
    driver.warp(300, AccessKind::load, [](unsigned) { return 0x1000; });
    driver.warp(400, AccessKind::load, [](unsigned lane) { return 0x1000 + lane * 1024; });
    driver.warp(500, AccessKind::store, [](unsigned lane) { return 0x1000 + lane * 8; });
    driver.warp(600, AccessKind::atomic, [](unsigned) { return 0x1000; });

    WaveformFile waveform("lsu.vcd");
    sc_core::sc_start();
    waveform.close();

    std::printf("%-28s %6s %10s %8s\n", "instruction", "sent", "response", "cycles");
    for (unsigned i = 0; i < driver.size(); ++i)
        std::printf("%-28s %6llu %10llu %8llu\n", what[i], static_cast<unsigned long long>(driver[i].sent),
                    static_cast<unsigned long long>(driver[i].answered),
                    static_cast<unsigned long long>(driver.latency(i)));
    const auto& lines = lsu.lines_per_instruction.counts();
    for (unsigned count = 0; count < lines.size(); ++count)
        if (lines[count])
            std::printf("%llu instructions became %u line requests\n", static_cast<unsigned long long>(lines[count]),
                        count);
    std::printf("waveform: lsu.vcd\n");
    return driver.done() ? 0 : 1;
}
