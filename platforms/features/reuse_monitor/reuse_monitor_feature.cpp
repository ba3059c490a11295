#include "heddle/platforms/features/reuse_monitor/reuse_monitor_feature.h"

#include "heddle/base/ratio.h"
#include "heddle/lsu/access_event_port.h"
#include "heddle/reuse_monitor/reuse_monitor.h"

namespace heddle {
namespace {

const BlockFilter reuse_monitor{"reuse_monitor", ""};

std::unique_ptr<sc_core::sc_module> make_monitor(const char* name, const MonitorSite& site,
                                                 const ReuseMonitorParameters& parameters) {
    auto made = std::make_unique<ReuseMonitor>(name, parameters);
    for (const auto& level : site.levels)
        for (AccessEventPort* port : level->access_event_ports()) port->bind(made->accesses_in);
    return made;
}

std::uint64_t reuses(const Totals& totals) {
    return totals["inter_cta_reuses"] + totals["intra_cta_reuses"];
}

}  // namespace

std::string ReuseMonitorFeature::summary() const {
    return "measures how far CTAs use the same data: monitor.reuse=true";
}

void ReuseMonitorFeature::plan(PathPlan& plan) const {
    keys_.parameters.validate_block_bytes("monitor.reuse_block_bytes");
    if (!keys_.reuse) return;
    plan.add_monitor({"reuse_monitor", [parameters = keys_.parameters](const char* name, const MonitorSite& site) {
                          return make_monitor(name, site, parameters);
                      }});
}

std::vector<TotalSource> ReuseMonitorFeature::totals() const {
    return {{"reuse_accesses", reuse_monitor, "accesses"},
            {"inter_cta_reuses", reuse_monitor, "inter_cta_reuses"},
            {"intra_cta_reuses", reuse_monitor, "intra_cta_reuses"}};
}

std::vector<FigureSource> ReuseMonitorFeature::figures(const PathPlan&) const {
    return {{"inter_cta_reuse_share", "1", "part of the reuses of data that follow an access of another CTA",
             [](const Totals& totals, const BlockFigures&) {
                 return ratio(totals["inter_cta_reuses"], static_cast<double>(reuses(totals)));
             }}};
}

void ReuseMonitorFeature::write_section(TableWriter& table, const Totals& totals, const PathPlan&) const {
    table.heading("Reuse of data before the L1");
    table.row("reuses", grouped(reuses(totals)),
              "of " + grouped(totals["reuse_accesses"]) + " accesses to " +
                  std::to_string(keys_.parameters.block_bytes) + " B");
    if (!reuses(totals)) return;
    table.row("inter-CTA", percent(totals.figure("inter_cta_reuse_share")),
              grouped(totals["inter_cta_reuses"]) + " follow another CTA's access");
    table.row("intra-CTA", percent(1 - totals.figure("inter_cta_reuse_share")), grouped(totals["intra_cta_reuses"]));
}

}  // namespace heddle
