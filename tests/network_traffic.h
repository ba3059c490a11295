// The ends of a network under random traffic: initiators that check every byte, memories that may stall, and what must
// be true of both when the traffic is over.
#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "crossbar/random_initiator.h"
#include "in_child.h"

namespace heddle_bench {

class NetworkEnds {
public:
    // `stall_percent`: of the cycles, at both ends.
    explicit NetworkEnds(unsigned stall_percent) : stall_percent_(stall_percent) {}

    void add_initiator(ClockDomain& clock, unsigned packets, unsigned in_flight, unsigned memory_count,
                       tlm::tlm_target_socket<32>& socket) {
        const auto id = static_cast<unsigned>(initiators.size());
        initiators.push_back(std::make_unique<RandomInitiator>(("initiator_" + std::to_string(id)).c_str(), clock, id,
                                                               packets, in_flight, memory_count));
        initiators.back()->stall_percent = stall_percent_;
        initiators.back()->out.bind(socket);
    }
    void add_memory(ClockDomain& clock, Cycle latency, tlm::tlm_initiator_socket<32>& socket) {
        const std::size_t id = memories.size();
        memories.push_back(std::make_unique<Memory>(("memory_" + std::to_string(id)).c_str(), clock, latency));
        memories.back()->log = false;
        memories.back()->seed = id;
        memories.back()->stall_percent = stall_percent_;
        socket.bind(memories.back()->in);
    }
    // Runs the simulation until nothing is left to do.
    void run_to_end() {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        CHECK_FALSE(sc_core::sc_pending_activity());
        for (const auto& initiator : initiators) {
            CHECK(initiator->done());
            CHECK(initiator->wrong == 0);
            CHECK(initiator->out_of_order == 0);
            CHECK(initiator->pool.live() == 0);
        }
        for (const auto& memory : memories) CHECK_FALSE(memory->order_broken);
    }

    std::vector<std::unique_ptr<RandomInitiator>> initiators;
    std::vector<std::unique_ptr<Memory>> memories;

private:
    const unsigned stall_percent_;
};

// One number for every statistic of every block.
inline std::uint64_t hash_of_statistics() {
    std::uint64_t hash = 0;
    for_each_block(nullptr, [&](Block& block) {
        for (const NamedCounter& counter : block.counters()) hash = noise(hash, counter.value());
        for (const Histogram* histogram : block.histograms())
            for (std::uint64_t count : histogram->counts()) hash = noise(hash, count);
    });
    return hash;
}

// The hash of statistics of a System that ran in a process of its own.
template <class System, class Options>
std::uint64_t hash_in_child(const Options& options) {
    return heddle::in_child([&] {
        System system(options);
        system.run();
        return hash_of_statistics();
    });
}

// The hash of a run in registration order, after it was found equal in four other orders of evaluation.
template <class System, class Options>
std::uint64_t check_evaluation_orders(Options options) {
    const std::uint64_t reference = hash_in_child<System>(options);
    CHECK(reference != 0);
    for (std::uint64_t seed : {1, 2, 3, 4}) {
        options.order_seed = seed;
        CHECK(hash_in_child<System>(options) == reference);
    }
    return reference;
}

}  // namespace heddle_bench
