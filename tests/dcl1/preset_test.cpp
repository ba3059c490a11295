// The platform without settings is the paper's Table II (MECHANISMS 5.1).
#include "dumped_settings.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

const std::string preset = HEDDLE_SOURCE_DIR "/platforms/presets/dcl1.ini";

}  // namespace

TEST_CASE("the preset has the values of the paper's Table II") {
    const auto settings = settings_of("dcl1", {});
    const std::map<std::string, std::string> table_2{{"topology.clusters", "80"},
                                                     {"topology.sms_per_cluster", "1"},
                                                     {"topology.memory_partitions", "16"},
                                                     {"path.l1", "private"},
                                                     {"path.network", "crossbar"},
                                                     {"path.l2_slices_per_controller", "2"},
                                                     {"clock.core_mhz", "1400"},
                                                     {"clock.noc_mhz", "700"},
                                                     {"clock.dram_mhz", "924"},
                                                     {"sm.max_warps", "48"},  // 1536 threads
                                                     {"sm.shared_bytes", "49152"},
                                                     {"l1_cache.size_bytes", "16384"},
                                                     {"l1_cache.ways", "4"},
                                                     {"l1_cache.write_allocate", "false"},
                                                     {"l1_cache.latency_cycles", "28"},
                                                     {"l2_slice.size_bytes", "131072"},
                                                     {"l2_slice.ways", "8"},
                                                     {"l2_slice.latency_cycles", "120"},
                                                     {"crossbar.flit_bytes", "32"},
                                                     {"crossbar.virtual_channels", "4"},
                                                     {"crossbar.vc_buffer_flits", "4"},
                                                     {"crossbar.allocator", "islip"},
                                                     {"address_map.interleave_bytes", "256"},
                                                     {"memory_controller.scheduler", "fr_fcfs"},
                                                     {"memory_controller.banks", "16"},
                                                     {"memory_controller.bank_groups", "4"},
                                                     {"memory_controller.cl_cycles", "12"},
                                                     {"memory_controller.wl_cycles", "4"},
                                                     {"memory_controller.rp_cycles", "12"},
                                                     {"memory_controller.rc_cycles", "40"},
                                                     {"memory_controller.ras_cycles", "28"},
                                                     {"memory_controller.rcd_cycles", "12"},
                                                     {"memory_controller.rrd_cycles", "6"},
                                                     {"memory_controller.wtr_cycles", "5"},
                                                     {"memory_controller.wr_cycles", "12"},
                                                     {"memory_controller.ccd_cycles", "2"},
                                                     {"memory_controller.ccdl_cycles", "3"},
                                                     {"memory_controller.rtpl_cycles", "2"}};
    for (const auto& [key, value] : table_2) {
        INFO(key);
        REQUIRE(settings.count(key) == 1);
        CHECK(settings.at(key) == value);
    }
}

TEST_CASE("the baseline is the default") {
    CHECK(settings_of("dcl1", {}) == settings_of("dcl1", {"--system", "baseline"}));
}

TEST_CASE("the platform is the gpu platform with the preset") {
    CHECK(settings_of("dcl1", {}) == settings_of("gpu", {"--config", preset}));
    CHECK(run_totals("dcl1", "same_dcl1", "micro/transpose", "--system Pr40") ==
          run_totals("gpu", "same_dcl1_gpu", "micro/transpose",
                     "--config " + preset +
                         " --set path.l1=decoupled --set decoupled_l1.nodes=40 --set decoupled_l1.clusters=40"));
}
