// Agents by the dispatcher: tasks bound to SMs, walks, throttling, overhead.
#include <map>

#include "clustering_bench.h"

using namespace heddle;

namespace {

// Tasks of each agent in the order of their launches, by SM and agent.
std::map<std::pair<unsigned, unsigned>, Ctas> walks(const DispatcherBench& bench) {
    std::vector<CtaRecord> records = bench.records;
    std::sort(records.begin(), records.end(),
              [](const CtaRecord& a, const CtaRecord& b) { return a.launched < b.launched; });
    std::map<std::pair<unsigned, unsigned>, Ctas> tasks;
    for (const CtaRecord& record : records) tasks[{record.sm, record.agent}].push_back(record.cta);
    return tasks;
}

}  // namespace

TEST_CASE("agents walk through their SM's cluster as in the example of MECHANISMS 4.6") {
    DispatcherBench bench({2, 1}, clustered("agents", "observed"), slots(2));
    run_grid(bench, {3, 2, 1});
    auto tasks = walks(bench);
    CHECK(tasks.size() == 4);
    CHECK(tasks[{0, 0}] == Ctas{0, 2});
    CHECK(tasks[{0, 1}] == Ctas{1});
    CHECK(tasks[{1, 0}] == Ctas{3, 5});
    CHECK(tasks[{1, 1}] == Ctas{4});
    const auto& by_agent = bench.dispatcher.clustering->tasks_by_agent.counts();
    CHECK(by_agent[0] == 4);
    CHECK(by_agent[1] == 2);
}

TEST_CASE("agents: a slow task holds up its own agent only") {
    DispatcherBench bench({1, 2}, clustered("agents", "rr"), slots(2));
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t cta) { return cta == 0 ? Cycle{5000} : Cycle{50}; };
    run_grid(bench, {16, 1, 1});
    auto tasks = walks(bench);
    CHECK(tasks[{0, 0}] == Ctas{0, 2, 4, 6});
    CHECK(tasks[{0, 1}] == Ctas{1, 3, 5, 7});
    CHECK(tasks[{1, 0}] == Ctas{8, 10, 12, 14});
    CHECK(bench.host[0].answered > 5000 + 3 * 70);  // no other agent took what was agent 0's
}

TEST_CASE("agents: a task starts when the one before has ended and the overhead is over") {
    CtaDispatcherParameters parameters = clustered("agents", "rr");
    parameters.clustering.task_overhead_cycles = 33;
    parameters.clustering.agent_overhead_cycles = 400;
    DispatcherBench bench({1, 2}, parameters, slots(2));
    run_grid(bench, {20, 1, 1});
    std::map<std::pair<unsigned, unsigned>, Cycle> ended;
    for (const CtaRecord& record : bench.records) {  // in the order of their ends
        const std::pair agent{record.sm, record.agent};
        if (ended.count(agent))
            CHECK(record.launched == ended[agent] + 33);
        else
            CHECK(record.launched == 2 + 2 * record.agent + record.sm + 400 + 33);  // one launch per cycle
        ended[agent] = record.retired;
    }
    CHECK(bench.dispatcher.clustering->overhead_cycles.value() == 20 * 33 + 4 * 400);
}

TEST_CASE("agents: throttling leaves fewer of them, which share the cluster") {
    CtaDispatcherParameters parameters = clustered("agents", "rr");
    parameters.clustering.active_agents = 3;
    DispatcherBench bench({1, 2}, parameters, slots(8));
    run_grid(bench, {40, 1, 1});
    CHECK(bench.sms[0]->most_resident == 3);
    auto tasks = walks(bench);
    CHECK(tasks.size() == 6);
    CHECK(tasks[{0, 0}] == Ctas{0, 3, 6, 9, 12, 15, 18});
    CHECK(tasks[{1, 2}] == Ctas{22, 25, 28, 31, 34, 37});
}

TEST_CASE("agents: fewer than an SM holds") {
    CtaDispatcherParameters parameters = clustered("agents", "greedy");
    parameters.clustering.max_agents = 2;
    DispatcherBench bench({2, 1}, parameters, slots(8));
    run_grid(bench, {40, 1, 1});
    CHECK(bench.sms[0]->most_resident == 2);
    CHECK(bench.sms[1]->most_resident == 2);
}

TEST_CASE("agents: a launch rate holds up agents, not their tasks") {
    CtaDispatcherParameters parameters = clustered("agents", "rr");
    parameters.launch_interval_cycles = 1000;
    parameters.clustering.task_overhead_cycles = 0;
    DispatcherBench bench({1, 2}, parameters, slots(1));
    run_grid(bench, {20, 1, 1});
    CHECK(bench.sms[1]->taken[0].cycle == bench.sms[0]->taken[0].cycle + 1000);
    CHECK(bench.host[0].answered < 1000 + 10 * 60);
}

TEST_CASE("agents: a grid smaller than the GPU, and several kernels") {
    DispatcherBench bench({2, 3}, clustered("agents", "random", "column"), slots(4));
    run_grid(bench, {2, 2, 1});
    CHECK(ctas_of_sms(bench) == std::vector<Ctas>{{0}, {2}, {1}, {3}, {}, {}});
}

TEST_CASE("agents: kernels one after another begin with all their agents") {
    DispatcherBench bench({2, 1}, clustered("agents", "rr"), slots(2));
    bench.record();
    bench.add_kernel(Dim3{5, 1, 1});
    bench.add_kernel(Dim3{2, 2, 2});
    for (std::uint32_t kernel : {0, 1, 0}) bench.host.send(1, KernelLaunch{kernel});
    bench.run();
    REQUIRE(bench.records.size() == 5 + 8 + 5);
    CHECK(bench.dispatcher.ctas_by_sm.counts() == std::vector<std::uint64_t>{3 + 4 + 3, 2 + 4 + 2});
}

TEST_CASE("agents: more than an SM holds are refused with key, kernel and reason") {
    CtaDispatcherParameters parameters = clustered("agents", "rr");
    parameters.clustering.max_agents = 5;
    DispatcherBench bench({1, 2}, parameters, slots(4));
    bench.add_kernel(Dim3{8, 1, 1});
    bench.host.send(1, KernelLaunch{0});
    CHECK_THROWS_WITH(bench.run(), Catch::Contains("kernel k0") && Catch::Contains("cta_dispatcher.max_agents: is 5") &&
                                       Catch::Contains("holds 4 CTAs"));
}

TEST_CASE("agents: more active ones than an SM holds are refused, too") {
    CtaDispatcherParameters parameters = clustered("agents", "rr");
    parameters.clustering.active_agents = 5;
    DispatcherBench bench({1, 2}, parameters, slots(4));
    bench.add_kernel(Dim3{8, 1, 1});
    bench.host.send(1, KernelLaunch{0});
    CHECK_THROWS_WITH(bench.run(), Catch::Contains("cta_dispatcher.active_agents: is 5"));
    parameters.clustering.max_agents = 4;
    CHECK_THROWS_WITH(parameters.validate("d"), Catch::Contains("d.active_agents") && Catch::Contains("max_agents"));
}

TEST_CASE("agents: a scheduler that would leave some of them out is refused") {
    DispatcherBench bench({1, 2}, clustered("agents", "dist_block"), slots(3));
    bench.add_kernel(Dim3{8, 1, 1});
    bench.host.send(1, KernelLaunch{0});
    CHECK_THROWS_WITH(bench.run(), Catch::Contains("cta_dispatcher.policy") && Catch::Contains("3 agents"));
}
