// Where the nodes of a GPU stand in a mesh. Plain C++.
#pragma once

#include <string>
#include <vector>

#include "heddle/mesh_router/mesh_shape.h"

namespace heddle {

struct MeshParameters {
    unsigned width = 0, height = 0;        // 0: as many as the nodes need
    std::string memory_nodes = "diamond";  // places, or the name of a placement

    template <class Visitor>
    void visit(Visitor& v) {
        v("width", width, "routers", "routers in a row; 0: the smallest nearly square mesh that has room");
        v("height", height, "routers", "rows of routers; 0: as many as the nodes need");
        v("memory_nodes", memory_nodes, "",
          "places of the L2 slices or memory controllers: a list such as 3,7,10,12 (place = row * width + column), "
          "edge (first and last row) or diamond; clusters take the other places in order");
    }
};

// Which node is where: place of each memory node and of each cluster.
struct MeshPlacement {
    MeshShape shape;
    std::vector<unsigned> memory, clusters;
};

// Throws ParameterError, with `key` in front of the parameter's name, if the nodes do not fit.
[[nodiscard]] MeshPlacement place_nodes(const MeshParameters& parameters, unsigned clusters, unsigned memory_nodes,
                                        const std::string& key);

}  // namespace heddle
