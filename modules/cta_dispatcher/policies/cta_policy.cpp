#include "cta_dispatcher/policies/cta_policy.h"

#include "base/parameters.h"
#include "cta_dispatcher/policies/two_level_round_robin.h"

namespace heddle {

const std::vector<std::string>& cta_policy_names() {
    static const std::vector<std::string> names{"2lrr"};
    return names;
}

std::unique_ptr<CtaPolicy> make_cta_policy(const std::string& name) {
    require_one_of(name, cta_policy_names(), "cta_dispatcher.policy");
    return std::make_unique<TwoLevelRoundRobin>();
}

}  // namespace heddle
