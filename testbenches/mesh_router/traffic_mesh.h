// A mesh with a traffic node at every place.
#pragma once

#include "heddle/mesh_router/mesh_grid.h"
#include "mesh_router/traffic_node.h"

namespace heddle {

struct TrafficMesh {
    TrafficMesh(ClockDomain& clock, const MeshShape& shape, const MeshRouterParameters& parameters,
                const TrafficNode::Load& load, TrafficMeasurement& measurement, std::uint64_t seed, Binder& binder)
        : grid("grid", clock, shape, std::vector<NodePorts>(shape.places()), parameters, {}, binder) {
        for (unsigned place = 0; place < shape.places(); ++place) {
            nodes.push_back(std::make_unique<TrafficNode>(("node_" + std::to_string(place)).c_str(), clock,
                                                          MeshSite{shape, place}, parameters, load, measurement,
                                                          seed * 1000 + place));
            binder.bind(nodes.back()->packet_out, grid.router(place).in(MeshPort::node));
            binder.bind(grid.router(place).out(MeshPort::node), nodes.back()->packet_in);
        }
    }
    // Whatever has not come to its end.
    std::size_t in_flight() const {
        std::size_t sum = 0;
        for (const auto& node : nodes) sum += node->in_flight();
        for (unsigned place = 0; place < grid.places(); ++place) sum += grid.router(place).in_flight();
        return sum;
    }
    MeshGrid grid;
    std::vector<std::unique_ptr<TrafficNode>> nodes;
};

}  // namespace heddle
