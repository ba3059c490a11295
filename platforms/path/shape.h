// The shape of the machine as a feature: the keys of the groups topology, path and address_map.
#pragma once

#include "heddle/platforms/path/feature.h"

namespace heddle {

class Shape : public Feature {
public:
    std::string name() const override { return "shape"; }
    void visit(ParameterSet& parameters) override {
        parameters.group("topology", topology_);
        parameters.group("path", path_);
        parameters.group("address_map", address_map_);
    }
    void plan(PathPlan& plan) const override {
        topology_.validate("topology");
        path_.validate("path");
        plan.topology = topology_;
        plan.path = path_;
        plan.address_map = address_map_;
        plan.address_map.partitions = topology_.memory_partitions;
        plan.address_map.slices_per_partition = path_.l2_slices_per_controller;
        plan.address_map.validate("address_map");
        plan.l1_ends = topology_.sms();
    }

private:
    TopologyParameters topology_;
    PathParameters path_;
    AddressMap address_map_;
};

}  // namespace heddle
