// A request coalescer in front of each L2 slice, or none. Above: one socket per slice; below the same number.
#pragma once

#include "heddle/platforms/path/feature.h"
#include "heddle/request_coalescer/request_coalescer_parameters.h"

namespace heddle {

// Which SMs merge: those of a GPC (cta_dispatcher.gpc.*).
struct CoalescingGroups {
    unsigned apart_gpc = 0;
    unsigned second_half_first = 0;
    unsigned second_half_gpcs = 0;

    template <class Visitor>
    void visit(Visitor& v) {
        v("apart_gpc", apart_gpc, "GPC",
          "GPC that the TPCs apart (cta_dispatcher.gpc.apart_tpcs) merge with; 0 on an H200");
        v("second_half_first", second_half_first, "GPC",
          "L2 of two halves (address_map.half_bits): the first GPC at the second one");
        v("second_half_gpcs", second_half_gpcs, "GPCs", "L2 of two halves: how many GPCs, from that one on, are there");
    }
};

class RequestCoalescers : public Feature {
public:
    std::string name() const override { return "request_coalescers"; }
    std::string summary() const override {
        return "merging of reads in front of the L2 by the SMs of a GPC: request_coalescer.merges=4; who is in a GPC "
               "say cta_dispatcher.gpc.* and request_coalescer.apart_gpc";
    }
    void visit(ParameterSet& parameters) override {
        parameters.group("request_coalescer", parameters_);
        parameters.group("request_coalescer", groups_);
    }
    void plan(PathPlan& plan) const override;
    void check(const PathPlan& plan) const override;
    bool active(const PathPlan&) const override { return parameters_.merges > 1 || parameters_.far_latency_cycles > 0; }
    std::vector<TotalSource> totals() const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const override;

private:
    RequestCoalescerParameters parameters_;
    CoalescingGroups groups_;
};

}  // namespace heddle
