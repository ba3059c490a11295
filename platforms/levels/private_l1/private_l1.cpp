#include "heddle/platforms/levels/private_l1/private_l1.h"

#include "heddle/cluster_port/cluster_port.h"
#include "heddle/l1_cache/l1_cache.h"
#include "heddle/lsu/split_lsu.h"
#include "heddle/platforms/levels/cache_rows.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

class PrivateL1Level : public Level {
public:
    PrivateL1Level(sc_core::sc_module_name name, const LevelSite& site) : Level(name) {
        auto [parameters, per_sm] = site.plan.part<PrivateL1Plan>();
        parameters.counts_prefetches = site.plan.prefetches;
        parameters.store_port = site.plan.part<CorePlan>().lsu_kind().store_port;
        for (std::size_t end = 0; end < site.above.size(); end += parameters.sockets()) {
            const std::string instance = numbered("cache", caches_.size());
            const auto core = static_cast<unsigned>(caches_.size()) / per_sm;
            caches_.push_back(std::make_unique<L1Cache>(instance.c_str(), site.clocks["core"], parameters));
            caches_.back()->join({Island::Kind::core, core});
            for (unsigned bank = 0; bank < parameters.sockets(); ++bank)
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

// Where the L1s of an SM share one link: one request per cycle and one line back per cycle. A cluster's port does what
// is needed, with the caches in the place of cores.
class L1LinksLevel : public Level {
public:
    L1LinksLevel(sc_core::sc_module_name name, const LevelSite& site) : Level(name) {
        ClusterPortParameters parameters;
        parameters.cores = site.plan.part<PrivateL1Plan>().per_sm;
        parameters.bus_bytes = line_bytes;
        for (std::size_t end = 0; end < site.above.size(); end += parameters.cores) {
            const auto core = static_cast<unsigned>(links_.size());
            links_.push_back(
                std::make_unique<ClusterPort>(numbered("link", core).c_str(), site.clocks["core"], parameters));
            links_.back()->join({Island::Kind::core, core});
            for (unsigned cache = 0; cache < parameters.cores; ++cache)
                site.binder.bind(*site.above[end + cache], links_.back()->core_in[cache]);
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& link : links_) ends.push_back(&link->noc_out);
        return ends;
    }

private:
    std::vector<std::unique_ptr<ClusterPort>> links_;
};

template <class Made>
LevelFactory make_level() {
    return [](const char* name, const LevelSite& site) { return std::make_unique<Made>(name, site); };
}

}  // namespace

void PrivateL1::plan(PathPlan& plan) const {
    parameters_.validate("l1_cache");
    require_range(l1_.per_sm, 1u, 8u, "l1_cache.per_sm");
    plan.part<PrivateL1Plan>() = {parameters_, l1_.per_sm};
    std::vector<PathPlan::PlannedLevel> levels{{"l1", "core", make_level<PrivateL1Level>()}};
    if (l1_.per_sm > 1) levels.push_back({"l1_links", "core", make_level<L1LinksLevel>()});
    plan.offer(Place::l1, {"private", std::move(levels), true});
    plan.offer(Place::l1, {"none", {}});
    if (!active(plan)) return;
    auto& cost = plan.part<CostPlan>();
    cost.caches.push_back({"l1", {caches(plan), static_cast<double>(parameters_.size_bytes)}});
    cost.l1_caches = caches(plan);
    if (l1_.per_sm == 1) return;
    auto& core = plan.part<CorePlan>();
    core.kinds["none"] = {{}, l1_.per_sm, [unit = core.lsu, per_sm = l1_.per_sm](const char* name, ClockDomain& clock) {
                              return std::make_unique<SplitLsu>(name, clock, unit, per_sm);
                          }};
}

void PrivateL1::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    const auto& core = plan.part<CorePlan>();
    const SharedCarveouts carveouts = parameters_.carveouts();
    require(carveouts.none() || core.sm.shared_bytes <= carveouts.largest(), "l1_cache.shared_carveouts",
            "is '" + parameters_.shared_carveouts + "' (KB), but sm.shared_bytes is " +
                std::to_string(core.sm.shared_bytes) + ": the largest carve-out must hold all shared memory of an SM");
    require(l1_.per_sm == 1 || core.pool == "none", "l1_cache.per_sm",
            "is " + std::to_string(l1_.per_sm) + ", but the load/store unit lsu.pool=" + core.pool +
                " knows one L1; only that of lsu.pool=none can choose one by CTA slot");
    const LsuKind& lsu = core.lsu_kind();
    L1CacheParameters built = parameters_;
    built.store_port = lsu.store_port;
    built.validate("l1_cache");
    require(built.sockets() * l1_.per_sm == lsu.l1_ports, "l1_cache.banks",
            "is " + std::to_string(parameters_.banks) + ", but the load/store unit lsu.pool=" + core.pool + " has " +
                std::to_string(lsu.l1_ports) + " port(s) to the L1");
}

std::vector<TotalSource> PrivateL1::totals() const {
    return cache_totals("l1", "l1");
}

std::vector<FigureSource> PrivateL1::figures(const PathPlan&) const {
    return cache_figures("l1", "l1", lookups(), parameters_.lookups_per_cycle());
}

// What takes lookups. Where each sector has a bank, a load's are accesses of their own.
std::vector<std::string> PrivateL1::lookups() const {
    return {"accesses", parameters_.sector_banks ? "store_sectors" : "stores", "atomics", "bypasses"};
}

Resource PrivateL1::lookup_bandwidth(const BlockFigures& figures) const {
    const unsigned per_cycle = parameters_.lookups_per_cycle();
    const char* key = parameters_.sector_banks ? "l1_cache.sector_banks"
                      : parameters_.banks > 1  ? "l1_cache.banks"
                                               : "l1_cache.ports";
    return {"lookups",
            std::to_string(per_cycle) + (parameters_.sector_banks ? " sectors per cycle" : " per cycle"),
            key,
            Resource::Kind::bandwidth,
            figures.use({"l1", ""}, lookups(), per_cycle),
            0,
            ""};
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
    stage.resources.push_back(lookup_bandwidth(figures));
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
