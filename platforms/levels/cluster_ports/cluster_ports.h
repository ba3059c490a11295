// Where the SMs of a cluster share one port of the network. Above: one socket per SM, or per decoupled L1; below: one
// per cluster. Without, where each decoupled L1 has a port of its own.
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
    bool active(const PathPlan& plan) const override { return !plan.own_network_ports; }
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    ClusterPortParameters parameters_;
};

}  // namespace heddle
