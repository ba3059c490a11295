// Packet coalescing (MECHANISMS 3): routers of the request network hold read requests and merge those to one DRAM row.
#pragma once

#include "heddle/mesh_router/coalescing_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class PacketCoalescingFeature : public Feature {
public:
    std::string name() const override { return "packet_coalescing"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("packet_coalescing", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return parameters_.active(); }
    std::vector<TotalSource> totals() const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    CoalescingParameters parameters_;
};

}  // namespace heddle
