// The L1 data cache of an SM: write-through, write-evict, no write-allocate, allocate on miss, not coherent.
#pragma once

#include <array>
#include <vector>

#include "base/at_in.h"
#include "base/at_out.h"
#include "base/counter.h"
#include "base/payload_pool.h"
#include "base/waveform.h"
#include "cache/mshr.h"
#include "cache/outcome.h"
#include "cache/tag_array.h"
#include "l1_cache/l1_cache_parameters.h"

namespace heddle {

class L1Cache : public Ticked, public LtTarget {
public:
    AtIn core_in;      // line requests of the LSU
    AtOut memory_out;  // fills, writes and atomics, towards the L2

    L1Cache(sc_core::sc_module_name name, ClockDomain& domain, const L1CacheParameters& parameters);
    const char* kind() const override { return "l1_cache"; }

    void tick(Cycle now) override;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const { return core_in.idle() && memory_out.idle() && mshr_.empty() && pool_.live() == 0; }

    Counter accesses{*this, "accesses", "requests", "loads that looked the cache up"};
    Counter hits{*this, "hits", "requests", "loads whose line was there"};
    Counter hits_reserved{*this, "hits_reserved", "requests", "loads whose line was on its way (merged in the MSHR)"};
    Counter misses{*this, "misses", "requests", "loads that asked the L2 for a line"};
    Counter fails_mshr_full{*this, "fails_mshr_full", "requests", "loads that had to wait for a free MSHR entry"};
    Counter fails_merge_full{*this, "fails_merge_full", "requests", "loads that had to wait: merge limit of the entry"};
    Counter fails_no_way{*this, "fails_no_way", "requests", "loads that had to wait: all ways of the set reserved"};
    Counter fails_miss_queue{*this, "fails_miss_queue", "requests", "requests that had to wait for the miss queue"};
    Counter stall_cycles{*this, "stall_cycles", "cycles", "the request at the head could not be served"};
    Counter stores{*this, "stores", "requests", "stores written through"};
    Counter atomics{*this, "atomics", "requests", "atomics passed to the L2"};
    Counter bypasses{*this, "bypasses", "requests", "loads that passed by on the program's word"};
    Counter write_evicts{*this, "write_evicts", "lines", "lines dropped because a store or atomic went to them"};
    Counter closed_misses{*this, "closed_misses", "lines",
                          "outstanding lines closed to merging by a later store or atomic"};
    Counter evictions{*this, "evictions", "lines", "lines displaced by a miss"};
    Counter fills{*this, "fills", "lines", "lines that came from the L2"};
    Counter invalidations{*this, "invalidations", "events", "times the whole cache was dropped (kernel starts)"};
    Counter miss_latency_cycles{*this, "miss_latency_cycles", "cycles", "sum over fills: miss to line"};
    Counter mshr_occupancy_cycles{*this, "mshr_occupancy_cycles", "entry-cycles", "sum over MSHR entries: time in use"};

private:
    bool respond(Cycle now);
    bool look_up(Cycle now);
    bool send_below(Cycle now);
    void sleep(bool progress, Cycle now);
    StallCause try_serve(Payload* request, Cycle now);
    StallCause load(Payload* request, Cycle now);
    StallCause miss(Payload* request, std::uint64_t line, Cycle now);
    void count_passing(Payload& request);
    void drop_line(std::uint64_t line);
    void drop_all();
    bool take_below(Cycle now);
    Payload* make_fill(Payload* request, std::uint64_t line, unsigned way);
    void install(Payload* fill, Cycle now);
    void count_stall(StallCause cause, Cycle now);
    std::uint8_t* data_of(unsigned way) { return &data_[std::size_t{way} * line_bytes]; }
    void trace();

    const L1CacheParameters parameters_;
    TagArray tags_;
    Mshr<Payload*> mshr_;
    std::vector<std::uint8_t> data_;
    PayloadPool<LinePayload> pool_;
    RegisteredQueue<Payload*> hit_queue_;   // answers on their way through the hit pipeline
    RegisteredQueue<Payload*> fill_queue_;  // answers that a fill brought, or that came from below
    RegisteredQueue<Payload*> miss_queue_;  // towards the L2
    bool last_was_hit_ = false;
    StallCause stall_ = StallCause::none;  // of the head, in the last tick
    Cycle stalled_since_ = never;

    Signal request_queue_signal_{*this, "request_queue", 8};
    Signal miss_queue_signal_{*this, "miss_queue", 8};
    Signal mshr_signal_{*this, "mshr_used", 10};
    Signal hits_signal_{*this, "hits", 32};
    Signal misses_signal_{*this, "misses", 32};
    Signal stall_signal_{*this, "stall", 1};
};

}  // namespace heddle
