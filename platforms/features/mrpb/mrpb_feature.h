// Memory request prioritisation buffer (MECHANISMS 2.4): a load/store unit that keeps line requests in queues by warp.
#pragma once

#include "heddle/lsu/pool/mrpb/mrpb_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class MrpbFeature : public Feature {
public:
    std::string name() const override { return "mrpb"; }
    std::string summary() const override;
    void visit(ParameterSet& parameters) override { parameters.group("lsu.mrpb", parameters_); }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override;
    std::vector<TotalSource> totals() const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;
    void write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const override;

private:
    MrpbParameters parameters_;
};

}  // namespace heddle
