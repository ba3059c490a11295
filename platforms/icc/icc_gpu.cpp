#include "icc/icc_gpu.h"

#include <algorithm>
#include <cmath>

#include "common/table_writer.h"
#include "icc_unit/icc_storage.h"

namespace heddle {
namespace {

GpuParts parts_with(const IccParameters& icc) {
    GpuParts parts;
    parts.make_port = [icc](const char* name, ClockDomain& clock, const ClusterPortParameters& port) {
        return std::make_unique<IccUnit>(name, clock, port, icc);
    };
    // The coalesced caches are emptied when a kernel starts or ends (MECHANISMS 1.4 [R]).
    parts.join_launch = [](Gpu& gpu, Binder& binder) -> std::shared_ptr<void> {
        binder.bind(gpu.host().kernel_out, gpu.cta_dispatcher.kernel_in);
        for (const auto& cluster : gpu.clusters())
            gpu.cta_dispatcher.kernel_events_out.bind(static_cast<IccUnit&>(*cluster->port).kernel_events_in);
        return nullptr;
    };
    return parts;
}

// Whole bytes without a decimal; half ones exist (60 entries of 47 bits).
std::string bytes(double value) {
    return with_decimals(value, value == std::floor(value) ? 0 : 1) + " B";
}

double mean(std::uint64_t sum, std::uint64_t count) {
    return count ? static_cast<double>(sum) / static_cast<double>(count) : 0;
}

}  // namespace

IccGpu::IccGpu(sc_core::sc_module_name name, const GpuParameters& parameters, const IccParameters& icc,
               Workload& workload, Binder& binder)
    : Gpu(name, parameters, workload, binder, parts_with(icc)),
      parameters_(icc),
      sms_per_cluster_(parameters.topology.sms_per_cluster) {}

void IccGpu::write_results(std::ostream& out, const Totals& totals) const {
    if (parameters_.merge_table) {
        out << "Intra-cluster coalescing\n";
        write_storage(out);
        write_merging(out, totals);
    }
    if (parameters_.icl_monitor) write_locality(out, totals);
}

void IccGpu::write_storage(std::ostream& out) const {
    TableWriter table(out);
    const IccStorage storage = icc_storage(parameters_, sms_per_cluster_);
    table.row("merge table", bytes(storage.merge_table_bytes),
              "per cluster; " + bytes(storage.merge_table_bytes_with_valid) + " with valid bits; " +
                  std::to_string(parameters_.merge_table_entries) + " entries");
    if (parameters_.coalesced_cache)
        table.row("coalesced cache", bytes(storage.coalesced_cache_bytes),
                  "per cluster; " + std::to_string(parameters_.coalesced_cache_lines) + " lines");
}

void IccGpu::write_merging(std::ostream& out, const Totals& totals) const {
    TableWriter table(out);
    table.row("merged loads", grouped(totals["icc_mt_hits"]),
              percent(totals.ratio("icc_mt_hits", "l1_misses")) + " of L1 misses");
    table.row("coalesced cache hits", grouped(totals["icc_cc_hits"]),
              percent(totals.ratio("icc_cc_hits", "l1_misses")) + " of L1 misses");
    table.row("sent, table full", grouped(totals["icc_mt_full_bypasses"]));
    table.row("met a passing store", grouped(totals["icc_mt_merge_after_write"]),
              parameters_.mt_close_on_write ? "loads sent, not merged" : "loads merged, may have old bytes");
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < clusters().size(); ++i)
        most = std::max(most, icc_unit(static_cast<unsigned>(i)).icc.mt_max_entries.value());
    table.row("table entries in use",
              with_decimals(mean(totals["icc_mt_entry_cycles"], totals["cycles"] * clusters().size()), 1),
              "mean per cluster; at most " + std::to_string(most));
    table.row("merge window", with_decimals(totals.ratio("icc_mt_entry_cycles", "icc_mt_allocations"), 1) + " cycles",
              "mean life of an entry: latency of a load that was sent");
    table.row("latency left", with_decimals(totals.ratio("icc_merged_cycles", "icc_mt_hits"), 1) + " cycles",
              "mean of a merged load");
}

void IccGpu::write_locality(std::ostream& out, const Totals& totals) const {
    TableWriter table(out);
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

}  // namespace heddle
