#include "heddle/platforms/features/energy/run_energy_figures.h"

#include <numeric>

#include "heddle/base/ratio.h"
#include "heddle/platforms/path/cost_plan.h"

namespace heddle {
namespace {

double sum(const BlockFigures& blocks, const BlockFilter& filter, const std::vector<std::string>& counters) {
    const std::vector<double> counts = blocks.counts(filter, counters);
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

std::uint64_t events(const BlockFigures& blocks, const BlockFilter& filter, const std::vector<std::string>& counters) {
    return static_cast<std::uint64_t>(sum(blocks, filter, counters));
}

// A load whose line is on its way reads it, too, when it is there; a fill writes a line.
std::vector<CacheActivity> l1_activity(const CostPlan& cost, const BlockFigures& blocks) {
    std::vector<CacheActivity> activity;
    activity.reserve(cost.caches.size());
    for (const PlannedCaches& planned : cost.caches) {
        const BlockFilter caches{planned.name, ""};
        activity.push_back(
            {planned.caches, events(blocks, caches, {"hits", "hits_reserved"}), events(blocks, caches, {"fills"})});
    }
    return activity;
}

// Reads and writes of requests, each an access to the array; an atomic is both. Fills write, write-backs read.
std::vector<CacheActivity> l2_activity(const CostPlan& cost, const BlockFigures& blocks) {
    const BlockFilter slices{"l2", "l2_slice"};
    return {{cost.l2, events(blocks, slices, {"reads", "atomics", "writebacks"}),
             events(blocks, slices, {"writes", "atomics", "fills"})}};
}

std::vector<NetworkActivity> network_activity(const std::vector<PlannedNetwork>& networks, const Totals& totals,
                                              const std::string& counted) {
    std::vector<NetworkActivity> activity;
    activity.reserve(networks.size());
    for (const PlannedNetwork& network : networks)
        activity.push_back({network.crossbars, totals[network.name + "_request_" + counted],
                            totals[network.name + "_reply_" + counted]});
    return activity;
}

std::vector<TableActivity> table_activity(const CostPlan& cost, const Totals& totals) {
    std::vector<TableActivity> activity;
    activity.reserve(cost.tables.size());
    for (const PlannedTable& planned : cost.tables) {
        TableActivity table{planned.name, planned.count, planned.entries, planned.entry_bits, planned.array, 0, 0};
        for (const PlannedTable::Access& access : planned.accesses) {
            const double times = static_cast<double>(totals.has(access.total) ? totals[access.total] : 0);
            table.bits_read += times * access.bits_read;
            table.bits_written += times * access.bits_written;
        }
        activity.push_back(table);
    }
    return activity;
}

RunEvents events_of(const CostPlan& cost, unsigned sms, const Totals& totals, const BlockFigures& blocks) {
    const BlockFilter sm{"cores", "sm"}, memory{"memory", "memory_controller"};
    RunEvents run;
    run.seconds = totals.seconds();
    run.core_cycles = static_cast<double>(totals["cycles"]);
    run.sms = sms;
    run.warp_instructions = static_cast<double>(totals["warp_instructions"]);
    run.thread_instructions = static_cast<double>(totals["thread_instructions"]);
    run.shared_passes = sum(blocks, sm, {"shared_accesses", "shared_conflict_cycles"});
    run.l1 = l1_activity(cost, blocks);
    run.l2 = l2_activity(cost, blocks);
    run.networks = network_activity(cost.networks, totals, "flits");
    run.meshes = network_activity(cost.meshes, totals, "link_flits");
    run.dram_activates = sum(blocks, memory, {"activates"});
    run.dram_bytes_read = sum(blocks, memory, {"read_bytes"});
    run.dram_bytes_written = sum(blocks, memory, {"bytes"}) - run.dram_bytes_read;
    run.dram_bytes_per_cycle = cost.dram_bytes_per_cycle;
    run.tables = table_activity(cost, totals);
    return run;
}

struct Named {
    const char *name, *unit, *description;
    double (*value)(const RunEnergy&);
};

constexpr Named components[] = {
    {"core", "J", "instructions and accesses to shared memory", [](const RunEnergy& e) { return e.core; }},
    {"l1", "J", "lines read and filled in the L1s", [](const RunEnergy& e) { return e.l1; }},
    {"noc", "J", "flits in the networks", [](const RunEnergy& e) { return e.noc; }},
    {"l2", "J", "lines read and written in the L2", [](const RunEnergy& e) { return e.l2; }},
    {"dram", "J", "rows opened, bytes read and written", [](const RunEnergy& e) { return e.dram; }},
    {"added", "J", "tables that mechanisms add", [](const RunEnergy& e) { return e.added; }},
    {"static", "J", "static power of all parts over the run's time", [](const RunEnergy& e) { return e.static_sum(); }},
    {"total", "J", "the sum of all of these", [](const RunEnergy& e) { return e.total(); }},
    {"power", "W", "the total over the run's time", [](const RunEnergy& e) { return e.watts(); }},
    {"static_core", "J", "of the static energy: SMs", [](const RunEnergy& e) { return e.static_core; }},
    {"static_l1", "J", "of the static energy: L1s", [](const RunEnergy& e) { return e.static_l1; }},
    {"static_noc", "J", "of the static energy: networks", [](const RunEnergy& e) { return e.static_noc; }},
    {"static_l2", "J", "of the static energy: L2", [](const RunEnergy& e) { return e.static_l2; }},
    {"static_dram", "J", "of the static energy: DRAM", [](const RunEnergy& e) { return e.static_dram; }},
    {"static_added", "J", "of the static energy: added tables", [](const RunEnergy& e) { return e.static_added; }},
};

}  // namespace

std::vector<FigureSource> run_energy_figures(const PathPlan& plan, const Technology& technology) {
    const auto energy = [cost = plan.part<CostPlan>(), sms = plan.topology.sms(), technology](
                            const Totals& totals, const BlockFigures& blocks) {
        return energy_of(events_of(cost, sms, totals, blocks), technology);
    };
    std::vector<FigureSource> figures;
    for (const Named& named : components)
        figures.push_back({std::string("energy.") + named.name, named.unit, named.description,
                           [energy, value = named.value](const Totals& totals, const BlockFigures& blocks) {
                               return value(energy(totals, blocks));
                           }});
    std::size_t index = 0;
    for (const PlannedTable& table : plan.part<CostPlan>().tables) {
        figures.push_back({"energy." + table.name, "J", "of the energy of added tables",
                           [energy, index](const Totals& totals, const BlockFigures& blocks) {
                               return energy(totals, blocks).tables[index].dynamic_joules;
                           }});
        figures.push_back({"energy.static_" + table.name, "J", "of the static energy of added tables",
                           [energy, index](const Totals& totals, const BlockFigures& blocks) {
                               return energy(totals, blocks).tables[index].static_joules;
                           }});
        ++index;
    }
    figures.push_back({"energy.noc_scale", "1", "factor in the energy of flits, from the technology's calibration",
                       [scale = technology.noc.scale](const Totals&, const BlockFigures&) { return scale; }});
    return figures;
}

void write_run_energy(TableWriter& table, const Totals& totals, const std::string& technology) {
    const auto value = [&](const std::string& name) { return totals.figure("energy." + name); };
    const auto micro = [](double joules) { return with_decimals(joules * 1e6, 2) + " uJ"; };
    table.heading("Energy (" + technology + ")");
    table.row("total", micro(value("total")), with_decimals(value("power"), 1) + " W on average");
    for (const auto& [name, label] : {std::pair("core", "SMs"),
                                      {"l1", "L1"},
                                      {"noc", "NoC"},
                                      {"l2", "L2"},
                                      {"dram", "DRAM"},
                                      {"added", "added tables"},
                                      {"static", "static"}})
        table.row(label, micro(value(name)), percent(ratio(value(name), value("total"))));
}

}  // namespace heddle
