#include "heddle/platforms/levels/two_stage_noc/two_stage_noc.h"

#include "heddle/platforms/levels/crossbar_noc/crossbar_noc.h"
#include "heddle/platforms/levels/crossbars/network_split.h"
#include "heddle/platforms/levels/first_crossbars/first_crossbars.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

void require_divides(unsigned parts, unsigned whole, const std::string& key, const std::string& what) {
    require(parts > 0 && whole % parts == 0, key,
            "is " + std::to_string(parts) + ", which does not divide the " + std::to_string(whole) + " " + what);
}

}  // namespace

void TwoStageNoc::plan(PathPlan& plan) const {
    auto& first = plan.part<FirstCrossbarsPlan>();
    plan.offer(Place::network, {"two_stage", {first.level, {"noc", "noc", [](const char* name, const LevelSite& site) {
                                                                return site.plan.part<CrossbarNocPlan>().make(name,
                                                                                                              site);
                                                            }}}});
    if (!active(plan)) return;
    const unsigned ends = plan.network_ends(), slices = plan.address_map.slices();
    const auto [groups, links] = parameters_;
    require(plan.path.l1 != "decoupled", "path.network",
            "is two_stage, but path.l1=decoupled has crossbars of its own before the L1s; expected crossbar or mesh");
    require_divides(groups, ends, "two_stage_noc.groups", "ends of the network");
    require_divides(links, slices, "two_stage_noc.links", "slices");
    first.used = true;
    first.shape = {groups, ends / groups, links, false};
    first.route = [splitter = AddressSplitter(plan.address_map), links = links, slices_per_link = slices / links](
                      unsigned group, std::uint64_t address) {
        return group * links + splitter.slice(address) / slices_per_link;
    };
    plan.part<NetworkSplit>() = {links, groups * links};
    plan.part<CostPlan>().networks.push_back({"noc1", {first.shape.cost(first.parameters, noc1_link_mm)}});
}

void TwoStageNoc::add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const {
    plan.part<FirstCrossbarsPlan>().add_use(use, figures);
}

}  // namespace heddle
