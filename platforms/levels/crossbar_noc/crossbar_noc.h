// The network as a crossbar. Above: one socket per cluster; below: one per L2 slice, or per memory controller.
#pragma once

#include "heddle/crossbar/crossbar_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class CrossbarNoc : public Feature {
public:
    std::string name() const override { return "crossbar_noc"; }
    void visit(ParameterSet& parameters) override { parameters.group("crossbar", parameters_); }
    void plan(PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.network == "crossbar"; }
    std::vector<TotalSource> totals() const override;
    std::vector<UtilisationSource> utilisations() const override;
    std::vector<FigureSource> figures() const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    PathStage stage(const std::string& direction, const BlockFigures& figures) const;

    CrossbarParameters parameters_;
};

}  // namespace heddle
