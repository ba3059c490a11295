// An L2 slice before a memory controller: miss, merge, hit, writes with and without fetch, an atomic, an eviction.
#include <cstdio>
#include <iostream>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/waveform_file.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    ClockDomain clock("clock", period_of_mhz(1400)), memory_clock("memory_clock", period_of_mhz(924));
    LineDriver driver("driver", clock);
    L2SliceParameters parameters;
    parameters.size_bytes = 1024;  // 8 lines in one set: the tenth line displaces the first
    L2Slice l2("l2", clock, parameters);
    MemoryController memory("memory", memory_clock, {});
    driver.memory_out.bind(l2.request_in);
    l2.memory_out.bind(memory.request_in);

    const char* const what[] = {"read, misses",          "read, same line, waits with it", "read, hits",
                                "write of a whole line", "write of 8 bytes, fetches",      "atomic add, hits"};
    driver.read(1, 0x0);
    driver.read(2, 0x20, 32);
    driver.read(800, 0x0);
    driver.write(800, 0x80, 0x11);
    driver.write(801, 0x100, 0x22, 8);
    driver.atomic_add(1500, 0x80, 1);
    for (unsigned line = 3; line < 12; ++line) driver.read(2000, line * 0x80);  // evicts the dirty ones
    driver.read(4000, 0x80, 8);

    WaveformFile waveform("l2_slice.vcd");
    sc_core::sc_start();
    waveform.close();

    std::printf("%-32s %8s %6s %10s %8s\n", "access", "address", "sent", "answered", "cycles");
    for (unsigned i = 0; i < driver.size(); ++i)
        std::printf("%-32s %8llx %6llu %10llu %8llu\n",
                    i < 6                   ? what[i]
                    : i + 1 < driver.size() ? "read, misses, fills the set"
                                            : "read of what was written back",
                    static_cast<unsigned long long>(driver[i].payload->get_address()),
                    static_cast<unsigned long long>(driver[i].sent),
                    static_cast<unsigned long long>(driver[i].answered),
                    static_cast<unsigned long long>(driver.latency(i)));
    for (const NamedCounter& counter : l2.counters())
        std::cout << counter.name() << " " << counter.value() << " " << counter.unit() << "\n";
    std::cout << "waveform: l2_slice.vcd\n";
    const bool right = driver.data(static_cast<unsigned>(driver.size() - 1))[0] == 0x12;
    return driver.done() && right ? 0 : 1;
}
