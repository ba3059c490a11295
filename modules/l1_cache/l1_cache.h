// The L1 data cache of an SM: write-through, not coherent; by default in whole lines, write-evict, allocate on miss.
#pragma once

#include <memory>
#include <vector>

#include "heddle/base/counter.h"
#include "heddle/base/kernel_boundary.h"
#include "heddle/base/pace.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/served_signals.h"
#include "heddle/cache/line_event_port.h"
#include "heddle/cache/mshr_occupancy.h"
#include "heddle/cache/prefetch_statistics.h"
#include "heddle/cache/prefetching_out.h"
#include "heddle/l1_cache/l1_bank.h"
#include "heddle/l1_cache/l1_fill.h"
#include "heddle/l1_cache/l1_lookup.h"
#include "heddle/l1_cache/l1_sector_banks.h"
#include "heddle/l1_cache/l1_store_parts.h"
#include "heddle/l1_cache/perfect_cache.h"
#include "heddle/l1_cache/stall_times.h"

namespace heddle {

class L1Cache : public Ticked, public LtTarget, private KernelBoundaryTarget {
public:
    AtIn& core_in;                       // line requests of the LSU; with banks, those of bank 0
    PrefetchingOut<L1Cache> memory_out;  // fetches, writes and atomics, towards the L2
    KernelBoundaryIn kernel_events_in;   // the start of a kernel drops all lines; may stay unbound
    LineEventPort line_events_out;       // misses, and lines that come and go, for monitors; may stay unbound

    L1Cache(sc_core::sc_module_name name, ClockDomain& domain, const L1CacheParameters& parameters);
    const char* kind() const override { return "l1_cache"; }

    // The sockets of all banks: core_in, core_in_1, ... A bank serves any line, but all requests of a line have to use
    // the same bank. With a port for stores: core_in and stores_in, of which the second is looked up in cycles in which
    // no request of the first can be served; who uses both waits for LOOKED_UP (l1_messages.h) where order matters.
    AtIn& bank_in(unsigned bank) { return bank_of(bank).in; }

    void tick(Cycle now) final;
    // For the host's cache: what take_response() will read in the next cycle.
    void prefetch_for_response(Payload& response) const {
        const GpuAccess& access = gpu_access(response);
        if (!response.is_read() || access.bypass_l1) return;
        prefetch_payload_data(response);
        lookup_.prefetch_fill(access.route.top(), response.get_address() / line_bytes);
    }
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
    void end_of_elaboration() override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const;
    // For tests and tools that look into the cache.
    const L1Lookup& lookup() const { return lookup_; }

