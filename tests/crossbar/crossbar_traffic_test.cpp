// Random traffic: every byte right, nothing lost, doubled, overtaken or left over; the same whatever the order of
// evaluation.
#include <cstdio>
#include <fstream>

#include "heddle/crossbar/crossbar.h"
#include "kit/test_scale.h"
#include "kit/waveform_file.h"
#include "network_traffic.h"

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

struct System {
    explicit System(const Options& o)
        : options(o),
          source_clock("source_clock", period_of_mhz(o.source_mhz)),
          crossbar_clock("crossbar_clock", period_of_mhz(o.crossbar_mhz)),
          memory_clock("memory_clock", period_of_mhz(o.memory_mhz)),
          ends(o.stall_percent) {
        AddressMap map;
        map.partitions = memories;
        CrossbarParameters p = o.crossbar;
        p.inputs = o.sources;
        p.outputs = memories;
        crossbar = std::make_unique<Crossbar>("crossbar", crossbar_clock, p, map);
        for (unsigned i = 0; i < o.sources; ++i)
            ends.add_initiator(source_clock, o.packets, o.in_flight, memories, crossbar->in[i]);
        for (unsigned i = 0; i < memories; ++i) ends.add_memory(memory_clock, 1 + i % 3, crossbar->out[i]);
        for (ClockDomain* clock : {&source_clock, &crossbar_clock, &memory_clock})
            clock->set_evaluation_order_seed(o.order_seed);
    }

    void check() const {
        std::uint64_t reads = 0, writes = 0, atomics = 0, served = 0;
        for (const auto& source : ends.initiators) {
            reads += source->reads;
            writes += source->writes;
            atomics += source->atomics;
        }
        for (const auto& target : ends.memories) served += target->served.value();
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
            const std::uint64_t for_link = direction->links ? direction->links->wait_cycles.value() : 0;
            CHECK(direction->latency_cycles.value() ==
                  direction->input_wait_cycles.value() + for_link + direction->output_wait_cycles.value() +
                      served * (crossbar->parameters().latency_cycles - 1) + direction->flits.value());
        }
    }

    void run() {
        std::unique_ptr<WaveformFile> waveform;
        const std::string path = "crossbar_traffic_" + std::to_string(getpid()) + ".vcd";
        if (options.waveform) waveform = std::make_unique<WaveformFile>(path);
        ends.run_to_end();
        check();
        if (waveform) {
            waveform->close();
            CHECK(std::ifstream(path).good());
            std::remove(path.c_str());
        }
    }

    const Options options;
    ClockDomain source_clock, crossbar_clock, memory_clock;
    std::unique_ptr<Crossbar> crossbar;
    NetworkEnds ends;
};

Options tiny_buffers() {
    Options o;
    o.crossbar.input_buffer_flits = 3;
    o.crossbar.ejection_buffer_packets = 1;
    o.stall_percent = 40;
    return o;
}

unsigned count(unsigned packets) {
    return static_cast<unsigned>(scaled(packets));
}

Options with_channels(unsigned channels, unsigned flits) {
    Options o;
    o.crossbar.virtual_channels = channels;
    o.crossbar.vc_buffer_flits = flits;
    return o;
}

Options narrow_links(const char* allocator) {
    Options o = tiny_buffers();
    o.packets = count(5000);
    o.crossbar.allocator = allocator;
    o.crossbar.group.inputs = "0,0,0,1,1,1,1,2,2,2,2,2";
    o.crossbar.group.request_bytes = 23;
    o.crossbar.group.reply_bytes = 70;
    return o;
}

void check_links(const Options& options) {
    System system(options);
    system.run();
    CHECK(system.crossbar->request_statistics().links->wait_cycles.value() > 0);
    CHECK(system.crossbar->reply_statistics().links->wait_cycles.value() > 0);
}

// Packets of up to five flits in channels of one.
Options tiny_channels() {
    Options o = with_channels(2, 1);
    o.crossbar.flit_bytes = 32;
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

TEST_CASE("random traffic: FIFO inputs that send several packets in a cycle") {
    Options o;
    o.packets = 5000;
    o.crossbar.allocator = "sweep";
    o.crossbar.virtual_output_queues = false;
    System(o).run();
}

TEST_CASE("random traffic: inputs that send several packets in a cycle, tiny buffers") {
    Options o = tiny_buffers();
    o.packets = 5000;
    o.crossbar.allocator = "sweep";
    System(o).run();
}

TEST_CASE("random traffic: 100 inputs, three iterations, 32 B flits") {
    Options o;
    o.sources = 100;
    o.crossbar.flit_bytes = 32;
    o.crossbar.islip_iterations = 3;
    System(o).run();
}

TEST_CASE("random traffic: groups of inputs that share narrow links, stalling targets and sources") {
    check_links(narrow_links("islip"));
}

TEST_CASE("random traffic: groups of inputs that share narrow links, several packets of an input in a cycle") {
    check_links(narrow_links("sweep"));
}

TEST_CASE("statistics of a crossbar with links of groups do not depend on evaluation order") {
    Options o = narrow_links("islip");
    o.packets = 500;
    check_evaluation_orders<System>(o);
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
        const std::uint64_t reference = check_evaluation_orders<System>(o);
        o.order_seed = 4;
        o.waveform = true;
        CHECK(hash_in_child<System>(o) == reference);
    }
}

TEST_CASE("random traffic: 240 000 packets, four virtual channels of four flits") {
    Options o = with_channels(4, 4);
    o.packets = count(20000);
    System(o).run();
}

TEST_CASE("random traffic: virtual channels, packets longer than their buffers, stalling targets and sources") {
    Options o = tiny_channels();
    o.packets = count(10000);
    System(o).run();
}

TEST_CASE("random traffic: virtual channels dealt out to three ports of each input on the switch, stalling targets") {
    Options o = with_channels(4, 2);
    o.crossbar.input_speedup = 3;
    o.crossbar.flit_bytes = 32;
    o.packets = count(10000);
    o.stall_percent = 20;
    System(o).run();
}

TEST_CASE("random traffic: one virtual channel, stalling targets and sources") {
    Options o = with_channels(1, 2);
    o.packets = count(3000);
    o.stall_percent = 20;
    System(o).run();
}

TEST_CASE("random traffic: 16 virtual channels, stalling targets and sources") {
    Options o = with_channels(16, 2);
    o.packets = count(3000);
    o.stall_percent = 20;
    System(o).run();
}

TEST_CASE("random traffic: 100 inputs with virtual channels, three iterations, three clocks") {
    Options o = with_channels(4, 4);
    o.sources = 100;
    o.packets = count(1000);
    o.crossbar.flit_bytes = 32;
    o.crossbar.islip_iterations = 3;
    o.crossbar_mhz = 700;
    o.memory_mhz = 924;
    System(o).run();
}

TEST_CASE("virtual channels: statistics do not depend on evaluation order or on a waveform being written") {
    for (bool unequal : {false, true}) {
        Options o = tiny_channels();
        o.stall_percent = 15;
        o.packets = count(500);
        if (unequal) {
            o.crossbar_mhz = 700;
            o.memory_mhz = 924;
            o.crossbar.virtual_channels = 4;
            o.crossbar.vc_buffer_flits = 4;
            o.crossbar.input_speedup = 2;
        }
        const std::uint64_t reference = check_evaluation_orders<System>(o);
        o.order_seed = 4;
        o.waveform = true;
        CHECK(hash_in_child<System>(o) == reference);
    }
}
