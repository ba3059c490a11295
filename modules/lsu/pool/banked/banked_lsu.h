// A load/store unit in front of a banked L1: one instruction at a time, but one line request per bank and cycle
// (MECHANISMS 2.4).
#pragma once

#include <array>

#include "heddle/base/ports.h"
#include "heddle/cache/bank_index.h"
#include "heddle/lsu/lsu_base.h"
#include "heddle/lsu/pool/banked/banked_parameters.h"

namespace heddle {

class BankedLsu : public LsuBase {
public:
    // `l1_banks`: of the L1. The unit has a port for each of its banks, 32 at most.
    BankedLsu(sc_core::sc_module_name name, ClockDomain& domain, const LsuParameters& parameters,
              const BankedParameters& pool, const BankIndex& l1_banks);
    const char* kind() const override { return "banked_lsu"; }

    unsigned l1_ports() const override { return banks_; }
    AtOut& l1_port(unsigned bank) override { return bank == 0 ? l1_out : more_out_[bank - 1]; }

    void tick(Cycle now) final;
    bool idle() const override;
    void settle_counters() override { account_until(domain().now()); }
    void report_outstanding(std::ostream& out) const override;

    Counter active_cycles{*this, "active_cycles", "cycles", "at least one line request was sent"};
    Counter bank_conflict_cycles{*this, "bank_conflict_cycles", "request-cycles",
                                 "a line request waits for another one of its instruction in its bank"};

protected:
    AtOut& port_of(std::uint64_t address) override { return l1_port(bank_of(address)); }

private:
    // An instruction whose turn has not come: the data banks are busy with the one before it.
    bool waits_for_data_banks(Cycle now) const { return current_.lines == 0 && now < data_free_from_; }
    static constexpr unsigned max_banks = 32;
    unsigned bank_of(std::uint64_t address) const { return l1_banks_(address / line_bytes); }
    bool take_instruction(Cycle now);
    void sort_lines();
    bool send_lines(Cycle now);
    bool send_one(Cycle now);
    void send(LineRequest* line, unsigned bank, Cycle now);
    void sleep(bool progress, Cycle now);
    void account_until(Cycle cycle);
    void trace(unsigned sent);

    const unsigned banks_;
    const unsigned data_banks_;
    const BankIndex l1_banks_;
    Ports<AtOut> more_out_;  // banks 1, 2, ...
    Current current_;
    std::array<LineGroup, warp_lanes> lines_;       // all lines of the current warp instruction
    std::array<std::uint32_t, max_banks> of_bank_;  // by bank: its lines that are not sent yet, as a mask
    std::uint32_t banks_left_ = 0;                  // banks with such lines, as a mask
    Cycle data_free_from_ = 0;                      // the data banks have then read what the last instruction wants
    bool back_pressured_ = false;                   // in the last tick: a line had to wait for the link to its bank
    Cycle accounted_ = 0;                           // the cycles before this one are counted

    Signal pending_signal_{*this, "pending_instructions", 8};
    Signal banks_left_signal_{*this, "banks_left", max_banks};
    Signal sent_signal_{*this, "lines_sent", 6};
    std::vector<std::unique_ptr<ServedSignals>> line_served_;  // the line request that was sent last to each bank
};

}  // namespace heddle
