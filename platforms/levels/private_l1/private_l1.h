// An L1 data cache for each SM, or none. Above: the load/store units' ports, one per bank; below: one socket per cache.
#pragma once

#include "heddle/l1_cache/l1_cache_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

struct PrivateL1Plan {
    L1CacheParameters parameters;
};

class PrivateL1 : public Feature {
public:
    std::string name() const override { return "private_l1"; }
    void visit(ParameterSet& parameters) override { parameters.group("l1_cache", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.l1 == "private"; }
    std::vector<TotalSource> totals() const override;
    std::vector<FigureSource> figures(const PathPlan&) const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    L1CacheParameters parameters_;
};

}  // namespace heddle
