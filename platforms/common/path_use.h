// How far the resources of the path were used in a run: levels and features tell theirs, and find_limit()
// (limiting_resource.h) looks for the one that limits the run. Plain C++.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

// Parts of the time. Work that is counted when it begins can make them more than 1 where the run ends before that work
// does; find_limit() takes them for 1 then. A run cannot be shorter than its busiest instance needs, however idle the
// others are.
struct Use {
    double busiest = 0;
    double mean = 0;  // over all instances
    unsigned instances = 0;
};

// Something that can be used up.
struct Resource {
    enum class Kind {
        bandwidth,  // busy for a time that does not depend on what lies below: a link, a port, a bus, a bank
        occupancy   // entries that are held until what lies below has answered: MSHRs, queues
    };

    std::string name;       // "MSHRs"
    std::string capacity;   // "32 per slice"
    std::string parameter;  // what sets the capacity; empty: nothing does
    Kind kind = Kind::bandwidth;
    Use in_use;  // the part of the time it is busy, or of its entries that are taken
    double blocks =
        0;  // the part of the time in which something waited because of it, at the instance that waited most
    // Of a queue: the stage that empties it. It is full because that stage is slow, unless that stage has time left.
    std::string leads_to;
};

// A stage of the way that requests and replies take.
struct PathStage {
    std::string name;
    std::vector<Resource> resources;

    // The part of the time in which the stage could not take what waited, whatever the cause.
    double held_up() const {
        double sum = 0;
        for (const Resource& resource : resources) sum += resource.blocks;
        return std::min(sum, 1.0);
    }
    // What held up the stage most; null: nothing did.
    const Resource* most_blocking() const {
        const Resource* most = nullptr;
        for (const Resource& resource : resources)
            if (resource.blocks > (most ? most->blocks : 0)) most = &resource;
        return most;
    }
    const Resource* most_used() const {
        const Resource* most = nullptr;
        for (const Resource& resource : resources)
            if (!most || resource.in_use.busiest > most->in_use.busiest) most = &resource;
        return most;
    }
};

// The stage of the SMs, and the one resource there that is no execution unit.
constexpr const char* sm_stage_name = "SM";
constexpr const char* issue_slots_name = "issue slots";

// What the issue slots were used for in the SMs that had work longest: parts of all their slots.
struct IssueUse {
    double issued = 0, memory = 0, lsu = 0, unit = 0, result = 0, barrier = 0, no_warp = 0;
    double load_latency_cycles = 0;  // mean
    double loads_in_flight = 0;      // mean, per SM
    double fetch = 0;                // slots again: waits for instructions, in machines that fetch them
};

struct PathUse {
    IssueUse issue;
    std::vector<PathStage> requests;  // from the SMs to memory
    std::vector<PathStage> replies;   // from memory to the SMs

    // The stage of requests of that name, which is made behind the last if it is not there.
    PathStage& stage(const std::string& name) {
        const auto found =
            std::find_if(requests.begin(), requests.end(), [&](const PathStage& stage) { return stage.name == name; });
        if (found != requests.end()) return *found;
        requests.push_back({name, {}});
        return requests.back();
    }
    // Levels tell theirs from the SMs on, so that the way back begins with the last.
    void add_reply_stage(PathStage stage) { replies.insert(replies.begin(), std::move(stage)); }
};

}  // namespace heddle
