#include "heddle/replication_monitor/replication_monitor.h"

#include "heddle/base/error.h"

namespace heddle {

ReplicationMonitor::ReplicationMonitor(sc_core::sc_module_name name, const ClockDomain& domain,
                                       const ReplicationMonitorParameters& parameters)
    : Block(name),
      domain_(domain),
      parameters_(validated(parameters, "replication_monitor")),
      directory_(parameters.caches),
      next_sample_(parameters.sample_cycles),
      line_copies_(*this, "line_copies", "lines", "sum over samples: lines by their number of copies",
                   parameters.caches + 1) {
    line_events_in.bind(*this);
}

// A miss is compared with what the caches held before its cycle, so that it does not matter which cache of a cycle
// reports first.
void ReplicationMonitor::write(const LineEvent& event) {
    if (event.cache >= parameters_.caches)
        throw SimulationError(std::string(name()) + ": an event of cache " + std::to_string(event.cache) +
                              ", but only " + std::to_string(parameters_.caches) +
                              " are watched: number the caches' ports from 0 on (LineEventPort::set_cache)");
    advance(event.cycle);
    switch (event.kind) {
        case LineEvent::Kind::missed:
            ++misses;
            if (directory_.held_elsewhere(event.cache, event.line)) ++replicated_misses;
            break;
        case LineEvent::Kind::installed:
            directory_.install(event.cache, event.line);
            break;
        case LineEvent::Kind::dropped:
            directory_.drop(event.cache, event.line);
            break;
        case LineEvent::Kind::dropped_all:
            directory_.drop_all(event.cache);
            break;
    }
}

// What was collected shows from the next cycle on; a sample sees what showed at the beginning of its cycle.
void ReplicationMonitor::advance(Cycle cycle) {
    if (cycle <= cycle_) return;
    take_samples(cycle_);
    directory_.end_cycle();
    if (directory_.most_copies() > max_copies.value()) max_copies += directory_.most_copies() - max_copies.value();
    cycle_ = cycle;
    take_samples(cycle_);
}

// Nothing changes between two reports: all samples in between see the same.
void ReplicationMonitor::take_samples(Cycle until) {
    if (until < next_sample_) return;
    const std::uint64_t count = (until - next_sample_) / parameters_.sample_cycles + 1;
    next_sample_ += count * parameters_.sample_cycles;
    samples += count;
    sampled_lines += count * directory_.lines();
    sampled_copies += count * directory_.copies();
    for (unsigned copies = 1; copies <= directory_.most_copies(); ++copies)
        line_copies_.add(copies, count * directory_.lines_with(copies));
}

}  // namespace heddle
