// What a run says it is limited by, as experiments: each run is built so that one resource limits it. That resource
// must be named, twice as much of it must make the run faster, and twice as much of anything else must not.
#include "limit_run.h"

using namespace heddle::testing;

namespace {

// Resources of the path that every experiment doubles one after the other, and what the machine has of them.
const Settings path_resources{{"l1_cache.mshr_entries", 32},           {"l2_slice.mshr_entries", 32},
                              {"cluster_port.bus_bytes", 64},          {"crossbar.flit_bytes", 64},
                              {"memory_controller.queue_entries", 32}, {"memory_controller.bus_bytes_per_cycle", 64}};
// So many entries that nothing waits for one.
const Settings many_entries{
    {"l1_cache.mshr_entries", 128}, {"l2_slice.mshr_entries", 256}, {"memory_controller.queue_entries", 64}};

LimitedRun run(const std::string& stimulus, const std::string& options, const Settings& settings) {
    return run_to_limit("gpu", limit_stimuli + stimulus, "--system small " + options, settings);
}

struct Experiment {
    std::string stimulus;
    Settings settings;
    std::string limit;  // level: resource
    Settings improved;  // twice as much of it
    double gain = 1.5;  // what that brings at least
    std::string options{};
};

void check(const Experiment& experiment) {
    const auto& [stimulus, settings, limit, improved, gain, options] = experiment;
    const LimitedRun base = run(stimulus, options, settings);
    INFO(stimulus << " " << options << ": " << base.cycles << " cycles");
    CHECK(base.limit() == limit);
    CHECK(base.cycles / run(stimulus, options, with(settings, improved)).cycles >= gain);
    for (const auto& [key, value] : with(path_resources, settings)) {
        if (!path_resources.count(key) || improved.count(key)) continue;
        INFO("twice " << key);
        CHECK(base.cycles / run(stimulus, options, with(settings, {{key, 2 * value}})).cycles <= 1.1);
    }
}

}  // namespace

TEST_CASE("a run is limited by issue slots or units of the SMs") {
    check({"arithmetic", {}, "SM: issue slots", {{"sm.schedulers", 4}}});
    check({"special", {}, "SM: special function unit", {{"sm.sfu_interval_cycles", 4}}});
    check({"conflicts", {}, "SM: shared memory", {{"sm.shared_banks", 64}}});
}

TEST_CASE("a run is limited by latency") {
    check({"dependent", {}, "SM: latency of execution units", {{"sm.alu_latency_cycles", 2}}});
    check({"chase",
           {},
           "SM: latency of memory",
           {{"l2_slice.latency_cycles", 60}, {"memory_controller.pipeline_latency_cycles", 50}}});
}

TEST_CASE("inputs of a crossbar that send several flits in a cycle limit no run") {
    const LimitedRun base = run_to_limit("gpu", "micro/stencil",
                                         "--set topology.memory_partitions=1 --set crossbar.allocator=sweep --set "
                                         "crossbar.virtual_output_queues=false",
                                         {});
    CHECK(base.resource != "input ports");
    CHECK(base.utilisation <= 1);
}

TEST_CASE("buffers are not fuller than full where packets differ in length") {
    const LimitedRun base = run_to_limit("gpu", std::string(limit_stimuli) + "two_lengths", "--config fermi",
                                         {{"topology.clusters", 2}, {"topology.sms_per_cluster", 2}});
    CHECK(base.resource == "input buffers");
    CHECK(base.utilisation <= 1);
}

TEST_CASE("a run is limited by the load/store units") {
    const LimitedRun base = run("scattered", "", {});
    CHECK(base.limit() == "LSU: line requests");
    CHECK(base.cycles / run("scattered", "--set lsu.pool=banked", {{"l1_cache.banks", 2}}).cycles >= 1.5);
    CHECK(base.cycles / run("scattered", "", {{"l1_cache.ports", 2}}).cycles <= 1.1);
    check(
        {"stream", {{"lsu.pending_instructions", 2}}, "LSU: pending instructions", {{"lsu.pending_instructions", 4}}});
}

TEST_CASE("a run is limited by the passes that its instructions take through the banks of the L1") {
    const std::string banked = "--set lsu.pool=banked";
    check({"data_banks",
           {{"l1_cache.banks", 4}, {"lsu.banked.data_banks", 4}},
           "LSU: passes through the data banks",
           {{"lsu.banked.data_banks", 8}},
           1.5,
           banked});
    // Here the data banks need no more passes than the lines do. Those of one instruction are two cycles apart, and
    // another instruction can take the cycles in between.
    check({"scattered",
           {{"l1_cache.banks", 4}, {"lsu.banked.data_banks", 128}, {"lsu.banked.pass_cycles", 2}},
           "LSU: sending to the banks",
           {{"lsu.banked.in_sight", 2}, {"lsu.banked.in_turn", 2}},
           1.5,
           banked});
}

