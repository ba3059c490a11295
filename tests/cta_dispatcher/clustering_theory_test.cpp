// Partition, inverse, binding and walks of agents: the worked examples of MECHANISMS 4.5 and 4.6, and properties over
// random sizes.
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "heddle/cta_dispatcher/clustering/agent_walk.h"
#include "heddle/cta_dispatcher/clustering/redirection.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

using Ids = std::vector<std::uint32_t>;

std::vector<Ids> clusters_of(const ClusterPartition& partition) {
    std::vector<Ids> clusters(partition.clusters());
    for (std::uint32_t v = 0; v < partition.ctas(); ++v) clusters[partition.position_of(v).i].push_back(v);
    return clusters;
}

Ids redirection_order(std::uint32_t ctas, std::uint32_t clusters) {
    Ids order;
    for (std::uint32_t u = 0; u < ctas; ++u) order.push_back(redirected(u, {ctas, clusters}));
    return order;
}

Ids tasks_of(const AgentWalk& walk, std::uint32_t agent) {
    Ids tasks;
    for (std::uint32_t v = walk.first(agent); v != walk.end(); v = walk.next(v)) tasks.push_back(v);
    return tasks;
}

void check_partition(std::uint32_t ctas, std::uint32_t clusters) {
    CAPTURE(ctas, clusters);
    const ClusterPartition partition(ctas, clusters);
    std::uint32_t v = 0;
    for (std::uint32_t i = 0; i < clusters; ++i) {  // cut from the row of ids, one cluster after another
        const std::uint32_t size = ctas / clusters + (i < ctas % clusters ? 1 : 0);
        REQUIRE(partition.base(i) == v);
        REQUIRE(partition.size(i) == size);
        for (std::uint32_t w = 0; w < size; ++w, ++v) {
            REQUIRE(partition.position_of(v) == ClusterPosition{w, i});
            REQUIRE(partition.id_of({w, i}) == v);
        }
    }
    REQUIRE(v == ctas);
}

void check_redirection(std::uint32_t ctas, std::uint32_t clusters) {
    CAPTURE(ctas, clusters);
    const ClusterPartition partition(ctas, clusters);
    std::vector<bool> seen(ctas);
    for (std::uint32_t u = 0; u < ctas; ++u) {
        const std::uint32_t v = redirected(u, partition);
        REQUIRE(v < ctas);
        REQUIRE_FALSE(seen[v]);
        seen[v] = true;
        REQUIRE(redirected_from(v, partition) == u);
        REQUIRE(partition.position_of(v).i == u % clusters);  // strict round-robin brings it to the SM of its cluster
    }
}

void check_agents(std::uint32_t ctas, std::uint32_t sms, std::uint32_t active) {
    CAPTURE(ctas, sms, active);
    const ClusterPartition partition(ctas, sms);
    std::vector<unsigned> runs(ctas);
    for (std::uint32_t sm = 0; sm < sms; ++sm) {
        const AgentWalk walk(partition, sm, active);
        for (std::uint32_t agent = 0; agent < active; ++agent)
            for (std::uint32_t v : tasks_of(walk, agent)) {
                REQUIRE(v < ctas);
                REQUIRE(partition.position_of(v).i == sm);
                REQUIRE(walk.agent_of(v) == agent);
                ++runs[v];
            }
        REQUIRE(tasks_of(walk, active).empty());  // a throttled agent
    }
    REQUIRE(runs == std::vector<unsigned>(ctas, 1));
}

}  // namespace

TEST_CASE("clustering theory: the worked example MM of MECHANISMS 4.5") {
    const ClusterPartition partition(6, 2);
    CHECK(clusters_of(partition) == std::vector<Ids>{{0, 1, 2}, {3, 4, 5}});
    CHECK(partition.position_of(3) == ClusterPosition{0, 1});
    CHECK(partition.id_of({2, 1}) == 5);
    CHECK(round_robin_binding(4, 2) == ClusterPosition{2, 0});
    CHECK(redirection_order(6, 2) == Ids{0, 3, 1, 4, 2, 5});
}

TEST_CASE("clustering theory: ten CTAs in four clusters") {
    CHECK(clusters_of({10, 4}) == std::vector<Ids>{{0, 1, 2}, {3, 4, 5}, {6, 7}, {8, 9}});
    CHECK(redirection_order(10, 4) == Ids{0, 3, 6, 8, 1, 4, 7, 9, 2, 5});
    Ids bases;
    for (std::uint32_t sm = 0; sm < 4; ++sm) bases.push_back(AgentWalk({10, 4}, sm, 1).base());
    CHECK(bases == Ids{0, 3, 6, 8});
}

TEST_CASE("clustering theory: two agents per SM walk through MM") {
    const ClusterPartition partition(6, 2);
    const AgentWalk first(partition, 0, 2), second(partition, 1, 2);
    CHECK(tasks_of(first, 0) == Ids{0, 2});
    CHECK(tasks_of(first, 1) == Ids{1});
    CHECK(tasks_of(second, 0) == Ids{3, 5});
    CHECK(tasks_of(second, 1) == Ids{4});
    CHECK(tasks_of(first, 2).empty());
}

TEST_CASE("clustering theory: more clusters than CTAs leave clusters empty") {
    const ClusterPartition partition(3, 5);
    CHECK(clusters_of(partition) == std::vector<Ids>{{0}, {1}, {2}, {}, {}});
    CHECK(partition.size(3) == 0);
    CHECK(partition.base(4) == 3);
    CHECK(redirection_order(3, 5) == Ids{0, 1, 2});
    CHECK(tasks_of(AgentWalk(partition, 4, 2), 0).empty());
    check_agents(3, 5, 4);
}

TEST_CASE("clustering theory: bijections, and every CTA exactly once, for all small sizes") {
    for (std::uint32_t ctas = 1; ctas < 40; ++ctas)
        for (std::uint32_t clusters = 1; clusters < 45; ++clusters) {
            check_partition(ctas, clusters);
            check_redirection(ctas, clusters);
            for (std::uint32_t active : {1, 2, 3, 8}) check_agents(ctas, clusters, active);
        }
}

TEST_CASE("clustering theory: bijections, and every CTA exactly once, for random sizes") {
    std::mt19937 random(17);
    const std::uint64_t runs = scaled(300, 20);
    for (std::uint64_t run = 0; run < runs; ++run) {
        const std::uint32_t ctas = 1 + random() % (run % 2 ? 5000 : 200), clusters = 1 + random() % 200;
        check_partition(ctas, clusters);
        check_redirection(ctas, clusters);
        check_agents(ctas, clusters, 1 + random() % 64);
    }
}
