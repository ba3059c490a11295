// One L1 over a memory of 40 cycles: miss, hit, merge, a store to an outstanding line, and what comes after it.
#include <cstdio>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/waveform_file.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    ClockDomain clock("clock", period_of_mhz(1400));
    LineDriver driver("driver", clock);
    L1Cache l1("l1_cache", clock, {});
    SimpleMemory memory("memory", clock, {});
    CheckingBinder binder;
    binder.bind(driver.memory_out, l1.core_in);
    binder.bind(l1.memory_out, memory.request_in);

    const char* const what[] = {"load, miss",
                                "load, hit",
                                "load, miss",
                                "load, merged into the miss",
                                "store to the outstanding line",
                                "load after the store, fetched anew",
                                "atomic add, executed below",
                                "load after the atomic"};
    driver.read(1, 0x1000, 4);
    driver.read(100, 0x1040, 4);
    driver.read(200, 0x2000, 4);
    driver.read(205, 0x2004, 4);
    driver.write(210, 0x2000, 0x5A, 4);
    driver.read(215, 0x2000, 4);
    driver.atomic_add(400, 0x2000, 1);
    driver.read(500, 0x2000, 4);

    WaveformFile waveform("l1_cache.vcd");
    sc_core::sc_start();
    waveform.close();

    std::printf("%-36s %8s %6s %10s %8s %10s\n", "access", "address", "sent", "answered", "cycles", "first byte");
    for (unsigned i = 0; i < driver.size(); ++i)
        std::printf("%-36s %8llx %6llu %10llu %8llu %10x\n", what[i],
                    static_cast<unsigned long long>(driver[i].payload->get_address()),
                    static_cast<unsigned long long>(driver[i].sent),
                    static_cast<unsigned long long>(driver[i].answered),
                    static_cast<unsigned long long>(driver.latency(i)), driver.data(i)[0]);
    for (const NamedCounter& counter : l1.counters())
        if (counter.value())
            std::printf("%s %llu %s\n", counter.name(), static_cast<unsigned long long>(counter.value()),
                        counter.unit());
    std::printf("waveform: l1_cache.vcd\n");
    return driver.done() ? 0 : 1;
}
