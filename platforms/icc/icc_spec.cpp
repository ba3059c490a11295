#include "heddle/platforms/icc/icc_spec.h"

namespace heddle {
namespace {

System system(const std::string& name, const std::string& description, const std::string& policy, bool merge_table,
              bool coalesced_cache) {
    return {name,
            description,
            name == "dist",
            {{"cta_dispatcher.policy", policy},
             {"icc_unit.merge_table", merge_table ? "true" : "false"},
             {"icc_unit.coalesced_cache", coalesced_cache ? "true" : "false"}}};
}

}  // namespace

// Names and pairings of MECHANISMS 1.5; the first is what runs without --system.
PlatformSpec icc_spec() {
    return {
        "icc",
        "Intra-cluster coalescing: a GPU with a merge table and a coalesced cache at each cluster's network port, so "
        "that "
        "loads of its SMs to one line become one request, and five ways to place CTAs.",
        "icc.ini",
        {system("dist", "The paper's baseline: distributed CTA scheduling, no coalescing between SMs", "dist", false,
                false),
         system("2lrr", "Two-level round-robin CTA scheduling, reference of Fig. 7; no coalescing", "2lrr", false,
                false),
         system("grr", "Global round-robin CTA scheduling; no coalescing", "grr", false, false),
         system("greedy", "Greedy-clustering CTA scheduling; no coalescing", "greedy", false, false),
         system("dist-block", "Distributed-block CTA scheduling, pairs of CTAs to an SM; no coalescing", "dist_block",
                false, false),
         system("dist+icc", "Distributed CTA scheduling with the merge table", "dist", true, false),
         system("dist-block+icc", "Distributed-block CTA scheduling with the merge table", "dist_block", true, false),
         system("dist+icc+cc", "Distributed CTA scheduling with merge table and coalesced cache", "dist", true, true),
         system("dist-block+icc+cc",
                "The paper's proposal: distributed-block CTA scheduling with merge table and coalesced cache",
                "dist_block", true, true)},
        {"icc"}};
}

}  // namespace heddle
