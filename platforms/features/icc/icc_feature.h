// Intra-cluster coalescing (MECHANISMS 1.3, 1.4): a merge table and a coalesced cache at each cluster's network port.
#pragma once

#include "heddle/icc_unit/icc_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class IccFeature : public Feature {
public:
    // A machine has neither table nor cache unless it asks for them.
    IccFeature() {
        parameters_.merge_table = false;
        parameters_.coalesced_cache = false;
    }
    std::string name() const override { return "icc"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("icc_unit", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return parameters_.merge_table || parameters_.icl_monitor; }
    std::vector<TotalSource> totals() const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    void plan_cost(PathPlan& plan) const;
    void write_storage(TableWriter& table, unsigned sms_per_cluster) const;
    void write_merging(TableWriter& table, const Totals& totals, unsigned clusters) const;

    IccParameters parameters_;
};

}  // namespace heddle
