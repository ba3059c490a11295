#include "heddle/platforms/levels/request_coalescers/request_coalescers.h"

#include <algorithm>

#include "heddle/cta_dispatcher/gpc_map.h"
#include "heddle/platforms/path/dispatch.h"
#include "heddle/request_coalescer/request_coalescer.h"

namespace heddle {
namespace {

const BlockFilter coalescers{"coalescers", ""};

GpcMap gpcs_of(const PathPlan& plan) {
    return {plan.part<DispatchPlan>().parameters.gpc, {plan.topology.clusters, plan.topology.sms_per_cluster}};
}

unsigned gpcs_without_apart(const GpcMap& gpcs) {
    return gpcs.count() - (gpcs.has_apart() ? 1 : 0);
}

// To the dispatcher the TPCs apart are a GPC of their own, behind the others. Their reads merge with those of another.
std::vector<unsigned> group_of_sm(const PathPlan& plan, unsigned apart_gpc) {
    const GpcMap gpcs = gpcs_of(plan);
    std::vector<unsigned> groups(plan.topology.sms());
    for (unsigned sm = 0; sm < groups.size(); ++sm) {
        const unsigned gpc = gpcs.gpc_of(sm);
        groups[sm] = gpc < gpcs_without_apart(gpcs) ? gpc : apart_gpc;
    }
    return groups;
}

std::vector<bool> far_sms(const std::vector<unsigned>& groups, const CoalescingGroups& gpcs, bool second_half) {
    std::vector<bool> far(groups.size());
    for (std::size_t sm = 0; sm < groups.size(); ++sm) {
        const unsigned gpc = groups[sm];
        const bool second = gpc >= gpcs.second_half_first && gpc - gpcs.second_half_first < gpcs.second_half_gpcs;
        far[sm] = second != second_half;
    }
    return far;
}

class RequestCoalescersLevel : public Level {
public:
    RequestCoalescersLevel(sc_core::sc_module_name name, const LevelSite& site,
                           const RequestCoalescerParameters& parameters, const CoalescingGroups& gpcs)
        : Level(name) {
        const std::vector<unsigned> groups = group_of_sm(site.plan, gpcs.apart_gpc);
        for (auto* end : site.above) {
            const std::string instance = numbered("coalescer", coalescers_.size());
            const auto slice = static_cast<unsigned>(coalescers_.size());
            const bool second_half = slice >= site.above.size() / 2;
            coalescers_.push_back(std::make_unique<RequestCoalescer>(
                instance.c_str(), site.clocks["l2"], parameters, groups,
                parameters.far_latency_cycles ? far_sms(groups, gpcs, second_half) : std::vector<bool>{}));
            coalescers_.back()->join({Island::Kind::partition, slice});
            site.binder.bind(*end, coalescers_.back()->request_in);
        }
    }
    OpenEnds open_ends() override {
        OpenEnds ends;
        for (const auto& coalescer : coalescers_) ends.push_back(&coalescer->l2_out);
        return ends;
    }
    // The host's way to the slices: a coalescer has to know what it writes.
    std::vector<DebugIn*> host_sockets() override {
        std::vector<DebugIn*> sockets;
        for (const auto& coalescer : coalescers_) sockets.push_back(&coalescer->host_in);
        return sockets;
    }
    std::vector<KernelBoundaryIn*> kernel_listeners() override {
        std::vector<KernelBoundaryIn*> listeners;
        for (const auto& coalescer : coalescers_) listeners.push_back(&coalescer->kernel_events_in);
        return listeners;
    }

private:
    std::vector<std::unique_ptr<RequestCoalescer>> coalescers_;
};

}  // namespace

void RequestCoalescers::plan(PathPlan& plan) const {
    parameters_.validate("request_coalescer");
    PathPlan::Choice choice;
    if (active(plan))
        choice.levels.push_back(
            {"coalescers", "l2", [parameters = parameters_, gpcs = groups_](const char* name, const LevelSite& site) {
                 return std::make_unique<RequestCoalescersLevel>(name, site, parameters, gpcs);
             }});
    plan.offer(Place::before_l2, choice);
}

void RequestCoalescers::check(const PathPlan& plan) const {
    if (!active(plan)) return;
    require(plan.path.l2 || parameters_.merges == 1, "request_coalescer.merges",
            "is " + std::to_string(parameters_.merges) +
                " while path.l2 is false: reads are merged in front of L2 slices; expected 1");
    require(plan.path.l2, "request_coalescer.far_latency_cycles",
            "is " + std::to_string(parameters_.far_latency_cycles) +
                " while path.l2 is false: there is no L2 of two halves; expected 0");
    require(parameters_.far_latency_cycles == 0 || plan.address_map.halves().is_on(),
            "request_coalescer.far_latency_cycles",
            "is " + std::to_string(parameters_.far_latency_cycles) +
                " while address_map.half_bits is none: it says which lines are in which half of the L2");
    const unsigned gpcs = gpcs_without_apart(gpcs_of(plan));
    require(groups_.apart_gpc < gpcs, "request_coalescer.apart_gpc",
            "is " + std::to_string(groups_.apart_gpc) + ", but there are " + std::to_string(gpcs) +
                " GPCs (cta_dispatcher.gpc.tpcs), counted from 0");
    require(std::uint64_t{groups_.second_half_first} + groups_.second_half_gpcs <= gpcs,
            "request_coalescer.second_half_gpcs",
            "is " + std::to_string(groups_.second_half_gpcs) + " from GPC " +
                std::to_string(groups_.second_half_first) + " on, but there are " + std::to_string(gpcs) +
                " GPCs (cta_dispatcher.gpc.tpcs)");
}

std::vector<TotalSource> RequestCoalescers::totals() const {
    std::vector<TotalSource> sources;
    for (const char* counter : {"reads", "merged_reads", "unmergeable_reads", "full_passes", "closed_by_stores",
                                "far_reads", "copy_waits", "far_atomics"})
        sources.push_back({std::string("l2_coalescer_") + counter, coalescers, counter, true});
    return sources;
}

void RequestCoalescers::write_path(TableWriter& table, const Totals& totals) const {
    table.row("L2 request coalescing", grouped(totals["l2_coalescer_merged_reads"]),
              "merged of " + grouped(totals["l2_coalescer_reads"]) + " reads (" +
                  percent(totals.ratio("l2_coalescer_merged_reads", "l2_coalescer_reads")) + "); " +
                  grouped(totals["l2_coalescer_full_passes"]) + " found all entries in use");
}

// A full table holds nothing up: reads pass it. What merged reads use up is the way back, one response per cycle.
void RequestCoalescers::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    use.stage("L2 coalescer")
        .resources.push_back({"responses", "1 per cycle and slice", "", Resource::Kind::bandwidth,
                              figures.use(coalescers, {"responses"}), 0, ""});
}

}  // namespace heddle
