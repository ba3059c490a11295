// Intra-cluster coalescing: a cluster port with a merge table and a coalesced cache (MECHANISMS 1.3, 1.4). With both
// off it is the cluster port of the baseline and nothing else.
#pragma once

#include "heddle/cluster_port/cluster_port.h"
#include "heddle/icc_unit/icc_counters.h"
#include "heddle/icc_unit/icc_filter.h"
#include "heddle/icc_unit/icc_parameters.h"

namespace heddle {

class IccUnit : public ClusterPort {
public:
    static constexpr unsigned max_sms = 64;  // the merge table's list of SMs is a 64-bit word of the host

    IccUnit(sc_core::sc_module_name name, ClockDomain& domain, const ClusterPortParameters& port_parameters,
            const IccParameters& parameters);

    IccCounters icc;

    const char* kind() const override { return "icc_unit"; }
    // Lines that a kernel's start or end has dropped are counted, be there a request after it or not.
    void settle_counters() override {
        ClusterPort::settle_counters();
        filter_.advance(domain().now());
    }
    void report_outstanding(std::ostream& output) const override;
    const IccFilter& mechanism() const { return filter_; }

protected:
    void show_state(Cycle now) override;

private:
    // A signal that is 1 in the cycles in which a counter has counted.
    struct Pulse {
        Pulse(Block& owner, const char* name, const Counter& watched) : signal(owner, name, 1), counter(watched) {}
        void show() {
            signal.set(counter.value() != last);
            last = counter.value();
        }
        Signal signal;
        const Counter& counter;
        std::uint64_t last = 0;
    };

    IccFilter& filter_;  // the port's
    Signal mt_entries_signal_{*this, "mt_entries", 16};
    Signal cc_lines_signal_{*this, "cc_lines", 16};
    Pulse pulses_[7]{{*this, "mt_allocate", icc.mt_allocations},
                     {*this, "mt_merge", icc.mt_hits},
                     {*this, "mt_broadcast", icc.merged_replies},
                     {*this, "mt_full_bypass", icc.mt_full_bypasses},
                     {*this, "cc_hit", icc.cc_hits},
                     {*this, "cc_insert", icc.cc_inserts},
                     {*this, "cc_invalidate", icc.cc_write_evicts}};
};

}  // namespace heddle
