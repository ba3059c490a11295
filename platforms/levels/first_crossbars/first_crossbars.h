// The first of two stages of crossbars, close to the SMs: NoC#1 between the SMs and decoupled L1s (decoupled_l1), or
// the first stage of a two-stage network (two_stage_noc). It is a network with a name, a clock and figures of its own.
#pragma once

#include "heddle/platforms/levels/crossbars/crossbar_figures.h"
#include "heddle/platforms/levels/crossbars/crossbar_set.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/platforms/path/level_clock.h"

namespace heddle {

// Whoever uses the stage says what it looks like and puts `level` on the path.
struct FirstCrossbarsPlan {
    bool used = false;
    bool before_l1 = false;  // it stands between the SMs and the L1s, not behind them
    CrossbarSetShape shape;
    CrossbarSet::Route route;
    PathPlan::PlannedLevel level;
    CrossbarParameters parameters;

    void add_use(PathUse& use, const BlockFigures& figures) const;
};

CrossbarFigures first_crossbar_figures();

class FirstCrossbars : public Feature {
public:
    std::string name() const override { return "first_crossbars"; }
    void visit(ParameterSet& parameters) override {
        parameters.group("clock", clock_);
        parameters.group("noc1", parameters_);
    }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.part<FirstCrossbarsPlan>().used; }
    std::vector<TotalSource> totals() const override { return figures_.totals(); }
    std::vector<UtilisationSource> utilisations() const override { return figures_.utilisations(parameters_); }
    std::vector<FigureSource> figures(const PathPlan&) const override { return figures_.figures(); }
    void write_path(TableWriter& table, const Totals& totals) const override { figures_.write_rows(table, totals); }
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override {
        const auto& first = plan.part<FirstCrossbarsPlan>();
        if (first.before_l1) first.add_use(use, figures);  // otherwise the two-stage network tells it in its own place
    }

private:
    LevelClock clock_{"noc1", "noc1_mhz", "clock of the crossbars between SMs and decoupled L1s, or of a first stage"};
    CrossbarParameters parameters_;
    CrossbarFigures figures_ = first_crossbar_figures();
};

}  // namespace heddle
