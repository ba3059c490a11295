// The load/store unit of an SM with several L1 caches, each for some of its CTA slots: one instruction at a time, one
// line request per cycle, in order, to the cache of the instruction's CTA.
#pragma once

#include "heddle/base/ports.h"
#include "heddle/lsu/lsu_base.h"

namespace heddle {

class SplitLsu : public LsuBase {
public:
    SplitLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters, unsigned caches);
    const char* kind() const override { return "split_lsu"; }

    unsigned l1_ports() const override { return 1 + more_out_.size(); }
    AtOut& l1_port(unsigned cache) override { return cache == 0 ? l1_out : more_out_[cache - 1]; }

    void tick(Cycle now) final;
    // Debug writes and blocking ones of no warp reach every cache, so that none keeps a stale copy.
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    bool idle() const override;
    void report_outstanding(std::ostream& out) const override;

protected:
    AtOut& port_of(std::uint64_t) override { return l1_port(direct_cache_); }

private:
    unsigned cache_of(Payload& instruction) const { return gpu_access(instruction).cta_slot % l1_ports(); }
    bool take_instruction(Cycle now);
    void send_line(Cycle now);
    void sleep(bool progress, Cycle now);
    void trace();

    Ports<AtOut> more_out_;  // to the caches 1, 2, ...
    Current current_;
    unsigned cache_ = 0;         // of the current instruction
    unsigned direct_cache_ = 0;  // that blocking and debug accesses use
    Cycle line_ready_ = 0;       // the first cycle in which the next line request could have gone to the L1

    Signal queue_signal_{*this, "instruction_queue", 16};
    Signal pending_signal_{*this, "pending_instructions", 13};
    Signal cache_signal_{*this, "line_cache", 8};
    ServedSignals line_served_{*this, "line"};  // the line request that was sent last
};

}  // namespace heddle
