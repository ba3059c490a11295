// The preset h200 says twice which SMs make a GPC: to the dispatcher and to the crossbar.
#include "heddle/cta_dispatcher/gpc_map.h"
#include "in_h200.h"

using namespace heddle;
using heddle::testing::in_h200;

// To the dispatcher the TPCs apart are a GPC of their own, behind the others; they belong to the first.
TEST_CASE("h200: the SMs that share a link to the L2 are those of a GPC") {
    GpcParameters gpcs;
    gpcs.tpcs = in_h200("gpc.tpcs");
    gpcs.apart_tpcs = static_cast<unsigned>(std::stoul(in_h200("gpc.apart_tpcs")));
    const MachineShape machine{132, 1};
    const GpcMap map(gpcs, machine);
    REQUIRE(map.has_apart());
    std::string groups;
    for (unsigned sm = 0; sm < machine.sms(); ++sm) {
        const unsigned gpc = map.gpc_of(sm);
        groups += (sm ? "," : "") + std::to_string(gpc == map.count() - 1 ? 0 : gpc);
    }
    CHECK(in_h200("group.inputs") == groups);
}
