// The L1 data cache of an SM: write-through, not coherent; by default in whole lines, write-evict, allocate on miss.
#pragma once

#include <memory>
#include <vector>

#include "base/at_out.h"
#include "base/counter.h"
#include "base/payload_pool.h"
#include "base/waveform.h"
#include "cache/mshr.h"
#include "cache/sectors.h"
#include "cache/tag_array.h"
#include "l1_cache/l1_bank.h"

namespace heddle {

class L1Cache : public Ticked, public LtTarget {
public:
    AtIn& core_in;     // line requests of the LSU; those of bank 0 where there are more
    AtOut memory_out;  // fills, writes and atomics, towards the L2

    L1Cache(sc_core::sc_module_name name, ClockDomain& domain, const L1CacheParameters& parameters);
    const char* kind() const override { return "l1_cache"; }

    // The sockets of all banks: core_in, core_in_1, ... A bank takes any line; those of one line must come by one bank.
    AtIn& bank_in(unsigned bank) { return bank_of(bank).in; }

    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void report_outstanding(std::ostream& out) const override;
    bool idle() const;

    Counter accesses{*this, "accesses", "requests", "loads that looked the cache up"};
    Counter hits{*this, "hits", "requests", "loads whose line was there"};
    Counter hits_reserved{*this, "hits_reserved", "requests", "loads whose line was on its way (merged in the MSHR)"};
    Counter misses{*this, "misses", "requests", "loads that asked the L2 for a line or sectors"};
    Counter sector_accesses{*this, "sector_accesses", "sectors", "32 B sectors that loads asked for"};
    Counter sector_hits{*this, "sector_hits", "sectors", "of these: were there"};
    Counter sector_hits_reserved{*this, "sector_hits_reserved", "sectors", "of these: were on their way"};
    Counter sector_misses{*this, "sector_misses", "sectors", "of these: neither"};
    Counter fails_mshr_full{*this, "fails_mshr_full", "requests", "loads that had to wait for a free MSHR entry"};
    Counter fails_merge_full{*this, "fails_merge_full", "requests", "loads that had to wait: merge limit of the entry"};
    Counter fails_no_way{*this, "fails_no_way", "requests", "loads that had to wait: all ways of the set reserved"};
    Counter fails_miss_queue{*this, "fails_miss_queue", "requests", "requests that had to wait for the miss queue"};
    Counter stall_cycles{*this, "stall_cycles", "cycles", "the request at the head could not be served"};
    Counter stores{*this, "stores", "requests", "stores written through"};
    Counter store_sectors{*this, "store_sectors", "sectors", "32 B sectors that stores wrote to"};
    Counter store_sector_hits{*this, "store_sector_hits", "sectors", "of these: were there"};
    Counter atomics{*this, "atomics", "requests", "atomics passed to the L2"};
    Counter bypasses{*this, "bypasses", "requests", "loads that passed by on the program's word"};
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
    // A load that waits for one or more blocks. A block is what an MSHR entry stands for: a line, or a sector.
    struct Waiter {
        L1Bank* bank = nullptr;
        Payload* payload = nullptr;
        unsigned blocks = 0;  // that have not come yet
        tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
    };
    // What a load found: its blocks that are there, on their way, and neither.
    struct Lookup {
        std::uint64_t line;
        unsigned way;
        Mask there, on_the_way, absent;
    };

    template <class Visit>
    void for_each_bank(Visit visit) {
        visit(first_bank_);
        for (auto& bank : other_banks_) visit(*bank);
    }
    L1Bank& bank_of(unsigned bank) { return bank ? *other_banks_[bank - 1] : first_bank_; }
    bool banked() const { return counted_ != nullptr; }
    std::size_t requests_queued() const;
    bool any_stalled() const;
    bool respond(Cycle now);
    bool look_up(Cycle now);
    bool look_up(L1Bank& bank, Cycle now);
    bool send_below(Cycle now);
    void sleep(bool progress, Cycle now);
    StallCause try_serve(L1Bank& bank, Payload* request, Cycle now);
    StallCause load(L1Bank& bank, Payload* request, Cycle now);
    StallCause wait_for_blocks(L1Bank& bank, Payload* request, Lookup found, Cycle now);
    StallCause make_room(Lookup& found);
    void fetch(Payload* request, const Lookup& found, unsigned waiter, Cycle now);
    void count_load(Payload& request, const Lookup& found);
    void count_passing(Payload& request);
    void leave_store(Payload& store);
    unsigned take_way(std::uint64_t line);
    void mark_written(unsigned way);
    void drop_line(std::uint64_t line);
    bool forget_line(std::uint64_t line);
    void drop_all();
    bool close_blocks(std::uint64_t line, Mask blocks);
    bool take_below(Cycle now);
    Payload* make_fill(Payload* request, std::uint64_t line, Mask run, unsigned way);
    void install(Payload* fill, Cycle now);
    Mask hand_out(Payload* fill, unsigned first_entry, Cycle now);
    void answer_if_complete(unsigned waiter, Cycle now);
    unsigned way_for(std::uint64_t line);
    void keep(const Payload& fill, unsigned way, Mask blocks);
    void end_fetch(unsigned way, Mask kept);
    void count_stall(L1Bank& bank, Cycle now);
    std::size_t answer_room(Cycle now);
    unsigned new_waiter(L1Bank& bank, Payload* request, unsigned blocks);
    bool lands_in_its_way() const;
    bool is_there(Payload& request, unsigned way) const;
    std::uint64_t block(std::uint64_t line, unsigned sector) const { return line * sectors_.count + sector; }
    std::uint8_t* data_of(unsigned way) { return &data_[std::size_t{way} * line_bytes]; }
    void trace();

    L1Bank first_bank_;
    std::vector<std::unique_ptr<L1Bank>> other_banks_;
    std::unique_ptr<L1BankCounters> counted_;  // where there are banks
    bool miss_port_taken_ = false;             // in this cycle, by another bank
    const L1CacheParameters parameters_;
    const SectorGeometry sectors_;
    TagArray tags_;
    Mshr<unsigned> mshr_;                  // by block; the waiters are indices into waiters_
    std::vector<unsigned> next_of_fetch_;  // by entry: the next block that comes with the same answer
    std::vector<unsigned> fetches_of_;     // by way: answers that are outstanding
    std::vector<Waiter> waiters_;
    std::vector<unsigned> free_waiters_;
    std::vector<std::uint8_t> data_;
    PayloadPool<LinePayload> pool_;
    RegisteredQueue<Payload*> miss_queue_;  // towards the L2
    unsigned written_lines_ = 0;            // that hold a store's bytes

    Signal request_queue_signal_{*this, "request_queue", 8};
    Signal miss_queue_signal_{*this, "miss_queue", 8};
    Signal mshr_signal_{*this, "mshr_used", 10};
    Signal hits_signal_{*this, "hits", 32};
    Signal misses_signal_{*this, "misses", 32};
    Signal stall_signal_{*this, "stall", 1};
};

}  // namespace heddle
