#include "heddle/platforms/features/replication_monitor/replication_monitor_feature.h"

#include <algorithm>

#include "heddle/base/ratio.h"
#include "heddle/cache/line_event_port.h"
#include "heddle/replication_monitor/replication_monitor.h"

namespace heddle {
namespace {

const BlockFilter monitor{"replication_monitor", ""};

// The caches are numbered in the order of their levels.
std::unique_ptr<sc_core::sc_module> make_monitor(const char* name, const MonitorSite& site,
                                                 ReplicationMonitorParameters parameters) {
    std::vector<LineEventPort*> ports;
    for (const auto& level : site.levels)
        for (LineEventPort* port : level->line_event_ports()) ports.push_back(port);
    require(!ports.empty(), "monitor.replication", "is true, but no level of the path has caches that it can watch");
    parameters.caches = static_cast<unsigned>(ports.size());
    auto made = std::make_unique<ReplicationMonitor>(name, site.clocks["core"], parameters);
    for (unsigned cache = 0; cache < ports.size(); ++cache) {
        ports[cache]->set_cache(cache);
        ports[cache]->bind(made->line_events_in);
    }
    return made;
}

}  // namespace

std::string ReplicationMonitorFeature::summary() const {
    return "measures how far L1 caches hold copies of the same lines: monitor.replication=true";
}

void ReplicationMonitorFeature::plan(PathPlan& plan) const {
    keys_.parameters.validate("monitor.replication");
    if (!keys_.replication) return;
    plan.add_monitor(
        {"replication_monitor", [parameters = keys_.parameters](const char* name, const MonitorSite& site) {
             return make_monitor(name, site, parameters);
         }});
}

void ReplicationMonitorFeature::check(const PathPlan& plan) const {
    require(!keys_.replication || plan.path.l1 != "none", "monitor.replication",
            "is true, but path.l1 is none: there are no L1 caches to watch");
}

std::vector<TotalSource> ReplicationMonitorFeature::totals() const {
    return {{"watched_misses", monitor, "misses"},
            {"replicated_misses", monitor, "replicated_misses"},
            {"sampled_lines", monitor, "sampled_lines"},
            {"sampled_copies", monitor, "sampled_copies"}};
}

std::vector<FigureSource> ReplicationMonitorFeature::figures(const PathPlan&) const {
    return {
        {"replication_ratio", "1", "part of the L1 misses whose line another L1 held",
         [](const Totals& totals, const BlockFigures&) { return totals.ratio("replicated_misses", "watched_misses"); }},
        {"mean_copies", "copies", "copies of a line that at least one L1 held, over all lines of all samples",
         [](const Totals& totals, const BlockFigures&) { return totals.ratio("sampled_copies", "sampled_lines"); }},
        {"max_copies", "copies", "most copies of one line at any time",
         [](const Totals&, const BlockFigures& blocks) { return blocks.counts(monitor, {"max_copies"}).at(0); }}};
}

void ReplicationMonitorFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan&) const {
    table.heading("Replication in the L1 caches");
    table.row("replicated misses", percent(totals.figure("replication_ratio")),
              grouped(totals["replicated_misses"]) + " of " + grouped(totals["watched_misses"]) +
                  " misses: another L1 held the line");
    const double copies = totals.figure("mean_copies");
    table.row("replicas per line", with_decimals(std::max(copies - 1, 0.0), 2),
              totals["sampled_lines"] ? with_decimals(copies, 2) + " copies, sampled" : "no sample: the run is short");
    table.row("most copies of a line", with_decimals(totals.figure("max_copies"), 0));
}

}  // namespace heddle
