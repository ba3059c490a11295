// A decoupled L1 (DC-L1) node: cache and MSHRs outside the cores, behind four queues (MECHANISMS 5.2).
#pragma once

#include <memory>

#include "heddle/base/at_in.h"
#include "heddle/base/kernel_boundary.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/served_signals.h"
#include "heddle/cache/line_event_port.h"
#include "heddle/cache/mshr_occupancy.h"
#include "heddle/cache/prefetch_statistics.h"
#include "heddle/cache/prefetching_out.h"
#include "heddle/dcl1_node/dcl1_node_parameters.h"
#include "heddle/dcl1_node/dcl1_node_statistics.h"
#include "heddle/dcl1_node/head_stalls.h"
#include "heddle/dcl1_node/home_selection.h"
#include "heddle/dcl1_node/queue_use.h"
#include "heddle/l1_cache/l1_fill.h"
#include "heddle/l1_cache/l1_lookup.h"
#include "heddle/l1_cache/perfect_cache.h"

namespace heddle {

class Dcl1Node : public Ticked, public LtTarget, private KernelBoundaryTarget {
public:
    AtIn core_in;                         // Q1: requests of the cores; responses leave from Q2
    PrefetchingOut<Dcl1Node> memory_out;  // requests leave from Q3; Q4: responses of the L2
    KernelBoundaryIn kernel_events_in;    // the start of a kernel drops all lines; may stay unbound
    LineEventPort line_events_out;        // misses, and lines that come and go, for monitors; may stay unbound

    // `lines`: the numbers that sets follow from, for a node that is the home of some lines only.
    Dcl1Node(sc_core::sc_module_name name, ClockDomain& clock, const Dcl1NodeParameters& parameters,
             const HomeLines& lines = {});
    const char* kind() const override { return "dcl1_node"; }

    void end_of_elaboration() override;
    void tick(Cycle now) final;
    // For the host's cache: what take_reply() will read in the next cycle.
    void prefetch_for_response(Payload& response) const {
        const GpuAccess& access = gpu_access(response);
        if (!response.is_read() || access.bypass_l1) return;
        prefetch_payload_data(response);
        lookup_.prefetch_fill(access.route.top(), response.get_address() / line_bytes);
    }
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const;

    // For monitors: whether the cache has the line of an address, and the addresses of all lines it has.
    bool holds(std::uint64_t address) const {
        return lookup_.way_with(address / line_bytes, lookup_.sectors().all()) != L1Lookup::none;
    }
    template <class Visit>
    void for_each_line(Visit visit) const {
        for (unsigned way = 0; way < lookup_.tags().lines(); ++way)
            if (lookup_.tags().valid(way)) visit(lookup_.tags().line(way) * line_bytes);
    }
    const Dcl1NodeParameters& parameters() const { return parameters_; }

    Dcl1NodeStatistics statistics{*this};
    HeadStalls stalls{*this};

private:
    // Q1.
    bool serve_request(Cycle now);
    StallCause stall_cause();
    void serve_head(Cycle now);
    void pass_on(Payload* request, Cycle now);
    void apply_passing(Payload& request);
    void load(Payload* request, Cycle now);
    void count(const GpuAccess& access, const L1Found& found);
    void count_load(const L1Found& found);
    LineObserver* observer();
    void count_merge(const GpuAccess& access);
    void wait_for_fill(Payload* request, GpuAccess& access, Cycle now);
    L1Fill* make_fill(const Payload& request, const GpuAccess& access, unsigned way);

    // Q4.
    bool take_reply(Cycle now);
    void end_perfect_write(unsigned number);
    void install(Payload& fill, Cycle now);
    void hand_out_bytes(const Payload& fill);
    void answer_next(Cycle now);

    // Q2 and Q3.
    bool end_hit(Cycle now);
    bool respond(Cycle now);
    bool send_to_l2(Cycle now);
    void push_response(Payload* response, Cycle now);

    void kernel_boundary(KernelEvent event, Cycle now) override;
    void drop_all();
    bool hits_perfectly(std::uint64_t line) const { return perfect_ && perfect_->lines.serves(line); }
    void read_memory(Payload& request) {
        perfect_->read(request, *memory_out.operator->(), name(), "dcl1_node.perfect");
    }
    void forget_head() { head_.kind = L1RequestKind::unknown; }
    bool waits_for_reply() const;
    std::uint8_t* data_of(unsigned way) { return &data_[std::size_t{way} * line_bytes]; }
    void show_signals();

    struct Room;

    L1Found head_;  // of Q1
    StallCause stall_ = StallCause::none;
    bool head_uses_cache_ = false;
    bool cache_taken_ = false, q2_taken_ = false;  // in this cycle
    unsigned answering_ = L1Lookup::none;          // the MSHR entry of the fill at the head of Q4
    unsigned answered_ = 0;                        // loads of it that have got their response
    Cycle drop_from_ = never;                      // a kernel has started: from this cycle on the cache is empty
    const unsigned hit_latency_;
    RegisteredQueue<Payload*> hits_;  // in the pipeline of the cache
    RegisteredQueue<Payload*> q2_, q3_;
    const HomeLines lines_;
    L1Lookup lookup_;
    MshrOccupancy mshr_use_{statistics.mshr_occupancy_cycles};
    HostLineArray<std::uint8_t> data_;  // by way
    PayloadPool<L1Fill> pool_;
    std::unique_ptr<PerfectCache> perfect_;           // only if every load hits
    std::unique_ptr<PrefetchStatistics> prefetches_;  // only if kernels prefetch
    QueueUse q1_use_, q2_use_, q3_use_, q4_use_;
    const Dcl1NodeParameters parameters_;

    Signal q1_signal_{*this, "q1", 8};
    Signal q2_signal_{*this, "q2", 8};
    Signal q3_signal_{*this, "q3", 8};
    Signal q4_signal_{*this, "q4", 8};
    Signal mshr_signal_{*this, "mshr_used", 10};
    Signal hits_signal_{*this, "hits", 32};
    Signal misses_signal_{*this, "misses", 32};
    Signal stall_signal_{*this, "stall", 1};
    ServedSignals lookup_served_{*this, "lookup"};  // the head of Q1 that was looked up last
    ServedSignals reply_served_{*this, "reply"};    // the response that went to a core last
};

}  // namespace heddle
