// The network as a crossbar, or as one per range of slices (crossbars/network_split.h). Above: one socket per cluster;
// below: one per L2 slice, or per memory controller.
#pragma once

#include "heddle/platforms/levels/crossbars/crossbar_figures.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

// For a network of several stages, whose last one it is.
struct CrossbarNocPlan {
    LevelFactory make;
};

class CrossbarNoc : public Feature {
public:
    std::string name() const override { return "crossbar_noc"; }
    void visit(ParameterSet& parameters) override { parameters.group("crossbar", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.network != "mesh"; }
    std::vector<TotalSource> totals() const override { return figures_.totals(); }
    std::vector<UtilisationSource> utilisations() const override { return figures_.utilisations(parameters_); }
    std::vector<FigureSource> figures(const PathPlan&) const override { return figures_.figures(); }
    void write_path(TableWriter& table, const Totals& totals) const override { figures_.write_rows(table, totals); }
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const override {
        figures_.add_use(use, figures, parameters_, "network");
    }

private:
    CrossbarParameters parameters_;
    CrossbarFigures figures_{"noc", "NoC", "crossbar"};
};

}  // namespace heddle
