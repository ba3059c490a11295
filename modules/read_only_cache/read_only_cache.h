// A cache of what a kernel does not change: instructions, constants, textures.
#pragma once

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/kernel_boundary.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/served_signals.h"
#include "heddle/cache/mshr_occupancy.h"
#include "heddle/read_only_cache/read_only_lookup.h"

namespace heddle {

class ReadOnlyCache : public Ticked, public LtTarget, private KernelBoundaryTarget {
public:
    AtIn core_in;                       // reads inside one line
    AtOut memory_out;                   // fetches of whole lines, marked to pass data caches
    KernelBoundaryIn kernel_events_in;  // the start of a kernel drops all lines; may stay unbound

    // `kind` tells caches of different use apart in statistics.
    ReadOnlyCache(sc_core::sc_module_name name, ClockDomain& domain, const ReadOnlyCacheParameters& parameters,
                  const char* kind = "read_only_cache");
    const char* kind() const override { return kind_; }

    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const { return core_in.idle() && memory_out.idle() && pool_.live() == 0; }

    Counter accesses{*this, "accesses", "requests", "reads that looked the cache up"};
    Counter hits{*this, "hits", "requests", "reads whose line was there"};
    Counter hits_reserved{*this, "hits_reserved", "requests", "reads whose line was in flight (merged in the MSHR)"};
    Counter misses{*this, "misses", "requests", "reads that asked memory for a line"};
    Counter fails_mshr_full{*this, "fails_mshr_full", "requests", "reads that had to wait for a free MSHR entry"};
    Counter fails_merge_full{*this, "fails_merge_full", "requests", "reads that had to wait: merge limit of the entry"};
    Counter fails_no_way{*this, "fails_no_way", "requests", "reads that had to wait: all ways of the set reserved"};
    Counter fails_miss_queue{*this, "fails_miss_queue", "requests", "reads that had to wait for the miss queue"};
    Counter stall_cycles{*this, "stall_cycles", "cycles", "the request at the head could not be served"};
    Counter mshr_stall_cycles{*this, "mshr_stall_cycles", "cycles", "of these: it had met a full MSHR"};
    Counter merge_stall_cycles{*this, "merge_stall_cycles", "cycles", "of these: the merge limit of the entry"};
    Counter way_stall_cycles{*this, "way_stall_cycles", "cycles", "of these: a set whose ways are all reserved"};
    Counter miss_queue_stall_cycles{*this, "miss_queue_stall_cycles", "cycles", "of these: a full miss queue"};
    Counter refused{*this, "refused", "requests", "writes and atomics, which got an error response"};
    Counter evictions{*this, "evictions", "lines", "lines displaced by a miss"};
    Counter fills{*this, "fills", "responses", "lines that came from memory"};
    Counter invalidations{*this, "invalidations", "events", "times the whole cache was dropped (kernel starts)"};
    Counter miss_latency_cycles{*this, "miss_latency_cycles", "cycles", "sum over fills: miss to line"};
    Counter mshr_occupancy_cycles{*this, "mshr_occupancy_cycles", "entry-cycles", "sum over MSHR entries: time in use"};

private:
    void kernel_boundary(KernelEvent event, Cycle now) override;
    void drop_all();
    bool take_fill(Cycle now);
    void install(Payload* fill, Cycle now);
    bool look_up(Cycle now);
    bool read(Payload* request, Cycle now);
    void serve_hit(Payload* request, unsigned way, Cycle now);
    void fetch(Payload* request, std::uint64_t line, Cycle now);
    void begin_stall(StallCause cause, Cycle now);
    void end_stall(Cycle now);
    bool send(Cycle now);
    bool respond(Cycle now);
    bool refuses(Payload& payload);
    unsigned debug_line(Payload& payload);
    std::uint8_t* data_of(unsigned way) { return &data_[std::size_t{way} * line_bytes]; }
    void trace();

    const char* const kind_;
    const ReadOnlyCacheParameters parameters_;
    ReadOnlyLookup lookup_;
    MshrOccupancy mshr_use_{mshr_occupancy_cycles};
    HostLineArray<std::uint8_t> data_;      // by way
    RegisteredQueue<Payload*> hit_queue_;   // responses in the hit pipeline
    RegisteredQueue<Payload*> fill_queue_;  // responses that a fill has completed
    RegisteredQueue<Payload*> miss_queue_;  // towards memory
    PayloadPool<LinePayload> pool_;
    bool last_was_hit_ = false;  // hits and fills take turns at the response link
    StallCause stall_ = StallCause::none;
    Cycle stalled_since_ = never;
    Cycle drop_from_ = never;  // a kernel has started: from this cycle on the cache is empty

    Signal request_queue_signal_{*this, "request_queue", 8};
    Signal miss_queue_signal_{*this, "miss_queue", 8};
    Signal mshr_signal_{*this, "mshr_used", 10};
    Signal hits_signal_{*this, "hits", 32};
    Signal misses_signal_{*this, "misses", 32};
    Signal stall_signal_{*this, "stall", 1};
    ServedSignals lookup_served_{*this, "lookup"};
};

}  // namespace heddle
