// A hierarchical crossbar (CDXBar of MECHANISMS 5.4): the ends above are grouped, each group has a small crossbar to a
// few links, and link j of every group leads to the crossbar before the j-th range of slices. The stages are the levels
// noc1 (first_crossbars) and noc (crossbar_noc).
#pragma once

#include "heddle/platforms/path/feature.h"

namespace heddle {

struct TwoStageParameters {
    unsigned groups = 10;  // MECHANISMS 5.4 [R]: 10 x (8x4), then 4 x (10x8)
    unsigned links = 4;

    template <class Visitor>
    void visit(Visitor& v) {
        v("groups", groups, "count", "crossbars of the first stage; each serves neighbouring ends");
        v("links", links, "count", "links of each group to the second stage, one for each range of slices");
    }
};

class TwoStageNoc : public Feature {
public:
    std::string name() const override { return "two_stage_noc"; }
    std::string summary() const override {
        return "hierarchical crossbar: path.network=two_stage; shape in two_stage_noc.*, first stage in noc1.* and "
               "clock.noc1_mhz, second in crossbar.*";
    }
    void visit(ParameterSet& parameters) override { parameters.group("two_stage_noc", parameters_); }
    void plan(PathPlan& plan) const override;
    bool active(const PathPlan& plan) const override { return plan.path.network == "two_stage"; }
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    TwoStageParameters parameters_;
};

}  // namespace heddle
