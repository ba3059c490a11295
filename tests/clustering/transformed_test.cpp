// Clustering by the program itself, and its comparison with clustering by the dispatcher.
#include <cmath>
#include <map>

#include "heddle/cta_dispatcher/clustering/cluster_partition.h"
#include "transformed_run.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// 7 x 9 CTAs for 4 SMs: three clusters of 16 CTAs and one of 15.
constexpr std::uint32_t grid_x = 7, grid_y = 9, ctas = grid_x * grid_y;
const std::string grid = "const GRID_X = 7\nconst GRID_Y = 9\n";

std::uint32_t by_columns(std::uint32_t cta) {
    return cta % grid_x * grid_y + cta / grid_x;
}

// Every CTA ran on the SM of its cluster, and each of `agents` agents took its tasks in their order.
template <class IdOf>
void check_walk(const TransformedRuns& runs, unsigned agents, IdOf id_of) {
    const std::vector<std::uint32_t> sm = runs.dumped("SM"), order = runs.dumped("ORDER");
    REQUIRE(sm.size() == ctas);
    REQUIRE(order.size() == ctas);
    const ClusterPartition partition(ctas, 4);
    std::vector<std::uint32_t> cta_of(ctas);
    for (std::uint32_t cta = 0; cta < ctas; ++cta) cta_of[id_of(cta)] = cta;
    for (std::uint32_t id = 0; id < ctas; ++id) {
        const ClusterPosition at = partition.position_of(id);
        CHECK(sm[cta_of[id]] == at.i);
        if (at.w >= agents) CHECK(order[cta_of[id]] > order[cta_of[id - agents]]);
    }
}

}  // namespace

TEST_CASE("agents of a program run their SM's cluster in order, as those of the dispatcher do") {
    const TransformedRuns runs("micro_ptx/cta_order", grid);
    const std::string dumps = runs.dump_option("SM") + runs.dump_option("ORDER");
    for (const unsigned agents : {1u, 2u, 3u}) {
        INFO(agents << " agents");
        runs.run(agents_row, agents, dumps);
        check_walk(runs, agents, [](std::uint32_t cta) { return cta; });
        runs.run(slot_agents_row, agents, dumps);
        check_walk(runs, agents, [](std::uint32_t cta) { return cta; });
        runs.run(agents_column, agents, dumps);
        check_walk(runs, agents, by_columns);
        runs.run_clustered_by_dispatcher(agents, "column", dumps);
        check_walk(runs, agents, by_columns);
    }
}

TEST_CASE("a redirected program puts clusters on SMs if the scheduler is round-robin") {
    const TransformedRuns runs("micro_ptx/cta_order", grid);
    const std::string dumps = runs.dump_option("SM") + runs.dump_option("ORDER");
    runs.run(redirect_column, 1, dumps + "--set cta_dispatcher.policy=rr");
    const std::vector<std::uint32_t> sm = runs.dumped("SM");
    REQUIRE(sm.size() == ctas);
    for (std::uint32_t cta = 0; cta < ctas; ++cta)
        CHECK(sm[cta] == ClusterPartition(ctas, 4).position_of(by_columns(cta)).i);
}

