#include "common/result_table.h"

#include <iomanip>

#include "common/table_writer.h"
#include "common/text.h"

namespace heddle {

namespace {

double part(std::uint64_t value, std::uint64_t of) {
    return of ? static_cast<double>(value) / static_cast<double>(of) : 0;
}

void write_cache(TableWriter& table, const Totals& totals, const std::string& label, const std::string& prefix) {
    const std::uint64_t accesses = totals[prefix + "_accesses"];
    table.row(label + " accesses", grouped(accesses));
    if (!accesses) return;
    table.row(label + " hit rate", percent(part(totals[prefix + "_hits"], accesses)),
              percent(part(totals[prefix + "_hit_reserved"], accesses)) + " more merged with a miss on its way");
    table.row(label + " misses", grouped(totals[prefix + "_misses"]));
}

void write_dram(TableWriter& table, const Totals& totals) {
    const std::uint64_t requests = totals["dram_reads"] + totals["dram_writes"];
    table.row("DRAM reads", grouped(totals["dram_reads"]));
    table.row("DRAM writes", grouped(totals["dram_writes"]));
    if (!requests) return;
    const std::uint64_t rows = totals["dram_row_hits"] + totals["dram_row_misses"];
    table.row("DRAM row hit rate", percent(part(totals["dram_row_hits"], rows)));
    const auto bytes = static_cast<double>(totals["dram_bytes"]);
    table.row("DRAM bandwidth", with_decimals(bytes / totals.seconds() / 1e9, 1) + " GB/s",
              "data bus busy " + percent(totals.dram_utilisation()));
}

void write_issue_slots(TableWriter& table, const Totals& totals) {
    const std::pair<const char*, const char*> uses[] = {
        {"issued", "issue_cycles"},
        {"lost: waits for memory", "stall_memory_cycles"},
        {"lost: waits for ALU", "stall_alu_cycles"},
        {"lost: unit or LSU busy", "stall_structural_cycles"},
        {"lost: barrier or fence", "stall_barrier_cycles"},
        {"lost: no warp", "idle_cycles"},
    };
    std::uint64_t slots = 0;
    for (const auto& use : uses) slots += totals[use.second];
    if (!slots) return;
    table.heading("Issue slots");
    for (const auto& use : uses) table.row(use.first, percent(part(totals[use.second], slots)));
}

}  // namespace

void write_result_table(std::ostream& out, const std::string& title, const Totals& totals, const HostFigures& host) {
    TableWriter table(out);
    table.heading(title);
    table.row("cycles", grouped(totals["cycles"]), with_decimals(totals.seconds() * 1e6, 1) + " us of GPU time");
    table.row("IPC", with_decimals(totals.ipc(), 2), "thread instructions per core cycle");
    table.row("warp instructions", grouped(totals["warp_instructions"]));
    table.row("thread instructions", grouped(totals["thread_instructions"]));
    table.row("CTAs", grouped(totals["ctas"]));
    table.heading("Memory path");
    write_cache(table, totals, "L1", "l1");
    table.row("NoC read requests", grouped(totals["noc_read_requests"]));
    table.row("NoC flits", grouped(totals["noc_flits"]),
              "channels busy: requests " + percent(totals.noc_request_utilisation()) + ", replies " +
                  percent(totals.noc_reply_utilisation()));
    write_cache(table, totals, "L2", "l2");
    write_dram(table, totals);
    write_issue_slots(table, totals);
    table.heading("Host");
    const double speed = host.seconds > 0 ? static_cast<double>(totals["warp_instructions"]) / host.seconds : 0;
    table.row("seconds", with_decimals(host.seconds, 2), with_prefix(speed) + " warp instructions/s");
    table.row("peak memory", with_decimals(static_cast<double>(host.peak_rss_bytes) / (1 << 20), 0) + " MiB");
}

void write_kernel_table(std::ostream& out, const Statistics& statistics, const std::vector<KernelRun>& runs) {
    out << "Kernels\n  " << std::left << std::setw(24) << "name" << std::right << std::setw(14) << "cycles"
        << std::setw(9) << "IPC" << std::setw(10) << "L1 hits" << std::setw(10) << "L2 hits" << std::setw(14)
        << "DRAM reads"
        << "\n";
    for (const KernelRun& run : runs) {
        const Totals totals(statistics, run.difference);
        out << "  " << std::left << std::setw(24) << run.name << std::right << std::setw(14)
            << grouped(totals["cycles"]) << std::setw(9) << with_decimals(totals.ipc(), 2) << std::setw(10)
            << percent(totals.ratio("l1_hits", "l1_accesses")) << std::setw(10)
            << percent(totals.ratio("l2_hits", "l2_accesses")) << std::setw(14) << grouped(totals["dram_reads"])
            << "\n";
    }
}

}  // namespace heddle
