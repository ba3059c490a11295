// A private L1 of several banks (MECHANISMS 2.4), with the load/store unit that sends to all of them in one cycle.
#pragma once

#include "heddle/platforms/path/feature.h"

namespace heddle {

class BankedFeature : public Feature {
public:
    std::string name() const override { return "banked"; }
    std::string summary() const override;
    void visit(ParameterSet&) override {}  // l1_cache.banks is the cache's own
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override;
    std::vector<TotalSource> totals() const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;
};

}  // namespace heddle
