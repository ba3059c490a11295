// DC-L1 nodes of the system Sh40+C10 between NoC#1 and NoC#2: two cores of a cluster and one of another read one line
// (dcl1_node_shared_line.vcd), and reads of all cores have one home in each cluster (dcl1_node_camping.vcd), compared
// with the same number of reads that are spread. Prints who got what when and leaves the waveforms in the current
// folder.
#include <cstdio>

#include "dcl1_node/scenarios.h"
#include "kit/waveform_file.h"

using namespace heddle;

namespace {

void print_shared_line(const NodeMachine& machine) {
    std::printf("cores 0 and 7 of cluster 0 read line %llx, later core 8 of cluster 1\n",
                static_cast<unsigned long long>(SharedLineScenario::address));
    for (const auto& core : machine.cores)
        for (const auto& done : core->done)
            std::printf("  %-22s response in cycle %5llu  %s\n", core->name(),
                        static_cast<unsigned long long>(done.cycle), done.missed ? "miss" : "hit");
    for (const auto& node : machine.nodes)
        if (node->statistics.accesses.value())
            std::printf("  %-22s %llu accesses, %llu misses, %llu merged with another core's, %llu B to cores\n",
                        node->name(), static_cast<unsigned long long>(node->statistics.accesses.value()),
                        static_cast<unsigned long long>(node->statistics.misses.value()),
                        static_cast<unsigned long long>(node->statistics.merges_other_core.value()),
                        static_cast<unsigned long long>(node->statistics.reply_bytes.value()));
    std::printf("  NoC#2 requests %llu, NoC#1 replies %llu, copies of the line %u\n",
                static_cast<unsigned long long>(NodeMachine::sum(machine.noc2, "read_requests")),
                static_cast<unsigned long long>(NodeMachine::sum(machine.noc1, "read_replies")),
                machine.copies(SharedLineScenario::address));
}

void print_load(const char* what, const NodeMachine& machine) {
    std::uint64_t full = 0, stalls = 0, conflicts = NodeMachine::sum(machine.noc1, "request_conflicts");
    for (const auto& node : machine.nodes) {
        full = std::max(full, node->statistics.q1_full_cycles.value());
        stalls = std::max(stalls, node->stalls.stall_cycles.value());
    }
    std::printf("%-28s %8llu %14.2f %14llu %14llu %14llu\n", what,
                static_cast<unsigned long long>(CampingScenario::last_response(machine)),
                CampingScenario::camping_index(machine), static_cast<unsigned long long>(full),
                static_cast<unsigned long long>(stalls), static_cast<unsigned long long>(conflicts));
}

}  // namespace

int sc_main(int, char*[]) {
    use_femtosecond_resolution();
    Binder binder;
    NodeMachine shared("shared_line", {}, binder), camping("camping", {}, binder), spread("spread", {}, binder);
    SharedLineScenario::write(shared);
    CampingScenario{}.write(camping);
    CampingScenario{32, false}.write(spread);

    WaveformFile shared_waveform("dcl1_node_shared_line.vcd", "shared_line.*");
    WaveformFile camping_waveform("dcl1_node_camping.vcd", "camping.*");
    sc_core::sc_start();
    shared_waveform.close();
    camping_waveform.close();

    print_shared_line(shared);
    std::printf("\n80 cores read 32 lines each\n%-28s %8s %14s %14s %14s %14s\n", "", "cycles", "camping index",
                "most Q1 full", "most stalled", "NoC#1 losers");
    print_load("one home in each cluster", camping);
    print_load("all homes alike", spread);
    std::printf("waveforms: dcl1_node_shared_line.vcd, dcl1_node_camping.vcd\n");
    return shared.idle() && camping.idle() && spread.idle() ? 0 : 1;
}
