// Which tasks an agent runs (MECHANISMS 4.6, CLU, Listing 5). Plain C++.
#pragma once

#include "heddle/cta_dispatcher/clustering/cluster_partition.h"

namespace heddle {

// The agents of an SM share its cluster: agent a begins with the a-th task and goes on in steps of the number of active
// agents, so that they work on neighbours (spatial reuse) and walk through the cluster (temporal reuse). An agent
// beyond the active ones, or beyond the tasks, has none.
//
// The listing's printed stride between bases, ceil(|V| / M) + 1, is wrong wherever M does not divide |V|: CTAs are lost
// and others do not exist. It must be |V| / M + 1, corrected for the clusters without an additional CTA.
class AgentWalk {
public:
    AgentWalk(const ClusterPartition& partition, std::uint32_t sm, std::uint32_t active_agents)
        : base_(partition.base(sm)), jobs_(partition.size(sm)), stride_(active_agents) {}

    std::uint32_t base() const { return base_; }
    std::uint32_t jobs() const { return jobs_; }
    std::uint32_t end() const { return base_ + jobs_; }

    // Ids of tasks, or end().
    std::uint32_t first(std::uint32_t agent) const { return agent < stride_ && agent < jobs_ ? base_ + agent : end(); }
    std::uint32_t next(std::uint32_t v) const { return end() - v > stride_ ? v + stride_ : end(); }
    std::uint32_t agent_of(std::uint32_t v) const { return (v - base_) % stride_; }

private:
    std::uint32_t base_, jobs_, stride_;
};

}  // namespace heddle
