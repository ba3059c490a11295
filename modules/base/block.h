// What every Heddle module has beside sockets: counters, waveform signals, and a report of what it is waiting for.
#pragma once

#include <cstdint>
#include <ostream>
#include <systemc>
#include <vector>

namespace heddle {

class Counter;
class Histogram;
class Signal;

// A counter with its name, unit and description. The text is kept here and not in the counter, so that a module's
// counters lie close together: the host's caches are what limits the simulator.
class NamedCounter {
public:
    NamedCounter(const Counter& counter, const char* name, const char* unit, const char* description)
        : counter_(&counter), name_(name), unit_(unit), description_(description) {}
    const Counter& counter() const { return *counter_; }
    std::uint64_t value() const;
    const char* name() const { return name_; }
    const char* unit() const { return unit_; }
    const char* description() const { return description_; }

private:
    const Counter* counter_;
    const char *name_, *unit_, *description_;
};

class Block : public sc_core::sc_module {
public:
    explicit Block(sc_core::sc_module_name name) : sc_module(name) {}

    const std::vector<NamedCounter>& counters() const { return counters_; }
    const std::vector<Histogram*>& histograms() const { return histograms_; }
    const std::vector<Signal*>& signals() const { return signals_; }
    // A waveform records the signals; if not, a tick need not touch them.
    bool recorded() const { return recorded_; }

    // The name of one of this block's counters, for messages.
    const char* name_of(const Counter& counter) const {
        for (const NamedCounter& named : counters_)
            if (&named.counter() == &counter) return named.name();
        return "";
    }

    // Brings counters of intervals that are still running (sleeping, stalled) up to the present; called before a
    // snapshot.
    virtual void settle_counters() {}
    // One line per thing that is in flight here, nothing when idle: the deadlock report is made of these.
    virtual void report_outstanding(std::ostream&) const {}

protected:
    // signal.set(value) for signals of a tick's hot path: touches the signal only while it is recorded.
    template <class Signal>
    void show(Signal& signal, std::uint64_t value) {
        if (recorded_) signal.set(value);
    }

private:
    friend class Counter;
    friend class Histogram;
    friend class Signal;
    friend class Waveform;
    std::vector<NamedCounter> counters_;
    std::vector<Histogram*> histograms_;
    std::vector<Signal*> signals_;
    bool recorded_ = false;
};

// Calls visit(Block&) for every Heddle block below (and including) `root`, in creation order; null: the whole
// simulation.
template <class Visit>
void for_each_block(sc_core::sc_object* root, Visit visit) {
    if (auto* block = dynamic_cast<Block*>(root)) visit(*block);
    const auto& children = root ? root->get_child_objects() : sc_core::sc_get_top_level_objects();
    for (sc_core::sc_object* child : children) for_each_block(child, visit);
}

}  // namespace heddle
