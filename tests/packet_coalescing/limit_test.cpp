// What a run on a mesh says it is limited by, as experiments (tests/gpu/limit_test.cpp): the resource is named, twice
// as much of it makes the run faster, and twice as much of anything else does not.
#include "limit_run.h"

using namespace heddle::testing;

namespace {

const Settings resources{{"mesh_router.flit_bytes", 32},
                         {"mesh_interface.interface_packets", 8},
                         {"cluster_port.bus_bytes", 64},
                         {"memory_controller.queue_entries", 32},
                         {"memory_controller.bus_bytes_per_cycle", 16}};

struct Experiment {
    Settings settings;
    std::string limit;  // level: resource
    Settings improved;  // twice as much of it
    std::string options{};
    double gain = 1.5;  // what that brings at least
};

LimitedRun run(const Experiment& experiment, const Settings& settings) {
    return run_to_limit("packet_coalescing", std::string(limit_stimuli) + "stream",
                        "--system FR-FCFS " + experiment.options, settings);
}

void check(const Experiment& experiment) {
    const Settings& settings = experiment.settings;
    const LimitedRun base = run(experiment, settings);
    INFO(experiment.limit << " " << experiment.options << ": " << base.cycles << " cycles");
    CHECK(base.limit() == experiment.limit);
    CHECK(base.parameter == experiment.improved.begin()->first);
    CHECK(base.cycles / run(experiment, with(settings, experiment.improved)).cycles >= experiment.gain);
    for (const auto& [key, value] : with(resources, settings)) {
        if (!resources.count(key) || experiment.improved.count(key)) continue;
        INFO("twice " << key);
        CHECK(base.cycles / run(experiment, with(settings, {{key, 2 * value}})).cycles <= 1.1);
    }
}

const std::string caches = "--set path.l1=private --set path.l2=true";

}  // namespace

TEST_CASE("a run on a mesh is limited by DRAM") {
    const Settings narrow{{"memory_controller.bus_bytes_per_cycle", 4}},
        wider{{"memory_controller.bus_bytes_per_cycle", 8}};
    check({narrow, "DRAM: data bus", wider});
    check({narrow, "DRAM: data bus", wider, caches});
    check({narrow, "DRAM: data bus", wider, "--set packet_coalescing.hold=dynamic"});
}

// Wormhole switching through one virtual channel does not fill links: at saturation they are busy for two thirds of the
// time. What shows it are responses that wait.
TEST_CASE("a run on a mesh is limited by the links of replies") {
    check({{{"mesh_router.flit_bytes", 8}}, "reply network: injection links", {{"mesh_router.flit_bytes", 16}}});
    check(
        {{{"mesh_router.flit_bytes", 8}}, "reply network: injection links", {{"mesh_router.flit_bytes", 16}}, caches});
}

TEST_CASE("a run on a mesh is limited by what takes the replies") {
    check({{{"cluster_port.bus_bytes", 2}}, "cluster port: reply bus", {{"cluster_port.bus_bytes", 4}}});
}
