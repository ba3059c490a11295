// Redirection and agents on a whole GPU: data is checked by the stimulus, every binding keeps to the protocol, and
// every CTA ran where it belongs.
#include <cmath>
#include <fstream>
#include <map>

#include "heddle/cta_dispatcher/clustering/cluster_partition.h"
#include "heddle/cta_dispatcher/cta_dispatcher.h"
#include "heddle/stimulus/trace/generator/benchmark_kernels.h"
#include "heddle/stimulus/trace/generator/stimulus_trace.h"
#include "scratch_folder.h"
#include "system_runs.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

using Settings = std::vector<std::string>;

struct ClusteredRun {
    PlatformRun result;
    std::vector<CtaRecord> records;
    std::uint64_t overhead_cycles = 0;
    unsigned sms = 0;
};

CtaDispatcher& dispatcher() {
    auto* found = dynamic_cast<CtaDispatcher*>(sc_core::sc_find_object("gpu.cta_dispatcher"));
    REQUIRE(found);
    return *found;
}

ClusteredRun run_stimulus(const std::string& path, const Settings& settings) {
    ClusteredRun run;
    CheckingBinder binder;
    PlatformHooks hooks;
    hooks.binder = &binder;
    hooks.after_build = [&](Machine&) {
        run.sms = dispatcher().sm_out.size();
        dispatcher().on_cta_retired = [&](const CtaRecord& record) { run.records.push_back(record); };
    };
    hooks.before_end = [&](Machine&) { run.overhead_cycles = dispatcher().clustering->overhead_cycles.value(); };
    std::vector<std::string> arguments{"--stimulus", path, "--system", "small"};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    run.result = run_platform_named("gpu", arguments, hooks);
    INFO(run.result.text());
    REQUIRE(run.result.code == 0);
    check_bindings(binder);
    return run;
}

ClusteredRun run_shipped(const std::string& name, const Settings& settings) {
    return run_stimulus(std::string(HEDDLE_SOURCE_DIR) + "/stimuli/" + name, settings);
}

// Every CTA of a kernel with as many CTAs once, on the SM of its cluster; `id_of` is the indexing.
template <class IdOf>
void check_placement(const ClusteredRun& run, std::uint32_t ctas, IdOf id_of) {
    REQUIRE(run.records.size() == ctas);
    std::vector<bool> seen(ctas);
    for (const CtaRecord& record : run.records) {
        REQUIRE_FALSE(seen.at(record.cta));
        seen[record.cta] = true;
        CHECK(record.sm == ClusterPartition(ctas, run.sms).position_of(id_of(record.cta)).i);
    }
}

std::uint32_t by_rows(std::uint32_t cta) {
    return cta;
}

}  // namespace

// A square grid.
TEST_CASE("redirection by columns of a matrix product in PTX: right data, a cluster per SM") {
    const ClusteredRun run = run_shipped(
        "ptx/matmul.stim",
        {"cta_dispatcher.clustering=redirect", "cta_dispatcher.policy=rr", "cta_dispatcher.indexing=column"});
    const std::uint32_t ctas = static_cast<std::uint32_t>(run.records.size());
    const auto side = static_cast<std::uint32_t>(std::lround(std::sqrt(ctas)));
    REQUIRE(side * side == ctas);
    check_placement(run, ctas, [&](std::uint32_t cta) { return cta % side * side + cta / side; });
    CHECK(run.overhead_cycles == 20 * ctas);
}

TEST_CASE("redirection with a random scheduler: right data") {
    const ClusteredRun run = run_shipped(
        "micro/transpose.stim",
        {"cta_dispatcher.clustering=redirect", "cta_dispatcher.policy=random", "cta_dispatcher.indexing=tile"});
    CHECK(run.overhead_cycles == 20 * run.records.size());
}

