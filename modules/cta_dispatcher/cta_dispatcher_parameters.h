#pragma once

#include <string>

#include "heddle/base/parameters.h"
#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

struct CtaDispatcherParameters {
    std::string policy = "2lrr";
    unsigned block_size = 2;
    unsigned launch_latency_cycles = 0;

    template <class Visitor>
    void visit(Visitor& v) {
        v("policy", policy, "name", "which CTA goes to which SM: 2lrr, grr, greedy, dist, dist_block");
        v("block_size", block_size, "CTAs", "consecutive CTAs that dist_block gives to an SM at once");
        v("launch_latency_cycles", launch_latency_cycles, "cycles", "kernel launch to the first CTA launch");
    }
    void validate(const std::string& key) const {
        require_one_of(policy, cta_policy_names(), key + ".policy");
        require_range(block_size, 1u, 64u, key + ".block_size");  // an SM has at most 64 CTA slots
        require_range(launch_latency_cycles, 0u, 1000000u, key + ".launch_latency_cycles");
    }
};

}  // namespace heddle
