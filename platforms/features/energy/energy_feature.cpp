#include "heddle/platforms/features/energy/energy_feature.h"

#include "heddle/energy/peak_bandwidth.h"
#include "heddle/platforms/energy/technologies.h"
#include "heddle/platforms/features/energy/run_energy_figures.h"

namespace heddle {
namespace {

RunActivity activity(const CostPlan& cost, const NetworkShape& reference, const Totals& totals) {
    RunActivity run;
    run.reference = reference;
    run.seconds = totals.seconds();
    for (const PlannedNetwork& network : cost.networks)
        run.networks.push_back(
            {network.crossbars, totals[network.name + "_request_flits"], totals[network.name + "_reply_flits"]});
    for (const PlannedCaches& planned : cost.caches)
        run.caches.push_back({planned.caches, totals[planned.name + "_hits"], totals[planned.name + "_misses"]});
    return run;
}

// A figure of the report that is made from a run's totals.
template <class Value>
FigureSource reported(const CostPlan& cost, const NetworkShape& reference, const char* name, const char* unit,
                      const char* description, Value value) {
    return {name, unit, description, [cost, reference, value](const Totals& totals, const BlockFigures&) {
                return value(cost_of(activity(cost, reference, totals)));
            }};
}

FigureSource fixed(const char* name, const char* unit, const char* description, double value) {
    return {name, unit, description, [value](const Totals&, const BlockFigures&) { return value; }};
}

bool has(const Totals& totals, const char* name) {
    for (const auto& figure : totals.figures())
        if (figure.first == name) return true;
    return false;
}

}  // namespace

std::string EnergyFeature::summary() const {
    return "energy of the run by component, with what events cost in energy.technology; area and static power of "
           "crossbars and L1s, and the L1s' peak bandwidth: energy.report=true";
}

void EnergyFeature::plan(PathPlan& plan) const {
    parameters_.validate("energy");
    plan.part<CostPlan>();  // there even if no level has anything to count
    if (has_technology()) (void)read_technology(parameters_.technology, "energy.technology");
}

std::vector<FigureSource> EnergyFeature::network_figures(const CostPlan& cost) const {
    const NetworkShape reference{{1, parameters_.reference_inputs, parameters_.reference_outputs,
                                  parameters_.reference_flit_bytes, noc2_link_mm}};
    const auto figure = [&](const char* name, const char* unit, const char* description, auto value) {
        return reported(cost, reference, name, unit, description, value);
    };
    using Report = const CostReport&;
    return {
        figure("cost_noc_area", "1", "area of all networks, reference crossbar = 1 (fit of MECHANISMS 5.5)",
               [](Report report) { return report.noc_area_ratio; }),
        figure("cost_noc_static_power", "1", "static power of all networks, reference crossbar = 1 (same fit)",
               [](Report report) { return report.noc_static_ratio; }),
        figure("cost_noc_static_buffer", "1", "of the static power: buffers",
               [](Report report) { return report.noc_static_split.buffer; }),
        figure("cost_noc_static_crossbar", "1", "of the static power: crossbars",
               [](Report report) { return report.noc_static_split.crossbar; }),
        figure("cost_noc_static_allocator", "1", "of the static power: allocators",
               [](Report report) { return report.noc_static_split.allocator; }),
        figure("cost_noc_static_links", "1", "of the static power: links",
               [](Report report) { return report.noc_static_split.links; }),
        figure("cost_noc_dynamic_energy", "J", "energy of the flits that crossed networks (DSENT, 22 nm)",
               [](Report report) { return report.noc_dynamic_joules; }),
        figure("cost_noc_static_energy", "J", "static power of all networks over the run's time (DSENT, 22 nm)",
               [](Report report) { return report.noc_static_joules; }),
        figure("cost_noc_power", "W", "both over the run's time: the divisor of performance per watt",
               [](Report report) { return report.noc_watts(); }),
    };
}

std::vector<FigureSource> EnergyFeature::cache_figures(const CostPlan& cost) const {
    std::vector<FigureSource> figures;
    bool covered = !cost.caches.empty();
    for (const PlannedCaches& planned : cost.caches) covered = covered && cache_access_energy(planned.caches.bytes);
    if (covered) {
        figures.push_back(reported(cost, {{}}, "cost_l1_dynamic_energy", "J",
                                   "lines read by hits and written by fills in the L1s (CACTI 7, 22 nm)",
                                   [](const CostReport& report) { return report.cache_dynamic_joules.value_or(0); }));
        figures.push_back(reported(cost, {{}}, "cost_l1_static_energy", "J",
                                   "leakage of the L1s over the run's time (CACTI 7, 22 nm)",
                                   [](const CostReport& report) { return report.cache_static_joules.value_or(0); }));
    }
    const CacheShape reference{parameters_.reference_inputs, static_cast<double>(parameters_.reference_l1_bytes)};
    for (const PlannedCaches& planned : cost.caches)
        if (const auto area = cache_area_ratio(planned.caches, reference); area && planned.name == "l1")
            figures.push_back(fixed("cost_l1_area", "1", "area of the L1s, those of the reference = 1", *area));
    if (cost.queues)
        figures.push_back(fixed("cost_queue_bytes", "1", "bytes of the nodes' queues, the reference's L1s = 1",
                                queue_overhead(*cost.queues, reference.count * reference.bytes)));
    return figures;
}

std::vector<FigureSource> EnergyFeature::bandwidth_figures(const PathPlan& plan) const {
    const auto& cost = plan.part<CostPlan>();
    if (!cost.l1_caches) return {};
    L1Reach reach;
    reach.caches = cost.l1_caches;
    reach.core_mhz = plan.clock_mhz("core");
    reach.printed_mhz = parameters_.reference_noc_mhz;
    if (cost.l1_network) {
        reach.by_network = true;
        reach.flit_bytes = cost.l1_network->flit_bytes;
        reach.network_mhz = plan.clock_mhz(cost.l1_network->clock);
    }
    const PeakBandwidth printed = printed_peak_bandwidth(reach, plan.topology.sms()),
                        true_to_clock = clock_true_peak_bandwidth(reach, plan.topology.sms());
    return {
        fixed("peak_l1_bandwidth_printed", "B/cycle",
              "what the L1s give at most, a cycle of the network counted as one of the cores (MECHANISMS 5.3)",
              printed.bytes_per_cycle),
        fixed("peak_l1_bandwidth", "B/cycle", "what the L1s give at most per core cycle, by the clocks (5.8 item 1)",
              true_to_clock.bytes_per_cycle),
        fixed("peak_l1_bandwidth_drop_printed", "x", "by how much that is less than an L1 in each core gives",
              printed.drop),
        fixed("peak_l1_bandwidth_drop", "x", "the same by the clocks", true_to_clock.drop)};
}

std::vector<FigureSource> EnergyFeature::cost_figures(const PathPlan& plan) const {
    const auto& cost = plan.part<CostPlan>();
    std::vector<FigureSource> figures;
    if (!cost.networks.empty()) figures = network_figures(cost);
    for (auto more : {cache_figures(cost), bandwidth_figures(plan)})
        figures.insert(figures.end(), more.begin(), more.end());
    return figures;
}

std::vector<FigureSource> EnergyFeature::figures(const PathPlan& plan) const {
    std::vector<FigureSource> figures;
    if (has_technology())
        figures = run_energy_figures(plan, read_technology(parameters_.technology, "energy.technology"));
    if (parameters_.report)
        for (FigureSource& figure : cost_figures(plan)) figures.push_back(std::move(figure));
    return figures;
}

std::vector<SectionText> EnergyFeature::section_texts(const PathPlan&) const {
    if (!has_technology()) return {};
    return {{"energy", "technology", parameters_.technology}};
}

void EnergyFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan&) const {
    if (has_technology()) write_run_energy(table, totals, parameters_.technology);
    if (parameters_.report) write_cost(table, totals);
}

