#include "heddle/cta_dispatcher/clustering/agents_policy.h"

#include <utility>

namespace heddle {

AgentsPolicy::AgentsPolicy(const ClusteringParameters& parameters, const std::string& key,
                           std::unique_ptr<CtaPolicy> hardware)
    : parameters_(parameters), key_(key), choice_(parameters, key), hardware_(std::move(hardware)) {}

void AgentsPolicy::begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) {
    const unsigned agents = agents_for(slots_per_sm);
    const unsigned active = parameters_.active_agents ? parameters_.active_agents : agents;
    const ClusterPartition partition(grid.ctas(), machine.sms());
    indexing_ = choice_.indexing_of(grid);
    walks_.clear();
    for (unsigned sm = 0; sm < machine.sms(); ++sm) walks_.emplace_back(partition, sm, active);
    following_.clear();
    launch_agents(machine, agents);
}

unsigned AgentsPolicy::agents_for(unsigned slots_per_sm) const {
    const auto check = [&](unsigned agents, const char* name) {
        require(agents <= slots_per_sm, key_ + name,
                "is " + std::to_string(agents) + ", but an SM holds " + std::to_string(slots_per_sm) +
                    " CTAs of the kernel, and an agent needs the room of one; 0 means as many as fit");
    };
    check(parameters_.max_agents, ".max_agents");
    check(parameters_.active_agents, ".active_agents");
    return parameters_.max_agents ? parameters_.max_agents : slots_per_sm;
}

// The hardware launches a kernel of agents on an empty machine: the order of its fill is all there is to know.
void AgentsPolicy::launch_agents(const MachineShape& machine, unsigned agents) {
    const std::uint32_t launches = machine.sms() * agents;
    std::vector<unsigned> free(machine.sms(), agents);
    first_.clear();
    hardware_->begin(machine, GridShape{launches}, agents);
    for (std::uint32_t i = 0; i < launches; ++i) {
        const auto placement = hardware_->next(free).placement;
        require(placement.has_value(), key_ + ".policy",
                "does not fill SMs with " + std::to_string(agents) +
                    " agents each, so that CTAs would never run; choose another policy or, for dist_block, agents "
                    "(max_agents) that block_size divides");
        const unsigned sm = placement->sm, agent = agents - free[sm]--;
        const std::uint32_t v = walks_[sm].first(agent);
        if (v != walks_[sm].end()) first_.push_back({sm, v});
    }
}

CtaDecision AgentsPolicy::next(const std::vector<unsigned>&) {
    if (first_.empty()) return {};
    const Task task = first_.front();
    first_.pop_front();
    return run(task, parameters_.agent_overhead_cycles + parameters_.task_overhead_cycles);
}

CtaDecision AgentsPolicy::follow_up() {
    if (following_.empty()) return {};
    const Task task = following_.front();
    following_.pop_front();
    return run(task, parameters_.task_overhead_cycles);
}

CtaDecision AgentsPolicy::run(const Task& task, unsigned overhead_cycles) const {
    return {Placement{task.sm, indexing_->cta_of(task.v), walks_[task.sm].agent_of(task.v)}, overhead_cycles};
}

void AgentsPolicy::retired(unsigned sm, std::uint32_t cta) {
    const AgentWalk& walk = walks_[sm];
    const std::uint32_t next = walk.next(indexing_->id_of(cta));
    if (next != walk.end()) following_.push_back({sm, next});
}

}  // namespace heddle
