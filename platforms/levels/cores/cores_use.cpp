// What the SMs and their load/store units were busy with.
#include <algorithm>

#include "heddle/base/ratio.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/levels/first_crossbars/first_crossbars.h"

namespace heddle {
namespace {

const BlockFilter sms{"cores", "sm"};
const BlockFilter units{"cores", ""};  // whatever kind of load/store unit the machine has

std::string per_sm(unsigned count) {
    return std::to_string(count) + " per SM";
}

// The SMs that were without a warp for the shortest time, and those that had little more of such time: they had work to
// the end, so what they waited for is what the run waited for.
std::vector<bool> longest_at_work(const std::vector<double>& idle, double slots) {
    const double least = *std::min_element(idle.begin(), idle.end());
    std::vector<bool> chosen;
    chosen.reserve(idle.size());
    for (const double part : idle) chosen.push_back(part <= least + 0.05 * slots);
    return chosen;
}

IssueUse issue_use(const BlockFigures& figures, double slots, bool fetches) {
    const std::vector<double> idle = figures.per_cycle(sms, {"idle_cycles"});
    if (idle.empty()) return {};
    const std::vector<bool> chosen = longest_at_work(idle, slots);
    const double count = slots * static_cast<double>(std::count(chosen.begin(), chosen.end(), true));
    const auto part = [&](const char* counter) {
        const std::vector<double> values = figures.per_cycle(sms, {counter});
        double sum = 0;
        for (std::size_t sm = 0; sm < values.size(); ++sm) sum += chosen[sm] ? values[sm] : 0;
        return sum / count;
    };
    IssueUse issue;
    issue.issued = part("issue_cycles");
    issue.memory = part("stall_memory_cycles");
    issue.lsu = part("stall_lsu_cycles");
    issue.unit = part("stall_structural_cycles") - issue.lsu;
    issue.result = part("stall_alu_cycles");
    issue.barrier = part("stall_barrier_cycles");
    if (fetches) issue.fetch = part("stall_fetch_cycles");
    issue.no_warp = part("idle_cycles");
    issue.load_latency_cycles = ratio(part("load_latency_cycles"), part("loads"));
    issue.loads_in_flight = part("load_latency_cycles") * slots;
    return issue;
}

PathStage sm_stage(const BlockFigures& figures, const SmParameters& sm) {
    PathStage stage{sm_stage_name, {}};
    const unsigned special = sm.special_units_per_scheduler ? sm.schedulers : 1;
    const auto add = [&](const char* name, unsigned count, const char* parameter,
                         const std::vector<std::string>& counters) {
        stage.resources.push_back(
            {name, per_sm(count), parameter, Resource::Kind::bandwidth, figures.use(sms, counters, count), 0, ""});
    };
    add(issue_slots_name, sm.schedulers, "sm.schedulers", {"issue_cycles"});
    add("double-precision unit", special, "sm.fp64_interval_cycles", {"fp64_busy_cycles"});
    add("special function unit", special, "sm.sfu_interval_cycles", {"sfu_busy_cycles"});
    add("tensor unit", special, "sm.tensor_interval_cycles", {"tensor_busy_cycles"});
    add("shared memory", 1, "sm.shared_banks", {"shared_accesses", "shared_conflict_cycles"});
    return stage;
}

// What takes a unit's line requests: a queue or link, and the stage that it leads to.
struct NextStage {
    const char *resource, *stage;
};

NextStage next_stage(const PathPlan& plan) {
    if (plan.part<FirstCrossbarsPlan>().before_l1) return {"link to NoC#1", "request network 1"};
    if (plan.path.l1 == "none") return {"cluster port link", "cluster port"};
    return {"L1 request queue", "L1"};
}

PathStage lsu_stage(const BlockFigures& figures, const IssueUse& issue, const CorePlan& core, const NextStage& next) {
    const LsuSending& sends = core.lsu_kind().sending;
    const Use sending = figures.use(units, {sends.counter}, sends.per_cycle);
    const Use pending = figures.use(units, {"pending_instruction_cycles"}, core.lsu.pending_instructions);
    const double blocked = figures.largest(units, "l1_stall_cycles");
    // What the SM waits for the unit, less the time that sending takes and the time that it may not send.
    const double own = std::max(0.0, issue.lsu - blocked - sending.busiest);
    PathStage stage{"LSU", {}};
    stage.resources.push_back(
        {"instructions", "1 per cycle", "", Resource::Kind::bandwidth, figures.use(units, {"instructions"}), 0, ""});
    stage.resources.push_back({sends.name, sends.capacity, sends.parameter, Resource::Kind::bandwidth, sending, 0, ""});
    stage.resources.push_back({"pending instructions", per_sm(core.lsu.pending_instructions),
                               "lsu.pending_instructions", Resource::Kind::occupancy, pending, own, ""});
    stage.resources.push_back({next.resource, "", "", Resource::Kind::occupancy, {}, blocked, next.stage});
    return stage;
}

}  // namespace

void Cores::add_use(PathUse& use, const BlockFigures& figures, const PathPlan& plan) const {
    use.issue = issue_use(figures, sm_.schedulers, sm_.instruction_fetch);
    use.requests.push_back(sm_stage(figures, sm_));
    use.requests.push_back(lsu_stage(figures, use.issue, plan.part<CorePlan>(), next_stage(plan)));
}

}  // namespace heddle
