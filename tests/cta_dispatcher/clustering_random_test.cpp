// Clustering with every scheduler, indexing and shape of grid: every CTA exactly once, where it belongs.
#include <map>
#include <random>

#include "clustering_bench.h"
#include "heddle/cta_dispatcher/clustering/clustered_policy.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

struct Setup {
    CtaDispatcherParameters parameters;
    MachineShape machine;
    GridShape grid;
    unsigned slots = 1;
};

Setup random_setup(std::mt19937& random) {
    const auto up_to = [&](unsigned most) { return 1 + static_cast<unsigned>(random() % most); };
    Setup setup;
    setup.machine = {up_to(4), up_to(4)};
    setup.slots = up_to(8);
    ClusteringParameters& clustering = setup.parameters.clustering;
    const char* const indexings[]{"row", "column", "tile"};
    clustering.indexing = indexings[random() % 3];
    clustering.tile_x = up_to(4);
    clustering.tile_y = up_to(4);
    setup.grid = {clustering.tile_x * up_to(4), clustering.tile_y * up_to(4), up_to(3)};
    clustering.max_agents = random() % 2 ? 0 : up_to(setup.slots);
    clustering.active_agents = up_to(clustering.max_agents ? clustering.max_agents : setup.slots);
    return setup;
}

// Retires CTAs at random until all have run; returns the SM of each.
std::vector<unsigned> run(CtaPolicy& policy, const Setup& setup, std::mt19937& random) {
    constexpr unsigned nowhere = ~0u;
    std::vector<unsigned> sm_of(setup.grid.ctas(), nowhere), free(setup.machine.sms(), setup.slots);
    std::vector<Placement> running;
    policy.begin(setup.machine, setup.grid, setup.slots);
    for (unsigned placed = 0; placed < sm_of.size() || !running.empty();) {
        auto placement = placed < sm_of.size() ? policy.follow_up().placement : std::nullopt;
        if (!placement && placed < sm_of.size()) placement = policy.next(free).placement;
        if (placement) {
            REQUIRE(placement->cta < sm_of.size());
            REQUIRE(sm_of[placement->cta] == nowhere);
            REQUIRE(free[placement->sm]-- > 0);
            sm_of[placement->cta] = placement->sm;
            running.push_back(*placement);
            ++placed;
        }
        if (placement && random() % 4) continue;
        REQUIRE_FALSE(running.empty());
        std::swap(running[random() % running.size()], running.back());
        ++free[running.back().sm];
        policy.retired(running.back().sm, running.back().cta);
        running.pop_back();
    }
    return sm_of;
}

}  // namespace

TEST_CASE("clustering with any scheduler, indexing, machine and grid runs every CTA once, agents those of their SM") {
    std::mt19937 random(23);
    const std::uint64_t runs = scaled(300, 20);
    for (std::uint64_t i = 0; i < runs; ++i) {
        Setup setup = random_setup(random);
        for (const char* clustering : {"none", "redirect", "agents"})
            for (const std::string& name : cta_policy_names()) {
                setup.parameters.clustering.clustering = clustering;
                if (name == "dist_block" && setup.parameters.clustering.with_agents()) continue;
                CAPTURE(clustering, name, setup.grid.x, setup.grid.y, setup.grid.z, setup.slots);
                const auto policy = clustered_policy(setup.parameters.clustering, "d", make_cta_policy(name));
                const std::vector<unsigned> sm_of = run(*policy, setup, random);
                if (clustering == std::string("none")) continue;
                if (clustering == std::string("redirect") && name != "rr") continue;
                const auto indexing = IndexingChoice(setup.parameters.clustering, "d").indexing_of(setup.grid);
                const ClusterPartition partition(setup.grid.ctas(), setup.machine.sms());
                for (std::uint32_t cta = 0; cta < setup.grid.ctas(); ++cta)
                    REQUIRE(sm_of[cta] == partition.position_of(indexing->id_of(cta)).i);
            }
    }
}

TEST_CASE("clustering in the dispatcher: every CTA once, whatever rates and overheads") {
    CtaDispatcherParameters parameters = clustered("agents", "h200", "tile");
    parameters.launches_per_cycle = 2;
    parameters.gpc_launch_interval_cycles = 3;
    parameters.clustering.agent_overhead_cycles = 17;
    DispatcherBench bench({3, 2}, parameters, slots(5));
    for (auto& sm : bench.sms) sm->run_cycles = [](std::uint32_t cta) { return 3 + cta * 7919 % 97; };
    run_grid(bench, {22, 8, 3});
    std::map<std::uint32_t, unsigned> runs;
    for (const CtaRecord& record : bench.records) ++runs[record.cta];
    CHECK(runs.size() == 22 * 8 * 3);
    CHECK(bench.records.size() == runs.size());
    for (const auto& sm : bench.sms) CHECK(sm->most_resident <= 5);
}
