#pragma once

#include <string>

#include "heddle/base/parameters.h"
#include "heddle/cta_dispatcher/clustering/clustering_parameters.h"
#include "heddle/cta_dispatcher/launch_rate.h"
#include "heddle/cta_dispatcher/parameter_delivery.h"
#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

struct CtaDispatcherParameters {
    std::string policy = "2lrr";
    unsigned block_size = 2;
    unsigned launch_latency_cycles = 0;
    unsigned launches_per_cycle = 1;
    unsigned launch_interval_cycles = 1;
    unsigned gpc_launch_interval_cycles = 0;
    unsigned gpc_relaunch_interval_cycles = 0;
    unsigned sm_launch_interval_cycles = 0;
    unsigned tpc_launch_cycles = 0;
    unsigned tpc_launch_warp_cycles = 0;
    unsigned parameters_latency_cycles = 0;
    unsigned gpc_parameters_interval_cycles = 0;
    GpcParameters gpc;
    ClusteringParameters clustering;
    std::uint64_t seed = 1;  // for the policy random; a platform's sim.seed, no parameter of its own

    template <class Visitor>
    void visit(Visitor& v) {
        v("policy", policy, "name",
          "which CTA goes to which SM: 2lrr, grr, greedy, dist, dist_block, rr, observed, random, h200");
        v("block_size", block_size, "CTAs", "consecutive CTAs that dist_block gives to an SM at once");
        v("launch_latency_cycles", launch_latency_cycles, "cycles", "kernel launch to the first CTA launch");
        v("launches_per_cycle", launches_per_cycle, "CTAs", "launches of CTAs in a cycle, whole GPU");
        v("launch_interval_cycles", launch_interval_cycles, "cycles",
          "from one cycle with launches to the next, whole GPU");
        v("gpc_launch_interval_cycles", gpc_launch_interval_cycles, "cycles",
          "from one launch to the next in the same GPC; 0: no limit");
        v("gpc_relaunch_interval_cycles", gpc_relaunch_interval_cycles, "cycles",
          "the same where it is longer, once a CTA of the kernel has ended");
        v("sm_launch_interval_cycles", sm_launch_interval_cycles, "cycles",
          "from one launch to the next on the same SM; 0: no limit");
        v("tpc_launch_cycles", tpc_launch_cycles, "cycles",
          "cycles in which a TPC (gpc.sms_per_tpc SMs) launches a CTA and no other one; 0: no limit");
        v("tpc_launch_warp_cycles", tpc_launch_warp_cycles, "cycles",
          "cycles that are added to these for each warp of the CTA");
        v("parameters_latency_cycles", parameters_latency_cycles, "cycles",
          "an SM's first CTA of a kernel to the kernel's parameters, which PTX reads with ld.param, and its constants "
          "(ld.const); 0: they are there");
        v("gpc_parameters_interval_cycles", gpc_parameters_interval_cycles, "cycles",
          "from one SM of a GPC that gets a kernel's parameters to the next; 0: all get them at once");
        v.group("gpc", gpc);
        clustering.visit(v);
    }
    CtaPolicyOptions policy_options() const { return {block_size, seed, gpc}; }
    LaunchRateLimits launch_rate() const {
        return {launches_per_cycle,        launch_interval_cycles,       gpc_launch_interval_cycles,
                sm_launch_interval_cycles, gpc_relaunch_interval_cycles, tpc_launch_cycles,
                tpc_launch_warp_cycles};
    }
    ParameterDeliveryTimes parameter_delivery() const {
        return {parameters_latency_cycles, gpc_parameters_interval_cycles};
    }
    void validate(const std::string& key) const {
        require_one_of(policy, cta_policy_names(), key + ".policy");
        require_range(block_size, 1u, 64u, key + ".block_size");  // an SM has at most 64 CTA slots
        require(block_size == CtaDispatcherParameters{}.block_size || policy == "dist_block", key + ".block_size",
                "is " + std::to_string(block_size) + ", which needs " + key + ".policy=dist_block");
        require_range(launch_latency_cycles, 0u, 1000000u, key + ".launch_latency_cycles");
        require_range(launches_per_cycle, 1u, 4096u, key + ".launches_per_cycle");
        require_range(launch_interval_cycles, 1u, 1000000u, key + ".launch_interval_cycles");
        require_range(gpc_launch_interval_cycles, 0u, 1000000u, key + ".gpc_launch_interval_cycles");
        require_range(gpc_relaunch_interval_cycles, 0u, 1000000u, key + ".gpc_relaunch_interval_cycles");
        require_range(sm_launch_interval_cycles, 0u, 1000000u, key + ".sm_launch_interval_cycles");
        require_range(tpc_launch_cycles, 0u, 1000000u, key + ".tpc_launch_cycles");
        require_range(tpc_launch_warp_cycles, 0u, 1000u, key + ".tpc_launch_warp_cycles");
        require_range(parameters_latency_cycles, 0u, 1000000u, key + ".parameters_latency_cycles");
        require_range(gpc_parameters_interval_cycles, 0u, 1000000u, key + ".gpc_parameters_interval_cycles");
        require(parameters_latency_cycles != 0 || gpc_parameters_interval_cycles == 0,
                key + ".gpc_parameters_interval_cycles",
                "is " + std::to_string(gpc_parameters_interval_cycles) + ", but " + key +
                    ".parameters_latency_cycles is 0: parameters are there with an SM's first CTA");
        gpc.validate(key + ".gpc");
        clustering.validate(key);
    }
};

}  // namespace heddle
