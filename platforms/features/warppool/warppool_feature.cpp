#include "heddle/platforms/features/warppool/warppool_feature.h"

#include "heddle/base/ratio.h"
#include "heddle/lsu/pool/warppool/storage.h"
#include "heddle/lsu/pool/warppool/warppool_lsu.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/levels/private_l1/private_l1.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

void write_merging(TableWriter& table, const Totals& totals) {
    const std::uint64_t requests = totals["wp_requests_oldest"] + totals["wp_requests_warp_id"];
    table.heading("Inter-warp coalescing");
    table.row("lines per instruction", with_decimals(totals.ratio("wp_lines_emitted", "wp_instructions"), 2),
              "made by the coalescers");
    table.row("loads per request", with_decimals(ratio(totals["wp_inserts"], requests), 2),
              "load lines per load request to the L1");
    table.row("merged", percent(totals.ratio("wp_merges", "wp_inserts")),
              "of load lines; " + grouped(totals["wp_duplicate_tags"]) + " had a tag beside a full one");
    table.row("wait in the queues", with_decimals(totals.ratio("wp_tag_cycles", "wp_tag_allocations"), 1) + " cycles",
              "mean, allocation of a tag to the L1");
    table.row("policy warp_id", percent(ratio(totals["wp_requests_warp_id"], requests)),
              "of load requests; changed " + grouped(totals["wp_policy_toggles"]) + " times");
    table.row("lane patterns", percent(totals.ratio("wp_map_single", "wp_inserts")),
              "single; " + percent(totals.ratio("wp_map_consecutive", "wp_inserts")) + " consecutive, " +
                  percent(totals.ratio("wp_map_broadcast", "wp_inserts")) + " broadcast, " +
                  percent(totals.ratio("wp_map_range", "wp_inserts")) + " range, " +
                  percent(totals.ratio("wp_map_other", "wp_inserts")) + " other");
}

std::string milliwatts(double value) {
    return with_decimals(value, 1) + " mW";
}

// Table 1 of the paper, for the sizes of this run.
void write_storage(TableWriter& table, const WarpPoolParameters& parameters, const L1CacheParameters& l1) {
    table.heading("Storage of WarpPool per SM");
    unsigned bytes = 0;
    double milliwatts_in_all = 0;
    for (const StorageRow& row : warppool_storage(parameters, l1.mshr_entries, l1.mshr_merges)) {
        table.row(row.name, std::to_string(row.bytes()) + " B",
                  std::to_string(row.entries) + " x " + std::to_string(row.entry_bits) + " bit; " +
                      milliwatts(row.dynamic_mw) + " dynamic, " + milliwatts(row.static_mw) + " static");
        bytes += row.bytes();
        milliwatts_in_all += row.total_mw();
    }
    table.row("total", std::to_string(bytes) + " B", milliwatts(milliwatts_in_all));
}

}  // namespace

std::string WarpPoolFeature::summary() const {
    return "inter-warp coalescing: lsu.pool=warppool; sizes and policy in lsu.warppool.*; static warp limiting beside "
           "it: "
           "sm.warp_limit";
}

void WarpPoolFeature::plan(PathPlan& plan) const {
    auto& core = plan.part<CorePlan>();
    WarpPoolParameters parameters = parameters_;
    // Its queues have to suit the SM only where it is chosen.
    parameters.warps = active(plan) ? core.sm.max_warps : WarpPoolParameters::max_warps;
    parameters.validate("lsu.warppool");
    const unsigned ports = parameters.store_port ? 2 : 1;
    core.kinds["warppool"] = {parameters.traits(),
                              ports,
                              [unit = core.lsu, parameters](const char* instance, ClockDomain& clock) {
                                  return std::make_unique<WarpPoolLsu>(instance, clock, unit, parameters);
                              },
                              parameters.store_port,
                              {"line requests", std::to_string(ports) + " per cycle", "", "line_requests", ports}};
    if (active(plan)) plan_cost(plan, parameters);
}

