// Control flow of a kernel: where diverged lanes meet again, and how many registers are live at once.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::ptx {

struct FlowNode {
    std::vector<std::uint32_t> successors;
    bool may_exit = false;

    bool only_exits() const { return may_exit && successors.empty(); }
};

// Of each node the first node that lies on every path from it to an exit; no_index where there is none.
std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes);

// Where the lanes of a branch meet again: the same, but lanes that leave, under a guard or by a branch to an exit, do
// not keep those of an outer branch apart. They need not meet anybody.
std::vector<std::uint32_t> reconvergence_points(const std::vector<FlowNode>& nodes);

struct RegisterUse {
    std::vector<std::uint16_t> sources, destinations;
    bool conditional = false;  // the destinations may keep their old values
};

// The largest sum of `weight` over registers that hold a value still needed, at any node. Exact but for kernels so
// large that it would take long: there the sum of all weights.
std::uint32_t most_live(const std::vector<FlowNode>& nodes, const std::vector<RegisterUse>& uses,
                        const std::vector<std::uint8_t>& weight);

}  // namespace heddle::ptx
