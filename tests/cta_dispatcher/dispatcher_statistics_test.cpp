// What the dispatcher counts and tells.
#include <tuple>

#include "dispatcher_bench.h"

using namespace heddle;

namespace {

CtaDispatcherParameters with_policy(const char* policy) {
    CtaDispatcherParameters parameters;
    parameters.policy = policy;
    return parameters;
}

SmLimits with_slots(unsigned slots) {
    SmLimits limits;
    limits.max_ctas = slots;
    return limits;
}

using Counts = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("dist_block with sockets: the worked example, and the contexts that waited") {
    DispatcherBench bench({2, 2}, with_policy("dist_block"), with_slots(2));
    bench.hold_all();
    bench.record();
    bench.add_kernel(10);
    bench.host.send(1, KernelLaunch{0});
    bench.run_for(100);
    CHECK(bench.sms[0]->ctas() == Ctas{0, 1});
    CHECK(bench.sms[1]->ctas() == Ctas{2, 3});
    CHECK(bench.sms[2]->ctas() == Ctas{5, 6});
    CHECK(bench.sms[3]->ctas() == Ctas{7, 8});
    // One launch per cycle, also for the second CTA of a block.
    CHECK(bench.sms[0]->taken[0].cycle + 1 == bench.sms[0]->taken[1].cycle);
    CHECK(bench.sms[0]->taken[1].cycle + 1 == bench.sms[2]->taken[0].cycle);
    bench.dispatcher.settle_counters();
    CHECK(bench.dispatcher.block_delay_context_cycles.value() == 0);

    bench.sms[0]->retire(0);
    bench.run_for(50);
    CHECK(bench.sms[0]->ctas() == Ctas{0, 1});
    bench.dispatcher.settle_counters();
    REQUIRE(bench.records.size() == 1);
    CHECK(bench.dispatcher.block_delay_context_cycles.value() == bench.clock.now() - bench.records[0].retired);
    bench.sms[0]->retire(1);
    bench.run_for(50);
    CHECK(bench.sms[0]->ctas() == Ctas{0, 1, 4});
    bench.dispatcher.settle_counters();
    REQUIRE(bench.records.size() == 2);
    // The first cluster's pool is empty now: its free contexts wait for nothing.
    const Cycle waited = bench.records[1].retired - bench.records[0].retired;
    CHECK(waited == 50);
    CHECK(bench.dispatcher.block_delay_context_cycles.value() == waited);
    for (auto [sm, cta] : {std::pair{0, 4}, {1, 2}, {1, 3}, {2, 5}, {2, 6}, {3, 7}, {3, 8}}) bench.sms[sm]->retire(cta);
    bench.run_for(50);
    CHECK(bench.sms[2]->ctas() == Ctas{5, 6, 9});
    bench.sms[2]->retire(9);
    bench.run();
}

TEST_CASE("CTAs are counted by SM and by cluster") {
    DispatcherBench bench({2, 2}, with_policy("greedy"), with_slots(2));
    bench.add_kernel(5);
    bench.host.send(1, KernelLaunch{0});
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    CHECK(bench.dispatcher.ctas_by_sm.counts() == Counts{4, 4, 2, 0});
    CHECK(bench.dispatcher.ctas_by_cluster.counts() == Counts{8, 2});
}

TEST_CASE("the record of a CTA says where it ran, from when to when") {
    DispatcherBench bench({2, 1}, with_policy("dist"));
    bench.record();
    bench.sms[1]->run_cycles = [](std::uint32_t) { return Cycle{500}; };
    bench.add_kernel(1);
    bench.add_kernel(2);
    bench.host.send(10, KernelLaunch{0});
    const unsigned second = bench.host.send(10, KernelLaunch{1});
    bench.run();
    REQUIRE(bench.records.size() == 3);
    const auto place = [&](unsigned i) {
        const CtaRecord& r = bench.records[i];
        return std::make_tuple(r.launch, r.kernel, r.cta, r.sm);
    };
    CHECK(place(0) == std::make_tuple(1U, 0U, 0U, 0U));
    CHECK(place(1) == std::make_tuple(2U, 1U, 0U, 0U));
    CHECK(place(2) == std::make_tuple(2U, 1U, 1U, 1U));
    // The SM sees the launch a cycle later, runs it, and the answer takes a cycle again.
    CHECK(bench.records[0].launched == 11);
    CHECK(bench.records[0].retired == 11 + 1 + 50 + 1);
    CHECK(bench.records[2].launched == bench.records[1].launched + 1);
    CHECK(bench.records[2].retired == bench.records[2].launched + 1 + 500 + 1);
    CHECK(bench.records[2].retired < bench.host[second].answered);
}

TEST_CASE("a stall that still lasts is in the counter at a snapshot, once") {
    DispatcherBench bench({1, 1}, {}, with_slots(1));
    bench.hold_all();
    bench.add_kernel(2);
    bench.host.send(1, KernelLaunch{0});
    bench.run_for(100);
    const auto blocked = [&] {
        bench.dispatcher.settle_counters();
        return bench.dispatcher.blocked_cycles.value();
    };
    const std::uint64_t first = blocked();
    CHECK(first == bench.clock.now() - 3);  // sent in 1, CTA 0 launched in 2, blocked from 3 on
    CHECK(blocked() == first);
    bench.run_for(40);
    CHECK(blocked() == first + 40);
    bench.sms[0]->retire(0);
    bench.run_for(40);
    const std::uint64_t last = blocked();
    CHECK(last - first - 40 <= 4);  // until the end of CTA 0 was seen
    bench.run_for(40);
    CHECK(blocked() == last);
    bench.sms[0]->retire(1);
    bench.run();
}

TEST_CASE("more SMs than a set of ports holds") {
    DispatcherBench bench({10, 60}, with_policy("grr"), with_slots(1));
    bench.add_kernel(1300);
    bench.host.send(1, KernelLaunch{0});
    bench.run();
    for (std::uint64_t count : bench.dispatcher.ctas_by_sm.counts()) CHECK(count >= 1);
    CHECK(bench.dispatcher.ctas_retired.value() == 1300);
}

TEST_CASE("the CTAs of a large machine have room in the signal") {
    DispatcherBench bench({1, 1}, with_policy("grr"), with_slots(1));
    for (const Signal* signal : bench.dispatcher.signals())
        if (signal->name() == "ctas_resident") CHECK(std::uint64_t{1} << signal->width() > 4096 * 64);
}

TEST_CASE("a block size of nothing is refused") {
    CtaDispatcherParameters parameters;
    parameters.block_size = 0;
    CHECK_THROWS_WITH(parameters.validate("cta_dispatcher"), Catch::Contains("cta_dispatcher.block_size"));
}

namespace {

// The same kernel twice, CTAs of unequal length: both launches must look the same, shifted in time, with every CTA
// once.
void check_repeats(const char* policy) {
    DispatcherBench bench({3, 2}, with_policy(policy), with_slots(3));
    bench.record();
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t cta) { return 20 + cta * 7919 % 97; };
    bench.add_kernel(301);
    const unsigned launches[] = {bench.host.send(10, KernelLaunch{0}), bench.host.send(5000, KernelLaunch{0})};
    bench.run();
    REQUIRE(bench.records.size() == 2 * 301);
    std::vector<unsigned> seen(301);
    for (unsigned i = 0; i < 301; ++i) {
        const CtaRecord &first = bench.records[i], &second = bench.records[301 + i];
        ++seen[first.cta];
        CHECK(first.cta == second.cta);
        CHECK(first.sm == second.sm);
        const Cycle shift = bench.host[launches[1]].sent - bench.host[launches[0]].sent;
        CHECK(second.launched == first.launched + shift);
        CHECK(second.retired == first.retired + shift);
    }
    CHECK(seen == std::vector<unsigned>(301, 1));
    for (auto& sm : bench.sms) CHECK(sm->most_resident <= 3);
}

}  // namespace

TEST_CASE("2lrr repeats itself") {
    check_repeats("2lrr");
}
TEST_CASE("grr repeats itself") {
    check_repeats("grr");
}
TEST_CASE("greedy repeats itself") {
    check_repeats("greedy");
}
TEST_CASE("dist repeats itself") {
    check_repeats("dist");
}
TEST_CASE("dist_block repeats itself") {
    check_repeats("dist_block");
}