// What each structure of the paper's Table 1 is accessed for. An instruction is written to its queue and to a coalescer
// and read from both, a coalescer once for each line; a load line is compared with the tags of its queue and put into a
// slot, an entry is read when its request leaves; slots wait in the metadata table until the line is there. Only the
// last is a memory array in the paper (2.7 item 9).
void WarpPoolFeature::plan_cost(PathPlan& plan, const WarpPoolParameters& parameters) const {
    const auto& l1 = plan.part<PrivateL1Plan>().parameters;
    const auto rows = warppool_storage(parameters, l1.mshr_entries, l1.mshr_merges);
    const auto bits = [&](unsigned row) { return 1.0 * rows[row].entry_bits; };
    const double slot_bits = rows[4].entry_bits, tag_bits = bits(2) - slot_bits * parameters.slots_per_tag;
    const double compared_bits = tag_bits * parameters.tags_per_queue;
    const std::vector<PlannedTable::Access> accesses[] = {
        {{"wp_instructions", bits(0), bits(0)}},
        {{"wp_instructions", 0, bits(1)}, {"wp_lines_emitted", bits(1), 0}},
        {{"wp_inserts", compared_bits, slot_bits},
         {"wp_tag_allocations", 0, tag_bits},
         {"wp_requests_oldest", bits(2), 0},
         {"wp_requests_warp_id", bits(2), 0}},
        {{"wp_map_other", bits(3), bits(3)}},
        {{"wp_inserts", slot_bits, slot_bits}}};
    constexpr const char* names[] = {"instruction_queues", "intra_warp_coalescers", "inter_warp_queues",
                                     "thread_map_table", "mshr_metadata_table"};
    for (unsigned row = 0; row < rows.size(); ++row)
        plan.part<CostPlan>().tables.push_back(
            {names[row], plan.topology.sms(), rows[row].entries, rows[row].entry_bits, row == 4, accesses[row]});
}

void WarpPoolFeature::check(const PathPlan& plan) const {
    require(active(plan) || !parameters_.store_port, "lsu.warppool.store_port",
            "is true, which needs lsu.pool=warppool");
    require(!parameters_.store_port || plan.path.l1 == "private", "lsu.warppool.store_port",
            "is true, a port to a private L1, but path.l1 is '" + plan.path.l1 + "'; expected store_port=false");
}

bool WarpPoolFeature::active(const PathPlan& plan) const {
    return plan.part<CorePlan>().pool == "warppool";
}

std::vector<TotalSource> WarpPoolFeature::totals() const {
    std::vector<TotalSource> sources;
    for (const char* counter : {"instructions",
                                "line_requests",
                                "lines_emitted",
                                "inserts",
                                "merges",
                                "tag_allocations",
                                "duplicate_tags",
                                "tag_cycles",
                                "requests_oldest",
                                "requests_warp_id",
                                "stores_sent",
                                "policy_toggles",
                                "map_consecutive",
                                "map_broadcast",
                                "map_single",
                                "map_range",
                                "map_other",
                                "loads_written_back",
                                "write_back_full_cycles",
                                "stall_tag_cycles",
                                "stall_slot_cycles",
                                "stall_conflict_cycles",
                                "stall_map_cycles",
                                "stall_store_cycles",
                                "iq_full_cycles"})
        sources.push_back({std::string("wp_") + counter, {"cores", "warppool_lsu"}, counter, true});
    return sources;
}

void WarpPoolFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const {
    write_merging(table, totals);
    write_storage(table, parameters_, plan.part<PrivateL1Plan>().parameters);
}

void WarpPoolFeature::add_use(PathUse& use, const BlockFigures& figures, const PathPlan&) const {
    const BlockFilter pools{"cores", "warppool_lsu"};
    const double coalescers = parameters_.coalescers, tags = parameters_.inter_warp_queues * parameters_.tags_per_queue;
    const auto stalled = [&](const char* counter) { return figures.use(pools, {counter}, coalescers).busiest; };
    const Use tags_in_use = figures.use(pools, {"tag_cycles"}, tags);
    auto& resources = use.stage("LSU").resources;
    resources.push_back({"coalescers", std::to_string(parameters_.coalescers) + " per SM", "lsu.warppool.coalescers",
                         Resource::Kind::bandwidth, figures.use(pools, {"lines_emitted"}, coalescers), 0, ""});
    resources.push_back({"register write-back", std::to_string(parameters_.write_backs_per_cycle) + " per cycle",
                         "lsu.warppool.write_backs_per_cycle", Resource::Kind::bandwidth,
                         figures.use(pools, {"loads_written_back"}, parameters_.write_backs_per_cycle), 0, ""});
    resources.push_back({"tags of an inter-warp queue", std::to_string(parameters_.tags_per_queue) + " per queue",
                         "lsu.warppool.tags_per_queue", Resource::Kind::occupancy, tags_in_use,
                         stalled("stall_tag_cycles"), "L1"});
    resources.push_back({"slots of a tag", std::to_string(parameters_.slots_per_tag) + " per tag",
                         "lsu.warppool.slots_per_tag", Resource::Kind::occupancy, tags_in_use,
                         stalled("stall_slot_cycles"), "L1"});
    resources.push_back({"thread map table", std::to_string(parameters_.thread_map_entries) + " per SM",
                         "lsu.warppool.thread_map_entries", Resource::Kind::occupancy,
                         figures.use(pools, {"map_entry_cycles"}, parameters_.thread_map_entries),
                         stalled("stall_map_cycles"), ""});
}

}  // namespace heddle
