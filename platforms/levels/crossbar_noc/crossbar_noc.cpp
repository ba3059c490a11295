#include "heddle/platforms/levels/crossbar_noc/crossbar_noc.h"

#include "heddle/platforms/levels/crossbars/crossbar_set.h"
#include "heddle/platforms/levels/crossbars/network_split.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

CrossbarSetShape shape_of(const PathPlan& plan, unsigned ends) {
    const unsigned crossbars = plan.part<NetworkSplit>().crossbars;
    return {crossbars, ends / crossbars, plan.address_map.slices() / crossbars, true};
}
CrossbarSetShape planned_shape(const PathPlan& plan) {
    const unsigned ends = plan.part<NetworkSplit>().ends;
    return shape_of(plan, ends ? ends : plan.network_ends());
}

class CrossbarLevel : public Level {
public:
    CrossbarLevel(sc_core::sc_module_name name, const LevelSite& site, const CrossbarParameters& parameters)
        : Level(name),
          crossbars_(site, site.clocks["noc"], parameters,
                     shape_of(site.plan, static_cast<unsigned>(site.above.size())), route_of(site)) {}
    OpenEnds open_ends() override { return crossbars_.open_ends(); }

private:
    // One crossbar follows the address map itself.
    static CrossbarSet::Route route_of(const LevelSite& site) {
        if (site.plan.part<NetworkSplit>().crossbars == 1) return {};
        return [splitter = AddressSplitter(site.plan.address_map)](unsigned, std::uint64_t address) {
            return splitter.slice(address);
        };
    }

    CrossbarSet crossbars_;
};

}  // namespace

void CrossbarNoc::plan(PathPlan& plan) const {
    parameters_.validate("crossbar");
    plan.part<NetworkSplit>();  // one crossbar, unless a feature before has cut the network
    auto& make = plan.part<CrossbarNocPlan>().make;
    make = [parameters = parameters_](const char* name, const LevelSite& site) {
        return std::make_unique<CrossbarLevel>(name, site, parameters);
    };
    plan.offer(Place::network, {"crossbar", {{"noc", "noc", make}}});
    if (!active(plan)) return;
    plan.part<CostPlan>().networks.push_back({"noc", {planned_shape(plan).cost(parameters_, noc2_link_mm)}});
}

void CrossbarNoc::check(const PathPlan& plan) const {
    if (active(plan)) planned_shape(plan).parameters_of_each(parameters_).validate_with_ports("crossbar");
}

}  // namespace heddle
