// The clock of the network, whichever network it is.
#pragma once

#include "heddle/platforms/path/feature.h"
#include "heddle/platforms/path/level_clock.h"

namespace heddle {

class NetworkClock : public Feature {
public:
    std::string name() const override { return "network_clock"; }
    void visit(ParameterSet& parameters) override { parameters.group("clock", clock_); }
    void plan(PathPlan& plan) const override { clock_.plan(plan); }

private:
    LevelClock clock_{"noc", "noc_mhz", "clock of the network"};
};

}  // namespace heddle
