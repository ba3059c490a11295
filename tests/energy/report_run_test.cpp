// The feature on whole machines: what it reports, and that nothing else changes.
#include "run_totals.h"

using namespace heddle::testing;

namespace {

// 80 clusters of one SM against 32 slices: the baseline of the dc-l1 paper.
const std::string baseline =
    "--set topology.clusters=80 --set topology.sms_per_cluster=1 --set topology.memory_partitions=16 "
    "--set path.l2_slices_per_controller=2 --set crossbar.flit_bytes=32 --set l1_cache.size_bytes=16384 "
    "--set clock.core_mhz=1400 --set clock.noc_mhz=700 ";
const std::string report = "--set energy.report=true ";

double number(const std::map<std::string, std::string>& totals, const std::string& name) {
    INFO(name);
    REQUIRE(totals.count(name) == 1);
    return std::stod(totals.at(name));
}

}  // namespace

TEST_CASE("the paper's baseline is its own reference") {
    const auto totals = run_totals("gpu", "energy_baseline", "micro/vector_add_small", baseline + report);
    CHECK(number(totals, "cost_noc_area") == Approx(1));
    CHECK(number(totals, "cost_noc_static_power") == Approx(1));
    CHECK(number(totals, "cost_l1_area") == Approx(1));
    CHECK(number(totals, "peak_l1_bandwidth") == Approx(10240));
    CHECK(number(totals, "peak_l1_bandwidth_printed") == Approx(10240));
    CHECK(number(totals, "cost_noc_dynamic_energy") > 0);
    CHECK(number(totals, "cost_l1_dynamic_energy") > 0);
    const double energy = number(totals, "cost_noc_dynamic_energy") + number(totals, "cost_noc_static_energy");
    CHECK(number(totals, "cost_noc_power") == Approx(energy / number(totals, "seconds")));
}

TEST_CASE("the report changes nothing but itself") {
    auto with = run_totals("gpu", "energy_with", "micro/vector_add_small", report),
         without = run_totals("gpu", "energy_without", "micro/vector_add_small", "");
    CHECK(with.count("cost_noc_area") == 1);
    CHECK(without.count("cost_noc_area") == 0);
    for (const auto& [name, value] : without) {
        INFO(name);
        CHECK(with[name] == value);
    }
}

TEST_CASE("a machine without crossbar and L1 has nothing to report") {
    const auto totals = run_totals("gpu", "energy_mesh", "micro/vector_add_small",
                                   report + "--set path.network=mesh --set path.l1=none");
    for (const auto& total : totals) CHECK(total.first.rfind("cost_", 0) != 0);
}
