// Random traffic through two cluster ports and a crossbar, checked byte for byte.
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "cluster_port/cluster_port.h"
#include "crossbar/crossbar.h"
#include "crossbar/random_initiator.h"

using namespace heddle_bench;

namespace {

struct Options {
    ClusterPortParameters port;
    unsigned packets = 2000, stall_percent = 0;
    double noc_mhz = 1400, memory_mhz = 1400;
    std::uint64_t order_seed = 0;
};

struct System {
    static constexpr unsigned clusters = 2, memories = 3;

    explicit System(const Options& o)
        : core_clock("core_clock", period_of_mhz(1400)),
          noc_clock("noc_clock", period_of_mhz(o.noc_mhz)),
          memory_clock("memory_clock", period_of_mhz(o.memory_mhz)) {
        CrossbarParameters p;
        p.inputs = clusters;
        p.outputs = memories;
        AddressMap map;
        map.partitions = memories;
        crossbar = std::make_unique<Crossbar>("crossbar", noc_clock, p, map);
        for (unsigned c = 0; c < clusters; ++c) add_cluster(c, o);
        for (unsigned i = 0; i < memories; ++i) {
            targets.push_back(std::make_unique<Memory>(("memory_" + std::to_string(i)).c_str(), memory_clock, 1));
            targets.back()->log = false;
            targets.back()->seed = i;
            targets.back()->stall_percent = o.stall_percent;
            crossbar->out[i].bind(targets.back()->in);
        }
        for (ClockDomain* clock : {&core_clock, &noc_clock, &memory_clock})
            clock->set_evaluation_order_seed(o.order_seed);
    }
    void add_cluster(unsigned c, const Options& o) {
        ports.push_back(std::make_unique<ClusterPort>(("port_" + std::to_string(c)).c_str(), core_clock, o.port));
        ports.back()->noc_out.bind(crossbar->in[c]);
        for (unsigned i = 0; i < o.port.cores; ++i) {
            const unsigned id = c * o.port.cores + i;
            cores.push_back(std::make_unique<RandomInitiator>(("core_" + std::to_string(id)).c_str(), core_clock, id,
                                                              o.packets, 16, memories));
            cores.back()->stall_percent = o.stall_percent;
            cores.back()->out.bind(ports.back()->core_in[i]);
        }
    }
    std::uint64_t run() {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        CHECK_FALSE(sc_core::sc_pending_activity());
        for (const auto& core : cores) {
            CHECK(core->done());
            CHECK(core->wrong == 0);
            CHECK(core->out_of_order == 0);
            CHECK(core->pool.live() == 0);
        }
        for (const auto& target : targets) CHECK_FALSE(target->order_broken);
        for (const auto& port : ports) {
            const std::uint64_t requests =
                port->read_requests.value() + port->write_requests.value() + port->atomic_requests.value();
            CHECK(requests == port->responses.value());
            CHECK(requests == port->injected_requests.value());
            CHECK(port->bus_busy_cycles.value() >= requests);
        }
        std::uint64_t hash = 0;
        for_each_block(nullptr, [&](Block& block) {
            for (const NamedCounter& counter : block.counters()) hash = noise(hash, counter.value());
        });
        return hash;
    }

    ClockDomain core_clock, noc_clock, memory_clock;
    std::unique_ptr<Crossbar> crossbar;
    std::vector<std::unique_ptr<ClusterPort>> ports;
    std::vector<std::unique_ptr<RandomInitiator>> cores;
    std::vector<std::unique_ptr<Memory>> targets;
};

// SystemC elaborates once per process: each system runs in a child, which hands its hash back.
std::uint64_t hash_in_child(const Options& options) {
    int channel[2];
    REQUIRE(pipe(channel) == 0);
    const pid_t child = fork();
    if (child == 0) {
        const std::uint64_t hash = System(options).run();
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
    o.port.injection_buffer_packets = 1;
    o.port.response_buffer_packets = 1;
    o.stall_percent = 30;
    return o;
}

}  // namespace

TEST_CASE("cluster port: 100 000 random packets") {
    Options o;
    o.packets = 10000;
    System(o).run();
}

TEST_CASE("cluster port: random packets through buffers of one packet and stalling peers") {
    System(tiny_buffers()).run();
}

TEST_CASE("cluster port: random packets over three clocks of 1400 and 700 and 924 MHz") {
    Options o;
    o.noc_mhz = 700;
    o.memory_mhz = 924;
    o.stall_percent = 10;
    System(o).run();
}

TEST_CASE("cluster port: statistics do not depend on evaluation order") {
    Options o = tiny_buffers();
    o.packets = 400;
    const std::uint64_t reference = hash_in_child(o);
    CHECK(reference != 0);
    for (std::uint64_t seed : {1, 2, 3, 4}) {
        o.order_seed = seed;
        CHECK(hash_in_child(o) == reference);
    }
}
