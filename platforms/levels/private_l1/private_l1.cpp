#include "heddle/platforms/levels/private_l1/private_l1.h"

#include "heddle/l1_cache/l1_cache.h"
#include "heddle/platforms/levels/cache_rows.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

class PrivateL1Level : public Level {
public:
    PrivateL1Level(sc_core::sc_module_name name, const LevelSite& site) : Level(name) {
        const L1CacheParameters& parameters = site.plan.part<PrivateL1Plan>().parameters;
        for (std::size_t end = 0; end < site.above.size(); end += parameters.banks) {
            const std::string instance = numbered("cache", caches_.size());
            const auto core = static_cast<unsigned>(caches_.size());
            caches_.push_back(std::make_unique<L1Cache>(instance.c_str(), site.clocks["core"], parameters));
            caches_.back()->evaluate_in_group(core);
            for (unsigned bank = 0; bank < parameters.banks; ++bank)
                site.binder.bind(*site.above[end + bank], caches_.back()->bank_in(bank));
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& cache : caches_) ends.push_back(&cache->memory_out);
        return ends;
    }
    std::vector<KernelBoundaryIn*> kernel_listeners() override {
        std::vector<KernelBoundaryIn*> listeners;
        for (const auto& cache : caches_) listeners.push_back(&cache->kernel_events_in);
        return listeners;
    }
    std::vector<LineEventPort*> line_event_ports() override {
        std::vector<LineEventPort*> ports;
        for (const auto& cache : caches_) ports.push_back(&cache->line_events_out);
        return ports;
    }

private:
    std::vector<std::unique_ptr<L1Cache>> caches_;
};

}  // namespace

void PrivateL1::plan(PathPlan& plan) const {
    parameters_.validate("l1_cache");
    plan.part<PrivateL1Plan>().parameters = parameters_;
    plan.offer(
        Place::l1,
        {"private",
         {{"l1", "core",
           [](const char* name, const LevelSite& site) { return std::make_unique<PrivateL1Level>(name, site); }}},
         true});
    plan.offer(Place::l1, {"none", {}});
    if (!active(plan)) return;
    auto& cost = plan.part<CostPlan>();
    cost.caches.push_back({"l1", {plan.topology.sms(), static_cast<double>(parameters_.size_bytes)}});
    cost.l1_caches = plan.topology.sms();
}

void PrivateL1::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    const auto& core = plan.part<CorePlan>();
    const SharedCarveouts carveouts = parameters_.carveouts();
    require(carveouts.none() || core.sm.shared_bytes <= carveouts.largest(), "l1_cache.shared_carveouts",
            "is '" + parameters_.shared_carveouts + "' (KB), but sm.shared_bytes is " +
                std::to_string(core.sm.shared_bytes) + ": the largest carve-out must hold all shared memory of an SM");
    require(parameters_.banks == core.lsu_kind().l1_ports, "l1_cache.banks",
            "is " + std::to_string(parameters_.banks) + ", but the load/store unit lsu.pool=" + core.pool + " has " +
                std::to_string(core.lsu_kind().l1_ports) + " port(s) to the L1");
}

std::vector<TotalSource> PrivateL1::totals() const {
    return cache_totals("l1", "l1");
}

std::vector<FigureSource> PrivateL1::figures(const PathPlan&) const {
    return cache_figures("l1", "l1", {"accesses", "stores", "atomics", "bypasses"},
                         parameters_.ports * parameters_.banks);
}

void PrivateL1::write_path(TableWriter& table, const Totals& totals) const {
    write_cache_rows(table, totals, "L1", "l1");
}

void PrivateL1::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    const BlockFilter caches{"l1", ""};
    const auto stalled = [&](const char* counter) { return figures.largest(caches, counter); };
    // Of what is not an entry of its own, the time in which it is used up is the use.
    const auto stalls = [&](const char* counter) { return figures.use(caches, {counter}); };
    const Use mshrs = figures.use(caches, {"mshr_occupancy_cycles"}, parameters_.mshr_entries);
    PathStage& stage = use.stage("L1");
    stage.resources.push_back(
        {"lookups", std::to_string(parameters_.ports * parameters_.banks) + " per cycle", "l1_cache.ports",
         Resource::Kind::bandwidth,
         figures.use(caches, {"accesses", "stores", "atomics", "bypasses"}, parameters_.ports * parameters_.banks), 0,
         ""});
    stage.resources.push_back({"MSHRs", std::to_string(parameters_.mshr_entries) + " per L1", "l1_cache.mshr_entries",
                               Resource::Kind::occupancy, mshrs, stalled("mshr_stall_cycles"), ""});
    stage.resources.push_back({"merges of a line", std::to_string(parameters_.mshr_merges) + " requests per line",
                               "l1_cache.mshr_merges", Resource::Kind::occupancy, stalls("merge_stall_cycles"),
                               stalled("merge_stall_cycles"), ""});
    stage.resources.push_back({"ways of a set", std::to_string(parameters_.ways) + " ways", "l1_cache.ways",
                               Resource::Kind::occupancy, stalls("way_stall_cycles"), stalled("way_stall_cycles"), ""});
    stage.resources.push_back({"miss queue",
                               std::to_string(parameters_.miss_queue_entries) + " per L1",
                               "l1_cache.miss_queue_entries",
                               Resource::Kind::occupancy,
                               {},
                               stalled("miss_queue_stall_cycles"),
                               "cluster port"});
}

}  // namespace heddle
