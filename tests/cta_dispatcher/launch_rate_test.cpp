// How fast CTAs are launched: whole GPU, GPC, TPC, SM.
#include <map>

#include "dispatcher_bench.h"

using namespace heddle;

namespace {

// Cycles of the launches, from the first.
std::vector<Cycle> launches(const DispatcherBench& bench, const std::vector<unsigned>& sms) {
    std::vector<Cycle> cycles;
    for (unsigned sm : sms)
        for (const SmModel::Taken& taken : bench.sms[sm]->taken) cycles.push_back(taken.cycle);
    std::sort(cycles.begin(), cycles.end());
    const Cycle first = cycles.at(0);
    for (Cycle& cycle : cycles) cycle -= first;
    return cycles;
}

std::vector<unsigned> all_sms(const DispatcherBench& bench) {
    std::vector<unsigned> sms;
    for (unsigned sm = 0; sm < bench.sms.size(); ++sm) sms.push_back(sm);
    return sms;
}

void run_kernel(DispatcherBench& bench, unsigned ctas, Cycle run_cycles = 1000) {
    for (auto& sm : bench.sms) sm->run_cycles = [=](std::uint32_t) { return run_cycles; };
    bench.add_kernel(ctas);
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    REQUIRE(bench.dispatcher.ctas_retired.value() == ctas);
}

CtaDispatcherParameters grr() {
    CtaDispatcherParameters parameters;
    parameters.policy = "grr";
    return parameters;
}

}  // namespace

TEST_CASE("one CTA per cycle for the whole GPU, unless a rate says otherwise") {
    DispatcherBench bench({2, 2}, grr());
    run_kernel(bench, 8);
    CHECK(launches(bench, all_sms(bench)) == std::vector<Cycle>{0, 1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("several CTAs per cycle") {
    CtaDispatcherParameters parameters = grr();
    parameters.launches_per_cycle = 4;
    DispatcherBench bench({4, 2}, parameters);
    run_kernel(bench, 16);
    CHECK(launches(bench, all_sms(bench)) == std::vector<Cycle>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
}

TEST_CASE("a CTA every few cycles for the whole GPU, and the dispatcher sleeps meanwhile") {
    CtaDispatcherParameters parameters = grr();
    parameters.launches_per_cycle = 2;
    parameters.launch_interval_cycles = 100;
    DispatcherBench bench({2, 2}, parameters);
    run_kernel(bench, 8);
    CHECK(launches(bench, all_sms(bench)) == std::vector<Cycle>{0, 0, 100, 100, 200, 200, 300, 300});
    CHECK(bench.clock.ticks() < 200);
}

TEST_CASE("a launch interval per GPC: GPCs do not wait for each other") {
    CtaDispatcherParameters parameters = grr();
    parameters.launches_per_cycle = 4;
    parameters.gpc_launch_interval_cycles = 10;
    DispatcherBench bench({2, 2}, parameters);  // two clusters, which are the GPCs
    run_kernel(bench, 8);
    CHECK(launches(bench, {0, 1}) == std::vector<Cycle>{0, 10, 20, 30});
    CHECK(launches(bench, {2, 3}) == std::vector<Cycle>{0, 10, 20, 30});
    CHECK(bench.sms[0]->taken[0].cycle == bench.sms[2]->taken[0].cycle);
}

TEST_CASE("a TPC launches one CTA after another, longer for more warps, and no other TPC waits for it") {
    GpcParameters gpcs;
    gpcs.sms_per_tpc = 2;
    LaunchRateLimits limits;
    limits.gpc_interval = 1;
    limits.tpc_cycles = 6;
    limits.tpc_warp_cycles = 1;
    LaunchRate rate(limits, GpcMap(gpcs, {1, 4}), 4);  // one GPC of two TPCs
    CHECK(rate.reserve(0, 8, 100, false) == 100);
    CHECK(rate.reserve(1, 8, 100, false) == 114);
    CHECK(rate.reserve(2, 8, 100, false) == 102);  // the GPC hands on a CTA per cycle, and this is its third
    CHECK(rate.reserve(3, 8, 100, false) == 116);
    CHECK(rate.reserve(0, 32, 100, false) == 128);
    CHECK(rate.reserve(1, 1, 100, false) == 166);
    CHECK(rate.reserve(0, 1, 500, false) == 500);

    CtaDispatcherParameters parameters = grr();
    parameters.launches_per_cycle = 4;
    parameters.tpc_launch_cycles = 5;
    parameters.tpc_launch_warp_cycles = 2;
    DispatcherBench bench({2, 2}, parameters);
    run_kernel(bench, 8);  // CTAs of one warp
    CHECK(launches(bench, {0, 1}) == std::vector<Cycle>{0, 7, 14, 21});
    CHECK(launches(bench, {2, 3}) == std::vector<Cycle>{0, 7, 14, 21});
    CHECK(bench.sms[0]->taken[0].cycle == bench.sms[2]->taken[0].cycle);
}

TEST_CASE("CTAs that take the place of others are launched more slowly than the first ones") {
    CtaDispatcherParameters parameters = grr();
    parameters.launches_per_cycle = 4;
    parameters.gpc_launch_interval_cycles = 1;
    parameters.gpc_relaunch_interval_cycles = 10;
    DispatcherBench bench({2, 2}, parameters);
    constexpr Cycle run_cycles = 1000;
    run_kernel(bench, 200, run_cycles);
    const std::vector<Cycle> cycles = launches(bench, {0, 1});  // of one GPC
    const auto relaunch = std::upper_bound(cycles.begin(), cycles.end(), run_cycles);
    REQUIRE(relaunch - cycles.begin() > 2);
    REQUIRE(cycles.end() - relaunch > 2);
    for (auto cycle = cycles.begin() + 1; cycle != relaunch; ++cycle) CHECK(*cycle - cycle[-1] == 1);
    for (auto cycle = relaunch + 1; cycle != cycles.end(); ++cycle) CHECK(*cycle - cycle[-1] >= 10);
}

TEST_CASE("a launch interval per SM") {
    CtaDispatcherParameters parameters = grr();
    parameters.launches_per_cycle = 4;
    parameters.sm_launch_interval_cycles = 7;
    DispatcherBench bench({2, 2}, parameters);
    run_kernel(bench, 12);
    for (unsigned sm = 0; sm < 4; ++sm) CHECK(launches(bench, {sm}) == std::vector<Cycle>{0, 7, 14});
    CHECK(launches(bench, all_sms(bench)) == std::vector<Cycle>{0, 0, 0, 0, 7, 7, 7, 7, 14, 14, 14, 14});
}

TEST_CASE("whatever the rates, every CTA runs once, no SM has more than it holds, intervals are kept") {
    CtaDispatcherParameters parameters;
    parameters.policy = "random";
    parameters.launches_per_cycle = 3;
    parameters.launch_interval_cycles = 2;
    parameters.gpc_launch_interval_cycles = 5;
    parameters.sm_launch_interval_cycles = 9;
    DispatcherBench bench({3, 4}, parameters);
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t cta) { return 3 + cta * 7919 % 97; };
    bench.record();
    bench.add_kernel(700);
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    std::map<std::uint32_t, unsigned> runs;
    for (const CtaRecord& record : bench.records) ++runs[record.cta];
    CHECK(runs.size() == 700);
    CHECK(bench.records.size() == 700);
    for (const auto& sm : bench.sms) {
        CHECK(sm->most_resident <= 8);
        for (std::size_t i = 1; i < sm->taken.size(); ++i) CHECK(sm->taken[i].cycle >= sm->taken[i - 1].cycle + 9);
    }
}
