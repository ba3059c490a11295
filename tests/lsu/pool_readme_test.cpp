// The README of the pools lists exactly the parameters and statistics that the code has, with its units and defaults.
#include "heddle/lsu/lsu.h"
#include "lsu/any_lsu.h"
#include "module_readme.h"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("README of the pools: the fixed sections in their order") {
    CHECK(ModuleReadme("lsu/pool").sections() == ModuleReadme::expected_sections());
}

TEST_CASE("README of the pools: parameters") {
    CHECK(ModuleReadme("lsu/pool").parameters() == ParameterTable(LsuPoolParameters()).rows());
}

TEST_CASE("README of the pools: statistics beside those of the baseline's unit") {
    ClockDomain clock("clock", period_of_mhz(1400));
    ReadmeTable code;
    LsuPoolParameters parameters;
    for (const char* pool : {"warppool", "mrpb", "banked", "sectors"}) {
        parameters.pool = pool;
        code.merge(statistics_of(*make_lsu(pool, clock, {}, parameters, SetIndex(64))));
    }
    CHECK(ModuleReadme("lsu/pool").statistics() == statistics_beside(code, statistics_of(Lsu("lsu", clock, {}))));
}
