// The L1 data cache of an SM: write-through, not coherent; by default in whole lines, write-evict, allocate on miss.
#pragma once

#include <memory>
#include <vector>

#include "base/counter.h"
#include "base/payload_pool.h"
#include "base/waveform.h"
#include "cache/foretold_out.h"
#include "cache/mshr.h"
#include "cache/sectors.h"
#include "cache/tag_array.h"
#include "l1_cache/l1_bank.h"
#include "l1_cache/l1_fill.h"

namespace heddle {

class L1Cache : public Ticked, public LtTarget {
public:
    AtIn& core_in;                    // line requests of the LSU; those of bank 0 where there are more
    ForetoldOut<L1Cache> memory_out;  // fills, writes and atomics, towards the L2

    L1Cache(sc_core::sc_module_name name, ClockDomain& domain, const L1CacheParameters& parameters);
    const char* kind() const override { return "l1_cache"; }

    // The sockets of all banks: core_in, core_in_1, ... A bank takes any line; those of one line must come by one bank.
    AtIn& bank_in(unsigned bank) { return bank_of(bank).in; }

    void tick(Cycle now) final;
    // What take_below() will look at in the next cycle.
    void response_foretold(Payload& answer) const {
        const GpuAccess& access = gpu_access(answer);
        if (!answer.is_read() || access.bypass_l1) return;
        prefetch_host_line(answer.get_data_ptr());
        prefetch_host_line(answer.get_data_ptr() + host_line_bytes);
        mshr_.fetch_host_line_of(access.route.top());
        tags_.fetch_host_lines_of_set(tags_.set_of(answer.get_address() / line_bytes));
    }
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
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
    // A load that waits for a block. A block is what an MSHR entry stands for: a line, or a sector.
    struct Waiter {
        Payload* payload = nullptr;
        unsigned bank = 0;
        unsigned split = not_split;
    };
    static constexpr unsigned not_split = ~0u;
    // What a load has that waits for several blocks, and so in several entries.
    struct Split {
        unsigned blocks;  // that have not come yet
        tlm::tlm_response_status status;
    };
    // What is asked for with one request: blocks side by side, for a way, if it is known, and the first of their
    // entries.
    struct Fetch {
        std::uint64_t line;
        Mask run;
        unsigned way, entry;
    };

