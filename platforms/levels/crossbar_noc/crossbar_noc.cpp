#include "heddle/platforms/levels/crossbar_noc/crossbar_noc.h"

#include "heddle/platforms/levels/crossbars/crossbar_set.h"
#include "heddle/platforms/levels/crossbars/network_split.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

class CrossbarLevel : public Level {
public:
    CrossbarLevel(sc_core::sc_module_name name, const LevelSite& site, const CrossbarParameters& parameters)
        : Level(name), crossbars_(site, site.clocks["noc"], parameters, shape_of(site), route_of(site)) {}
    OpenEnds open_ends() override { return crossbars_.open_ends(); }

private:
    static unsigned split_of(const LevelSite& site) { return site.plan.part<NetworkSplit>().crossbars; }
    static CrossbarSetShape shape_of(const LevelSite& site) {
        const unsigned crossbars = split_of(site);
        return {crossbars, static_cast<unsigned>(site.above.size()) / crossbars,
                site.plan.address_map.slices() / crossbars, true};
    }
    // One crossbar follows the address map itself.
    static CrossbarSet::Route route_of(const LevelSite& site) {
        if (split_of(site) == 1) return {};
        return [splitter = AddressSplitter(site.plan.address_map)](unsigned, std::uint64_t address) {
            return splitter.slice(address);
        };
    }

    CrossbarSet crossbars_;
};

}  // namespace

void CrossbarNoc::plan(PathPlan& plan) const {
    parameters_.validate("crossbar");
    const auto& split = plan.part<NetworkSplit>();
    auto& make = plan.part<CrossbarNocPlan>().make;
    make = [parameters = parameters_](const char* name, const LevelSite& site) {
        return std::make_unique<CrossbarLevel>(name, site, parameters);
    };
    plan.offer(Place::network, {"crossbar", {{"noc", "noc", make}}});
    if (!active(plan)) return;
    const unsigned crossbars = split.crossbars, ends = split.ends ? split.ends : plan.network_ends();
    plan.part<CostPlan>().networks.push_back(
        {"noc",
         {{crossbars, ends / crossbars, plan.address_map.slices() / crossbars, parameters_.flit_bytes, noc2_link_mm,
           false, parameters_.request_flit_bytes}}});
}

}  // namespace heddle
