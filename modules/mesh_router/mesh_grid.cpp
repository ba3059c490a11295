#include "heddle/mesh_router/mesh_grid.h"

#include <string>

namespace heddle {

MeshGrid::MeshGrid(sc_core::sc_module_name name, ClockDomain& domain, const MeshShape& shape,
                   const std::vector<NodePorts>& nodes, const MeshRouterParameters& parameters,
                   const CoalescingParameters& coalescing, Binder& binder)
    : sc_module(name) {
    shape.validate(this->name());
    require(nodes.size() == shape.places(), std::string(this->name()) + ".nodes",
            "tells of " + std::to_string(nodes.size()) + " places, the mesh has " + std::to_string(shape.places()));
    for (unsigned place = 0; place < shape.places(); ++place) {
        const std::string instance = "router_" + std::to_string(place);
        routers_.push_back(std::make_unique<MeshRouter>(instance.c_str(), domain, MeshSite{shape, place, nodes[place]},
                                                        parameters, coalescing));
    }
    for (unsigned place = 0; place < shape.places(); ++place)
        for (MeshPort port : {MeshPort::north, MeshPort::east, MeshPort::south, MeshPort::west})
            if (shape.has_neighbour(place, port))
                binder.bind(router(place).out(port), router(shape.neighbour(place, port)).in(opposite(port)));
}

}  // namespace heddle
