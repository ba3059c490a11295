// Random programs on the machine with ICC units: every loaded byte is checked against what program order and barriers
// demand, and every binding has a protocol checker.
#include "gpu/scattered_words_program.h"
#include "kit/test_scale.h"
#include "platform_run.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

void run_random(std::uint64_t seed, std::vector<std::string> settings) {
    const RandomProgramShape program{48, static_cast<std::uint32_t>(scaled(128, 32)), 3, seed};
    CheckingBinder binder;
    settings.insert(settings.begin(), {"--system", "dist-block+icc+cc"});
    const PlatformRun run = run_checked(
        "icc", settings, [&] { return scattered_words(program); }, &binder);
    CHECK_THAT(run.out, !Catch::Contains("merged loads                           0 "));
}

}  // namespace

TEST_CASE("random programs come back right with merge table and coalesced cache") {
    run_random(11, {"--set", "topology.clusters=3"});
}

TEST_CASE("random programs come back right through tables of two entries and tiny queues") {
    run_random(12, {"--set", "topology.clusters=2", "--set", "icc_unit.merge_table_entries=2", "--set",
                    "icc_unit.coalesced_cache_lines=2", "--set", "cluster_port.injection_buffer_packets=1", "--set",
                    "cluster_port.response_buffer_packets=1", "--set", "l1_cache.size_bytes=4096", "--set",
                    "l1_cache.mshr_entries=4", "--set", "l1_cache.miss_queue_entries=1"});
}

TEST_CASE("random programs come back right with ICC units and unequal clocks") {
    run_random(13, {"--set", "topology.clusters=2", "--set", "clock.noc_mhz=700", "--set", "clock.l2_mhz=1000"});
}
