// A load/store unit in front of an L1 that has each sector of a line in a bank of its own (l1_cache.sector_banks): one
// instruction at a time, its lines from the highest address down, and in a cycle as many of them as want different
// banks.
#pragma once

#include "heddle/lsu/lsu_base.h"

namespace heddle {

class SectorLsu : public LsuBase {
public:
    static constexpr unsigned banks = 4;

    SectorLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters)
        : LsuBase(name, domain, parameters, 2 * banks, this, banks) {}
    const char* kind() const override { return "sector_lsu"; }

    void tick(Cycle now) final;
    void report_outstanding(std::ostream& out) const override;

    Counter active_cycles{*this, "active_cycles", "cycles", "at least one line request was sent"};

private:
    bool take_instruction(Cycle now);
    LineRequest* make_request();
    bool send_lines(Cycle now);
    void sleep(bool progress, Cycle now);
    void trace(unsigned sent);

    Current current_;
    LineRequest* next_ = nullptr;  // of the current instruction: made, but not sent
    Cycle line_ready_ = 0;         // the first cycle in which it could have gone to the L1

    Signal pending_signal_{*this, "pending_instructions", 13};
    Signal sent_signal_{*this, "lines_sent", 3};
    ServedSignals line_served_{*this, "line"};  // the line request that was sent last
};

}  // namespace heddle
