// When the SMs have a kernel's parameters.
#include "dispatcher_bench.h"

using namespace heddle;

namespace {

// Two GPCs of two TPCs of two SMs: SMs 0, 1, 4, 5 and 2, 3, 6, 7.
constexpr unsigned sms = 8;

GpcMap two_gpcs() {
    GpcParameters parameters;
    parameters.tpcs = "2,2";
    return {parameters, {sms, 1}};
}

std::vector<unsigned> ask(ParameterDelivery& delivery, const std::vector<unsigned>& which, Cycle now) {
    std::vector<unsigned> cycles;
    cycles.reserve(which.size());
    for (const unsigned sm : which) cycles.push_back(delivery.cycles_until_there(sm, now));
    return cycles;
}

}  // namespace

TEST_CASE("without a latency parameters are there with the first CTA") {
    ParameterDelivery delivery({}, two_gpcs(), sms);
    delivery.begin_kernel();
    CHECK(ask(delivery, {0, 1, 4, 5}, 1000) == std::vector<unsigned>{0, 0, 0, 0});
}

TEST_CASE("an SM gets a kernel's parameters once") {
    ParameterDelivery delivery({100, 0}, two_gpcs(), sms);
    delivery.begin_kernel();
    CHECK(delivery.cycles_until_there(3, 1000) == 100);
    CHECK(delivery.cycles_until_there(3, 1001) == 0);
    delivery.begin_kernel();
    CHECK(delivery.cycles_until_there(3, 2000) == 100);
}

TEST_CASE(
    "the TPCs of a GPC get parameters one after another, and so do the SMs of a TPC; other GPCs do not wait for them") {
    ParameterDelivery delivery({100, 10}, two_gpcs(), sms);
    delivery.begin_kernel();
    // The first SMs of all TPCs ask, then the second ones.
    CHECK(ask(delivery, {0, 2, 4, 6}, 1000) == std::vector<unsigned>{100, 100, 120, 120});
    CHECK(ask(delivery, {1, 3, 5, 7}, 1008) == std::vector<unsigned>{102, 102, 122, 122});
}

TEST_CASE("no SM has parameters earlier than the latency after its first CTA") {
    ParameterDelivery delivery({100, 10}, two_gpcs(), sms);
    delivery.begin_kernel();
    CHECK(delivery.cycles_until_there(0, 1000) == 100);
    CHECK(delivery.cycles_until_there(1, 1050) == 100);
    CHECK(delivery.cycles_until_there(4, 5000) == 100);
}

TEST_CASE("SMs of different GPCs are of different TPCs, also where clusters are the GPCs") {
    ParameterDelivery of_one({100, 10}, GpcMap({}, {4, 1}), 4), of_three({100, 10}, GpcMap({}, {2, 3}), 6);
    of_one.begin_kernel();
    CHECK(ask(of_one, {0, 1, 2, 3}, 1000) == std::vector<unsigned>{100, 100, 100, 100});
    of_three.begin_kernel();
    CHECK(ask(of_three, {0, 2, 3, 5}, 1000) == std::vector<unsigned>{100, 120, 100, 120});
    CHECK(ask(of_three, {1, 4}, 1000) == std::vector<unsigned>{110, 110});
}

TEST_CASE("what SMs of the kernel before have asked for keeps nobody waiting") {
    ParameterDelivery delivery({100, 50}, two_gpcs(), sms);
    delivery.begin_kernel();
    CHECK(ask(delivery, {0, 1, 4, 5}, 1000) == std::vector<unsigned>{100, 150, 200, 250});
    delivery.begin_kernel();
    CHECK(ask(delivery, {0, 1}, 1010) == std::vector<unsigned>{100, 150});
}

TEST_CASE("the launch message tells an SM when it has the kernel's parameters") {
    CtaDispatcherParameters parameters;
    parameters.policy = "grr";
    parameters.launches_per_cycle = 4;
    parameters.parameters_latency_cycles = 100;
    parameters.gpc_parameters_interval_cycles = 10;
    DispatcherBench bench({2, 2}, parameters);  // clusters are GPCs
    bench.add_kernel(8);
    bench.host.send(1, KernelLaunch{0});
    bench.host.send(2, KernelLaunch{0});
    bench.run();
    for (unsigned sm = 0; sm < 4; ++sm) {
        const auto& taken = bench.sms[sm]->taken;
        REQUIRE(taken.size() == 4);
        const unsigned first = sm % 2 ? 110 : 100;
        CHECK(taken[0].launch.parameters_in == first);
        CHECK(taken[1].launch.parameters_in == 0);
        CHECK(taken[2].launch.parameters_in == first);  // of the second kernel
        CHECK(taken[3].launch.parameters_in == 0);
    }
}

TEST_CASE("an interval between parameters that are there at once is an error") {
    CtaDispatcherParameters parameters;
    parameters.gpc_parameters_interval_cycles = 10;
    CHECK_THROWS_WITH(parameters.validate("cta_dispatcher"),
                      Catch::Contains("cta_dispatcher.gpc_parameters_interval_cycles") &&
                          Catch::Contains("parameters_latency_cycles is 0"));
}
