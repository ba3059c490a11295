// The replication monitor on whole machines: it counts what the caches count, and changes nothing.
#include <sstream>

#include "combination.h"
#include "heddle/base/block.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/replication_monitor/replication_monitor.h"
#include "run_totals.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

// The statistics of a run without what the monitor adds and without the host's speed. Commas are left out, because the
// last of a list has none.
std::string statistics_without_monitor(const std::string& label, const std::string& stimulus,
                                       const std::string& options) {
    const std::string file = run_to_statistics("gpu", "replication_" + label, stimulus, options);
    std::ifstream stream(file);
    std::string kept, line;
    bool skipping = false;
    for (std::size_t indent = 0; std::getline(stream, line);) {
        if (line.rfind("  \"host\": {", 0) == 0) break;
        if (line.back() == ',') line.pop_back();
        const std::size_t here = line.find_first_not_of(' ');
        if (skipping) {
            skipping = here > indent;
            continue;
        }
        bool added = false;
        for (const char* name :
             {"\"watched_misses\"", "\"replicated_misses\"", "\"sampled_lines\"", "\"sampled_copies\"",
              "\"replication_ratio\"", "\"mean_copies\"", "\"max_copies\"", "\"gpu.replication_monitor\"",
              "\"monitor.replication\"", "\"reuse_accesses\"", "\"inter_cta_reuse", "\"intra_cta_reuses\"",
              "\"gpu.reuse_monitor\"", "\"monitor.reuse\""})
            added |= line.find(name) != std::string::npos;
        skipping = added && line.back() == '{';
        indent = here;
        if (!added) kept += line + "\n";
    }
    REQUIRE(kept.find("\"l1_misses\"") != std::string::npos);
    REQUIRE(kept.find("\"gpu.l2.slice_1\"") != std::string::npos);
    std::remove(file.c_str());
    return kept;
}

void check_unchanged(const std::string& label, const std::string& stimulus, const std::string& options) {
    const std::string off = statistics_without_monitor(label, stimulus, options);
    CHECK(statistics_without_monitor(label, stimulus, options + " --set monitor.replication=true") == off);
    CHECK(statistics_without_monitor(label, stimulus, options + " --set monitor.reuse=true") == off);
}

// What the monitor knows is what the caches' tags say.
void compare_with_tags() {
    ReplicationMonitor* monitor = nullptr;
    std::vector<const L1Cache*> caches;
    for_each_block(nullptr, [&](Block& block) {
        if (auto* found = dynamic_cast<ReplicationMonitor*>(&block)) monitor = found;
        if (auto* cache = dynamic_cast<L1Cache*>(&block)) caches.push_back(cache);
    });
    REQUIRE(monitor);
    std::uint64_t copies = 0, misses = 0;
    for (unsigned i = 0; i < caches.size(); ++i) {
        const TagArray& tags = caches[i]->lookup().tags();
        std::uint64_t held = 0;
        for (unsigned way = 0; way < tags.lines(); ++way) held += tags.valid_sectors(way) != 0;
        CHECK(monitor->directory().lines_of(i) == held);
        copies += held;
        misses += caches[i]->misses.value();
    }
    CHECK(monitor->directory().copies() == copies);
    CHECK(copies > 0);
    CHECK(monitor->misses.value() == misses);
}

void check_conservation(const std::vector<std::string>& features) {
    std::vector<std::string> arguments = settings_of(features);
    arguments.insert(arguments.end(), {"--set", "monitor.replication=true", "--stimulus", "made by the test"});
    RandomProgramShape program;
    program.ctas = 12;
    program.steps = static_cast<std::uint32_t>(scaled(64, 16));
    program.launches = 3;
    const PlatformRun run = run_platform_named(
        "gpu", arguments, {nullptr, [&] { return scattered_words(program); }, [](Machine&) { compare_with_tags(); }});
    INFO(run.text());
    CHECK(run.code == 0);
    CHECK_THAT(run.out, Contains("Replication in the L1 caches"));
}

}  // namespace

TEST_CASE("the replication monitor changes no figure: crossbar") {
    check_unchanged("crossbar", "micro/stencil", "");
}
TEST_CASE("the replication monitor changes no figure: mesh") {
    check_unchanged("mesh", "micro/gemm32", "--set path.network=mesh");
}
TEST_CASE("the replication monitor changes no figure: several kernels, ICC, banks and clocks") {
    check_unchanged("bfs", "rodinia/bfs/test",
                    "--set icc_unit.merge_table=true --set icc_unit.coalesced_cache=true --set lsu.pool=banked "
                    "--set l1_cache.banks=4 --set clock.noc_mhz=700");
}
TEST_CASE("the replication monitor changes no figure: sectors, allocation on fill, kept stores") {
    check_unchanged("sectors", "micro/histogram",
                    "--set l1_cache.sectored=true --set l1_cache.allocate_on_fill=true --set "
                    "l1_cache.write_allocate=true --set lsu.pool=warppool");
}

TEST_CASE("the replication monitor knows the lines in the tags after three kernels") {
    check_conservation({});
}
TEST_CASE("the replication monitor knows the lines in the tags after three kernels: mesh and WarpPool") {
    check_conservation({"mesh", "warppool"});
}
TEST_CASE("the replication monitor knows the lines in the tags after three kernels: sectors") {
    check_conservation({"sectors", "icc"});
}

TEST_CASE("a line that every SM reads is counted once for each of them") {
    const auto totals = run_totals("gpu", "replication_broadcast", "micro/broadcast",
                                   "--set monitor.replication=true --set monitor.replication_sample_cycles=100");
    CHECK(totals.at("watched_misses") == totals.at("l1_misses"));
    CHECK(std::stod(totals.at("max_copies")) == 60);
    CHECK(std::stod(totals.at("mean_copies")) > 30);
    CHECK(std::stod(totals.at("replication_ratio")) ==
          Approx(std::stod(totals.at("replicated_misses")) / std::stod(totals.at("watched_misses"))));
}

TEST_CASE("caches that read different lines replicate nothing") {
    const auto totals = run_totals("gpu", "replication_none", "micro/vector_add_small",
                                   "--set monitor.replication=true --set monitor.replication_sample_cycles=10");
    CHECK(totals.at("replicated_misses") == "0");
    CHECK(std::stod(totals.at("max_copies")) == 1);
    CHECK(std::stod(totals.at("mean_copies")) == 1);
}

TEST_CASE("the replication monitor is refused where there is nothing to watch") {
    CHECK_THAT(
        output_of("gpu", {"--stimulus", "x.stim", "--set", "path.l1=none", "--set", "monitor.replication=true"}, 2),
        Contains("monitor.replication: is true, but path.l1 is none"));
    CHECK_THAT(output_of("gpu", {"--stimulus", "x.stim", "--set", "monitor.replication_sample_cycles=0"}, 2),
               Contains("monitor.replication_sample_cycles"));
}
