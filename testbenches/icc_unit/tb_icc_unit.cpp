// The micro-scenario of MECHANISMS 1.4 on one cluster: two SMs merge, both get the reply of one request, a third hits
// the coalesced cache, a store drops the line. Prints when each SM gets its responses and what was counted, and leaves
// icc_unit.vcd in the current folder.
#include <cstdio>

#include "icc_unit/scripted_sm.h"
#include "kit/waveform_file.h"

using namespace heddle_bench;

int sc_main(int, char*[]) {
    IccParameters parameters;
    // The scenario's store at t=9 passes line A while it is outstanding; the paper's rule keeps the line all the same.
    parameters.mt_close_on_write = false;
    IccBench bench(parameters);
    micro_scenario(bench);
    WaveformFile waveform("icc_unit.vcd");
    const unsigned faults = bench.run(800);
    waveform.close();
    for (const auto& sm : bench.sms)
        for (const auto& done : sm->done)
            std::printf("%-5s line 0x%llx  response in cycle %3llu\n", sm->name(),
                        static_cast<unsigned long long>(done.address), static_cast<unsigned long long>(done.cycle));
    for (const NamedCounter& counter : bench.unit.counters())
        if (counter.value())
            std::printf("%-24s %6llu %s\n", counter.name(), static_cast<unsigned long long>(counter.value()),
                        counter.unit());
    return faults != 0;
}
