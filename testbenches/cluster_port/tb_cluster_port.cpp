// A cluster of three SMs with a few transactions: three loads at once, then stores against a network that is busy.
// Prints when each response comes and leaves cluster_port.vcd in the current folder.
#include <cstdio>

#include "crossbar/traffic.h"
#include "heddle/cluster_port/cluster_port.h"
#include "kit/waveform_file.h"

using namespace heddle_bench;

namespace {

struct Top {
    ClockDomain clock{"clock", period_of_mhz(1400)};
    ClusterPort cluster_port{"cluster_port", clock, parameters()};
    ScriptedInitiator sm_0{"sm_0", clock}, sm_1{"sm_1", clock}, sm_2{"sm_2", clock};
    Memory network{"network", clock, 10};

    Top() {
        sm_0.out.bind(cluster_port.core_in[0]);
        sm_1.out.bind(cluster_port.core_in[1]);
        sm_2.out.bind(cluster_port.core_in[2]);
        cluster_port.noc_out.bind(network.in);
    }
    static ClusterPortParameters parameters() {
        ClusterPortParameters p;
        p.cores = 3;
        p.injection_buffer_packets = 4;
        return p;
    }
};

void print(const ScriptedInitiator& source) {
    for (const auto& done : source.done)
        std::printf("%-6s address %5llu  response in cycle %3llu\n", source.name(),
                    static_cast<unsigned long long>(done.address), static_cast<unsigned long long>(done.cycle));
}

}  // namespace

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    Top top;
    top.network.blocked_until = 60;
    for (ScriptedInitiator* sm : {&top.sm_0, &top.sm_1, &top.sm_2}) {
        const std::uint64_t base = sm == &top.sm_0 ? 0 : sm == &top.sm_1 ? 4096 : 8192;
        sm->script.push_back({1, Kind::read, base, 128});
        for (unsigned i = 0; i < 4; ++i) sm->script.push_back({20, Kind::write, base + i * 128, 128});
    }
    WaveformFile waveform("cluster_port.vcd");
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
    waveform.close();
    for (const ScriptedInitiator* sm : {&top.sm_0, &top.sm_1, &top.sm_2}) print(*sm);
    for (const NamedCounter& counter : top.cluster_port.counters())
        std::printf("%-24s %6llu %s\n", counter.name(), static_cast<unsigned long long>(counter.value()),
                    counter.unit());
    return 0;
}