TEST_CASE("agents of a matrix product in PTX: right data, a cluster per SM, each agent one task at a time") {
    const ClusteredRun run =
        run_shipped("ptx/matmul.stim", {"cta_dispatcher.clustering=agents", "cta_dispatcher.active_agents=2"});
    check_placement(run, static_cast<std::uint32_t>(run.records.size()), by_rows);
    std::map<std::pair<unsigned, unsigned>, Cycle> ended;
    for (const CtaRecord& record : run.records) {
        Cycle& last = ended[{record.sm, record.agent}];
        if (last) CHECK(record.launched == last + 20);
        last = record.retired;
    }
    CHECK(ended.size() == 2 * run.sms);
    CHECK(run.records.size() > ended.size());
}

TEST_CASE("throttled agents of a stencil: right data, no more at a time than are active") {
    const ClusteredRun run =
        run_shipped("micro/stencil.stim", {"cta_dispatcher.clustering=agents", "cta_dispatcher.active_agents=2"});
    check_placement(run, static_cast<std::uint32_t>(run.records.size()), by_rows);
    for (const CtaRecord& record : run.records) CHECK(record.agent < 2);
}

TEST_CASE("agents in the order of a table: right data, in that order") {
    const ScratchFolder folder;
    const std::string table = folder / "backwards.txt";
    constexpr std::uint32_t ctas = 8;
    std::ofstream stream(table);
    for (std::uint32_t i = 0; i < ctas; ++i) stream << ctas - 1 - i << "\n";
    stream.close();
    const ClusteredRun run = run_shipped(
        "micro/gemm32.stim",
        {"cta_dispatcher.clustering=agents", "cta_dispatcher.indexing=table", "cta_dispatcher.table=" + table});
    check_placement(run, ctas, [](std::uint32_t cta) { return ctas - 1 - cta; });
}

TEST_CASE("agents of kernels launched until nothing changes: right data") {
    const ClusteredRun run = run_shipped("ptx/bfs.stim", {"cta_dispatcher.clustering=agents",
                                                          "cta_dispatcher.policy=h200", "cta_dispatcher.max_agents=2"});
    CHECK(run.records.back().launch > 2);
}

TEST_CASE("agents on a trace of a grid with two dimensions, by columns: a cluster per SM") {
    const ScratchFolder folder;
    traces::TraceWriter writer(folder.path(), true);
    traces::benchmark_kernels[2].write(writer, 64);  // a grid of 2 by 8
    const ClusteredRun run =
        run_stimulus(folder / "kernelslist.g", {"cta_dispatcher.clustering=agents", "cta_dispatcher.indexing=column"});
    check_placement(run, 16, [](std::uint32_t cta) { return cta % 2 * 8 + cta / 2; });
}

TEST_CASE("redirection on a trace: a cluster per SM") {
    const ScratchFolder folder;
    traces::TraceWriter writer(folder.path(), true);
    traces::benchmark_kernels[0].write(writer, 8192);
    const ClusteredRun run =
        run_stimulus(folder / "kernelslist.g", {"cta_dispatcher.clustering=redirect", "cta_dispatcher.policy=rr"});
    REQUIRE(run.records.size() > 4);
    check_placement(run, static_cast<std::uint32_t>(run.records.size()), by_rows);
}

TEST_CASE("clustering does not depend on the order of evaluation, nor on a waveform") {
    check_order_and_recording(
        "gpu", "small", "micro/gemm256",
        "--set cta_dispatcher.clustering=agents --set cta_dispatcher.indexing=column "
        "--set cta_dispatcher.launches_per_cycle=3 --set cta_dispatcher.gpc_launch_interval_cycles=2");
}

TEST_CASE("the random scheduler goes by the seed of the run") {
    std::string first, again, other;
    const std::string random = "--set cta_dispatcher.policy=random --seed ";
    run_system("gpu", "small", "micro/stencil", random + "5", &first);
    run_system("gpu", "small", "micro/stencil", random + "5", &again);
    run_system("gpu", "small", "micro/stencil", random + "6", &other);
    CHECK(first == again);
    CHECK(first != other);
}
