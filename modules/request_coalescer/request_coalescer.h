// Stands in front of an L2 slice and lets reads of the same bytes by SMs of one group share one read of the slice.
#pragma once

#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/debug_in.h"
#include "heddle/base/kernel_boundary.h"
#include "heddle/base/occupancy_sum.h"
#include "heddle/base/served_signals.h"
#include "heddle/base/waveform.h"
#include "heddle/request_coalescer/late_replies.h"
#include "heddle/request_coalescer/read_table.h"
#include "heddle/request_coalescer/request_coalescer_parameters.h"

namespace heddle {

class RequestCoalescer : public Ticked, public LtTarget, private KernelBoundaryTarget {
public:
    AtIn request_in;                    // from the network
    AtOut l2_out;                       // to the slice
    DebugIn host_in;                    // debug accesses of the host; may stay unbound
    KernelBoundaryIn kernel_events_in;  // ends all merging with what is outstanding; may stay unbound

    // `group_of_sm`: reads of SMs with the same number merge; those of SMs beyond its end do not. `far_sm`: whether an
    // SM belongs to the other half of the L2 than the slice; empty: there are no halves.
    RequestCoalescer(sc_core::sc_module_name name, ClockDomain& domain, const RequestCoalescerParameters& parameters,
                     std::vector<unsigned> group_of_sm, std::vector<bool> far_sm = {});

    const char* kind() const override { return "request_coalescer"; }
    void tick(Cycle now) final;
    void settle_counters() override { entries_in_use_.settle(domain().now()); }
    void report_outstanding(std::ostream& out) const override;
    bool idle() const { return request_in.idle() && l2_out.idle() && table_.used() == 0 && late_.empty(); }

    Counter reads{*this, "reads", "requests", "reads that came from the network"};
    Counter merged_reads{*this, "merged_reads", "requests", "of these: merged with an outstanding one"};
    Counter unmergeable_reads{*this, "unmergeable_reads", "requests",
                              "of these: other than plain loads of global memory, so that they take no part"};
    Counter full_passes{*this, "full_passes", "requests",
                        "of these: sent without an entry because all were in use, so that none can merge with them"};
    Counter closed_by_stores{*this, "closed_by_stores", "entries",
                             "entries that no read could merge with any more because their line was written"};
    Counter far_reads{*this, "far_reads", "requests",
                      "reads for SMs of the other half of the L2 that found no copy there and brought one"};
    Counter copy_waits{*this, "copy_waits", "requests",
                       "reads for SMs of the other half of the L2 that waited for a copy on its way"};
    Counter far_atomics{*this, "far_atomics", "requests", "atomics of SMs of the other half of the L2"};
    Counter responses{*this, "responses", "responses", "responses to the network"};
    Counter entry_cycles{*this, "entry_cycles", "entries*cycles", "entries in use, over time"};
    Histogram reads_per_entry;

private:
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void kernel_boundary(KernelEvent event, Cycle now) override;

    bool respond(Cycle now);
    Payload* next_reply(Cycle now);
    bool is_far(const GpuAccess& access) const {
        return !access.foreign && access.sm < far_sm_.size() && far_sm_[access.sm];
    }
    Cycle arrival(Payload& reply, Cycle now);
    unsigned entry_of(Payload& reply) const;
    void share(const Payload& reply, unsigned entry, Cycle now);
    void release(unsigned entry, Cycle now);
    bool take_request(Cycle now);
    bool merges(Payload& request) const;
    SharedRead describe(Payload& request) const;
    void send(Payload& request, bool merges, Cycle now);
    unsigned close_written(std::uint64_t address, unsigned bytes);
    void show_state();

    const unsigned max_merges_;
    const std::vector<unsigned> group_of_sm_;
    const std::vector<bool> far_sm_;
    const unsigned far_latency_, far_atomic_latency_;
    ReadTable table_;
    CopyTags copies_;
    LateReplies late_;
    OccupancySum entries_in_use_{entry_cycles};
    unsigned sharing_ = ReadTable::none;  // the entry whose merged reads get their responses
    unsigned shared_ = 0;                 // how many of them have
    Cycle close_from_ = never;  // a kernel starts or has ended: from this cycle on nothing older is merged with

    Signal request_queue_signal_{*this, "request_queue", 8};
    Signal entries_signal_{*this, "entries", 16};
    Signal merged_signal_{*this, "merged_reads", 32};
    ServedSignals request_served_{*this, "request"};
};

}  // namespace heddle
