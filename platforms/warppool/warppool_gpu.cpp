#include "warppool/warppool_gpu.h"

#include "common/table_writer.h"
#include "lsu/pool/make_lsu.h"
#include "lsu/pool/warppool/storage.h"

namespace heddle {
namespace {

GpuParts parts_of(const WarpPoolMachine& machine) {
    GpuParts parts;
    parts.make_lsu = [machine](const char* name, ClockDomain& clock) {
        return make_lsu(name, clock, machine.gpu.lsu, machine.pools, machine.gpu.l1_cache.set_index());
    };
    parts.lsu_traits = machine.lsu_traits;
    return parts;
}

double quotient(std::uint64_t above, std::uint64_t below) {
    return below ? static_cast<double>(above) / static_cast<double>(below) : 0;
}

std::string milliwatts(double value) {
    return with_decimals(value, 1) + " mW";
}

}  // namespace

WarpPoolGpu::WarpPoolGpu(sc_core::sc_module_name name, const WarpPoolMachine& machine, Workload& workload,
                         Binder& binder)
    : Gpu(name, machine.gpu, workload, binder, parts_of(machine)), machine_(machine) {}

void WarpPoolGpu::write_results(std::ostream& out, const Totals& totals) const {
    out << "Load/store units\n";
    write_unit(out, totals);
    if (machine_.pools.pool != "warppool") return;
    write_warppool(out, totals);
    write_storage(out);
}

void WarpPoolGpu::write_unit(std::ostream& out, const Totals& totals) const {
    TableWriter table(out);
    const std::string& pool = machine_.pools.pool;
    const double sm_cycles = static_cast<double>(totals["cycles"]) * static_cast<double>(clusters().size()) *
                             machine_.gpu.topology.sms_per_cluster;
    std::uint64_t instructions = 0, requests = 0;
    for (const auto& cluster : clusters())
        for (const auto& core : cluster->cores) {
            instructions += core->lsu->instructions.value();
            requests += core->lsu->line_requests.value();
        }
    table.row("memory instructions", grouped(instructions));
    table.row("lines per instruction",
              with_decimals(quotient(pool == "warppool" ? totals["wp_lines_emitted"] : requests, instructions), 2));
    table.row("requests to the L1", grouped(requests));
    table.row("L1 MPKI", with_decimals(1000 * totals.ratio("l1_misses", "thread_instructions"), 2),
              "misses per 1000 thread instructions");
    if (machine_.gpu.sm.monitor_waiting) {
        table.row("instructions waiting",
                  with_decimals(static_cast<double>(totals["memory_waiting_instructions"]) / sm_cycles, 2),
                  "memory instructions per SM that could not issue, mean; at least one in " +
                      percent(static_cast<double>(totals["memory_waiting_cycles"]) / sm_cycles) + " of cycles");
    }
    if (pool == "banked") {
        table.row("served per cycle", with_decimals(totals.ratio("l1_served_requests", "l1_serving_cycles"), 2),
                  "requests per cycle in which the L1 served any");
        table.row("bank conflicts", grouped(totals["banked_conflict_cycles"]), "request-cycles");
        table.row("miss port conflicts", grouped(totals["l1_miss_port_conflicts"]), "request-cycles");
    }
    if (pool == "mrpb")
        table.row("flushes", grouped(totals["mrpb_flushes"]),
                  grouped(totals["mrpb_flush_cycles"]) + " cycles of waiting");
}

void WarpPoolGpu::write_warppool(std::ostream& out, const Totals& totals) const {
    TableWriter table(out);
    const std::uint64_t requests = totals["wp_requests_oldest"] + totals["wp_requests_warp_id"];
    table.heading("Inter-warp coalescing");
    table.row("loads per request", with_decimals(quotient(totals["wp_inserts"], requests), 2),
              "load lines per load request to the L1");
    table.row("merged", percent(totals.ratio("wp_merges", "wp_inserts")),
              "of load lines; " + grouped(totals["wp_duplicate_tags"]) + " had a tag beside a full one");
    table.row("wait in the queues", with_decimals(totals.ratio("wp_tag_cycles", "wp_tag_allocations"), 1) + " cycles",
              "mean, allocation of a tag to the L1");
    table.row("policy warp_id", percent(quotient(totals["wp_requests_warp_id"], requests)),
              "of load requests; changed " + grouped(totals["wp_policy_toggles"]) + " times");
    table.row("lane patterns", percent(totals.ratio("wp_map_single", "wp_inserts")),
              "single; " + percent(totals.ratio("wp_map_consecutive", "wp_inserts")) + " consecutive, " +
                  percent(totals.ratio("wp_map_broadcast", "wp_inserts")) + " broadcast, " +
                  percent(totals.ratio("wp_map_range", "wp_inserts")) + " range, " +
                  percent(totals.ratio("wp_map_other", "wp_inserts")) + " other");
}

// Table 1 of the paper, for the sizes of this run.
void WarpPoolGpu::write_storage(std::ostream& out) const {
    TableWriter table(out);
    table.heading("Storage of WarpPool per SM");
    unsigned bytes = 0;
    double dynamic_mw = 0, static_mw = 0;
    for (const StorageRow& row : warppool_storage(machine_.pools.warppool, machine_.gpu.l1_cache.mshr_entries,
                                                  machine_.gpu.l1_cache.mshr_merges)) {
        table.row(row.name, std::to_string(row.bytes()) + " B",
                  std::to_string(row.entries) + " x " + std::to_string(row.entry_bits) + " bit; " +
                      milliwatts(row.dynamic_mw) + " dynamic, " + milliwatts(row.static_mw) + " static");
        bytes += row.bytes();
        dynamic_mw += row.dynamic_mw;
        static_mw += row.static_mw;
    }
    table.row("total", std::to_string(bytes) + " B", milliwatts(dynamic_mw + static_mw));
}

}  // namespace heddle
