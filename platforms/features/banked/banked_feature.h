// A private L1 of several banks (MECHANISMS 2.4), with the load/store unit that sends to all of them in one cycle.
#pragma once

#include "heddle/lsu/pool/banked/banked_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class BankedFeature : public Feature {
public:
    std::string name() const override { return "banked"; }
    std::string summary() const override;
    // How many banks there are is the cache's own, l1_cache.banks.
    void visit(ParameterSet& parameters) override { parameters.group("lsu.banked", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override;
    std::vector<TotalSource> totals() const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    BankedParameters parameters_;
};

}  // namespace heddle
