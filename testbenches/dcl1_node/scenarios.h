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

// Every core reads `reads` lines of its own. Camping, all lines are in the first of every four kilobytes: the bits that
// choose the home are the same in all of them, so that in each cluster one node gets all the reads, while they use all
// the slices that this node is the home of. Spread, the cores of a cluster use its nodes alike in every round.
struct CampingScenario {
    unsigned reads = 32;
    bool camping = true;

    std::uint64_t address(std::uint64_t line) const {
        return camping ? line / 8 * 4096 + line % 8 * line_bytes : line * (1024 + line_bytes);
    }
    void write(NodeMachine& machine) const {
        std::uint64_t line = 0;
        for (unsigned read = 0; read < reads; ++read)
            for (const auto& core : machine.cores)
                core->script.push_back({1, heddle_bench::Kind::read, address(line++), line_bytes});
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