void EnergyFeature::write_cost(TableWriter& table, const Totals& totals) const {
    table.heading("Cost");
    const auto value = [&](const char* name) { return totals.figure(name); };
    const auto micro = [&](const char* name) { return with_decimals(value(name) * 1e6, 2) + " uJ"; };
    if (has(totals, "cost_noc_area")) {
        table.row("NoC area", with_decimals(value("cost_noc_area"), 3),
                  "reference crossbar = 1; static power " + with_decimals(value("cost_noc_static_power"), 3));
        table.row("NoC energy", micro("cost_noc_dynamic_energy"),
                  "for flits, and " + micro("cost_noc_static_energy") + " static; " +
                      with_decimals(value("cost_noc_power"), 2) + " W on average");
    }
    if (has(totals, "cost_l1_area")) table.row("L1 area", with_decimals(value("cost_l1_area"), 3), "reference L1s = 1");
    if (has(totals, "cost_queue_bytes"))
        table.row("node queues", percent(value("cost_queue_bytes")), "of reference L1s");
    if (has(totals, "cost_l1_dynamic_energy"))
        table.row("L1 energy", micro("cost_l1_dynamic_energy"),
                  "for lines read and filled, and " + micro("cost_l1_static_energy") + " static");
    if (has(totals, "peak_l1_bandwidth"))
        table.row("peak L1 bandwidth", with_decimals(value("peak_l1_bandwidth"), 0) + " B/cycle",
                  with_decimals(value("peak_l1_bandwidth_printed"), 0) + " as the paper counts; drop " +
                      with_decimals(value("peak_l1_bandwidth_drop"), 0) + " and " +
                      with_decimals(value("peak_l1_bandwidth_drop_printed"), 0) + " times");
}

}  // namespace heddle