TEST_CASE("a run is limited by the cycles in which a unit sends several lines to the banks") {
    const LimitedRun base = run_to_limit("gpu", std::string(limit_stimuli) + "hits", "--config qv100", {});
    CHECK(base.limit() == "LSU: sending to the banks");
    CHECK(base.utilisation > 0.85);
    CHECK(base.utilisation <= 1);
}

TEST_CASE("a run is limited by MSHRs") {
    check({"stream", {{"l1_cache.mshr_entries", 2}}, "L1: MSHRs", {{"l1_cache.mshr_entries", 4}}});
    check({"stream", {{"l2_slice.mshr_entries", 4}}, "L2: MSHRs", {{"l2_slice.mshr_entries", 8}}});
}

TEST_CASE("a run is limited by a way back") {
    // Twice as many output ports as input ports, so that it is clear which of them limit.
    const Settings narrow =
        with(many_entries, {{"topology.clusters", 4}, {"crossbar.flit_bytes", 8}, {"crossbar.input_buffer_flits", 64}});
    check({"stream", narrow, "reply network: input ports", {{"crossbar.flit_bytes", 16}}});
    check({"stream",
           with(many_entries, {{"cluster_port.bus_bytes", 4}}),
           "cluster port: reply bus",
           {{"cluster_port.bus_bytes", 8}}});
    check({"stream",
           with(many_entries, {{"l2_slice.reply_bytes_per_cycle", 4}}),
           "L2: reply port",
           {{"l2_slice.reply_bytes_per_cycle", 8}}});
}

TEST_CASE("a run is limited by memory") {
    check({"stream",
           with(many_entries, {{"memory_controller.bus_bytes_per_cycle", 8}}),
           "DRAM: data bus",
           {{"memory_controller.bus_bytes_per_cycle", 16}}});
    check({"one_bank",
           many_entries,
           "DRAM: bank",
           {{"memory_controller.rc_cycles", 20},
            {"memory_controller.ras_cycles", 14},
            {"memory_controller.rp_cycles", 6}}});
    check({"rows",
           with(many_entries, {{"memory_controller.rrd_cycles", 24}}),
           "DRAM: activates",
           {{"memory_controller.rrd_cycles", 12}}});
    check({"stream",
           with(many_entries, {{"memory_controller.queue_entries", 1}}),
           "memory controller: queue",
           {{"memory_controller.queue_entries", 2}},
           1.2});
    check({"stream",
           with(many_entries, {{"memory_controller.bank_queue_entries", 16}}),
           "memory controller: bank queues",
           {{"memory_controller.bank_queue_entries", 32}},
           1.4,
           "--set memory_controller.scheduler=banked_fifo"});
}

TEST_CASE("the limit is found on paths of any shape") {
    const Settings few{{"l2_slice.mshr_entries", 4}}, more{{"l2_slice.mshr_entries", 8}};
    check({"stream", few, "L2: MSHRs", more, 1.5, "--set path.l1=none"});
    check({"stream", few, "L2: MSHRs", more, 1.5, "--set lsu.pool=warppool --set icc_unit.merge_table=true"});
    check({"stream", few, "L2: MSHRs", more, 1.5, "--set lsu.pool=mrpb"});
    check({"stream",
           {{"l1_cache.mshr_entries", 128}, {"memory_controller.bus_bytes_per_cycle", 8}},
           "DRAM: data bus",
           {{"memory_controller.bus_bytes_per_cycle", 16}},
           1.5,
           "--set path.l2=false"});
}

// One of two slices has all the traffic: half of the entries are in use, but none of those that matter is free.
TEST_CASE("the busiest instance limits a run") {
    check({"one_slice", {{"l2_slice.mshr_entries", 4}}, "L2: MSHRs", {{"l2_slice.mshr_entries", 8}}});
    const LimitedRun result = run("one_slice", "", {{"l2_slice.mshr_entries", 4}});
    CHECK(result.utilisation > 0.9);
    CHECK(result.mean_utilisation < 0.6);
    CHECK(result.parameter == "l2_slice.mshr_entries");
}

TEST_CASE("the vector add of the README is limited by the L2's MSHRs") {
    const LimitedRun result = run_to_limit("gpu", "micro/vector_add", "", {});
    CHECK(result.limit() == "L2: MSHRs");
    CHECK(result.utilisation > 0.95);
}
