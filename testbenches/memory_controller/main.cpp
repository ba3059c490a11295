// Eight accesses to one memory controller: closed bank, row hit, row conflict, a hit that overtakes, and the bus.
#include <cstdio>
#include <iostream>

#include "heddle/memory_controller/memory_controller.h"
#include "kit/waveform_file.h"
#include "line_driver.h"

using namespace heddle;

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    ClockDomain clock("clock", period_of_mhz(1400));
    LineDriver driver("driver", clock);
    MemoryControllerParameters parameters;
    MemoryController memory("memory", clock, parameters);
    driver.memory_out.bind(memory.request_in);
    const unsigned other_row = parameters.row_bytes * parameters.banks;

    const char* const what[] = {"write, bank closed",
                                "read, row open",
                                "read, other row",
                                "read, third row",
                                "read, fourth row, overtaken",
                                "read, third row, overtakes",
                                "read, bank 1",
                                "atomic add, bank 1"};
    driver.write(1, 0x0, 0x5a);
    driver.read(300, 0x80);
    driver.read(600, other_row);
    driver.read(900, 2 * other_row);
    driver.read(900, 3 * other_row);
    driver.read(900, 2 * other_row + 0x100);
    driver.read(900, parameters.row_bytes);
    driver.atomic_add(900, parameters.row_bytes, 7);

    WaveformFile waveform("memory_controller.vcd");
    sc_core::sc_start();
    waveform.close();
    memory.settle_counters();

    std::cout << "access                          address   sent   answered   cycles\n";
    for (unsigned i = 0; i < driver.size(); ++i)
        std::printf("%-30s %8llx %6llu %10llu %8llu\n", what[i],
                    static_cast<unsigned long long>(driver[i].payload->get_address()),
                    static_cast<unsigned long long>(driver[i].sent),
                    static_cast<unsigned long long>(driver[i].answered),
                    static_cast<unsigned long long>(driver.latency(i)));
    for (const NamedCounter& counter : memory.counters())
        std::cout << counter.name() << " " << counter.value() << " " << counter.unit() << "\n";
    std::cout << "waveform: memory_controller.vcd\n";
    return driver.done() ? 0 : 1;
}
