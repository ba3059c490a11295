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

// What the statistics file says under "energy": as totals_of() does for "totals".
std::map<std::string, std::string> run_energy(const std::string& program, const std::string& options) {
    const std::string file = run_to_statistics(program, "energy_section", "micro/vector_add_small", options);
    std::map<std::string, std::string> energy;
    std::ifstream stream(file);
    bool inside = false;
    for (std::string line, name; std::getline(stream, line);) {
        if (line.rfind("  \"", 0) == 0) inside = line.find("\"energy\": {") != std::string::npos;
        if (!inside) continue;
        const auto begin = line.find('"') + 1;
        const std::string key = begin ? line.substr(begin, line.find('"', begin) - begin) : "";
        const std::string text = line.substr(line.find(": ") + 2);
        if (line.back() == '{') name = key;
        if (key == "value") energy[name] = text;
        if (key == "technology") energy[key] = text;
    }
    std::remove(file.c_str());
    return energy;
}

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

TEST_CASE("every run says what energy it took, in which technology") {
    const auto energy = run_energy("gpu", "--set energy.technology=40nm");
    CHECK(energy.at("technology").find("40nm") != std::string::npos);
    double sum = 0;
    for (const char* component : {"core", "l1", "noc", "l2", "dram", "added", "static"})
        sum += number(energy, component);
    CHECK(number(energy, "total") == Approx(sum));
    for (const char* component : {"core", "l1", "noc", "l2", "dram", "static"}) CHECK(number(energy, component) > 0);
    CHECK(number(energy, "added") == 0);
    const double parts = number(energy, "static_core") + number(energy, "static_l1") + number(energy, "static_noc") +
                         number(energy, "static_l2") + number(energy, "static_dram");
    CHECK(number(energy, "static") == Approx(parts));
    CHECK(run_energy("gpu", "--set energy.technology=none").empty());
}

TEST_CASE("tables of mechanisms and meshes have energy") {
    const auto merging = run_energy("gpu", "--set icc_unit.merge_table=true --set icc_unit.coalesced_cache=true");
    CHECK(number(merging, "merge_table") > 0);
    CHECK(number(merging, "coalesced_cache") > 0);
    CHECK(number(merging, "added") == Approx(number(merging, "merge_table") + number(merging, "coalesced_cache")));
    CHECK(number(run_energy("gpu", "--set lsu.pool=warppool"), "inter_warp_queues") > 0);
    CHECK(number(run_energy("gpu", "--set path.network=mesh"), "noc") > 0);
}
