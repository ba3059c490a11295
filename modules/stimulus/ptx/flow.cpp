#include "heddle/stimulus/ptx/flow.h"

#include <algorithm>
#include <numeric>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/ptx/ast.h"

namespace heddle::ptx {
namespace {

// Cooper, Harvey and Kennedy's iterative algorithm on the reversed graph, whose root is a virtual exit.
class PostDominators {
public:
    explicit PostDominators(const std::vector<FlowNode>& nodes)
        : nodes_(nodes),
          exit_(static_cast<std::uint32_t>(nodes.size())),
          parents_(nodes.size() + 1),
          order_(nodes.size() + 1, no_index),
          dominator_(nodes.size() + 1, no_index) {
        for (std::uint32_t i = 0; i < exit_; ++i) {
            for (std::uint32_t next : nodes[i].successors) parents_[next].push_back(i);
            if (nodes[i].may_exit) parents_[exit_].push_back(i);
        }
    }

    std::vector<std::uint32_t> run() {
        number();
        dominator_[exit_] = exit_;
        for (bool changed = true; changed;) {
            changed = false;
            for (auto node = by_order_.rbegin(); node != by_order_.rend(); ++node)
                if (*node != exit_) changed |= update(*node);
        }
        std::vector<std::uint32_t> result(exit_, no_index);
        for (std::uint32_t i = 0; i < exit_; ++i)
            if (dominator_[i] != exit_) result[i] = dominator_[i];
        return result;
    }

    bool reaches_exit(std::uint32_t node) const { return order_[node] != no_index; }

    // After run(): the nodes that a branch decides on whose dominator is not the one given here. The way from a
    // successor of such a branch up to the branch's dominator, in the tree of dominators, leads over these nodes.
    std::vector<bool> inside_of_others(const std::vector<std::uint32_t>& dominators) const {
        // The ways that begin in a node less those that end there; then the same of it and all nodes below.
        std::vector<std::int64_t> ways(exit_ + 1);
        for (std::uint32_t i = 0; i < exit_; ++i) {
            if (nodes_[i].successors.size() < 2 || dominator_[i] == no_index) continue;
            if (dominator_[i] == (dominators[i] == no_index ? exit_ : dominators[i])) continue;
            for (std::uint32_t next : nodes_[i].successors) {
                if (!reaches_exit(next)) continue;
                ++ways[next];
                --ways[dominator_[i]];
            }
        }
        std::vector<bool> result(exit_);
        for (std::uint32_t node : by_order_) {
            if (node == exit_) continue;
            result[node] = ways[node] > 0;
            ways[dominator_[node]] += ways[node];
        }
        return result;
    }

private:
    // Post-order of the reversed graph, without recursion.
    void number() {
        std::vector<std::pair<std::uint32_t, std::size_t>> path{{exit_, 0}};
        std::vector<bool> seen(exit_ + 1);
        seen[exit_] = true;
        while (!path.empty()) {
            auto& [node, child] = path.back();
            if (child < parents_[node].size()) {
                const std::uint32_t next = parents_[node][child++];
                if (!seen[next]) {
                    seen[next] = true;
                    path.emplace_back(next, 0);
                }
            } else {
                order_[node] = static_cast<std::uint32_t>(by_order_.size());
                by_order_.push_back(node);
                path.pop_back();
            }
        }
    }

    bool update(std::uint32_t node) {
        std::uint32_t best = no_index;
        const auto consider = [&](std::uint32_t next) {
            if (dominator_[next] == no_index) return;
            best = best == no_index ? next : common(best, next);
        };
        throw_if_stop_requested();
        if (nodes_[node].may_exit) consider(exit_);
        for (std::uint32_t next : nodes_[node].successors) consider(next);
        if (best == dominator_[node]) return false;
        dominator_[node] = best;
        return true;
    }

    std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
        while (a != b) {
            while (order_[a] < order_[b]) a = dominator_[a];
            while (order_[b] < order_[a]) b = dominator_[b];
        }
        return a;
    }

    const std::vector<FlowNode>& nodes_;
    const std::uint32_t exit_;
    std::vector<std::vector<std::uint32_t>> parents_;
    std::vector<std::uint32_t> order_, dominator_, by_order_;
};

// Without the ways by which a part of the lanes leaves.
FlowNode staying(const FlowNode& node, const std::vector<FlowNode>& nodes) {
    if (node.successors.empty()) return node;
    FlowNode result;
    for (std::uint32_t next : node.successors)
        if (!nodes[next].only_exits()) result.successors.push_back(next);
    if (result.successors.empty()) result.successors = node.successors;
    return result;
}

using Bits = std::vector<std::uint64_t>;

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes) {
    return PostDominators(nodes).run();
}

std::vector<std::uint32_t> reconvergence_points(const std::vector<FlowNode>& nodes) {
    std::vector<FlowNode> kept(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) kept[i] = staying(nodes[i], nodes);
    // A loop may have no other way out.
    PostDominators reached(kept);
    reached.run();
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if (!reached.reaches_exit(i)) kept[i] = nodes[i];
    // Where it makes no difference to other branches, the lanes that branch to an exit wait there for the others, and
    // all leave together.
    PostDominators earliest(kept);
    earliest.run();
    std::vector<FlowNode> branching = kept;
    for (std::size_t i = 0; i < nodes.size(); ++i) branching[i].successors = nodes[i].successors;
    const std::vector<bool> keeps_apart = earliest.inside_of_others(immediate_post_dominators(branching));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (!keeps_apart[i]) kept[i] = branching[i];
    return immediate_post_dominators(kept);
}

std::uint32_t most_live(const std::vector<FlowNode>& nodes, const std::vector<RegisterUse>& uses,
                        const std::vector<std::uint8_t>& weight) {
    const std::size_t words = (weight.size() + 63) / 64;
    const auto total = std::accumulate(weight.begin(), weight.end(), std::uint32_t{0});
    if (words * nodes.size() > std::size_t{1} << 22) return total;
    std::vector<Bits> live(nodes.size(), Bits(words));  // before each node
    Bits now(words);
    std::uint32_t most = 0;
    for (bool changed = true; changed;) {
        changed = false;
        most = 0;
        for (std::size_t n = nodes.size(); n-- > 0;) {
            throw_if_stop_requested();
            std::fill(now.begin(), now.end(), 0);
            for (std::uint32_t next : nodes[n].successors)
                for (std::size_t w = 0; w < words; ++w) now[w] |= live[next][w];
            if (!uses[n].conditional)
                for (std::uint16_t d : uses[n].destinations) now[d / 64] &= ~(std::uint64_t{1} << (d % 64));
            for (std::uint16_t s : uses[n].sources) now[s / 64] |= std::uint64_t{1} << (s % 64);
            if (now != live[n]) {
                changed = true;
                live[n] = now;
            }
            std::uint32_t sum = 0;
            for (std::size_t w = 0; w < words; ++w)
                for (std::uint64_t rest = now[w]; rest; rest &= rest - 1)
                    sum += weight[w * 64 + static_cast<unsigned>(__builtin_ctzll(rest))];
            most = std::max(most, sum);
        }
    }
    return most;
}

}  // namespace heddle::ptx
