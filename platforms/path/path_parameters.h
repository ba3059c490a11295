// The shape of a machine: how many blocks of each kind, and which levels lie on the path.
#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct TopologyParameters {
    unsigned clusters = 12;
    unsigned sms_per_cluster = 5;
    unsigned memory_partitions = 8;

    unsigned sms() const { return clusters * sms_per_cluster; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("clusters", clusters, "count", "clusters; each has one port into the network");
        v("sms_per_cluster", sms_per_cluster, "count", "SMs that share a cluster's port");
        v("memory_partitions", memory_partitions, "count", "memory controllers, each with its L2 slices");
    }
    void validate(const std::string& key) const {
        require_range(clusters, 1u, 254u, key + ".clusters");
        require_range(sms_per_cluster, 1u, 64u, key + ".sms_per_cluster");
        require_range(memory_partitions, 1u, 256u, key + ".memory_partitions");
    }
};

struct PathParameters {
    std::string l1 = "private";
    std::string network = "crossbar";
    bool l2 = true;
    unsigned l2_slices_per_controller = 1;
    std::string memory = "controllers";

    template <class Visitor>
    void visit(Visitor& v) {
        v("l1", l1, "name",
          "L1 data caches, by the name of a level: private (one per SM), decoupled (nodes behind a network) or none");
        v("network", network, "name",
          "network between the clusters and memory, by the name of a level: crossbar, two_stage or mesh");
        v("l2", l2, "bool", "L2 slices before the memory controllers; false: the network leads to the controllers");
        v("l2_slices_per_controller", l2_slices_per_controller, "count",
          "L2 slices of each memory controller; each has a network port");
        v("memory", memory, "name",
          "memory: controllers (with their DRAM) or external (the GPU's memory_out sockets, for a prototype to bind)");
    }
    void validate(const std::string& key) const {
        require_range(l2_slices_per_controller, 1u, 16u, key + ".l2_slices_per_controller");
        require(
            l2 || l2_slices_per_controller == 1, key + ".l2_slices_per_controller",
            "is " + std::to_string(l2_slices_per_controller) + " while " + key + ".l2 is false: there are no slices");
    }
};

}  // namespace heddle
