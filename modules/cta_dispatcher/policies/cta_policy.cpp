#include "heddle/cta_dispatcher/policies/cta_policy.h"

#include "heddle/base/parameters.h"
#include "heddle/cta_dispatcher/policies/distributed.h"
#include "heddle/cta_dispatcher/policies/distributed_block.h"
#include "heddle/cta_dispatcher/policies/global_round_robin.h"
#include "heddle/cta_dispatcher/policies/gpc_round_robin.h"
#include "heddle/cta_dispatcher/policies/greedy_clustering.h"
#include "heddle/cta_dispatcher/policies/random_placement.h"
#include "heddle/cta_dispatcher/policies/strict_round_robin.h"
#include "heddle/cta_dispatcher/policies/two_level_round_robin.h"

namespace heddle {

const std::vector<std::string>& cta_policy_names() {
    static const std::vector<std::string> names{"2lrr", "grr",      "greedy", "dist", "dist_block",
                                                "rr",   "observed", "random", "h200"};
    return names;
}

std::unique_ptr<CtaPolicy> make_cta_policy(const std::string& name, const CtaPolicyOptions& options) {
    require_one_of(name, cta_policy_names(), "cta_dispatcher.policy");
    if (name == "2lrr") return std::make_unique<TwoLevelRoundRobin>();
    // observed (MECHANISMS 4.2): a first turnaround by round-robin, then whichever SM frees a slot first, which is grr.
    if (name == "grr" || name == "observed") return std::make_unique<GlobalRoundRobin>();
    if (name == "greedy") return std::make_unique<GreedyClustering>();
    if (name == "dist") return std::make_unique<Distributed>();
    if (name == "dist_block") return std::make_unique<DistributedBlock>(options.block_size);
    if (name == "rr") return std::make_unique<StrictRoundRobin>();
    if (name == "random") return std::make_unique<RandomPlacement>(options.seed);
    return std::make_unique<GpcRoundRobin>(options.gpcs);
}

}  // namespace heddle
