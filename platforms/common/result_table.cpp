#include "heddle/platforms/common/result_table.h"

#include <iomanip>

#include "heddle/base/ratio.h"
#include "heddle/platforms/common/limit_report.h"
#include "heddle/platforms/common/table_writer.h"
#include "heddle/platforms/common/text.h"

namespace heddle {

namespace {

void write_issue_slots(TableWriter& table, const Totals& totals) {
    std::vector<std::pair<const char*, const char*>> uses{
        {"issued", "issue_cycles"},
        {"lost: waits for memory", "stall_memory_cycles"},
        {"lost: waits for ALU", "stall_alu_cycles"},
        {"lost: unit or LSU busy", "stall_structural_cycles"},
        {"lost: barrier or fence", "stall_barrier_cycles"},
        {"lost: no warp", "idle_cycles"},
    };
    if (totals.has("stall_fetch_cycles")) uses.emplace_back("lost: instruction fetch", "stall_fetch_cycles");
    std::uint64_t slots = 0;
    for (const auto& use : uses) slots += totals[use.second];
    if (!slots) return;
    table.heading("Issue slots");
    for (const auto& use : uses) table.row(use.first, percent(ratio(totals[use.second], slots)));
}

}  // namespace

void write_result_table(std::ostream& out, const std::string& title, const Machine& machine, const Totals& totals,
                        const Limit& limit, const HostFigures& host) {
    TableWriter table(out);
    table.heading(title);
    table.row("cycles", grouped(totals["cycles"]), with_decimals(totals.seconds() * 1e6, 1) + " us of GPU time");
    table.row("IPC", with_decimals(totals.ipc(), 2), "thread instructions per core cycle");
    table.row("warp instructions", grouped(totals["warp_instructions"]));
    table.row("thread instructions", grouped(totals["thread_instructions"]));
    table.row("CTAs", grouped(totals["ctas"]));
    table.heading("Memory path");
    machine.write_path(table, totals);
    write_issue_slots(table, totals);
    write_limit(table, limit);
    table.heading("Host");
    const double speed = ratio(totals["warp_instructions"], host.seconds);
    table.row("seconds", with_decimals(host.seconds, 2), with_prefix(speed) + " warp instructions/s");
    table.row("peak memory", with_decimals(static_cast<double>(host.peak_rss_bytes) / (1 << 20), 0) + " MiB");
    if (!host.about_threads.empty()) table.row("threads", std::to_string(host.threads), host.about_threads);
    machine.write_sections(table, totals);
}

void write_kernel_table(std::ostream& out, const std::vector<KernelRun>& runs) {
    out << "Kernels\n  " << std::left << std::setw(24) << "name" << std::right << std::setw(14) << "cycles"
        << std::setw(9) << "IPC" << std::setw(10) << "L1 hits" << std::setw(10) << "L2 hits" << std::setw(14)
        << "DRAM reads"
        << "\n";
    for (const KernelRun& run : runs) {
        const Totals& totals = run.totals;
        const auto hit_rate = [&](const std::string& cache) {
            const bool used = totals.has(cache + "_accesses") && totals[cache + "_accesses"];
            return used ? percent(totals.ratio(cache + "_hits", cache + "_accesses")) : "-";
        };
        out << "  " << std::left << std::setw(24) << run.name << std::right << std::setw(14)
            << grouped(totals["cycles"]) << std::setw(9) << with_decimals(totals.ipc(), 2) << std::setw(10)
            << hit_rate("l1") << std::setw(10) << hit_rate("l2") << std::setw(14)
            << (totals.has("dram_reads") ? grouped(totals["dram_reads"]) : "-") << "\n";
    }
}

}  // namespace heddle
