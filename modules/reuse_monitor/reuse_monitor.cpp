#include "heddle/reuse_monitor/reuse_monitor.h"

#include <algorithm>

namespace heddle {

ReuseMonitor::ReuseMonitor(sc_core::sc_module_name name, const ReuseMonitorParameters& parameters)
    : Block(name), parameters_(validated(parameters, "reuse_monitor")) {
    accesses_in.bind(*this);
}

void ReuseMonitor::write(const AccessEvent& event) {
    if (!collected_.empty() && collected_.back().cycle != event.cycle) end_cycle();
    collected_.push_back(event);
}

// The accesses of one cycle count in the order of their SMs, whichever unit has reported first; those of one SM keep
// their order.
void ReuseMonitor::end_cycle() {
    std::stable_sort(collected_.begin(), collected_.end(),
                     [](const AccessEvent& a, const AccessEvent& b) { return a.sm < b.sm; });
    for (const AccessEvent& event : collected_) count(event);
    collected_.clear();
}

// A GPU runs one kernel at a time, and nothing that one has accessed is a reuse for the next.
void ReuseMonitor::count(const AccessEvent& event) {
    if (event.kernel != kernel_) blocks_.clear();
    kernel_ = event.kernel;
    const unsigned per_line = line_bytes / parameters_.block_bytes;
    for (unsigned sector = 0; sector < per_line; ++sector) {
        if (per_line > 1 && !(event.sectors >> sector & 1)) continue;
        ++accesses;
        const Reuse reuse = blocks_.access(event.line * per_line + sector, event.cta);
        if (reuse == Reuse::same_cta) ++intra_cta_reuses;
        if (reuse == Reuse::other_cta) ++inter_cta_reuses;
    }
}

}  // namespace heddle
