// Redirection by the dispatcher.
#include "clustering_bench.h"

using namespace heddle;

TEST_CASE("redirection with strict round-robin: every SM runs its cluster") {
    DispatcherBench bench({1, 4}, clustered("redirect", "rr"), slots(2));
    run_grid(bench, {10, 1, 1});
    CHECK(ctas_of_sms(bench) == std::vector<Ctas>{{0, 1, 2}, {3, 4, 5}, {6, 7}, {8, 9}});
}

TEST_CASE("redirection by columns: every SM runs columns of the grid") {
    DispatcherBench bench({2, 1}, clustered("redirect", "rr", "column"), slots(2));
    run_grid(bench, {4, 3, 1});
    CHECK(ctas_of_sms(bench) == std::vector<Ctas>{{0, 4, 8, 1, 5, 9}, {2, 6, 10, 3, 7, 11}});
}

TEST_CASE("redirection by tiles: every SM runs tiles of the grid") {
    CtaDispatcherParameters parameters = clustered("redirect", "rr", "tile");
    DispatcherBench bench({4, 1}, parameters, slots(2));
    run_grid(bench, {4, 4, 1});
    CHECK(ctas_of_sms(bench) == std::vector<Ctas>{{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}});
}

TEST_CASE("redirection is blind to where the hardware puts CTAs: with another scheduler clusters are torn apart") {
    DispatcherBench bench({2, 2}, clustered("redirect", "2lrr"), slots(1));
    run_grid(bench, {8, 1, 1});
    // CTA 1 of the new kernel goes to the other cluster's first SM, and is the first of the second cluster.
    CHECK(bench.sms[2]->ctas().front() == 2);
    CHECK(bench.dispatcher.ctas_retired.value() == 8);
}

TEST_CASE("without clustering nothing is delayed and nobody is an agent") {
    DispatcherBench bench({1, 4}, clustered("none", "rr"), slots(2));
    run_grid(bench, {8, 1, 1});
    for (unsigned i = 0; i < 8; ++i) {
        CHECK(bench.records[i].launched == 2 + i);
        CHECK(bench.records[i].agent == no_agent);
    }
    CHECK_FALSE(bench.dispatcher.clustering);  // nor counted
}

TEST_CASE("redirection: the first CTA starts after the overhead, the others in the cycles after it") {
    CtaDispatcherParameters parameters = clustered("redirect", "rr");
    REQUIRE(parameters.clustering.redirect_overhead_cycles == 20);  // MECHANISMS 4.6
    DispatcherBench bench({1, 4}, parameters, slots(8));
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t) { return Cycle{500}; };
    run_grid(bench, {32, 1, 1});
    std::vector<Cycle> cycles;
    for (const CtaRecord& record : bench.records) cycles.push_back(record.launched);
    std::sort(cycles.begin(), cycles.end());
    for (unsigned i = 0; i < 32; ++i) CHECK(cycles[i] == 2 + 20 + i);
    CHECK(bench.dispatcher.clustering->overhead_cycles.value() == 32 * 20);
}
