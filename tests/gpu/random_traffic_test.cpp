// Random programs through the whole machine: every loaded byte is checked against what program order and barriers
// demand.
#include "kit/test_scale.h"
#include "platform_run.h"
#include "scattered_words_program.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// Small caches, few MSHRs and short queues: everything that can be full is full all the time.
const std::vector<std::string> stressed{"--set", "topology.clusters=3",
                                        "--set", "topology.sms_per_cluster=2",
                                        "--set", "topology.memory_partitions=3",
                                        "--set", "l1_cache.size_bytes=4096",
                                        "--set", "l1_cache.mshr_entries=4",
                                        "--set", "l1_cache.mshr_merges=2",
                                        "--set", "l1_cache.miss_queue_entries=1",
                                        "--set", "l1_cache.request_queue_entries=1",
                                        "--set", "lsu.queue_entries=1",
                                        "--set", "lsu.pending_instructions=8",
                                        "--set", "cluster_port.injection_buffer_packets=1",
                                        "--set", "cluster_port.response_buffer_packets=1",
                                        "--set", "crossbar.input_buffer_flits=3",
                                        "--set", "crossbar.ejection_buffer_packets=1",
                                        "--set", "l2_slice.size_bytes=16K",
                                        "--set", "l2_slice.mshr_entries=4",
                                        "--set", "memory_controller.queue_entries=4"};

const std::vector<std::string> unequal_clocks{"--set", "clock.noc_mhz=700", "--set", "clock.l2_mhz=1000",
                                              "--set", "clock.dram_mhz=924"};

// What the LSUs asked of the L1 caches; each becomes up to ten transactions further down.
std::uint64_t line_requests(const CheckingBinder& binder) {
    const std::string lsu = "_lsu_l1_out";
    std::uint64_t sum = 0;
    for (const auto& checker : binder.checkers()) {
        const std::string name = checker->name();
        if (name.size() > lsu.size() && name.substr(name.size() - lsu.size()) == lsu) sum += checker->transactions();
    }
    return sum;
}

// On top of `stressed`: a network in which packets pass each other, and wait for everything.
const std::vector<std::string> stressed_mesh{"--set", "path.network=mesh",
                                             "--set", "mesh.width=3",
                                             "--set", "mesh.memory_nodes=edge",
                                             "--set", "mesh_router.flit_bytes=16",
                                             "--set", "mesh_router.buffer_flits=2",
                                             "--set", "mesh_interface.interface_packets=1",
                                             "--set", "mesh_interface.outstanding_lines=8",
                                             "--set", "packet_coalescing.table_entries=2",
                                             "--set", "packet_coalescing.max_requests=4"};

std::vector<std::string> joined(std::vector<std::string> settings, const std::vector<std::string>& more) {
    settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

void run_random(const RandomProgramShape& program, std::vector<std::string> settings,
                std::uint64_t least_line_requests) {
    CheckingBinder binder;
    run_checked(
        "gpu", std::move(settings), [&] { return scattered_words(program); }, &binder);
    CHECK(line_requests(binder) >= least_line_requests);
}

RandomProgramShape program(std::uint32_t ctas, std::uint32_t steps, std::uint64_t seed) {
    return {ctas, static_cast<std::uint32_t>(scaled(steps, 32)), 2, seed};
}

}  // namespace

TEST_CASE("a million line requests of random programs on the default machine come back right") {
    run_random(program(120, 192, 1), {}, scaled(1000000));
}

TEST_CASE("random programs are right when every queue and cache is tiny") {
    run_random(program(24, 192, 2), stressed, scaled(200000));
}

TEST_CASE("random programs are right with four unequal clocks") {
    run_random(program(24, 192, 3), unequal_clocks, scaled(200000));
}

TEST_CASE("random programs are right with tiny queues and unequal clocks") {
    run_random(program(24, 96, 4), joined(stressed, unequal_clocks), scaled(100000));
}

TEST_CASE("random programs are right with FIFO memory, round-robin crossbar without VOQs and LRR warps") {
    run_random(
        program(24, 96, 5),
        {"--system", "small", "--set", "memory_controller.scheduler=fifo", "--set", "crossbar.allocator=round_robin",
         "--set", "crossbar.virtual_output_queues=false", "--set", "sm.scheduler=lrr", "--set", "sm.schedulers=1"},
        scaled(100000));
}

TEST_CASE("random programs are right with virtual channels in the crossbar that are shorter than packets") {
    run_random(program(24, 96, 5),
               joined({"--system", "small", "--set", "crossbar.virtual_channels=4", "--set", "crossbar.flit_bytes=32",
                       "--set", "crossbar.ejection_buffer_packets=2"},
                      unequal_clocks),
               scaled(100000));
}

TEST_CASE("random programs are right on a mesh of the default machine") {
    run_random(program(60, 96, 6), {"--set", "path.network=mesh"}, scaled(250000));
}

TEST_CASE("random programs are right on a mesh that merges packets") {
    run_random(program(24, 96, 7),
               {"--set", "path.network=mesh", "--set", "packet_coalescing.hold=dynamic", "--set", "mesh_router.vcs=2",
                "--set", "topology.sms_per_cluster=2"},
               scaled(100000));
}

TEST_CASE("random programs are right on a tiny mesh with tiny queues") {
    run_random(program(24, 64, 8), joined(stressed, stressed_mesh), scaled(60000));
}

TEST_CASE("random programs are right on a tiny mesh that merges packets, with tiny queues") {
    run_random(program(24, 64, 9), joined(joined(stressed, stressed_mesh), {"--set", "packet_coalescing.hold=dynamic"}),
               scaled(60000));
}

TEST_CASE("random programs are right on a tiny mesh without caches, with virtual channels, slack and unequal clocks") {
    run_random(program(24, 64, 10),
               joined(joined(joined(stressed, stressed_mesh), unequal_clocks),
                      {"--set", "packet_coalescing.hold=slack", "--set", "mesh_router.vcs=4", "--set",
                       "mesh_router.routing=yx", "--set", "path.l1=none", "--set", "path.l2=false"}),
               0);
}
