#include "heddle/energy/cost_report.h"

#include "heddle/energy/flit_energy.h"
#include "heddle/energy/static_shares.h"

namespace heddle {
namespace {

NetworkShape all_crossbars(const std::vector<NetworkActivity>& networks) {
    NetworkShape shape;
    for (const NetworkActivity& network : networks)
        shape.insert(shape.end(), network.crossbars.begin(), network.crossbars.end());
    return shape;
}

StaticSplit scaled(StaticSplit split, double factor) {
    split.buffer *= factor;
    split.crossbar *= factor;
    split.allocator *= factor;
    split.links *= factor;
    return split;
}

void add_networks(CostReport& report, const RunActivity& run) {
    const NetworkCost cost(all_crossbars(run.networks)), reference(run.reference);
    report.noc_area_ratio = cost.area_ratio(reference);
    report.noc_static_ratio = cost.static_ratio(reference);
    report.noc_static_split = scaled(cost.static_split(), 1 / reference.static_power());
    report.noc_static_watts = cost.static_power() * reference_leakage_watts;
    report.noc_static_joules = report.noc_static_watts * run.seconds;
    for (const NetworkActivity& network : run.networks)
        report.noc_dynamic_joules +=
            network_energy_joules(network.crossbars, network.request_flits, network.reply_flits);
}

void add_caches(CostReport& report, const RunActivity& run) {
    double dynamic_joules = 0, leakage_watts = 0;
    for (const CacheActivity& activity : run.caches) {
        const auto access = cache_access_energy(activity.caches.bytes);
        const auto leakage = cache_leakage_watts(activity.caches.bytes);
        if (!access || !leakage) return;
        dynamic_joules += access->read_joules * static_cast<double>(activity.line_reads) +
                          access->write_joules * static_cast<double>(activity.line_writes);
        leakage_watts += *leakage * activity.caches.count;
    }
    report.cache_dynamic_joules = dynamic_joules;
    report.cache_static_joules = leakage_watts * run.seconds;
}

}  // namespace

CostReport cost_of(const RunActivity& run) {
    CostReport report;
    report.seconds = run.seconds;
    add_networks(report, run);
    add_caches(report, run);
    return report;
}

}  // namespace heddle
