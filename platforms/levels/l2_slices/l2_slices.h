// The L2, cut into slices by address, or none. Above: one socket per slice; below the same number.
#pragma once

#include "heddle/l2_slice/l2_slice_parameters.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/platforms/path/level_clock.h"

namespace heddle {

class L2Slices : public Feature {
public:
    std::string name() const override { return "l2_slices"; }
    void visit(ParameterSet& parameters) override {
        parameters.group("clock", clock_);
        parameters.group("l2_slice", parameters_);
    }
    void plan(PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.l2; }
    std::vector<TotalSource> totals() const override;
    std::vector<FigureSource> figures(const PathPlan&) const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    LevelClock clock_{"l2", "l2_mhz", "clock of the L2 slices"};
    L2SliceParameters parameters_;
};

}  // namespace heddle
