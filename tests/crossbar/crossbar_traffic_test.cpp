// Random traffic: every byte right, nothing lost, doubled, overtaken or left over; the same whatever the order of
// evaluation.
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>

#include "base/waveform.h"
#include "crossbar/crossbar.h"
#include "crossbar/random_initiator.h"

using namespace heddle_bench;

namespace {

constexpr unsigned memories = 8;

struct Options {
    CrossbarParameters crossbar;
    unsigned sources = 12, packets = 1000, in_flight = 32, stall_percent = 0;
    double source_mhz = 1400, crossbar_mhz = 1400, memory_mhz = 1400;
    std::uint64_t order_seed = 0;
    bool waveform = false;
};

struct Outcome {
    std::uint64_t hash = 0, time = 0, source_latency = 0;
};

struct System {
    explicit System(const Options& o)
        : options(o),
          source_clock("source_clock", period_of_mhz(o.source_mhz)),
          crossbar_clock("crossbar_clock", period_of_mhz(o.crossbar_mhz)),
          memory_clock("memory_clock", period_of_mhz(o.memory_mhz)) {
        AddressMap map;
        map.partitions = memories;
        CrossbarParameters p = o.crossbar;
        p.inputs = o.sources;
        p.outputs = memories;
        crossbar = std::make_unique<Crossbar>("crossbar", crossbar_clock, p, map);
        for (unsigned i = 0; i < o.sources; ++i) {
            sources.push_back(std::make_unique<RandomInitiator>(("source_" + std::to_string(i)).c_str(), source_clock,
                                                                i, o.packets, o.in_flight, memories));
            sources.back()->stall_percent = o.stall_percent;
            sources.back()->out.bind(crossbar->in[i]);
        }
        for (unsigned i = 0; i < memories; ++i) {
            targets.push_back(
                std::make_unique<Memory>(("memory_" + std::to_string(i)).c_str(), memory_clock, 1 + i % 3));
            targets.back()->log = false;
            targets.back()->seed = i;
            targets.back()->stall_percent = o.stall_percent;
            crossbar->out[i].bind(targets.back()->in);
        }
        for (ClockDomain* clock : {&source_clock, &crossbar_clock, &memory_clock})
            clock->set_evaluation_order_seed(o.order_seed);
    }

    void check() const {
        std::uint64_t reads = 0, writes = 0, atomics = 0, served = 0;
        for (const auto& source : sources) {
            CHECK(source->done());
            CHECK(source->wrong == 0);
            CHECK(source->out_of_order == 0);
            CHECK(source->pool.live() == 0);
            reads += source->reads;
            writes += source->writes;
            atomics += source->atomics;
        }
        for (const auto& target : targets) {
            CHECK_FALSE(target->order_broken);
            served += target->served.value();
        }
        const CrossbarStatistics& there = crossbar->request_statistics();
        const CrossbarStatistics& back = crossbar->reply_statistics();
        CHECK(served == std::uint64_t{options.sources} * options.packets);
        for (const CrossbarStatistics* direction : {&there, &back}) {
            CHECK(direction->reads.value() == reads);
            CHECK(direction->writes.value() == writes);
            CHECK(direction->atomics.value() == atomics);
            CHECK(direction->grants.value() == served);
            CHECK(direction->flits.value() == direction->busy_cycles.value());
            std::uint64_t by_port = 0;
            for (std::uint64_t count : direction->output_flits.counts()) by_port += count;
            CHECK(by_port == direction->flits.value());
            // Nothing is unaccounted for: waiting, crossing (latency, and each flit after the first), waiting.
            CHECK(direction->latency_cycles.value() ==
                  direction->input_wait_cycles.value() + direction->output_wait_cycles.value() +
                      served * (crossbar->parameters().latency_cycles - 1) + direction->flits.value());
        }
    }

    Outcome run() {
        std::unique_ptr<Waveform> waveform;
        const std::string path = "crossbar_traffic_" + std::to_string(getpid()) + ".vcd";
        if (options.waveform) waveform = std::make_unique<Waveform>(path, "", Waveform::Window{});
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        CHECK_FALSE(sc_core::sc_pending_activity());
        check();
        if (waveform) {
            waveform->close();
            CHECK(std::ifstream(path).good());
            std::remove(path.c_str());
        }
        Outcome outcome;
        outcome.time = sc_core::sc_time_stamp().value();
        for_each_block(nullptr, [&](Block& block) {
            for (const NamedCounter& counter : block.counters()) outcome.hash = noise(outcome.hash, counter.value());
            for (const Histogram* histogram : block.histograms())
                for (std::uint64_t count : histogram->counts()) outcome.hash = noise(outcome.hash, count);
        });
        return outcome;
    }

    const Options options;
    ClockDomain source_clock, crossbar_clock, memory_clock;
    std::unique_ptr<Crossbar> crossbar;
    std::vector<std::unique_ptr<RandomInitiator>> sources;
    std::vector<std::unique_ptr<Memory>> targets;
};

// SystemC elaborates once per process: each further system runs in a child, which hands its hash back.
std::uint64_t hash_in_child(const Options& options) {
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    const pid_t child = fork();
    if (child == 0) {
        const std::uint64_t hash = System(options).run().hash;
        _exit(write(channel[1], &hash, sizeof hash) == sizeof hash ? 0 : 1);
    }
    close(channel[1]);
    std::uint64_t hash = 0;
    CHECK(read(channel[0], &hash, sizeof hash) == sizeof hash);
    close(channel[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(status == 0);
    return hash;
}

Options tiny_buffers() {
    Options o;
    o.crossbar.input_buffer_flits = 3;
    o.crossbar.ejection_buffer_packets = 1;
    o.stall_percent = 40;
    return o;
}

}  // namespace

TEST_CASE("random traffic: 240 000 packets, default buffers") {
    Options o;
    o.packets = 20000;
    System(o).run();
}

TEST_CASE("random traffic: 120 000 packets, tiny buffers, stalling targets and sources") {
    Options o = tiny_buffers();
    o.packets = 10000;
    System(o).run();
}

TEST_CASE("random traffic: FIFO inputs and round robin") {
    Options o = tiny_buffers();
    o.packets = 5000;
    o.crossbar.allocator = "round_robin";
    o.crossbar.virtual_output_queues = false;
    System(o).run();
}

TEST_CASE("random traffic: 100 inputs, three iterations, 32 B flits") {
    Options o;
    o.sources = 100;
    o.crossbar.flit_bytes = 32;
    o.crossbar.islip_iterations = 3;
    System(o).run();
}

TEST_CASE("random traffic: three clocks, 1400, 700 and 924 MHz") {
    Options o;
    o.crossbar_mhz = 700;
    o.memory_mhz = 924;
    o.packets = 5000;
    o.stall_percent = 10;
    System(o).run();
}

TEST_CASE("statistics do not depend on evaluation order or on a waveform being written") {
    for (bool unequal : {false, true}) {
        Options o = tiny_buffers();
        o.stall_percent = 15;
        o.packets = 500;
        if (unequal) {
            o.crossbar_mhz = 700;
            o.memory_mhz = 924;
        }
        const std::uint64_t reference = hash_in_child(o);
        CHECK(reference != 0);
        for (std::uint64_t seed : {1, 2, 3, 4}) {
            o.order_seed = seed;
            CHECK(hash_in_child(o) == reference);
        }
        o.waveform = true;
        CHECK(hash_in_child(o) == reference);
    }
}
