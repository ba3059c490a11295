// The preset h200 says twice which SMs make a GPC: to the dispatcher and to the crossbar.
#include <catch2/catch.hpp>
#include <fstream>

#include "heddle/cta_dispatcher/gpc_map.h"

using namespace heddle;

namespace {

// What the preset sets a key to, without its section.
std::string in_preset(const std::string& key) {
    std::ifstream lines(HEDDLE_SOURCE_DIR "/platforms/presets/h200.ini");
    const std::string begin = key + " = ";
    for (std::string line; std::getline(lines, line);)
        if (line.compare(0, begin.size(), begin) == 0) return line.substr(begin.size());
    FAIL("h200.ini has no line " + begin);
    return "";
}

}  // namespace

// To the dispatcher the TPCs apart are a GPC of their own, behind the others; they belong to the first.
TEST_CASE("h200: the SMs that share a link to the L2 are those of a GPC") {
    GpcParameters gpcs;
    gpcs.tpcs = in_preset("gpc.tpcs");
    gpcs.apart_tpcs = static_cast<unsigned>(std::stoul(in_preset("gpc.apart_tpcs")));
    const MachineShape machine{132, 1};
    const GpcMap map(gpcs, machine);
    REQUIRE(map.has_apart());
    std::string groups;
    for (unsigned sm = 0; sm < machine.sms(); ++sm) {
        const unsigned gpc = map.gpc_of(sm);
        groups += (sm ? "," : "") + std::to_string(gpc == map.count() - 1 ? 0 : gpc);
    }
    CHECK(in_preset("group.inputs") == groups);
}
