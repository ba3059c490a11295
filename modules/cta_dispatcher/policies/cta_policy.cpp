#include "heddle/cta_dispatcher/policies/cta_policy.h"

#include "heddle/base/parameters.h"
#include "heddle/cta_dispatcher/policies/distributed.h"
#include "heddle/cta_dispatcher/policies/distributed_block.h"
#include "heddle/cta_dispatcher/policies/global_round_robin.h"
#include "heddle/cta_dispatcher/policies/greedy_clustering.h"
#include "heddle/cta_dispatcher/policies/two_level_round_robin.h"

namespace heddle {

const std::vector<std::string>& cta_policy_names() {
    static const std::vector<std::string> names{"2lrr", "grr", "greedy", "dist", "dist_block"};
    return names;
}

std::unique_ptr<CtaPolicy> make_cta_policy(const std::string& name, unsigned block_size) {
    require_one_of(name, cta_policy_names(), "cta_dispatcher.policy");
    if (name == "2lrr") return std::make_unique<TwoLevelRoundRobin>();
    if (name == "grr") return std::make_unique<GlobalRoundRobin>();
    if (name == "greedy") return std::make_unique<GreedyClustering>();
    if (name == "dist") return std::make_unique<Distributed>();
    return std::make_unique<DistributedBlock>(block_size);
}

}  // namespace heddle
