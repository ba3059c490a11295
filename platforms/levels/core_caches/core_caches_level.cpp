#include "heddle/platforms/levels/core_caches/core_caches_level.h"

#include "heddle/base/geometry.h"
#include "heddle/platforms/levels/core_caches/core_caches.h"
#include "heddle/platforms/levels/cores/cores.h"

namespace heddle {
namespace {

// One request per cycle and one line back per cycle, as the link between an L1 and its cluster's port.
ClusterPortParameters merging(unsigned streams) {
    ClusterPortParameters parameters;
    parameters.cores = streams;
    parameters.bus_bytes = line_bytes;
    return parameters;
}

}  // namespace

CoreCachesOfOne::CoreCachesOfOne(sc_core::sc_module_name name, const LevelSite& site, unsigned core) : sc_module(name) {
    const auto& plan = site.plan.part<CoreCachesPlan>();
    ClockDomain& clock = site.clocks["core"];
    const unsigned streams = 1u + plan.has_instruction + plan.has_constant + plan.has_texture;
    std::size_t side = std::size_t{core} * (streams - 1);
    port_ = std::make_unique<ClusterPort>("port", clock, merging(streams));
    site.binder.bind(*site.above[core], port_->core_in[0]);
    const auto add = [&](const char* kind, const ReadOnlyCacheParameters& parameters) -> ReadOnlyCache& {
        caches_.push_back(std::make_unique<ReadOnlyCache>(kind, clock, parameters, kind));
        site.binder.bind(caches_.back()->memory_out, port_->core_in[caches_.size()]);
        return *caches_.back();
    };
    const auto add_with_unit = [&](const char* kind, const char* unit, const ReadOnlyCacheParameters& parameters) {
        units_.push_back(std::make_unique<Lsu>(unit, clock, site.plan.part<CorePlan>().lsu));
        site.binder.bind(*site.side[side++], units_.back()->warp_in);
        site.binder.bind(units_.back()->l1_out, add(kind, parameters).core_in);
    };
    if (plan.has_instruction) site.binder.bind(*site.side[side++], add("instruction_cache", plan.instruction).core_in);
    if (plan.has_constant) add_with_unit("constant_cache", "constant_unit", plan.constant);
    if (plan.has_texture) add_with_unit("texture_cache", "texture_unit", plan.texture);
    port_->join({Island::Kind::core, core});
    for (const auto& cache : caches_) cache->join({Island::Kind::core, core});
    for (const auto& unit : units_) unit->join({Island::Kind::core, core});
}

CoreCachesLevel::CoreCachesLevel(sc_core::sc_module_name name, const LevelSite& site) : Level(name) {
    for (unsigned core = 0; core < site.above.size(); ++core)
        cores_.push_back(std::make_unique<CoreCachesOfOne>(numbered("core", core).c_str(), site, core));
}

OpenEnds CoreCachesLevel::open_ends() {
    OpenEnds ends;
    for (const auto& core : cores_) ends.push_back(&core->out());
    return ends;
}

std::vector<KernelBoundaryIn*> CoreCachesLevel::kernel_listeners() {
    std::vector<KernelBoundaryIn*> listeners;
    for (const auto& core : cores_)
        for (const auto& cache : core->caches()) listeners.push_back(&cache->kernel_events_in);
    return listeners;
}

}  // namespace heddle
