#include "heddle/energy/cost_report.h"

#include <catch2/catch.hpp>

#include "designs.h"
#include "heddle/energy/flit_energy.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

RunActivity run_of(const Design& design, std::uint64_t noc1_flits, std::uint64_t noc2_flits) {
    RunActivity run;
    if (!design.noc1.empty()) run.networks.push_back({design.noc1, noc1_flits / 5, noc1_flits - noc1_flits / 5});
    run.networks.push_back({design.noc2, noc2_flits / 5, noc2_flits - noc2_flits / 5});
    run.seconds = 1e-3;
    return run;
}

}  // namespace

TEST_CASE("without traffic there is static energy only") {
    RunActivity run = run_of(design("Sh40+C10"), 0, 0);
    run.caches = {{{40, 32 * 1024}, 0, 0}};
    const CostReport report = cost_of(run);
    CHECK(report.noc_dynamic_joules == 0);
    CHECK(report.cache_dynamic_joules.value() == 0);
    CHECK(report.noc_static_joules == Approx(report.noc_static_watts * 1e-3));
    CHECK(report.noc_static_joules > 0);
    CHECK(report.cache_static_joules.value() == Approx(40 * 10.988e-3 * 1e-3));
    CHECK(report.noc_watts() == Approx(report.noc_static_watts));
}

TEST_CASE("a run without time has no power and no static energy") {
    RunActivity run = run_of(design("baseline"), 0, 1000);
    run.seconds = 0;
    const CostReport report = cost_of(run);
    CHECK(report.noc_static_joules == 0);
    CHECK(report.noc_dynamic_joules > 0);
    CHECK(report.noc_watts() == 0);
}

TEST_CASE("the report's ratios are those of the networks") {
    const CostReport report = cost_of(run_of(design("Sh40+C10"), 10, 10));
    CHECK(report.noc_area_ratio == Approx(0.50).margin(0.011));
    CHECK(report.noc_static_ratio == Approx(0.84).margin(0.03));
    CHECK(report.noc_static_split.total() == Approx(report.noc_static_ratio));
    RunActivity smaller_reference = run_of(design("Sh40+C10"), 10, 10);
    smaller_reference.reference = design("Sh40+C10").networks();
    CHECK(cost_of(smaller_reference).noc_area_ratio == Approx(1));
    CHECK(cost_of(smaller_reference).noc_static_split.total() == Approx(1));
}

TEST_CASE("energy is in joules: a million flits through the baseline are some hundred microjoules") {
    const double joules = cost_of(run_of(design("baseline"), 0, 1000000)).noc_dynamic_joules;
    CHECK(joules > 100e-6);
    CHECK(joules < 250e-6);
    // 12.3 mm there and 12.3 mm on, 256 bits at 24 fJ per bit and mm.
    CHECK(flit_energy(crossbars(1, 80, 32)).links_joules == Approx(2 * 12.3 * 256 * 23.6e-15).epsilon(0.01));
}

TEST_CASE("energy grows with flits, ports, length and width") {
    const CrossbarShape small = crossbars(10, 8, 4, 3.3);
    const double energy = flit_energy(small).total();
    CHECK(flit_energy(crossbars(10, 16, 4, 3.3)).total() > energy);
    CHECK(flit_energy(crossbars(10, 8, 8, 3.3)).total() > energy);
    CHECK(flit_energy(crossbars(10, 8, 4, 12.3)).total() > energy);
    CHECK(flit_energy(crossbars(20, 8, 4, 3.3)).total() == Approx(energy));  // one crossbar is crossed
    CrossbarShape wide = small;
    wide.flit_bytes = 64;
    CHECK(flit_energy(wide).total() > 2 * energy);
    CrossbarShape mixed = small;
    mixed.request_flit_bytes = 64;
    CHECK(network_energy_joules({mixed}, 7, 0) == Approx(network_energy_joules({wide}, 7, 0)));
    CHECK(network_energy_joules({mixed}, 0, 7) == Approx(network_energy_joules({small}, 0, 7)));
    CHECK(network_energy_joules({small}, 20, 0) == Approx(2 * network_energy_joules({small}, 10, 0)));
    CHECK(network_energy_joules({small}, 10, 10) ==
          Approx(network_energy_joules({small}, 10, 0) + network_energy_joules({small}, 0, 10)));
}

TEST_CASE("a direct link has a link's energy and no other") {
    const FlitEnergy energy = flit_energy({80, 1, 1, 32, 3.3, true});
    CHECK(energy.buffer_joules + energy.crossbar_joules + energy.allocator_joules == 0);
    CHECK(energy.links_joules == Approx(3.3 * 6.04e-12));
}

TEST_CASE("caches outside of the table leave their energies open, not zero") {
    RunActivity run = run_of(design("baseline"), 0, 0);
    run.caches = {{{80, 16 * 1024}, 5, 5}, {{1, 4096}, 5, 5}};
    const CostReport report = cost_of(run);
    CHECK_FALSE(report.cache_dynamic_joules.has_value());
    CHECK_FALSE(report.cache_static_joules.has_value());
}

TEST_CASE("reads and fills of caches are counted apart") {
    RunActivity run;
    run.caches = {{{80, 16 * 1024}, 1000, 0}};
    const double reads = cost_of(run).cache_dynamic_joules.value();
    run.caches = {{{80, 16 * 1024}, 0, 1000}};
    CHECK(reads == Approx(29.61e-9));
    CHECK(cost_of(run).cache_dynamic_joules.value() == Approx(36.16e-9));
}

TEST_CASE("the example of the README costs what the README says") {
    RunActivity run;
    run.networks = {{{{10, 8, 4, 32, noc1_link_mm}}, 200'000, 800'000},
                    {{{4, 10, 8, 32, noc2_link_mm}}, 40'000, 160'000}};
    run.caches = {{{40, 32 * 1024}, 150'000, 30'000}};
    run.seconds = 100e-6;
    const CostReport report = cost_of(run);
    CHECK(report.noc_area_ratio == Approx(0.496).margin(0.0005));
    CHECK(report.noc_static_ratio == Approx(0.818).margin(0.0005));
    CHECK(report.noc_dynamic_joules == Approx(76.8e-6).epsilon(0.001));
    CHECK(report.noc_static_joules == Approx(183e-6).epsilon(0.005));
    CHECK(report.noc_watts() == Approx(2.60).epsilon(0.005));
    CHECK(report.cache_dynamic_joules.value() == Approx(6.05e-6).epsilon(0.001));
    CHECK(report.cache_static_joules.value() == Approx(44.0e-6).epsilon(0.005));
}
