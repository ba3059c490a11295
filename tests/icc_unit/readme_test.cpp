// The README lists exactly the parameters and statistics that the code has, with its units and defaults.
#include "heddle/icc_unit/icc_unit.h"
#include "module_readme.h"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("README of icc_unit: the fixed sections in their order") {
    CHECK(ModuleReadme("icc_unit").sections() == ModuleReadme::expected_sections());
}

TEST_CASE("README of icc_unit: parameters") {
    CHECK(ModuleReadme("icc_unit").parameters() == ParameterTable(IccParameters()).rows());
}

TEST_CASE("README of icc_unit: statistics beside those of the cluster port") {
    ClockDomain clock("clock", period_of_mhz(1400));
    IccUnit unit("unit", clock, {}, {});
    ClusterPort port("port", clock, {});
    CHECK(ModuleReadme("icc_unit").statistics() == statistics_beside(statistics_of(unit), statistics_of(port)));
}
