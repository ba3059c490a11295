// The routers of one network, bound to their neighbours. A GPU has two of them: requests and replies.
#pragma once

#include <memory>
#include <vector>

#include "heddle/base/binder.h"
#include "heddle/mesh_router/mesh_router.h"

namespace heddle {

class MeshGrid : public sc_core::sc_module {
public:
    // `nodes`: by place. The routers' node ports are left for the network interfaces.
    MeshGrid(sc_core::sc_module_name name, ClockDomain& domain, const MeshShape& shape,
             const std::vector<NodePorts>& nodes, const MeshRouterParameters& parameters,
             const CoalescingParameters& coalescing, Binder& binder);

    MeshRouter& router(unsigned place) { return *routers_[place]; }
    const MeshRouter& router(unsigned place) const { return *routers_[place]; }
    unsigned places() const { return static_cast<unsigned>(routers_.size()); }

private:
    std::vector<std::unique_ptr<MeshRouter>> routers_;
};

}  // namespace heddle
