// Inter-warp coalescing (WarpPool, MECHANISMS 2): a load/store unit that merges loads of different warps to one line
// while they wait for the L1.
#pragma once

#include "heddle/lsu/pool/warppool/warppool_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class WarpPoolFeature : public Feature {
public:
    std::string name() const override { return "warppool"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("lsu.warppool", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override;
    std::vector<TotalSource> totals() const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    void plan_cost(PathPlan& plan, const WarpPoolParameters& parameters) const;

    WarpPoolParameters parameters_;
};

}  // namespace heddle
