#include "heddle/platforms/common/limiting_resource.h"

#include <algorithm>

#include "heddle/platforms/common/text.h"

namespace heddle {
namespace {

constexpr double half = 0.5;

struct Place {
    const PathStage* stage = nullptr;
    const Resource* resource = nullptr;
};

template <class Visit>
void for_each_stage(const PathUse& use, Visit visit) {
    for (const PathStage& stage : use.requests) visit(stage);
    for (const PathStage& stage : use.replies) visit(stage);
}

void cap(std::vector<PathStage>& stages) {
    for (PathStage& stage : stages)
        for (Resource& resource : stage.resources)
            for (double* part : {&resource.in_use.busiest, &resource.in_use.mean, &resource.blocks})
                *part = std::min(*part, 1.0);
}

// Nothing is busy for longer than the run, whatever work it has begun.
PathUse capped(PathUse use) {
    cap(use.requests);
    cap(use.replies);
    return use;
}

double used(const Place& place) {
    return place.resource ? place.resource->in_use.busiest : 0;
}

// Of equal ones the first: the later ones only see as much as it lets through.
Place busiest_bandwidth(const PathUse& use) {
    Place found;
    for_each_stage(use, [&](const PathStage& stage) {
        for (const Resource& resource : stage.resources)
            if (resource.kind == Resource::Kind::bandwidth && resource.in_use.busiest > used(found))
                found = {&stage, &resource};
    });
    return found;
}

const PathStage* stage_called(const std::string& name, const PathUse& use) {
    const PathStage* found = nullptr;
    for_each_stage(use, [&](const PathStage& stage) {
        if (!found && stage.name == name) found = &stage;
    });
    return found;
}

// From a queue that is full to what empties it too slowly.
Place behind_queues(Place place, const PathUse& use) {
    for (std::size_t stages = use.requests.size() + use.replies.size(); stages > 0; --stages) {
        const PathStage* below = stage_called(place.resource->leads_to, use);
        if (!below) break;
        const Resource* next = below->most_blocking();
        if (!next || next->blocks < place.resource->blocks / 2) next = below->most_used();
        if (!next || std::max(next->in_use.busiest, next->blocks) < half) break;
        place = {below, next};
    }
    return place;
}

// Rule 3.
Place end_of_back_pressure(const PathUse& use) {
    double longest = 0;
    for (const PathStage& stage : use.requests) longest = std::max(longest, stage.held_up());
    if (longest < Limit::held_up) return {};
    Place found;
    for (const PathStage& stage : use.requests)
        if (stage.held_up() >= longest / 2) found = {&stage, stage.most_blocking()};
    for (const PathStage& stage : use.replies)
        if (stage.held_up() >= std::max(half, longest / 2)) found = {&stage, stage.most_blocking()};
    found = behind_queues(found, use);
    const Place busy = busiest_bandwidth(use);
    if (used(busy) >= half && used(busy) > used(found)) return busy;
    return std::max(used(found), found.resource->blocks) >= half ? found : Place{};
}

Limit at(const Place& place) {
    const Resource& resource = *place.resource;
    Limit limit;
    limit.stage = place.stage->name;
    limit.resource = resource.name;
    limit.kind = resource.kind == Resource::Kind::bandwidth ? "bandwidth" : "occupancy";
    limit.capacity = resource.capacity;
    limit.parameter = resource.parameter;
    limit.utilisation = resource.in_use.busiest;
    limit.mean_utilisation = resource.in_use.mean;
    limit.instances = resource.in_use.instances;
    limit.blocks = resource.blocks;
    return limit;
}

Limit latency(const std::string& what, double lost, const std::string& detail) {
    Limit limit;
    limit.stage = sm_stage_name;
    limit.resource = what;
    limit.kind = "latency";
    limit.capacity = detail;
    limit.utilisation = limit.mean_utilisation = lost;
    return limit;
}

Limit memory_latency(const IssueUse& issue) {
    return latency("latency of memory", issue.memory + issue.lsu,
                   "a load takes " + with_decimals(issue.load_latency_cycles, 0) + " cycles, an SM has " +
                       with_decimals(issue.loads_in_flight, 1) + " in flight; nothing on the way is used up");
}

// Rule 2, where it has a resource of its own: a unit that instructions wait for and that is busy for half of the time.
Place busiest_unit(const PathUse& use) {
    const IssueUse& issue = use.issue;
    if (issue.unit <= std::max({issue.memory + issue.lsu, issue.result, issue.barrier, issue.fetch})) return {};
    const PathStage* sm = stage_called(sm_stage_name, use);
    Place found;
    if (!sm) return found;
    for (const Resource& resource : sm->resources)
        if (resource.name != issue_slots_name && resource.in_use.busiest >= std::max(half, used(found)))
            found = {sm, &resource};
    return found;
}

// Rule 2; unknown if most slots were lost to memory. Slots without a warp say nothing while others of the SM wait.
Limit inside_the_sm(const IssueUse& issue) {
    const double memory = issue.memory + issue.lsu;
    const double most = std::max({memory, issue.unit, issue.result, issue.barrier, issue.fetch});
    if (issue.no_warp >= 0.9 || most == 0)
        return latency("too few warps", issue.no_warp, "no warp was there, even in the SMs that had work longest");
    if (memory == most) return {};
    if (issue.unit == most) return latency("execution units", issue.unit, "none of them is busy for half of the time");
    if (issue.fetch == most) return latency("instruction fetch", issue.fetch, "warps wait for their next instruction");
    if (issue.barrier == most) return latency("barriers", issue.barrier, "warps wait for others of their CTA");
    return latency("latency of execution units", issue.result, "warps wait for results of their own instructions");
}

// The causes on the way to the stage; those that hardly held anything up are left out.
std::vector<Limit::Step> way_to(const std::string& end, const PathUse& use) {
    std::vector<Limit::Step> way;
    const IssueUse& issue = use.issue;
    for (const auto& [cause, share] : {std::pair{"LSU busy", issue.lsu},
                                       {"waits for memory", issue.memory},
                                       {"waits for results", issue.result},
                                       {"unit busy", issue.unit},
                                       {"barrier", issue.barrier},
                                       {"waits for instructions", issue.fetch},
                                       {"no warp", issue.no_warp}})
        if (share >= 0.1) way.push_back({sm_stage_name, cause, share});
    if (end == sm_stage_name) return way;
    bool reached = false;
    for_each_stage(use, [&](const PathStage& stage) {
        for (const Resource& resource : stage.resources)
            if (!reached && resource.blocks >= 0.1)
                way.push_back({stage.name, resource.name + " full", resource.blocks});
        reached |= stage.name == end;
    });
    return way;
}

Limit find(const PathUse& use) {
    const Place busy = busiest_bandwidth(use);
    if (used(busy) >= Limit::saturated) return at(busy);
    const Place unit = busiest_unit(use);
    if (unit.resource) return at(unit);
    Limit limit = inside_the_sm(use.issue);
    if (limit.known()) return limit;
    const Place full = end_of_back_pressure(use);
    return full.resource ? at(full) : memory_latency(use.issue);
}

}  // namespace

Limit find_limit(const PathUse& measured) {
    const PathUse use = capped(measured);
    if (use.requests.empty()) return {};
    Limit limit = find(use);
    limit.path = way_to(limit.stage, use);
    if (limit.kind == "bandwidth") limit.path.push_back({limit.stage, limit.resource + " busy", limit.utilisation});
    return limit;
}

}  // namespace heddle
