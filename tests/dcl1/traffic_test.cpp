// Random programs with loads, stores and atomics through every topology, with a protocol checker on every binding: each
// loaded value is right, everything that is sent is answered, and no kernel sees what an earlier one left in a node.
#include "kit/test_scale.h"
#include "platform_run.h"
#include "scattered_words_program.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

struct Shape {
    unsigned sms, nodes, clusters, partitions;
};

std::vector<std::string> settings_of(const Shape& shape) {
    std::vector<std::string> arguments{"--system", "Sh40+C10"};
    const auto set = [&](const std::string& key, unsigned value) {
        arguments.insert(arguments.end(), {"--set", key + "=" + std::to_string(value)});
    };
    set("topology.clusters", shape.sms);
    set("topology.memory_partitions", shape.partitions);
    set("decoupled_l1.nodes", shape.nodes);
    set("decoupled_l1.clusters", shape.clusters);
    set("decoupled_l1.bytes_per_sm", 2048);
    set("l2_slice.size_bytes", 16384);
    return arguments;
}

void run(const Shape& shape, const std::vector<std::string>& more = {}) {
    RandomProgramShape program;
    program.ctas = 24;
    program.steps = static_cast<std::uint32_t>(scaled(64, 16));
    std::vector<std::string> arguments = settings_of(shape);
    for (const std::string& setting : more) arguments.insert(arguments.end(), {"--set", setting});
    CheckingBinder binder;
    run_checked(
        "dcl1", arguments, [&] { return scattered_words(program); }, &binder);
}

}  // namespace

TEST_CASE("right data with a node per SM") {
    run({8, 8, 8, 2});
}

TEST_CASE("right data with nodes that are private to neighbouring SMs") {
    run({8, 4, 4, 2});
}

TEST_CASE("right data with one node") {
    run({8, 1, 1, 2});
}

TEST_CASE("right data with nodes that all SMs share") {
    run({8, 4, 1, 2});
}

TEST_CASE("right data with more shared nodes than slices") {
    run({8, 8, 1, 2});
}

TEST_CASE("right data with a number of nodes that is no power of two") {
    run({12, 6, 1, 2});
}

TEST_CASE("right data with clusters of three nodes") {
    run({12, 6, 2, 3});
}

TEST_CASE("right data with shared nodes in clusters") {
    run({8, 4, 2, 2});
}

TEST_CASE("right data with a node per SM, shared in clusters") {
    run({8, 8, 2, 2});
}

TEST_CASE("right data with more nodes than SMs") {
    run({4, 8, 2, 2});
}

TEST_CASE("right data with a boosted first network") {
    run({8, 4, 2, 2}, {"clock.noc1_mhz=1400"});
}

TEST_CASE("right data with other clocks") {
    run({8, 4, 2, 2}, {"clock.noc1_mhz=333", "clock.noc_mhz=1700", "clock.l2_mhz=650"});
}

TEST_CASE("right data where everything is scarce") {
    run({8, 4, 2, 2}, {"dcl1_node.queue_entries=1", "dcl1_node.mshr_entries=1", "dcl1_node.mshr_merges=1",
                       "noc1.ejection_buffer_packets=1", "crossbar.ejection_buffer_packets=1"});
}

TEST_CASE("right data with narrow flits") {
    run({8, 4, 2, 2}, {"noc1.flit_bytes=8", "noc1.virtual_channels=2", "crossbar.flit_bytes=16"});
}

TEST_CASE("right data with a hierarchical crossbar") {
    run({8, 4, 2, 2}, {"path.l1=private", "path.network=two_stage", "two_stage_noc.groups=2", "two_stage_noc.links=2"});
}
