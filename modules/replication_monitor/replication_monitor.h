// Measures how far caches hold copies of the same lines: misses that another cache could have served, and copies per
// line. It hears of the lines by the caches' analysis ports and has no influence on anything.
#pragma once

#include <tlm>

#include "heddle/base/clock_domain.h"
#include "heddle/base/counter.h"
#include "heddle/cache/line_event.h"
#include "heddle/replication_monitor/line_directory.h"
#include "heddle/replication_monitor/replication_monitor_parameters.h"

namespace heddle {

// All caches have the clock `domain`.
class ReplicationMonitor : public Block, private tlm::tlm_analysis_if<LineEvent> {
public:
    sc_core::sc_export<tlm::tlm_analysis_if<LineEvent>> line_events_in{"line_events_in"};

    ReplicationMonitor(sc_core::sc_module_name name, const ClockDomain& domain,
                       const ReplicationMonitorParameters& parameters);
    const char* kind() const override { return "replication_monitor"; }
    void settle_counters() override { advance(domain_.now()); }

    // Without the changes of the last cycle in which something was reported, unless a later one was looked at.
    const LineDirectory& directory() const { return directory_; }

    Counter misses{*this, "misses", "requests", "loads that missed in their cache"};
    Counter replicated_misses{*this, "replicated_misses", "requests", "of these: another cache held the line"};
    Counter samples{*this, "samples", "samples", "looks at the lines that caches hold"};
    Counter sampled_lines{*this, "sampled_lines", "lines", "sum over samples: lines that at least one cache held"};
    Counter sampled_copies{*this, "sampled_copies", "copies", "sum over samples: copies of these lines"};
    Counter max_copies{*this, "max_copies", "copies", "most copies of one line at the end of any cycle"};

private:
    void write(const LineEvent& event) override;
    void advance(Cycle cycle);
    void take_samples(Cycle until);

    const ClockDomain& domain_;
    const ReplicationMonitorParameters parameters_;
    LineDirectory directory_;
    Cycle cycle_ = 0;  // whose changes are being collected
    Cycle next_sample_;
    Histogram line_copies_;
};

}  // namespace heddle
