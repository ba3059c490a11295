#include "heddle/platforms/levels/l2_slices/l2_slices.h"

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/platforms/levels/cache_rows.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

class L2SlicesLevel : public Level {
public:
    L2SlicesLevel(sc_core::sc_module_name name, const LevelSite& site, L2SliceParameters parameters) : Level(name) {
        parameters.address_map = site.plan.address_map;
        for (auto* end : site.above) {
            const std::string instance = numbered("slice", slices_.size());
            const auto number = static_cast<unsigned>(slices_.size());
            slices_.push_back(std::make_unique<L2Slice>(instance.c_str(), site.clocks["l2"], parameters));
            slices_.back()->join({Island::Kind::partition, number});
            site.binder.bind(*end, slices_.back()->request_in);
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& slice : slices_) ends.push_back(&slice->memory_out);
        return ends;
    }
    std::vector<DebugIn*> host_sockets() override {
        std::vector<DebugIn*> sockets;
        for (const auto& slice : slices_) sockets.push_back(&slice->host_in);
        return sockets;
    }
    std::vector<ControlSocket*> control_sockets() override {
        std::vector<ControlSocket*> sockets;
        for (const auto& slice : slices_) sockets.push_back(&slice->control_in);
        return sockets;
    }

private:
    std::vector<std::unique_ptr<L2Slice>> slices_;
};

}  // namespace

void L2Slices::plan(PathPlan& plan) const {
    clock_.plan(plan);
    parameters_.validate("l2_slice");
    plan.offer(Place::l2, {"true", {{"l2", "l2", [parameters = parameters_](const char* name, const LevelSite& site) {
                                         return std::make_unique<L2SlicesLevel>(name, site, parameters);
                                     }}}});
    plan.offer(Place::l2, {"false", {}});
    if (active(plan))
        plan.part<CostPlan>().l2 = {plan.address_map.slices(), static_cast<double>(parameters_.size_bytes)};
}

std::vector<TotalSource> L2Slices::totals() const {
    std::vector<TotalSource> sources = cache_totals("l2", "l2");
    sources.push_back({"l2_read_sectors", {"l2", "l2_slice"}, "read_sectors"});
    return sources;
}

std::vector<FigureSource> L2Slices::figures(const PathPlan&) const {
    return cache_figures("l2", "l2", {"accesses"});
}

void L2Slices::write_path(TableWriter& table, const Totals& totals) const {
    write_cache_rows(table, totals, "L2", "l2");
}

void L2Slices::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    const BlockFilter slices{"l2", ""};
    const auto stalled = [&](const char* counter) { return figures.largest(slices, counter); };
    // Of what is not an entry of its own, the time in which it is used up is the use.
    const auto stalls = [&](const char* counter) { return figures.use(slices, {counter}); };
    const Use mshrs = figures.use(slices, {"mshr_occupancy_sum"}, parameters_.mshr_entries);
    PathStage& stage = use.stage("L2");
    stage.resources.push_back(
        {"lookups", "1 per cycle and slice", "", Resource::Kind::bandwidth, figures.use(slices, {"accesses"}), 0, ""});
    const auto port = [&](const std::string& name, unsigned bytes_per_cycle) {
        if (bytes_per_cycle)
            stage.resources.push_back({name + " port", std::to_string(bytes_per_cycle) + " B per cycle and slice",
                                       "l2_slice." + name + "_bytes_per_cycle", Resource::Kind::bandwidth,
                                       figures.use(slices, {name + "_port_busy_cycles"}), 0, ""});
    };
    port("reply", parameters_.reply_bytes_per_cycle);
    port("store", parameters_.store_bytes_per_cycle);
    stage.resources.push_back({"MSHRs", std::to_string(parameters_.mshr_entries) + " per slice",
                               "l2_slice.mshr_entries", Resource::Kind::occupancy, mshrs, stalled("fails_mshr_full"),
                               ""});
    stage.resources.push_back({"merges of a line",
                               std::to_string(parameters_.mshr_merges) +
                                   (parameters_.sectored ? " requests per sector" : " requests per line"),
                               "l2_slice.mshr_merges", Resource::Kind::occupancy, stalls("fails_mshr_merge_full"),
                               stalled("fails_mshr_merge_full"), ""});
    stage.resources.push_back({"ways of a set", std::to_string(parameters_.ways) + " ways", "l2_slice.ways",
                               Resource::Kind::occupancy, stalls("fails_no_replaceable_way"),
                               stalled("fails_no_replaceable_way"), ""});
    stage.resources.push_back({"miss queue",
                               std::to_string(parameters_.miss_queue_entries) + " per slice",
                               "l2_slice.miss_queue_entries",
                               Resource::Kind::occupancy,
                               {},
                               stalled("fails_miss_queue_full"),
                               "memory controller"});
    stage.resources.push_back(
        {"response queue", "", "", Resource::Kind::occupancy, {}, stalled("response_stalls"), "reply network"});
}

}  // namespace heddle
