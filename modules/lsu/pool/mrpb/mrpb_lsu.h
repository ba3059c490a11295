// A load/store unit that reorders line requests of loads by warp before the L1, without bypassing (MECHANISMS 2.4).
#pragma once

#include "heddle/lsu/lsu_base.h"
#include "heddle/lsu/pool/mrpb/mrpb_parameters.h"
#include "heddle/lsu/pool/priority_fifos.h"

namespace heddle {

class MrpbLsu : public LsuBase {
public:
    MrpbLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
            const MrpbParameters& pool);
    const char* kind() const override { return "mrpb_lsu"; }

    void tick(Cycle now) final;
    bool idle() const override { return LsuBase::idle() && fifos_.empty(); }
    void settle_counters() override {
        account_until(domain().now());
        settle_pending();
    }
    void report_outstanding(std::ostream& out) const override;

    Counter queue_occupancy_cycles{*this, "queue_occupancy_cycles", "request-cycles",
                                   "sum over line requests: time in the warp queues"};
    Counter queue_full_cycles{*this, "queue_full_cycles", "cycles", "a load's line waits because its queue is full"};
    Counter max_queued{*this, "max_queued", "requests", "most line requests in the queues at the same time so far"};
    Counter flushes{*this, "flushes", "instructions",
                    "stores and atomics that found loads in the queues they wait for"};
    Counter flush_cycles{*this, "flush_cycles", "cycles", "a store or atomic waits for such loads"};

private:
    struct Queued {
        LineRequest* line = nullptr;
        Cycle since = 0;
    };

    bool send(Cycle now);
    bool take_instruction(Cycle now);
    bool queue_line(Cycle now);
    bool waits_for_queues() const;
    unsigned queue_of_current() const;
    void line_sent(unsigned pending);
    void sleep(bool progress, Cycle now);
    void account_until(Cycle cycle);
    void trace();

    const unsigned warp_queues_;
    const bool flush_all_;
    PriorityFifos<Queued> fifos_;
    Current current_;
    bool direct_ = false;          // the line requests of the current instruction, no load, bypass the queues
    bool flushing_ = false;        // ... and wait for loads in the queues
    Counter* waits_on_ = nullptr;  // in the last tick: what the coalescer waited for
    bool back_pressured_ = false;  // in the last tick: a line request had to wait for the link to the L1
    Cycle accounted_ = 0;          // the cycles before this one are counted

    Signal queued_signal_{*this, "queued_lines", 16};
    Signal pending_signal_{*this, "pending_instructions", 16};
    Signal flush_signal_{*this, "flush", 1};
    Signal stall_signal_{*this, "line_stall", 1};
    ServedSignals line_served_{*this, "line"};  // the line request that was sent last
};

}  // namespace heddle
