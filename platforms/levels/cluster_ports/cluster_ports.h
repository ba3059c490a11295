// Where the SMs of a cluster share one port of the network. Above: one socket per SM; below: one per cluster.
#pragma once

#include <functional>
#include <memory>

#include "heddle/cluster_port/cluster_port.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

struct ClusterPlan {
    ClusterPortParameters parameters;
    // A feature may put a port with a filter here; without, every request goes to the network.
    std::function<std::unique_ptr<ClusterPort>(const char* name, ClockDomain& clock, const ClusterPortParameters&)>
        make;
};

class ClusterPorts : public Feature {
public:
    std::string name() const override { return "cluster_ports"; }
    void visit(ParameterSet& parameters) override { parameters.group("cluster_port", parameters_); }
    void plan(PathPlan& plan) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    ClusterPortParameters parameters_;
};

}  // namespace heddle
