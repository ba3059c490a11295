// The energy of a run, and on demand the cost of its networks and caches (modules/energy), counted when the run is over
// from what the levels put into the CostPlan and from their counters. Nothing in the simulation knows of it.
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
    bool active(const PathPlan&) const override { return parameters_.report || has_technology(); }
    std::vector<FigureSource> figures(const PathPlan& plan) const override;
    std::vector<SectionText> section_texts(const PathPlan& plan) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    bool has_technology() const { return parameters_.technology != "none"; }
    std::vector<FigureSource> cost_figures(const PathPlan& plan) const;
    std::vector<FigureSource> network_figures(const CostPlan& cost) const;
    std::vector<FigureSource> cache_figures(const CostPlan& cost) const;
    std::vector<FigureSource> bandwidth_figures(const PathPlan& plan) const;

    void write_cost(TableWriter& table, const Totals& totals) const;

    EnergyParameters parameters_;
};

}  // namespace heddle
