// What the cores of a NodeMachine do in the test bench and in the tests.
#pragma once

#include "dcl1_node/node_machine.h"

namespace heddle {

// MECHANISMS 5.2: cores 0 and 7 read a line, later core 8 does.
struct SharedLineScenario {
    static constexpr std::uint64_t address = 0x10400;
    static constexpr Cycle later = 1000;
    static void write(NodeMachine& machine) {
        machine.cores[0]->script.push_back({1, heddle_bench::Kind::read, address, 32});
        machine.cores[7]->script.push_back({1, heddle_bench::Kind::read, address + 32, 32});
        machine.cores[8]->script.push_back({later, heddle_bench::Kind::read, address + 64, 32});
    }
};

// Every core reads `reads` lines of its own, `stride` bytes apart. A stride of 4 KB leaves the bits that choose the
// home as they are, so that in a cluster one node gets all the reads: partition camping, of which the slices behind
// have their part too. With 1152 bytes the cores of a cluster use its nodes alike in every round.
struct CampingScenario {
    unsigned reads = 32;
    std::uint64_t stride = 4096;

    void write(NodeMachine& machine) const {
        std::uint64_t address = 0;
        for (unsigned read = 0; read < reads; ++read)
            for (const auto& core : machine.cores) {
                core->script.push_back({1, heddle_bench::Kind::read, address, 128});
                address += stride;
            }
    }
    // The most accesses of a node divided by the mean of all.
    static double camping_index(const NodeMachine& machine) {
        std::uint64_t most = 0, sum = 0;
        for (const auto& node : machine.nodes) {
            most = std::max(most, node->statistics.accesses.value());
            sum += node->statistics.accesses.value();
        }
        return sum ? static_cast<double>(most * machine.nodes.size()) / static_cast<double>(sum) : 0;
    }
    static Cycle last_response(const NodeMachine& machine) {
        Cycle last = 0;
        for (const auto& core : machine.cores)
            for (const auto& done : core->done) last = std::max(last, done.cycle);
        return last;
    }
};

}  // namespace heddle
