// How X cores, Y nodes in Z clusters and L slices are joined (MECHANISMS 5.3). Plain C++.
#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// A number of equal crossbars.
struct CrossbarCount {
    unsigned crossbars, inputs, outputs;
    bool operator==(const CrossbarCount& other) const {
        return crossbars == other.crossbars && inputs == other.inputs && outputs == other.outputs;
    }
};

struct Dcl1Topology {
    unsigned cores = 80;     // X
    unsigned nodes = 40;     // Y
    unsigned clusters = 10;  // Z: 1 is the shared design, Y the private one
    unsigned slices = 32;    // L

    unsigned cores_per_cluster() const { return cores / clusters; }  // N
    unsigned nodes_per_cluster() const { return nodes / clusters; }  // M
    bool is_private() const { return clusters == nodes; }

    // NoC#2 is cut into one crossbar for each range of slices. A fully shared design has only one node for each range,
    // a private one has no ranges: both have one crossbar.
    bool can_split() const { return clusters > 1 && nodes_per_cluster() > 1; }

    CrossbarCount noc1() const { return {clusters, cores_per_cluster(), nodes_per_cluster()}; }
    CrossbarCount noc2() const {
        if (!can_split()) return {1, nodes, slices};
        return {nodes_per_cluster(), clusters, slices / nodes_per_cluster()};
    }
    // How many address bits name the home among the nodes of a cluster.
    unsigned home_bits() const {
        unsigned bits = 0;
        while ((1u << bits) < nodes_per_cluster()) ++bits;
        return bits;
    }
    // Of a line, in all nodes together.
    unsigned max_copies() const { return clusters; }

    // As the paper calls it: Pr40, Sh40, Sh40+C10.
    std::string name() const {
        if (is_private()) return "Pr" + std::to_string(nodes);
        return "Sh" + std::to_string(nodes) + (clusters == 1 ? "" : "+C" + std::to_string(clusters));
    }

    // Throws ParameterError with the rule that is broken.
    void validate(const std::string& key) const {
        require_range(nodes, 1u, 256u, key + ".nodes");
        require_range(clusters, 1u, 256u, key + ".clusters");
        require(nodes % clusters == 0, key + ".clusters",
                "is " + std::to_string(clusters) + ", which does not divide the " + std::to_string(nodes) +
                    " nodes: every cluster has the same number of them");
        require(cores % clusters == 0, key + ".clusters",
                "is " + std::to_string(clusters) + ", which does not divide the " + std::to_string(cores) +
                    " SMs: every cluster has the same number of them");
    }
    // Of a machine whose NoC#2 is cut into crossbars.
    void validate_split(const std::string& key) const {
        const unsigned m = nodes_per_cluster();
        require(slices >= m && slices % m == 0, key + ".nodes",
                "makes " + std::to_string(m) + " nodes per cluster, but " + std::to_string(slices) +
                    " L2 slices cannot be cut into " + std::to_string(m) +
                    " equal ranges, one for each node of a cluster");
    }
};

}  // namespace heddle