    // The one bank that most caches have does without the others in every step.
    template <bool with_banks, class Visit>
    void for_each_bank(Visit visit) {
        visit(first_bank_);
        if constexpr (with_banks)
            for (auto& bank : other_banks_) visit(*bank);
    }
    L1Bank& bank_of(unsigned bank) { return bank ? *other_banks_[bank - 1] : first_bank_; }
    bool banked() const { return banked_; }
    bool allocates_on_fill() const { return !plain_ && parameters_.allocate_on_fill; }
    std::size_t requests_queued() const;
    bool any_stalled() const;
    template <bool with_banks>
    void cycle(Cycle now);
    template <bool with_banks>
    Cycle next_tick(bool progress, Cycle now);
    bool look_up(L1Bank& bank, Cycle now);
    void end_lookups(bool served);
    bool send_below(Cycle now);
    bool foresees_stall(Cycle now);
    void end_foresight(Cycle now);
    void examine_head(L1Bank& bank);
    void fetch_ahead(const L1Bank& bank) const;
    void find_on_the_way(L1Head& head) const;
    StallCause obstacle(L1Bank& bank) const;
    StallCause obstacle_of_miss(L1Head& head) const;
    void serve_head(L1Bank& bank, Cycle now);
    void answer_here(L1Bank& bank, Payload* request, Cycle now);
    void pass_on(L1Bank& bank, Payload* request, Cycle now);
    void load(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now);
    void answer_hit(L1Bank& bank, Payload* request, Cycle now);
    void wait_for_line(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now);
    void wait_for_blocks(L1Bank& bank, Payload* request, GpuAccess& access, Cycle now);
    unsigned way_of_miss(const L1Head& head);
    void fetch(const L1Head& head, unsigned way, const Waiter& waiter, GpuAccess& access, Cycle now);
    void count_load(Payload& request, const L1Head& found);
    void count_passing(Payload& request);
    void leave_store(Payload& store, unsigned way);
    bool spares_written() const {
        return written_lines_ &&
               std::uint64_t{written_lines_} * 100 < std::uint64_t{tags_.lines()} * parameters_.spared_written_percent;
    }
    // Displaces the victim, if it is a line.
    unsigned take_way(unsigned victim, std::uint64_t line) {
        const TagArray::Reservation reservation = tags_.reserve_way(victim, line);
        if (reservation.displaced) ++evictions;
        if (reservation.displaced_dirty) --written_lines_;
        return reservation.way;
    }
    void mark_written(unsigned way);
    void drop_line(std::uint64_t line, unsigned way);
    bool forget_line(std::uint64_t line, unsigned way);
    void drop_all();
    bool close_blocks(std::uint64_t line, unsigned way, Mask blocks);
    // With allocation on miss a line that is on its way has a way.
    bool may_be_on_the_way(unsigned way) const { return way != TagArray::none || allocates_on_fill(); }
    // The open MSHR entry of a block, or none. The line has the way, if may_be_on_the_way(way).
    unsigned entry_of(std::uint64_t line, unsigned sector, unsigned way) const {
        if (!plain_) return mshr_.find(sectors_.block(line, sector));
        return tags_.reserved(way) ? tags_.entry(way) : Mshr<Waiter>::none;
    }
    bool take_below(Cycle now);
    bool has_room_for_answers(unsigned first_entry, Cycle now) const;
    L1Fill* make_fill(const GpuAccess& access, const Fetch& fetch);
    void ask_below(Payload* request, GpuAccess& access, const Fetch& fetch, Cycle now);
    void install(Payload* fill, Cycle now);
    void install_line(Payload* fill, unsigned entry, Cycle now);
    void install_blocks(Payload* fill, unsigned first_entry, Cycle now);
    Mask hand_out(Payload* fill, unsigned first_entry, Cycle now);
    void block_came(const Waiter& waiter, tlm::tlm_response_status status, Cycle now);
    unsigned way_for(std::uint64_t line);
    void keep(const Payload& fill, unsigned way, Mask blocks);
    void end_fetch(unsigned way, Mask kept);
    void count_stall(L1Bank& bank, Cycle now);
    unsigned new_split(unsigned blocks);
    bool is_there(Payload& request, unsigned way) const;
    std::uint8_t* data_of(unsigned way) { return &data_[std::size_t{way} * line_bytes]; }
    void trace();

    L1Bank first_bank_;
    RegisteredQueue<Payload*> miss_queue_;  // towards the L2
    const bool banked_;
    // Whole lines, taken a way for when they miss, and no stores kept: a way is nobody else's until its line has come,
    // which can land there, and knows the MSHR entry.
    const bool plain_;
    bool miss_port_taken_ = false;  // in this cycle, by another bank
    const unsigned ports_;
    const SectorGeometry sectors_;
    unsigned written_lines_ = 0;  // that hold a store's bytes
    TagArray tags_;
    Mshr<Waiter> mshr_;  // by block
    HostLineArray<std::uint8_t> data_;
    std::vector<unsigned> fetches_of_;  // by way: answers that are outstanding; empty if it is always one
    PayloadPool<L1Fill> pool_;
    std::vector<std::unique_ptr<L1Bank>> other_banks_;
    std::unique_ptr<L1BankCounters> counted_;  // where there are banks
    std::vector<Split> splits_;
    std::vector<unsigned> free_splits_;
    const L1CacheParameters parameters_;

    Signal request_queue_signal_{*this, "request_queue", 8};
    Signal miss_queue_signal_{*this, "miss_queue", 8};
    Signal mshr_signal_{*this, "mshr_used", 10};
    Signal hits_signal_{*this, "hits", 32};
    Signal misses_signal_{*this, "misses", 32};
    Signal stall_signal_{*this, "stall", 1};
};

}  // namespace heddle
