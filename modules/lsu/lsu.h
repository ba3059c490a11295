// The load/store unit of the baseline: one instruction at a time, one line request per cycle to the L1, in order.
#pragma once

#include <memory>

#include "heddle/lsu/lsu_base.h"
#include "heddle/lsu/request_window_counters.h"

namespace heddle {

class Lsu : public LsuBase {
public:
    Lsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters)
        : LsuBase(name, domain, parameters, 4, this),
          windows_(parameters.window_monitor ? std::make_unique<RequestWindowCounters>(*this) : nullptr) {}
    const char* kind() const override { return "lsu"; }

    void tick(Cycle now) final;
    void report_outstanding(std::ostream& out) const override;

private:
    void sleep(bool progress, Cycle now);
    bool take_instruction(Cycle now);
    void send_line(Cycle now);
    void trace();

    Current current_;
    Cycle line_ready_ = 0;  // the first cycle in which the next line request could have gone to the L1
    const std::unique_ptr<RequestWindowCounters> windows_;

    Signal queue_signal_{*this, "instruction_queue", 16};
    Signal pending_signal_{*this, "pending_instructions", 13};
    Signal valid_signal_{*this, "line_valid", 1};
    Signal stall_signal_{*this, "line_stall", 1};
    ServedSignals line_served_{*this, "line"};  // the line request that was sent last
};

}  // namespace heddle
