#pragma once

#include <deque>

#include "heddle/cta_dispatcher/clustering/agent_walk.h"
#include "heddle/cta_dispatcher/clustering/indexing_choice.h"
#include "heddle/cta_dispatcher/policies/cta_policy.h"

namespace heddle {

// Agents (MECHANISMS 4.6, CLU) with throttling (4.7): the CTAs of a kernel are cut into a cluster per SM. The policy of
// the hardware launches agents, as many on every SM as it holds or as the parameters say; what reaches an SM first has
// the lowest number. Each active agent runs the CTAs of its SM's cluster in its steps, one after another.
//
// Every SM gets exactly its agents (MECHANISMS 4.11): the slots that throttled agents leave again are not given to
// agents of other SMs, as they might be in a GPU. Launches of throttled agents cost nothing.
class AgentsPolicy final : public CtaPolicy {
public:
    AgentsPolicy(const ClusteringParameters& parameters, const std::string& key, std::unique_ptr<CtaPolicy> hardware);

    void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) override;
    CtaDecision next(const std::vector<unsigned>& free_slots) override;
    CtaDecision follow_up() override;
    void retired(unsigned sm, std::uint32_t cta) override;

private:
    struct Task {
        unsigned sm;
        std::uint32_t v;
    };
    unsigned agents_for(unsigned slots_per_sm) const;
    void launch_agents(const MachineShape& machine, unsigned agents);
    CtaDecision run(const Task& task, unsigned overhead_cycles) const;

    const ClusteringParameters parameters_;
    const std::string key_;
    const IndexingChoice choice_;
    const std::unique_ptr<CtaPolicy> hardware_;

    std::unique_ptr<GridIndexing> indexing_;
    std::vector<AgentWalk> walks_;  // by SM
    std::deque<Task> first_;        // of agents that are not launched yet, in the hardware's order
    std::deque<Task> following_;    // of agents that have ended a task
};

}  // namespace heddle
