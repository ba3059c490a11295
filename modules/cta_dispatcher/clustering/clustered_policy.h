// What the parameters make of the hardware's policy: redirection, agents, or nothing.
#pragma once

#include "heddle/cta_dispatcher/clustering/agents_policy.h"
#include "heddle/cta_dispatcher/clustering/redirected_policy.h"

namespace heddle {

inline std::unique_ptr<CtaPolicy> clustered_policy(const ClusteringParameters& parameters, const std::string& key,
                                                   std::unique_ptr<CtaPolicy> hardware) {
    if (parameters.clustering == "redirect")
        return std::make_unique<RedirectedPolicy>(parameters, key, std::move(hardware));
    if (parameters.clustering == "agents") return std::make_unique<AgentsPolicy>(parameters, key, std::move(hardware));
    return hardware;
}

}  // namespace heddle