    Counter accesses{*this, "accesses", "requests", "loads that looked the cache up"};
    Counter hits{*this, "hits", "requests", "loads whose line was there"};
    Counter hits_reserved{*this, "hits_reserved", "requests", "loads whose line was in flight (merged in the MSHR)"};
    Counter misses{*this, "misses", "requests", "loads that asked the L2 for a line or sectors"};
    Counter sector_accesses{*this, "sector_accesses", "sectors", "32 B sectors that loads asked for"};
    Counter sector_hits{*this, "sector_hits", "sectors", "of these: were there"};
    Counter sector_hits_reserved{*this, "sector_hits_reserved", "sectors", "of these: were in flight"};
    Counter sector_misses{*this, "sector_misses", "sectors", "of these: neither"};
    Counter fails_mshr_full{*this, "fails_mshr_full", "requests", "loads that had to wait for a free MSHR entry"};
    Counter fails_merge_full{*this, "fails_merge_full", "requests", "loads that had to wait: merge limit of the entry"};
    Counter fails_no_way{*this, "fails_no_way", "requests", "loads that had to wait: all ways of the set reserved"};
    Counter fails_miss_queue{*this, "fails_miss_queue", "requests", "requests that had to wait for the miss queue"};
    Counter stall_cycles{*this, "stall_cycles", "cycles", "a request at the head of a bank could not be served"};
    Counter mshr_stall_cycles{*this, "mshr_stall_cycles", "cycles", "of these: it had met a full MSHR"};
    Counter merge_stall_cycles{*this, "merge_stall_cycles", "cycles", "of these: the merge limit of the entry"};
    Counter way_stall_cycles{*this, "way_stall_cycles", "cycles", "of these: a set whose ways are all reserved"};
    Counter miss_queue_stall_cycles{*this, "miss_queue_stall_cycles", "cycles", "of these: a full miss queue"};
    Counter stores{*this, "stores", "requests", "stores written through"};
    Counter store_sectors{*this, "store_sectors", "sectors", "32 B sectors that stores wrote to"};
    Counter store_sector_hits{*this, "store_sector_hits", "sectors", "of these: were there"};
    Counter atomics{*this, "atomics", "requests", "atomics passed to the L2"};
    Counter bypasses{*this, "bypasses", "requests", "loads that bypass the L1 as the program says"};
    Counter write_evicts{*this, "write_evicts", "lines", "lines dropped because a store or atomic went to them"};
    Counter closed_misses{*this, "closed_misses", "lines",
                          "outstanding lines closed to merging by a later store or atomic"};
    Counter evictions{*this, "evictions", "lines", "lines displaced by a miss"};
    Counter fills{*this, "fills", "responses", "lines or runs of sectors that came from the L2"};
    Counter invalidations{*this, "invalidations", "events", "times the whole cache was dropped (kernel starts)"};
    Counter miss_latency_cycles{*this, "miss_latency_cycles", "cycles", "sum over fills: miss to line"};
    Counter mshr_occupancy_cycles{*this, "mshr_occupancy_cycles", "entry-cycles", "sum over MSHR entries: time in use"};

private:
    using Mask = SectorGeometry::Mask;

    // Most caches have one bank: they do not pay for a loop in every step.
    template <bool with_banks, class Visit>
    void for_each_bank(Visit visit) {
        visit(first_bank_);
        if constexpr (with_banks)
            for (auto& bank : other_banks_) visit(*bank);
    }
    L1Bank& bank_of(unsigned bank) { return bank ? *other_banks_[bank - 1] : first_bank_; }
    bool banked() const { return banked_; }
    std::size_t requests_queued() const;
    bool any_stalled() const;
    template <bool with_banks>
    void cycle(Cycle now);
    template <bool with_banks>
    Cycle next_tick(bool progress, Cycle now);
    void end_lookups(bool served);
    template <bool with_banks>
    bool respond(Cycle now);
    bool respond_in_turn(Cycle now);
    bool look_up_in_turn(Cycle now);
    bool send_to_l2(Cycle now);

    // The request at the head of a bank's queue.
    bool look_up(L1Bank& bank, Cycle now);
    struct Room;
    StallCause decide(L1Bank& bank);
    void find_head(L1Bank& bank) const;
    bool predicts_stall(Cycle now);
    void end_prediction(Cycle now);
    template <class Bank>
    void count_stall(Bank& bank, Cycle now);
    template <class Bank>
    void end_stall(Bank& bank, Cycle now);
    Counter* stall_counter(StallCause cause);
    void settle_stalls(Cycle now);
    void prefetch_next(const L1Bank& bank) const;

    // Sectors that are looked up apart.
    Mask sectors_apart(Payload& request) const;
    bool advance_by_sector(Cycle now);
    bool look_up_sectors(Cycle now);
    bool serve_hit_at_once(Mask sectors, Cycle now);
    void deal_out(Mask sectors, Cycle now);
    bool look_up_sector(unsigned sector, Cycle now);
    void load_sector(const L1SectorAccess& access, unsigned sector, const L1Found& found, Cycle now);
    void read_sector(Payload& request, unsigned way, std::uint64_t line, unsigned sector);
    void count_sector(const L1Found& found);

