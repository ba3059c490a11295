#include "heddle/platforms/features/icc/icc_feature.h"

#include <cmath>

#include "heddle/base/ratio.h"
#include "heddle/icc_unit/icc_storage.h"
#include "heddle/icc_unit/icc_unit.h"
#include "heddle/platforms/levels/cluster_ports/cluster_ports.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

const BlockFilter units{"clusters", "icc_unit"};
constexpr unsigned line_offset_bits = 7;

// Whole bytes without a decimal; half ones exist (60 entries of 47 bits).
std::string bytes(double value) {
    return with_decimals(value, value == std::floor(value) ? 0 : 1) + " B";
}

// The paper relates what it saves to the L1's misses; without an L1 these are the loads that come to the unit.
std::string part_of_misses(const Totals& totals, const char* total) {
    return totals.has("l1_misses") ? percent(totals.ratio(total, "l1_misses")) + " of L1 misses"
                                   : percent(totals.ratio(total, "icc_lookups")) + " of lookups";
}

void write_locality(TableWriter& table, const Totals& totals) {
    table.heading("Intra-cluster locality (redundant reads of " + grouped(totals["icl_reads"]) + ")");
    for (unsigned window : IclMonitor::windows) {
        const std::string w = std::to_string(window);
        const double redundant = totals.ratio("icl_redundant_" + w, "icl_reads"),
                     data = totals.ratio("icl_data_sharing_" + w, "icl_reads");
        table.row("within " + w + " cycles", percent(redundant),
                  percent(redundant - data) + " cache-line sharing, " + percent(data) + " data sharing; " +
                      percent(totals.ratio("icl_other_sm_" + w, "icl_reads")) + " with another SM");
    }
}

}  // namespace

std::string IccFeature::summary() const {
    return "intra-cluster coalescing: icc_unit.merge_table=true, and with it icc_unit.coalesced_cache=true; sizes in "
           "icc_unit.*; icc_unit.icl_monitor=true measures locality";
}

// Without tables and monitor the port is the plain one: nothing would differ but the host's time.
void IccFeature::plan(PathPlan& plan) const {
    parameters_.validate("icc_unit");
    if (!active(plan)) return;
    plan.part<ClusterPlan>().make = [parameters = parameters_](const char* instance, ClockDomain& clock,
                                                               const ClusterPortParameters& port) {
        return std::make_unique<IccUnit>(instance, clock, port, parameters);
    };
    plan_cost(plan);
}

// A lookup compares the addresses of all entries of the merge table; an entry is written when it is made and when an SM
// joins its list, and read when its reply comes. The coalesced cache is read by hits and written by inserts.
void IccFeature::plan_cost(PathPlan& plan) const {
    auto& tables = plan.part<CostPlan>().tables;
    const unsigned sms = plan.topology.sms_per_cluster, clusters = plan.topology.clusters,
                   tag_bits = parameters_.address_bits - line_offset_bits;
    const double entry_bits = tag_bits + sms + 1;
    if (parameters_.merge_table)
        tables.push_back({"merge_table",
                          clusters,
                          parameters_.merge_table_entries,
                          tag_bits + sms + 1,
                          false,
                          {{"icc_lookups", 1.0 * parameters_.merge_table_entries * tag_bits, 0},
                           {"icc_mt_allocations", entry_bits, entry_bits},
                           {"icc_mt_hits", 0, 1.0 * sms}}});
    if (parameters_.coalesced_cache)
        tables.push_back({"coalesced_cache",
                          clusters,
                          parameters_.coalesced_cache_lines,
                          tag_bits + line_bytes * 8,
                          true,
                          {{"icc_cc_lookups", 1.0 * parameters_.coalesced_cache_lines * tag_bits, 0},
                           {"icc_cc_hits", line_bytes * 8.0, 0},
                           {"icc_cc_inserts", 0, 1.0 * tag_bits + line_bytes * 8}}});
}

void IccFeature::check(const PathPlan& plan) const {
    require(
        !active(plan) || !plan.own_network_ports, "icc_unit.merge_table",
        "merges at the port of a cluster, but each decoupled L1 has a port of its own: set topology.sms_per_cluster to "
        "more than 1, and topology.clusters to the number of clusters");
    require(!active(plan) || plan.topology.sms_per_cluster <= IccUnit::max_sms, "topology.sms_per_cluster",
            "is " + std::to_string(plan.topology.sms_per_cluster) + "; a merge table lists at most " +
                std::to_string(IccUnit::max_sms) + " SMs");
}

std::vector<TotalSource> IccFeature::totals() const {
    std::vector<TotalSource> sources;
    for (const char* counter : {"lookups", "mt_hits", "mt_allocations", "mt_full_bypasses", "mt_entry_cycles",
                                "mt_merge_after_write", "untracked_reply_address_hits", "merged_cycles", "cc_lookups",
                                "cc_hits", "cc_inserts", "cc_evictions", "cc_write_evicts"})
        sources.push_back({std::string("icc_") + counter, units, counter, true});
    sources.push_back({"icc_saved_requests", units, "mt_hits", true});
    sources.push_back({"icc_saved_requests", units, "cc_hits", true});
    sources.push_back({"icl_reads", units, "icl_reads", true});
    for (const char* what : {"icl_redundant_", "icl_data_sharing_", "icl_other_sm_"})
        for (unsigned window : IclMonitor::windows)
            sources.push_back({what + std::to_string(window), units, what + std::to_string(window), true});
    return sources;
}

void IccFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan& plan) const {
    if (parameters_.merge_table) {
        table.heading("Intra-cluster coalescing");
        write_storage(table, plan.topology.sms_per_cluster);
        write_merging(table, totals, plan.topology.clusters);
    }
    if (parameters_.icl_monitor) write_locality(table, totals);
}

void IccFeature::write_storage(TableWriter& table, unsigned sms_per_cluster) const {
    const IccStorage storage = icc_storage(parameters_, sms_per_cluster);
    table.row("merge table", bytes(storage.merge_table_bytes),
              "per cluster; " + bytes(storage.merge_table_bytes_with_valid) + " with valid bits; " +
                  std::to_string(parameters_.merge_table_entries) + " entries");
    if (parameters_.coalesced_cache)
        table.row("coalesced cache", bytes(storage.coalesced_cache_bytes),
                  "per cluster; " + std::to_string(parameters_.coalesced_cache_lines) + " lines");
}

void IccFeature::write_merging(TableWriter& table, const Totals& totals, unsigned clusters) const {
    table.row("merged loads", grouped(totals["icc_mt_hits"]), part_of_misses(totals, "icc_mt_hits"));
    table.row("coalesced cache hits", grouped(totals["icc_cc_hits"]), part_of_misses(totals, "icc_cc_hits"));
    table.row("sent, table full", grouped(totals["icc_mt_full_bypasses"]));
    table.row("met a passing store", grouped(totals["icc_mt_merge_after_write"]),
              parameters_.mt_close_on_write ? "loads sent, not merged" : "loads merged, may have old bytes");
    table.row("table entries in use",
              with_decimals(ratio(totals["icc_mt_entry_cycles"], totals["cycles"] * clusters), 1),
              "mean per cluster; at most " + std::to_string(largest_counter(units, "mt_max_entries")));
    table.row("merge window", with_decimals(totals.ratio("icc_mt_entry_cycles", "icc_mt_allocations"), 1) + " cycles",
              "mean life of an entry: latency of a load that was sent");
    table.row("latency left", with_decimals(totals.ratio("icc_merged_cycles", "icc_mt_hits"), 1) + " cycles",
              "mean of a merged load");
}

}  // namespace heddle
