// What every Heddle module has beside sockets: counters, waveform signals, and a word about what it is waiting for.
#pragma once

#include <ostream>
#include <systemc>
#include <vector>

namespace heddle {

class Counter;
class Histogram;
class Signal;

class Block : public sc_core::sc_module {
public:
    explicit Block(sc_core::sc_module_name name) : sc_module(name) {}

    const std::vector<Counter*>& counters() const { return counters_; }
    const std::vector<Histogram*>& histograms() const { return histograms_; }
    const std::vector<Signal*>& signals() const { return signals_; }

    // Brings counters of intervals that are still running (sleeping, stalled) up to the present; called before a
    // snapshot.
    virtual void settle_counters() {}
    // One line per thing that is in flight here, nothing when idle: the deadlock report is made of these.
    virtual void report_outstanding(std::ostream& out) const {}

private:
    friend class Counter;
    friend class Histogram;
    friend class Signal;
    std::vector<Counter*> counters_;
    std::vector<Histogram*> histograms_;
    std::vector<Signal*> signals_;
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
