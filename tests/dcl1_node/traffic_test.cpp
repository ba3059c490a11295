// Random traffic against a byte-exact reference, and the proof that evaluation order does not matter.
#include <catch2/catch.hpp>
#include <memory>

#include "heddle/crossbar/crossbar.h"
#include "heddle/dcl1_node/dcl1_node.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"
#include "shared_cores.h"

using namespace heddle;

namespace {

Dcl1NodeParameters small() {
    Dcl1NodeParameters parameters;
    parameters.size_bytes = 3 * 4 * 128;  // three sets
    parameters.mshr_entries = 6;
    parameters.mshr_merges = 3;
    parameters.latency_cycles = "9";
    return parameters;
}
SimpleMemoryParameters stalling() {
    SimpleMemoryParameters parameters;
    parameters.stall_percent = 10;
    return parameters;
}

std::string statistics_of(Dcl1Node& node) {
    node.settle_counters();
    std::string text;
    for (const NamedCounter& counter : node.counters())
        text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
    return text;
}

// Cores, a crossbar to the node in a clock domain of its own, the node, memory.
struct SharedBench : sc_core::sc_module {
    SharedBench(sc_core::sc_module_name name, const SharedCoresParameters& traffic,
                const Dcl1NodeParameters& parameters, std::uint64_t order)
        : sc_module(name),
          cores("cores", clock, traffic),
          crossbar("crossbar", noc_clock, to_one(traffic.cores), [](std::uint64_t) { return 0u; }),
          node("node", clock, parameters) {
        clock.set_evaluation_order_seed(order);
        for (unsigned core = 0; core < traffic.cores; ++core) binder.bind(cores.out[core], crossbar.in[core]);
        binder.bind(crossbar.out[0], node.core_in);
        binder.bind(node.memory_out, memory.request_in);
    }
    static CrossbarParameters to_one(unsigned cores) {
        CrossbarParameters parameters;
        parameters.inputs = cores;
        parameters.outputs = 1;
        parameters.flit_bytes = 32;
        return parameters;
    }
    void check() const {
        CHECK(cores.done());
        CHECK(cores.first_error() == "");
        CHECK(cores.counters_right());
        CHECK(binder.outstanding() == 0);
        CHECK(node.idle());
    }
    // What came in went out once, by one way or another.
    void check_conservation() const {
        const Dcl1NodeStatistics& count = node.statistics;
        CHECK(count.accesses.value() == count.hits.value() + count.hits_reserved.value() + count.misses.value());
        CHECK(count.hits_reserved.value() == count.merges_same_core.value() + count.merges_other_core.value());
        CHECK(count.fills.value() == count.misses.value());
        CHECK(count.replies.value() == cores.sent());
        CHECK(count.accesses.value() + count.stores.value() + count.atomics.value() + count.bypasses.value() ==
              cores.sent());
        CHECK(memory.accesses() ==
              count.misses.value() + count.stores.value() + count.atomics.value() + count.bypasses.value());
        CHECK(count.port_busy_cycles.value() ==
              count.accesses.value() + count.stores.value() + count.atomics.value() + count.fills.value());
    }
    ClockDomain clock{"clock", period_of_mhz(1400)};
    ClockDomain noc_clock{"noc_clock", period_of_mhz(700)};
    SharedCores cores;
    Crossbar crossbar;
    Dcl1Node node;
    SimpleMemory memory{"memory", clock, stalling()};
    CheckingBinder binder;
};

void check_shared(const Dcl1NodeParameters& parameters, unsigned lines) {
    SharedCoresParameters traffic;
    traffic.transactions = scaled(100000, 3000);
    traffic.lines = lines;
    SharedBench bench("bench", traffic, parameters, 0);
    sc_core::sc_start();
    bench.check();
    bench.check_conservation();
    const Dcl1NodeStatistics& count = bench.node.statistics;
    for (const Counter* counter : {&count.hits, &count.hits_reserved, &count.merges_other_core, &count.misses,
                                   &count.closed_misses, &count.write_evicts, &count.atomics, &count.bypasses}) {
        INFO(bench.node.name_of(*counter));
        CHECK(counter->value() > 5);
    }
}

}  // namespace

TEST_CASE("cores that share lines get the right bytes from a small node") {
    check_shared(small(), 48);
}
TEST_CASE("cores that share lines get the right bytes from a node of one-entry queues") {
    Dcl1NodeParameters parameters = small();
    parameters.queue_entries = 1;
    check_shared(parameters, 48);
}
TEST_CASE("cores that share lines get the right bytes from a node without latency") {
    Dcl1NodeParameters parameters = small();
    parameters.latency_cycles = "0";
    check_shared(parameters, 24);
}
TEST_CASE("cores that share lines get the right bytes from a node of 32 KB") {
    Dcl1NodeParameters parameters;
    parameters.size_bytes = 32 * 1024;
    check_shared(parameters, 400);
}

namespace {

struct TrafficBench : sc_core::sc_module {
    TrafficBench(sc_core::sc_module_name name, const TrafficParameters& traffic, const HomeLines& lines)
        : sc_module(name), generator("generator", clock, traffic), node("node", clock, small(), lines) {
        binder.bind(generator.memory_out, node.core_in);
        binder.bind(node.memory_out, memory.request_in);
    }
    ClockDomain clock{"clock", period_of_mhz(1400)};
    TrafficGenerator generator;
    Dcl1Node node;
    SimpleMemory memory{"memory", clock, stalling()};
    CheckingBinder binder;
};

// All addresses come here, although the node is the home of a quarter of them: the numbers of lines are then not
// unique, and the bytes must be right all the same.
void check_random(const HomeLines& lines) {
    TrafficParameters traffic;
    traffic.write_percent = 20;
    traffic.transactions = scaled(200000, 5000);
    traffic.footprint_bytes = 6144;
    TrafficBench bench("bench", traffic, lines);
    sc_core::sc_start();
    CHECK(bench.generator.done());
    CHECK(bench.generator.first_error() == "");
    CHECK(bench.generator.check_by_debug() == "");
    CHECK(bench.binder.outstanding() == 0);
    CHECK(bench.node.idle());
    CHECK(bench.node.statistics.evictions.value() > 10);
}

}  // namespace

TEST_CASE("random accesses through a small node return the right bytes") {
    check_random({});
}
TEST_CASE("random accesses through a node with numbered lines return the right bytes") {
    AddressMap map;
    map.partitions = 16;
    map.slices_per_partition = 2;
    check_random(HomeLines(HomeSelection(map, 4)));
}

TEST_CASE("statistics do not depend on the order in which modules are evaluated") {
    SharedCoresParameters traffic;
    traffic.transactions = scaled(20000, 2000);
    std::vector<std::unique_ptr<SharedBench>> benches;
    for (std::uint64_t order = 0; order < 8; ++order)
        benches.push_back(
            std::make_unique<SharedBench>(("order_" + std::to_string(order)).c_str(), traffic, small(), order));
    sc_core::sc_start();
    for (const auto& bench : benches) {
        bench->check();
        CHECK(statistics_of(bench->node) == statistics_of(benches[0]->node));
        CHECK(bench->cores.fingerprint() == benches[0]->cores.fingerprint());
    }
}