// What the default overheads of the dispatcher, 20 cycles, stand for: what a program pays per task, with one CTA at a
// time on each SM and nothing to hide it.
TEST_CASE("the overhead of a task in a program is of the size that the dispatcher assumes") {
    const TransformedRuns runs("micro_ptx/cta_overhead", "const GRID_X = 32\nconst GRID_Y = 32\n");
    const double tasks = 32 * 32 / 4.0;
    const std::string free_agents = "--set cta_dispatcher.task_overhead_cycles=0",
                      one_cta = "--set sm.max_ctas=1 --set cta_dispatcher.policy=rr";
    const auto cycles = [&](const TotalsByName& totals) { return static_cast<double>(count(totals, "cycles")); };
    const double free = cycles(runs.run_clustered_by_dispatcher(1, "row", free_agents));
    const double by_rows = (cycles(runs.run(agents_row, 1)) - free) / tasks,
                 by_columns = (cycles(runs.run(agents_column, 1)) - free) / tasks,
                 redirection =
                     (cycles(runs.run(redirect_row, 1, one_cta)) - cycles(runs.run(as_it_is, 1, one_cta))) / tasks;
    WARN("cycles per task: agents by rows " << by_rows << ", by columns " << by_columns << ", redirection "
                                            << redirection);
    CHECK(cycles(runs.run_clustered_by_dispatcher(1, "row")) == free + 20 * tasks);
    CHECK(by_rows > 5);
    CHECK(by_columns < 40);
    CHECK(redirection > by_columns);
    CHECK(redirection < 150);
}

// The dispatcher's agent begins its next task when all warps of the last have ended and their stores are acknowledged.
// In a program each warp goes on by itself, so that short tasks (the convolution) overlap: more loads meet a line on
// its way, and the run is shorter. The lines that are fetched are the same, to the few that the cache loses meanwhile.
TEST_CASE("both forms of agents fetch the same lines; a program's agents are not slower") {
    struct Case {
        std::string kernel, sizes, indexing;
        unsigned style;
    };
    for (const Case& tried : {Case{"silicon/cv2048", "const N = 128\n", "row", agents_row},
                              Case{"silicon/gemm512", "const N = 64\n", "column", agents_column}}) {
        const TransformedRuns runs(tried.kernel, tried.sizes);
        const TotalsByName form_a = runs.run_clustered_by_dispatcher(2, tried.indexing),
                           form_b = runs.run(tried.style, 2);
        const double misses = static_cast<double>(count(form_b, "l1_misses")) /
                              static_cast<double>(count(form_a, "l1_misses")),
                     cycles =
                         static_cast<double>(count(form_b, "cycles")) / static_cast<double>(count(form_a, "cycles"));
        WARN(tried.kernel << ", program against dispatcher: misses " << misses << ", cycles " << cycles);
        CHECK(count(form_b, "l1_accesses") == count(form_a, "l1_accesses"));
        CHECK(std::abs(misses - 1) < 0.05);
        CHECK(cycles < 1.1);
    }
}

TEST_CASE("agents that prefetch find lines of their next task") {
    const TransformedRuns runs("silicon/bsc1m", "const N = 16000\n");
    const TotalsByName plain = runs.run(agents_row, 2, "--set l1_hints.prefetch=true"),
                       ahead = runs.run(prefetch_agents_row, 2, "--set l1_hints.prefetch=true");
    CHECK(count(plain, "l1_prefetches") == 0);
    const auto issued = count(ahead, "l1_prefetches_issued"), useful = count(ahead, "l1_prefetches_useful");
    CHECK(count(ahead, "l1_prefetches") >= issued);
    CHECK(useful > issued * 9 / 10);
    CHECK(useful + count(ahead, "l1_prefetches_unused") <= issued);
    CHECK(count(ahead, "l1_accesses") == count(plain, "l1_accesses"));
    CHECK(count(ahead, "l1_misses") + issued == count(plain, "l1_misses"));
    CHECK(count(ahead, "cycles") < count(plain, "cycles"));
}

TEST_CASE("prefetched lines that are gone before they are used are counted") {
    const TransformedRuns runs("silicon/bsc1m", "const N = 16000\n");
    const TotalsByName totals = runs.run(prefetch_agents_row, 2,
                                         "--set l1_hints.prefetch=true --set l1_cache.size_bytes=1024 --set "
                                         "l1_cache.ways=1");
    CHECK(count(totals, "l1_prefetches_unused") > 0);
    CHECK(count(totals, "l1_prefetches_useful") + count(totals, "l1_prefetches_unused") <=
          count(totals, "l1_prefetches_issued"));
}
