// The cost of a machine and of a run on it (modules/energy), counted when the run is over from what the levels put into
// the CostPlan and from their totals. Nothing in the simulation knows of it.
#pragma once

#include "heddle/energy/cost_report.h"
#include "heddle/platforms/features/energy/energy_parameters.h"
#include "heddle/platforms/path/cost_plan.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class EnergyFeature : public Feature {
public:
    std::string name() const override { return "energy"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("energy", parameters_); }
    void plan(PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return parameters_.report; }
    std::vector<FigureSource> figures(const PathPlan& plan) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    std::vector<FigureSource> network_figures(const CostPlan& cost) const;
    std::vector<FigureSource> cache_figures(const CostPlan& cost) const;
    std::vector<FigureSource> bandwidth_figures(const PathPlan& plan) const;

    EnergyParameters parameters_;
};

}  // namespace heddle
