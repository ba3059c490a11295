#include "heddle/platforms/features/sectors/sectors_feature.h"

#include "heddle/lsu/pool/sectors/sector_lsu.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/levels/private_l1/private_l1.h"

namespace heddle {

std::string SectorsFeature::summary() const {
    return "lines of an instruction that want different sector banks of the L1 go to it in one cycle: "
           "lsu.pool=sectors; "
           "needs path.l1=private and l1_cache.sector_banks=true";
}

void SectorsFeature::plan(PathPlan& plan) const {
    auto& core = plan.part<CorePlan>();
    core.kinds["sectors"] = {{},
                             1,
                             [unit = core.lsu](const char* instance, ClockDomain& clock) {
                                 return std::make_unique<SectorLsu>(instance, clock, unit);
                             },
                             false,
                             LsuSending::to_banks(SectorLsu::banks, "l1_cache.sector_banks")};
}

void SectorsFeature::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    require(plan.path.l1 == "private", "lsu.pool",
            "is 'sectors', a unit for the sector banks of a private L1, but path.l1 is '" + plan.path.l1 + "'");
    require(plan.part<PrivateL1Plan>().parameters.sector_banks, "lsu.pool",
            "is 'sectors', which needs an L1 with a bank for each sector of a line: l1_cache.sector_banks=true");
}

bool SectorsFeature::active(const PathPlan& plan) const {
    return plan.part<CorePlan>().pool == "sectors";
}

}  // namespace heddle
