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

using Bits = std::vector<std::uint64_t>;

}  // namespace

std::vector<std::uint32_t> immediate_post_dominators(const std::vector<FlowNode>& nodes) {
    return PostDominators(nodes).run();
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
