// The README lists exactly the parameters, statistics and signals that the code has.
#include "heddle/base/waveform.h"
#include "heddle/dcl1_node/dcl1_node.h"
#include "module_readme.h"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("README of dcl1_node: the fixed sections in their order, and the parameters") {
    CHECK(ModuleReadme("dcl1_node").sections() == ModuleReadme::expected_sections());
    CHECK(ModuleReadme("dcl1_node").parameters() == ParameterTable(Dcl1NodeParameters()).rows());
}

TEST_CASE("README of dcl1_node: statistics and signals") {
    ClockDomain clock("clock", period_of_mhz(1000));
    const Dcl1Node node("node", clock, {});
    CHECK(ModuleReadme("dcl1_node").statistics() == statistics_of(node));
    for (const Signal* signal : node.signals()) {
        INFO(signal->name());
        CHECK(ModuleReadme("dcl1_node").waveform().find("`" + signal->name() + "`") != std::string::npos);
    }
}
