#include "heddle/platforms/levels/core_caches/core_caches.h"

#include "heddle/platforms/levels/cache_rows.h"
#include "heddle/platforms/levels/core_caches/core_caches_level.h"
#include "heddle/platforms/levels/cores/cores.h"

namespace heddle {
namespace {

struct Kind {
    const char* group;  // of the parameters; also what the blocks are called
    const char* prefix;
    const char* label;
    bool CoreCachesPlan::*has;
};
constexpr Kind kinds[] = {
    {"instruction_cache", "icache", "instruction cache", &CoreCachesPlan::has_instruction},
    {"constant_cache", "constant_cache", "constant cache", &CoreCachesPlan::has_constant},
    {"texture_cache", "texture_cache", "texture cache", &CoreCachesPlan::has_texture},
};

std::string total(const Kind& kind, const char* what) {
    return std::string(kind.prefix) + "_" + what;
}

}  // namespace

// Sizes and ways: MECHANISMS 5.1; the instruction cache's are the defaults of the struct. Latencies are not given:
// fetches and constants take one cycle, as GPGPU-Sim has it, textures as long as the data L1 of the same table. MSHRs
// of the constant cache are those of GPGPU-Sim's GTX 480; of the texture cache, which has a FIFO there instead, those
// of the data L1.
CoreCaches::CoreCaches() {
    constant_.size_bytes = 8 * 1024;
    constant_.ways = 2;
    texture_.size_bytes = 12 * 1024;
    texture_.ways = 24;
    texture_.latency_cycles = 28;
    texture_.mshr_entries = 32;
    texture_.mshr_merges = 8;
    texture_.miss_queue_entries = 8;
}

void CoreCaches::visit(ParameterSet& parameters) {
    parameters.group("instruction_cache", instruction_);
    parameters.group("constant_cache", constant_);
    parameters.group("texture_cache", texture_);
}

void CoreCaches::plan(PathPlan& plan) const {
    const SmParameters& sm = plan.part<CorePlan>().sm;
    plan.part<CoreCachesPlan>() = {instruction_,         constant_,         texture_,
                                   sm.instruction_fetch, sm.constant_cache, sm.texture_cache};
    plan.constants_in_memory = sm.constant_cache;
    instruction_.validate("instruction_cache");
    constant_.validate("constant_cache");
    texture_.validate("texture_cache");
    PathPlan::Choice choice;
    if (plan.part<CoreCachesPlan>().any())
        choice.levels.push_back({"core_caches", "core", [](const char* name, const LevelSite& site) {
                                     return std::make_unique<CoreCachesLevel>(name, site);
                                 }});
    plan.offer(Place::core_caches, choice);
}

// What the level above leaves open has to be one link per core.
void CoreCaches::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    const unsigned ports = plan.part<CorePlan>().lsu_kind().l1_ports;
    require(plan.path.l1 == "private" || ports == 1, "lsu.pool",
            "is '" + plan.part<CorePlan>().pool + "' with " + std::to_string(ports) +
                " ports to an L1, but path.l1 is '" + plan.path.l1 +
                "': the core's other caches share one link with the data; expected path.l1=private");
}

std::vector<TotalSource> CoreCaches::totals() const {
    std::vector<TotalSource> sources;
    for (const Kind& kind : kinds) {
        const BlockFilter caches{"core_caches", kind.group};
        sources.push_back({total(kind, "accesses"), caches, "accesses", true});
        sources.push_back({total(kind, "hits"), caches, "hits", true});
        sources.push_back({total(kind, "hit_reserved"), caches, "hits_reserved", true});
        sources.push_back({total(kind, "misses"), caches, "misses", true});
    }
    const BlockFilter sm{"cores", "sm"};
    for (const char* counter :
         {"stall_fetch_cycles", "instruction_fetches", "fetch_latency_cycles", "constant_loads", "texture_loads"})
        sources.push_back({counter, sm, counter, true});
    return sources;
}

void CoreCaches::write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const {
    table.heading("Caches of the cores beside the L1");
    for (const Kind& kind : kinds)
        if (plan.part<CoreCachesPlan>().*kind.has) write_cache_rows(table, totals, kind.label, kind.prefix);
    if (totals.has("instruction_fetches"))
        table.row("mean fetch", with_decimals(totals.ratio("fetch_latency_cycles", "instruction_fetches"), 1),
                  "cycles from request to bytes");
}

void CoreCaches::add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const {
    const auto& caches = plan.part<CoreCachesPlan>();
    const auto add = [&](const Kind& kind, const ReadOnlyCacheParameters& parameters) {
        const BlockFilter blocks{"core_caches", kind.group};
        PathStage& stage = use.stage(kind.label);
        stage.resources.push_back(
            {"lookups", "1 per cycle", "", Resource::Kind::bandwidth, figures.use(blocks, {"accesses"}), 0, ""});
        stage.resources.push_back({"MSHRs", std::to_string(parameters.mshr_entries) + " per cache",
                                   std::string(kind.group) + ".mshr_entries", Resource::Kind::occupancy,
                                   figures.use(blocks, {"mshr_occupancy_cycles"}, parameters.mshr_entries),
                                   figures.largest(blocks, "mshr_stall_cycles"), ""});
    };
    if (caches.has_instruction) add(kinds[0], instruction_);
    if (caches.has_constant) add(kinds[1], constant_);
    if (caches.has_texture) add(kinds[2], texture_);
    use.stage("core port")
        .resources.push_back({"requests", "1 per cycle and core", "", Resource::Kind::bandwidth,
                              figures.use({"core_caches", "cluster_port"},
                                          {"read_requests", "write_requests", "atomic_requests", "control_requests"}),
                              0, ""});
}

}  // namespace heddle
