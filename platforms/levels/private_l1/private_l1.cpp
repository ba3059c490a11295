#include "heddle/platforms/levels/private_l1/private_l1.h"

#include "heddle/l1_cache/l1_cache.h"
#include "heddle/platforms/levels/cache_rows.h"
#include "heddle/platforms/levels/cores/cores.h"

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

private:
    std::vector<std::unique_ptr<L1Cache>> caches_;
};

}  // namespace

void PrivateL1::plan(PathPlan& plan) const {
    parameters_.validate("l1_cache");
    plan.part<PrivateL1Plan>().parameters = parameters_;
    plan.offer(Place::l1, {"private", {{"l1", "core", [](const char* name, const LevelSite& site) {
                                            return std::make_unique<PrivateL1Level>(name, site);
                                        }}}});
    plan.offer(Place::l1, {"none", {}});
}

void PrivateL1::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    const auto& core = plan.part<CorePlan>();
    require(parameters_.banks == core.lsu_kind().l1_ports, "l1_cache.banks",
            "is " + std::to_string(parameters_.banks) + ", but the load/store unit lsu.pool=" + core.pool + " has " +
                std::to_string(core.lsu_kind().l1_ports) + " port(s) to the L1");
}

std::vector<TotalSource> PrivateL1::totals() const {
    return cache_totals("l1", "l1");
}

void PrivateL1::write_path(TableWriter& table, const Totals& totals) const {
    write_cache_rows(table, totals, "L1", "l1");
}

}  // namespace heddle
