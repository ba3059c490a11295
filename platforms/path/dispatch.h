// The head of the path: the CTA dispatcher's parameters, and the core clock it shares with the SMs.
#pragma once

#include <string>

#include "heddle/cta_dispatcher/clustering/indexing_choice.h"
#include "heddle/cta_dispatcher/cta_dispatcher_parameters.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/platforms/path/level_clock.h"
#include "heddle/stimulus/occupancy.h"

namespace heddle {

struct DispatchPlan {
    CtaDispatcherParameters parameters;
    SmLimits sm_limits;  // how many CTAs fit into an SM; the cores say it
};

class Dispatch : public Feature {
public:
    std::string name() const override { return "dispatch"; }
    void visit(ParameterSet& parameters) override {
        parameters.group("clock", clock_);
        parameters.group("cta_dispatcher", parameters_);
    }
    void plan(PathPlan& plan) const override {
        clock_.plan(plan);
        parameters_.validate("cta_dispatcher");
        plan.part<DispatchPlan>().parameters = parameters_;
    }
    void check(const PathPlan& plan) const override {
        const GpcMap has_all_sms(parameters_.gpc, {plan.topology.clusters, plan.topology.sms_per_cluster});
        const IndexingChoice has_its_table(parameters_.clustering, "cta_dispatcher");
        require(parameters_.parameters_latency_cycles == 0 || !plan.constants_in_memory,
                "cta_dispatcher.parameters_latency_cycles",
                "is " + std::to_string(parameters_.parameters_latency_cycles) +
                    ", but with sm.constant_cache parameters take the time of a read from memory: expected 0, or "
                    "sm.constant_cache=false");
    }

private:
    LevelClock clock_{"core", "core_mhz", "clock of SMs, L1 caches, cluster ports and CTA dispatcher"};
    CtaDispatcherParameters parameters_;
};

}  // namespace heddle
