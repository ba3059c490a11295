#include "heddle/platforms/levels/first_crossbars/first_crossbars.h"

namespace heddle {
namespace {

class FirstCrossbarsLevel : public Level {
public:
    FirstCrossbarsLevel(sc_core::sc_module_name name, const LevelSite& site, const CrossbarParameters& parameters)
        : Level(name), crossbars_(site, site.clocks["noc1"], parameters, plan_of(site).shape, plan_of(site).route) {}
    OpenEnds open_ends() override { return crossbars_.open_ends(); }

private:
    static const FirstCrossbarsPlan& plan_of(const LevelSite& site) { return site.plan.part<FirstCrossbarsPlan>(); }

    CrossbarSet crossbars_;
};

}  // namespace

CrossbarFigures first_crossbar_figures() {
    return {"noc1", "NoC#1", "noc1"};
}

void FirstCrossbarsPlan::add_use(PathUse& use, const BlockFigures& figures) const {
    first_crossbar_figures().add_use(use, figures, parameters, "network 1");
}

void FirstCrossbars::plan(PathPlan& plan) const {
    clock_.plan(plan);
    parameters_.validate("noc1");
    auto& first = plan.part<FirstCrossbarsPlan>();
    first.parameters = parameters_;
    first.level = {"noc1", "noc1", [parameters = parameters_](const char* name, const LevelSite& site) {
                       return std::make_unique<FirstCrossbarsLevel>(name, site, parameters);
                   }};
}

void FirstCrossbars::check(const PathPlan& plan) const {
    if (active(plan)) plan.part<FirstCrossbarsPlan>().shape.parameters_of_each(parameters_).validate_with_ports("noc1");
}

}  // namespace heddle
