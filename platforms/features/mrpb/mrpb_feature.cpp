#include "heddle/platforms/features/mrpb/mrpb_feature.h"

#include "heddle/lsu/pool/mrpb/mrpb_lsu.h"
#include "heddle/platforms/levels/cores/cores.h"

namespace heddle {

std::string MrpbFeature::summary() const {
    return "line requests in queues by warp, the lowest warp first: lsu.pool=mrpb; sizes in lsu.mrpb.*";
}

void MrpbFeature::plan(PathPlan& plan) const {
    auto& core = plan.part<CorePlan>();
    MrpbParameters parameters = parameters_;
    parameters.warp_queues = core.sm.max_warps;
    parameters.validate("lsu.mrpb");
    core.kinds["mrpb"] = {parameters.traits(), 1,
                          [unit = core.lsu, parameters](const char* instance, ClockDomain& clock) {
                              return std::make_unique<MrpbLsu>(instance, clock, unit, parameters);
                          }};
}

void MrpbFeature::check(const PathPlan& plan) const {
    require(active(plan) || parameters_.flush == MrpbParameters{}.flush, "lsu.mrpb.flush",
            "is '" + parameters_.flush + "', which needs lsu.pool=mrpb");
}

bool MrpbFeature::active(const PathPlan& plan) const {
    return plan.part<CorePlan>().pool == "mrpb";
}

std::vector<TotalSource> MrpbFeature::totals() const {
    std::vector<TotalSource> sources;
    for (const char* counter :
         {"instructions", "line_requests", "queue_occupancy_cycles", "queue_full_cycles", "flushes", "flush_cycles"})
        sources.push_back({std::string("mrpb_") + counter, {"cores", "mrpb_lsu"}, counter, true});
    return sources;
}

void MrpbFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan&) const {
    table.heading("Memory request prioritisation");
    table.row("flushes", grouped(totals["mrpb_flushes"]), grouped(totals["mrpb_flush_cycles"]) + " cycles of waiting");
}

void MrpbFeature::add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const {
    const BlockFilter units{"cores", "mrpb_lsu"};
    const unsigned entries = parameters_.warp_queue_entries * plan.part<CorePlan>().sm.max_warps;
    use.stage("LSU").resources.push_back(
        {"warp queues", std::to_string(parameters_.warp_queue_entries) + " requests per warp",
         "lsu.mrpb.warp_queue_entries", Resource::Kind::occupancy,
         figures.use(units, {"queue_occupancy_cycles"}, entries), figures.largest(units, "queue_full_cycles"), "L1"});
}

}  // namespace heddle
