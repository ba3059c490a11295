// A 3 x 2 crossbar with a few transactions: a lone load, two stores that want one output, a burst against a memory that
// does not take it. Prints when each arrives and leaves crossbar.vcd in the current folder.
#include <cstdio>

#include "crossbar/traffic.h"
#include "heddle/crossbar/crossbar.h"
#include "kit/waveform_file.h"

using namespace heddle_bench;

namespace {

struct Top {
    ClockDomain clock{"clock", period_of_mhz(1400)};
    Crossbar crossbar{"crossbar", clock, parameters(), map()};
    ScriptedInitiator sm_0{"sm_0", clock}, sm_1{"sm_1", clock}, sm_2{"sm_2", clock};
    Memory memory_0{"memory_0", clock, 10}, memory_1{"memory_1", clock, 10};

    Top() {
        sm_0.out.bind(crossbar.in[0]);
        sm_1.out.bind(crossbar.in[1]);
        sm_2.out.bind(crossbar.in[2]);
        crossbar.out[0].bind(memory_0.in);
        crossbar.out[1].bind(memory_1.in);
    }
    static CrossbarParameters parameters() {
        CrossbarParameters p;
        p.inputs = 3;
        p.outputs = 2;
        return p;
    }
    static AddressMap map() {
        AddressMap m;
        m.partitions = 2;
        return m;
    }
};

void print(const ScriptedInitiator& source) {
    for (std::size_t i = 0; i < source.done.size(); ++i)
        std::printf("%-8s address %5llu  response in cycle %3llu\n", source.name(),
                    static_cast<unsigned long long>(source.done[i].address),
                    static_cast<unsigned long long>(source.done[i].cycle));
}

}  // namespace

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    Top top;
    top.sm_0.script = {{1, Kind::read, 0, 128}, {30, Kind::write, 256, 128}};
    top.sm_1.script = {{30, Kind::write, 256 + 512, 128}};
    top.memory_0.blocked_until = 120;
    for (unsigned i = 0; i < 12; ++i) top.sm_2.script.push_back({60 + i, Kind::write, i * 512, 64});
    top.sm_0.script.push_back({70, Kind::atomic, 256, 4});
    WaveformFile waveform("crossbar.vcd");
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    waveform.close();
    for (const ScriptedInitiator* source : {&top.sm_0, &top.sm_1, &top.sm_2}) print(*source);
    for (const NamedCounter& counter : top.crossbar.counters())
        std::printf("%-28s %6llu %s\n", counter.name(), static_cast<unsigned long long>(counter.value()),
                    counter.unit());
    return 0;
}
