// The network as a mesh of routers. Above: one socket per cluster; below: one per L2 slice, or per memory controller.
#pragma once

#include <functional>

#include "heddle/mesh_router/coalescing_parameters.h"
#include "heddle/mesh_router/mesh_interface_parameters.h"
#include "heddle/mesh_router/mesh_router_parameters.h"
#include "heddle/platforms/levels/mesh_noc/mesh_placement.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

// What a feature adds to the routers of the request network.
struct MeshPlan {
    CoalescingParameters coalescing;
};

class MeshNoc : public Feature {
public:
    std::string name() const override { return "mesh_noc"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override {
        parameters.group("mesh", mesh_);
        parameters.group("mesh_router", router_);
        parameters.group("mesh_interface", interface_);
    }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.network == "mesh"; }
    std::vector<TotalSource> totals() const override;
    std::vector<UtilisationSource> utilisations() const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    void plan_cost(PathPlan& plan) const;
    PathStage stage(const std::string& direction, const BlockFilter& routers, const Use& injection,
                    const BlockFigures& figures) const;

    MeshParameters mesh_;
    MeshRouterParameters router_;
    MeshInterfaceParameters interface_;
};

}  // namespace heddle
