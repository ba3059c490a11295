// The load/store unit of WarpPool: instructions wait in queues, several coalescers cut them into lines, and loads of
// different warps to one line become one request while they wait for the L1 (MECHANISMS 2.2).
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "heddle/lsu/lsu_base.h"
#include "heddle/lsu/pool/priority_fifos.h"
#include "heddle/lsu/pool/warppool/inter_warp_queues.h"
#include "heddle/lsu/pool/warppool/looked_up_lines.h"
#include "heddle/lsu/pool/warppool/request_selector.h"
#include "heddle/lsu/pool/warppool/thread_map_table.h"
#include "heddle/lsu/pool/warppool/warppool_counters.h"

namespace heddle {

class WarpPoolLsu : public LsuBase {
public:
    WarpPoolLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
                const WarpPoolParameters& pool);
    const char* kind() const override { return "warppool_lsu"; }

    void tick(Cycle now) final;
    bool idle() const override;
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;

    // With a port for stores the L1 looks up stores, atomics and plain accesses when it can serve no load.
    unsigned l1_ports() const override { return stores_out_ ? 2 : 1; }
    AtOut& l1_port(unsigned port) override { return port ? *stores_out_ : l1_out; }

    WarpPoolCounters pool;

private:
    // An intra-warp coalescer; what follows `current` describes the next line of a load. It fills one line of the
    // host's cache.
    struct alignas(host_line_bytes) Coalescer {
        Current current;
        Payload* instruction = nullptr;
        LineGroup group;
        Mapping mapping;
        std::uint16_t warp = 0;
        std::uint8_t queue = 0;  // the inter-warp queue of the line
        bool bypass_l1 = false;
        void prefetch_lanes() const { prefetch_host_line(&current.lanes->active); }
    };
    static_assert(sizeof(Coalescer) == host_line_bytes, "one line of the host's cache");
    // Why a coalescer, a line request for the L1 or an instruction in front of a full queue waits.
    enum class Stall : std::uint8_t { tag, slot, conflict, map, store, l1, instruction_queue, none };
    static constexpr std::uint64_t any_stall = ~std::uint64_t{0} >> 8;  // the bytes of all reasons

    // Added to both counts of a load's Pending until all its lines are made, so that neither reaches zero before and
    // placing a line does not have to count.
    static constexpr unsigned unfinished = 64;
    static_assert(unfinished > warp_lanes, "a load has no more lines than lanes");

    void prefetch(Cycle now);
    // The steps of a cycle, back to front (2.2.8). Each is called only if there is something for it to do.
    bool write_back(AtOut& port, Cycle now);
    bool select(Cycle now);
    bool select_of_both(Cycle now);
    bool place_lines(Cycle now);
    bool pop_instructions(Cycle now);
    bool take_instruction(Cycle now);
    void sleep(bool progress, bool works, Cycle now);

    bool take_looked_up(Cycle now);
    bool take_answers_to_stores(Cycle now);
    bool write_response(LineRequest& line, Cycle now);
    bool write_next_load(LineRequest& line, Cycle now);
    bool may_write(const LineRequest& line) const;
    void load_written(unsigned map_entry, Cycle now);
    unsigned store_to_send(Cycle waiting_since) const;
    void send_store(unsigned coalescer, Cycle now);
    void send_tag(unsigned tag, Cycle now);
    LineRequest* merged_request(const InterWarpQueues::Tag& tag, const LoadSlot* slots);
    void line_left(unsigned pending);
    Stall place(unsigned coalescer, std::uint32_t& queues_used, Cycle now);
    static LaneMask transaction_lanes(const Current& current);
    void next_line(Coalescer& coalescer) const;
    void begin_load(unsigned coalescer, Payload& instruction);
    void finish_load(unsigned coalescer);
    void count_insert(InterWarpQueues::Result result, const Mapping& mapping);
    void settle_tally();
    std::uint64_t queues_to_take() const;
    void start(unsigned coalescer, unsigned queue, Cycle now);
    // How long an instruction that may leave its queue from cycle `from` on has been there, less what is counted
    // already.
    Cycle queue_cycles(Cycle from, Cycle now) const { return now - std::max(from - queue_latency_, settled_); }
    unsigned busy() const { return loading_ | direct_; }
    bool anything_waits() const { return busy() || !queues_.empty() || !lines_.empty(); }
    void end_quantum(Cycle now);
    void stalls_on(Stall reason) { stalls_ += std::uint64_t{1} << 8 * static_cast<unsigned>(reason); }
    void account_until(Cycle cycle, std::uint64_t stalls);
    void trace();

    // What every tick reads comes first, on few lines of the host's cache. Coalescers as bits: those with a load, those
    // with an instruction whose line requests go directly to the L1 (stores, atomics, plain accesses), and
    // those whose last instruction was a plain access.
    alignas(host_line_bytes) std::uint8_t loading_ = 0;
    std::uint8_t direct_ = 0, plain_ = 0;
    const std::uint8_t all_coalescers_;
    bool back_pressured_ = false;  // in the last tick: a line request had to wait for the link to the L1
    const bool strict_ranges_;
    const std::uint8_t write_back_entries_;
    std::uint8_t head_written_ = 0;  // how many loads of the response at the head of the write-back queue are done
    const std::uint8_t write_backs_per_cycle_;
    std::uint8_t writes_left_ = 0;  // in this cycle, of loads whose registers may be written
    const bool write_back_mapped_only_;
    Cycle accounted_ = 0;       // the cycles before this one are counted; those since stalled as the last tick did
    std::uint64_t stalls_ = 0;  // in the last tick: how many waited for each reason, a byte for each
    // Occupancy of the MSHR metadata table, in loads. A request carries the entry of its first load; the others stay in
    // lines_ until the response.
    std::uint32_t metadata_slots_ = 0, most_metadata_slots_ = 0;
    RequestSelector selector_;
    InterWarpQueues lines_;
    WarpPoolTally tally_;
    std::array<Coalescer, WarpPoolParameters::max_coalescers> coalescers_;
    // Of a coalescer in direct_: the first cycle in which its next line request could go to the L1.
    std::array<Cycle, WarpPoolParameters::max_coalescers> line_since_{};
    PriorityFifos<Payload*> queues_;
    const Cycle queue_latency_;  // from the insertion into an instruction queue until a coalescer may take it
    Cycle settled_ = 0;          // up to here the occupancy of the instruction queues is counted
    const unsigned warps_, instruction_queues_;
    const Cycle store_wait_limit_;
    ThreadMapTable map_table_;
    std::unique_ptr<AtOut> stores_out_;         // null: stores go to the L1 as loads do
    std::unique_ptr<LookedUpLines> looked_up_;  // only with a port for stores

    Signal queued_signal_{*this, "instruction_queues", 17};
    Signal coalescers_signal_{*this, "coalescers_busy", 4};
    Signal tags_signal_{*this, "tags_used", 16};
    Signal slots_signal_{*this, "slots_sent", 8};
    Signal policy_signal_{*this, "policy_warp_id", 1};
    Signal stall_signal_{*this, "line_stall", 1};
    Signal write_back_signal_{*this, "write_back_queue", 8};
    ServedSignals line_served_{*this, "line"};  // the line request that was sent last, and the warp of its first load
};

}  // namespace heddle