    void serve_head(L1Bank& bank, Cycle now);
    void respond_without_access(L1Bank& bank, Payload* request, Cycle now);
    void pass_on(L1Bank& bank, Payload* request, Cycle now);
    void load(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now);
    void serve_hit(L1Bank& bank, Payload* request, Cycle now);
    void wait_for_fill(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now);
    void fetch(Payload* request, GpuAccess& access, const L1Fetch& fetch, Cycle now);
    L1Fill* make_fill(const GpuAccess& access, const L1Fetch& fetch);
    void count(Payload& request, const GpuAccess& access, const L1Found& found);
    void count_load(Payload& request, const L1Found& found);
    LineObserver* observer();
    void apply_passing(Payload& request);
    void change_line(Payload& request);
    void kernel_boundary(KernelEvent event, Cycle now) override;
    void kernel_takes_shared(std::uint32_t bytes) override;
    void drop_all();
    void lines_changed();

    bool take_response(Cycle now);
    void read_memory(Payload& request);
    void end_perfect_write(unsigned number);
    void answer(L1Bank& bank, std::uint16_t turn, Payload* response, bool merged, Cycle now);
    bool has_room_for_responses(unsigned first_entry, Cycle now) const;
    void install(Payload* fill, Cycle now);
    void install_line(Payload* fill, unsigned entry, Cycle now);
    void install_blocks(Payload* fill, unsigned first_entry, Cycle now);
    void hand_out(const Payload* fill, unsigned entry, const std::uint8_t* block, unsigned bytes, Cycle now);
    void forget_refused_store();

    // The bytes of a way: all of them, or those of one block.
    std::uint8_t* data_of(unsigned way) { return &data_[std::size_t{way} * line_bytes]; }
    std::uint8_t* data_of(unsigned way, unsigned sector) { return data_of(way) + sector * lookup_.sectors().bytes(); }
    void trace();

    L1Bank first_bank_;
    RegisteredQueue<Payload*> miss_queue_;  // towards the L2
    Mask awaited_sectors_ = 0;              // of the next request, if their banks were full when it was tried last
    Cycle drop_from_ = never;               // a kernel has started: from this cycle on the cache is empty
    unsigned next_ways_;                    // and has so many ways in each set
    const bool banked_;                     // more than one socket
    const bool store_port_;
    bool miss_port_taken_ = false;  // in this cycle, by another bank
    const unsigned ports_;
    const bool lookup_after_latency_;
    const bool answers_in_turn_;
    bool data_array_taken_ = false;  // where answers go in turn: in this cycle, by a load that has waited
    bool hits_held_up_ = false;      // the same: by such a load, in the last tick
    Pace waited_pace_;               // the same
    StallTimes stall_times_;
    MshrOccupancy mshr_use_{mshr_occupancy_cycles};
    const unsigned hit_latency_;  // from the lookup on
    L1Lookup lookup_;
    HostLineArray<std::uint8_t> data_;  // by way
    PayloadPool<L1Fill> pool_;
    std::unique_ptr<PerfectCache> perfect_;           // only if every load hits
    std::unique_ptr<PrefetchStatistics> prefetches_;  // only if kernels prefetch
    std::unique_ptr<L1StoreParts> store_parts_;       // only if stores go by sectors
    std::unique_ptr<L1SectorBanks> sector_banks_;     // only if sectors are looked up apart
    std::vector<std::unique_ptr<L1Bank>> other_banks_;
    std::unique_ptr<L1BankCounters> bank_counters_;  // only with banks
    const L1CacheParameters parameters_;
    const SharedCarveouts carveouts_;

    Signal request_queue_signal_{*this, "request_queue", 16};
    Signal miss_queue_signal_{*this, "miss_queue", 16};
    Signal mshr_signal_{*this, "mshr_used", 17};
    Signal hits_signal_{*this, "hits", 32};
    Signal misses_signal_{*this, "misses", 32};
    Signal stall_signal_{*this, "stall", 1};
    std::vector<std::unique_ptr<ServedSignals>> lookup_served_;  // by bank: the request that was looked up last
};

}  // namespace heddle
