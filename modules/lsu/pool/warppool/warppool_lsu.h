// The load/store unit of WarpPool: instructions wait in queues, several coalescers cut them into lines, and loads of
// different warps to one line become one request while they wait for the L1 (MECHANISMS 2.2).
#pragma once

#include "lsu/lsu_base.h"
#include "lsu/pool/priority_fifos.h"
#include "lsu/pool/warppool/inter_warp_queues.h"
#include "lsu/pool/warppool/request_selector.h"
#include "lsu/pool/warppool/thread_map_table.h"
#include "lsu/pool/warppool/warppool_counters.h"

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

    WarpPoolCounters pool;

private:
    // An intra-warp coalescer and the line it tries to place.
    struct Coalescer {
        Current current;
        bool direct = false;    // goes to the L1 itself: stores, atomics, invalidates, plain accesses
        bool has_line = false;  // of a load: group and mapping are those of its next line
        LineGroup group;
        Mapping mapping;
        Cycle line_since = 0;
        Counter* stalled_on = nullptr;  // in the last tick
        bool busy() const { return current.pending != none; }
        bool plain() const { return busy() && !current.lanes; }
    };

    // The steps of a cycle, back to front (2.2.8).
    bool write_back(Cycle now);
    bool select(Cycle now);
    bool place_lines(Cycle now);
    bool pop_instructions(Cycle now);
    bool take_instruction(Cycle now);
    void sleep(bool progress, Cycle now);

    bool write_next_load(LineRequest& line, Cycle now);
    void load_written(unsigned map_entry, Cycle now);
    Coalescer* store_to_send(Cycle waiting_since);
    void send_store(Coalescer& coalescer, Cycle now);
    void send_tag(unsigned tag, Cycle now);
    LineRequest* merged_request(const LoadSlot* slots, unsigned count);
    unsigned keep_slots(const LoadSlot* slots, unsigned count);
    void line_sent(unsigned pending);
    Counter* place(Coalescer& coalescer, std::uint32_t& queues_used, Cycle now);
    static LaneMask transaction_lanes(const Current& current);
    void next_line(Coalescer& coalescer) const;
    void count_insert(InterWarpQueues::Result result, const Mapping& mapping);
    bool may_take(unsigned queue) const;
    void count_queue(unsigned queue, Cycle now);
    bool anything_waits() const;
    void account_until(Cycle cycle);
    void trace();

    const WarpPoolParameters parameters_;
    PriorityFifos<Payload*> queues_;
    InterWarpQueues lines_;
    RequestSelector selector_;
    ThreadMapTable map_table_;
    std::vector<Coalescer> coalescers_;
    // The loads of requests that serve several, from when those leave until all are written back; with the single ones,
    // which stand in their requests, the MSHR metadata table.
    std::vector<LoadSlot> merged_;  // slots_per_tag of each request
    std::vector<unsigned> free_merged_;
    unsigned metadata_slots_ = 0;
    unsigned head_written_ = 0;                    // loads of the answer at the head of the write-back queue
    bool link_shut_ = false, queue_full_ = false;  // in the last tick: what waited for the L1, or at the door
    std::vector<Cycle> queue_since_;               // by instruction queue: up to when its occupancy is counted
    Cycle accounted_ = 0;                          // the cycles before this one are in the counters

    Signal queued_signal_{*this, "instruction_queues", 10};
    Signal coalescers_signal_{*this, "coalescers_busy", 4};
    Signal tags_signal_{*this, "tags_used", 10};
    Signal slots_signal_{*this, "slots_sent", 4};
    Signal policy_signal_{*this, "policy_warp_id", 1};
    Signal stall_signal_{*this, "line_stall", 1};
    Signal write_back_signal_{*this, "write_back_queue", 4};
};

}  // namespace heddle
