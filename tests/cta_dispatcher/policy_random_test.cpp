// Every policy against a little model of its rules, in which pools are lists of CTAs, the fill is a list of SMs written
// by nested loops, and nothing is computed from positions.
#include <algorithm>
#include <list>
#include <random>

#include "kit/test_scale.h"
#include "policy_machine.h"

using namespace heddle;

namespace {

struct Setup {
    std::string policy;
    unsigned clusters, sms, slots, ctas, block;
};

class Model {
public:
    explicit Model(const Setup& setup) : setup_(setup), free_(setup.clusters * setup.sms, setup.slots) {
        if (setup.policy == "rr") {
            pools_.resize(free_.size());
            for (unsigned cta = 0; cta < setup.ctas; ++cta) pools_[cta % pools_.size()].push_back(cta);
        } else {
            cut_pools(setup.policy.rfind("dist", 0) == 0 ? setup.clusters : 1);
        }
        block_ = setup.policy != "dist_block" ? 1 : setup.slots < setup.block ? setup.slots : setup.block;
        write_fill();
    }
    void cut_pools(unsigned count) {
        pools_.resize(count);
        // Dealing out sizes one by one, then cutting the row of CTAs into them.
        std::vector<unsigned> sizes(pools_.size());
        for (unsigned i = 0; i < setup_.ctas; ++i) ++sizes[i % sizes.size()];
        unsigned cta = 0;
        for (unsigned pool = 0; pool < pools_.size(); ++pool)
            for (unsigned i = 0; i < sizes[pool]; ++i) pools_[pool].push_back(cta++);
    }
    std::optional<Placement> next() {
        while (launching_.empty() && !line_.empty()) {
            const unsigned sm = line_.front();
            line_.pop_front();
            auto& pool = pools_[sm * pools_.size() / free_.size()];
            if (free_[sm] < block_) continue;
            for (unsigned i = 0; i < block_ && !pool.empty(); ++i) {
                launching_.push_back({sm, pool.front()});
                pool.pop_front();
            }
        }
        if (launching_.empty()) return std::nullopt;
        const Placement placement = launching_.front();
        launching_.pop_front();
        --free_[placement.sm];
        return placement;
    }
    void retired(unsigned sm) {
        ++free_[sm];
        line_.push_back(sm);
    }

private:
    void write_fill() {
        const unsigned clusters = setup_.clusters, sms = setup_.sms, rounds = setup_.slots / block_;
        if (setup_.policy != "2lrr" && setup_.policy != "greedy" && setup_.policy.rfind("dist", 0) != 0) {
            for (unsigned slot = 0; slot < rounds; ++slot)
                for (unsigned c = 0; c < clusters; ++c)
                    for (unsigned s = 0; s < sms; ++s) line_.push_back(c * sms + s);
        } else if (setup_.policy == "greedy") {
            for (unsigned c = 0; c < clusters; ++c)
                for (unsigned slot = 0; slot < rounds; ++slot)
                    for (unsigned s = 0; s < sms; ++s) line_.push_back(c * sms + s);
        } else {
            for (unsigned slot = 0; slot < rounds; ++slot)
                for (unsigned s = 0; s < sms; ++s)
                    for (unsigned c = 0; c < clusters; ++c) line_.push_back(c * sms + s);
        }
    }
    const Setup setup_;
    std::vector<unsigned> free_;
    std::vector<std::list<std::uint32_t>> pools_;
    std::list<unsigned> line_;
    std::list<Placement> launching_;
    unsigned block_ = 1;
};

// What must hold whatever the order: each CTA once, in the cluster that owns it.
void check_result(const Setup& setup, const PolicyMachine& machine) {
    std::vector<unsigned> cluster_of(setup.ctas, setup.clusters);
    unsigned count = 0;
    for (unsigned sm = 0; sm < machine.placed.size(); ++sm)
        for (std::uint32_t cta : machine.placed[sm]) {
            REQUIRE(cta < setup.ctas);
            REQUIRE(cluster_of[cta] == setup.clusters);
            cluster_of[cta] = sm / setup.sms;
            ++count;
        }
    REQUIRE(count == setup.ctas);
    if (setup.policy.rfind("dist", 0) != 0) return;
    REQUIRE(std::is_sorted(cluster_of.begin(), cluster_of.end()));  // contiguous pools
    std::vector<unsigned> sizes(setup.clusters);
    for (unsigned cluster : cluster_of) ++sizes[cluster];
    REQUIRE(std::is_sorted(sizes.rbegin(), sizes.rend()));
    REQUIRE(sizes.front() - sizes.back() <= 1);
}

// A pause must have its reason in every SM: no CTA for it, or no room.
void check_pause(const Setup& setup, const PolicyMachine& machine) {
    const bool own_pools = setup.policy.rfind("dist", 0) == 0;
    const unsigned needed = setup.policy == "dist_block" ? std::min(setup.block, setup.slots) : 1;
    std::vector<unsigned> launched(setup.clusters);
    for (unsigned sm = 0; sm < machine.free.size(); ++sm)
        launched[sm / setup.sms] += static_cast<unsigned>(machine.placed[sm].size());
    for (unsigned sm = 0; sm < machine.free.size(); ++sm) {
        if (setup.policy == "rr" && machine.placed[sm].size() * machine.free.size() + sm >= setup.ctas) continue;
        const unsigned cluster = sm / setup.sms;
        const unsigned pool = setup.ctas / setup.clusters + (cluster < setup.ctas % setup.clusters ? 1 : 0);
        if (own_pools && launched[cluster] == pool) continue;
        REQUIRE(machine.free[sm] < needed);
    }
}

void check_same(const std::optional<Placement>& placement, const std::optional<Placement>& expected) {
    REQUIRE(placement.has_value() == expected.has_value());
    if (!placement) return;
    REQUIRE(placement->sm == expected->sm);
    REQUIRE(placement->cta == expected->cta);
}

void run(const Setup& setup, std::mt19937& random) {
    CAPTURE(setup.policy, setup.clusters, setup.sms, setup.slots, setup.ctas, setup.block);
    PolicyMachine machine(setup.policy, {setup.clusters, setup.sms}, setup.slots, setup.ctas,
                          in_blocks_of(setup.block));
    Model model(setup);
    for (unsigned launched = 0; launched < setup.ctas;) {
        if (random() % 3) {
            const auto placement = machine.launch();
            if (setup.policy != "random") check_same(placement, model.next());
            if (placement) {
                ++launched;
                continue;
            }
            check_pause(setup, machine);
        }
        const unsigned sm = static_cast<unsigned>(random() % machine.free.size());
        if (machine.free[sm] == setup.slots) continue;  // none runs there
        machine.retire(sm);
        model.retired(sm);
    }
    if (setup.policy != "random") REQUIRE_FALSE(machine.launch());
    check_result(setup, machine);
}

}  // namespace

TEST_CASE("random machines, kernels and ends of CTAs: placements as the rules say") {
    std::mt19937 random(5);
    const auto from = [&](unsigned low, unsigned high) {
        return low + static_cast<unsigned>(random() % (high - low + 1));
    };
    const std::uint64_t runs = scaled(1500, 100);
    for (std::uint64_t i = 0; i < runs; ++i) {
        const Setup shape{"", from(1, 5), from(1, 5), from(1, 8), from(1, 150), from(1, 5)};
        for (const std::string& policy : cta_policy_names()) {
            Setup setup = shape;
            setup.policy = policy;
            run(setup, random);
        }
    }
}
