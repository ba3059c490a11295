// The platform without settings is the paper's Table 1 (MECHANISMS 3.1).
#include "dumped_settings.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

const std::string preset = HEDDLE_SOURCE_DIR "/platforms/presets/packet_coalescing.ini";

}  // namespace

TEST_CASE("the preset has the values of the paper's Table 1") {
    const auto settings = settings_of("packet_coalescing", {});
    const std::map<std::string, std::string> table_1{{"topology.clusters", "28"},
                                                     {"topology.sms_per_cluster", "1"},
                                                     {"sm.max_warps", "32"},  // 1024 threads
                                                     {"sm.registers", "16384"},
                                                     {"path.network", "mesh"},
                                                     {"path.l1", "none"},
                                                     {"path.l2", "false"},
                                                     {"mesh.width", "6"},
                                                     {"mesh.height", "6"},
                                                     {"mesh.memory_nodes", "3,7,10,12,23,25,28,32"},
                                                     {"mesh_router.routing", "xy"},
                                                     {"mesh_router.vcs", "1"},
                                                     {"mesh_router.buffer_flits", "8"},
                                                     {"mesh_router.flit_bytes", "32"},
                                                     {"mesh_router.stages", "5"},
                                                     {"topology.memory_partitions", "8"},
                                                     {"memory_controller.queue_entries", "32"},
                                                     {"memory_controller.cl_cycles", "9"},
                                                     {"memory_controller.rp_cycles", "13"},
                                                     {"memory_controller.rc_cycles", "34"},
                                                     {"memory_controller.ras_cycles", "21"},
                                                     {"memory_controller.rcd_cycles", "12"},
                                                     {"memory_controller.rrd_cycles", "8"},
                                                     {"memory_controller.banks", "8"},
                                                     {"memory_controller.row_bytes", "2048"},
                                                     {"address_map.interleave_bytes", "256"},
                                                     {"packet_coalescing.delay_per_hop", "5"},
                                                     {"packet_coalescing.table_entries", "16"},
                                                     {"packet_coalescing.max_requests", "32"},
                                                     {"packet_coalescing.deadline", "first"}};
    for (const auto& [key, value] : table_1) {
        INFO(key);
        REQUIRE(settings.count(key) == 1);
        CHECK(settings.at(key) == value);
    }
}

TEST_CASE("the reference FIFO is the default: arrival order, nothing held") {
    const auto defaults = settings_of("packet_coalescing", {});
    CHECK(defaults == settings_of("packet_coalescing", {"--system", "FIFO"}));
    CHECK(defaults.at("memory_controller.scheduler") == "fifo");
    CHECK(defaults.at("packet_coalescing.hold") == "none");
}

TEST_CASE("the platform is the gpu platform with the preset and a scheduler") {
    CHECK(settings_of("packet_coalescing", {}) ==
          settings_of("gpu", {"--config", preset, "--set", "memory_controller.scheduler=fifo"}));
    CHECK(run_totals("packet_coalescing", "same_mesh", "micro/transpose", "--system FR+dynamic") ==
          run_totals("gpu", "same_gpu", "micro/transpose",
                     "--config " + preset + " --set packet_coalescing.hold=dynamic"));
}

TEST_CASE("every load of the preset's GPU goes through the mesh, and nothing else is on the way") {
    const auto totals = run_totals("packet_coalescing", "preset_path", "micro/vector_add_small", "");
    CHECK(totals.count("l1_accesses") == 0);
    CHECK(totals.count("l2_accesses") == 0);
    CHECK(totals.at("noc_read_requests") == totals.at("dram_reads"));
    CHECK(totals.at("noc_requests") == totals.at("noc_replies"));
}
