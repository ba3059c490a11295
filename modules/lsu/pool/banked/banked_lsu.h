// A load/store unit in front of a banked L1: one instruction at a time, but one line request per bank and cycle
// (MECHANISMS 2.4); or several instructions in turn, each with the passes that the data banks take for it.
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
    void settle_counters() override {
        account_until(domain().now());
        settle_pending();
    }
    void report_outstanding(std::ostream& out) const override;

    Counter active_cycles{*this, "active_cycles", "cycles", "at least one line request was sent"};
    Counter bank_conflict_cycles{*this, "bank_conflict_cycles", "request-cycles",
                                 "a line request waits for another one of its instruction in its bank"};
    Counter lane_cycles{*this, "lane_cycles", "lane-cycles", "passes that instructions need, times pass_cycles"};
    Counter data_bank_lane_cycles{*this, "data_bank_lane_cycles", "lane-cycles",
                                  "of these: instructions that need more passes for the data banks than for their "
                                  "lines"};

protected:
    AtOut& port_of(std::uint64_t address) override { return l1_port(bank_of(address)); }

private:
    static constexpr unsigned max_banks = 32;
    // An instruction in sight. Its lines go to the L1 in passes: one per bank in each, and a word of each data bank.
    struct Slot {
        Current current;
        std::uint16_t warp = 0;
        bool writes = false;                           // a store or an atomic
        unsigned lane = none;                          // what it takes its passes in, if its turn has come
        std::uint64_t turn = 0;                        // older ones have smaller numbers
        unsigned passes = 1;                           // what the data banks take
        unsigned passed = 0;                           // passes so far
        unsigned lines_count = 0, most_of_a_bank = 0;  // lines of a warp instruction
        std::uint32_t banks_left = 0;                  // banks with lines that are not sent yet, as a mask
        std::array<std::uint32_t, max_banks> of_bank;  // by bank: such lines, as a mask
        std::array<LineGroup, warp_lanes> lines;
        bool used() const { return current.pending != none; }
        bool waits() const { return used() && lane == none; }
        // How many lines may have gone after the next pass: they are spread over the passes.
        unsigned lines_due() const {
            return passed + 1 >= passes ? lines_count : (lines_count * (passed + 1) + passes - 1) / passes;
        }
    };
    unsigned bank_of(std::uint64_t address) const { return l1_banks_(address / line_bytes); }
    bool take_instruction(Cycle now);
    Slot* slot_for(Payload& instruction);
    void start_instructions();
    Slot* oldest_that_may_start();
    bool may_start(const Slot& slot) const;
    void sort_lines(Slot& slot);
    bool send_lines(Cycle now);
    bool pass(Slot& slot, Cycle now);
    unsigned next_bank(const Slot& slot, std::uint32_t banks) const;
    bool send_one(Slot& slot, Cycle now);
    void set_refused(const Slot& slot, bool refused);
    void end_pass(Slot& slot, Cycle now);
    void finish(Slot& slot);
    void count_needed(const Slot& slot);
    void send(LineRequest* line, unsigned bank, Cycle now);
    void sleep(bool progress, Cycle now);
    void account_until(Cycle cycle);
    void trace(unsigned sent);

    const unsigned banks_;
    const unsigned data_banks_;
    const unsigned pass_cycles_;
    const BankIndex l1_banks_;
    Ports<AtOut> more_out_;  // banks 1, 2, ...
    // Instructions that take passes in turn do so in a lane each, in which one pass follows another after some cycles.
    struct Lane {
        Cycle free_from = 0;
        bool used = false;
    };
    std::vector<Slot> slots_;
    std::vector<Lane> lanes_;
    unsigned used_ = 0;  // slots with an instruction
    std::uint64_t turns_ = 0;
    std::uint32_t refused_ = 0;  // lanes in whose last pass a line had to wait for the link to its bank, as a mask
    Cycle accounted_ = 0;        // the cycles before this one are counted

    Signal pending_signal_{*this, "pending_instructions", 16};
    Signal banks_left_signal_{*this, "banks_left", max_banks};
    Signal sent_signal_{*this, "lines_sent", 6};
    std::vector<std::unique_ptr<ServedSignals>> line_served_;  // the line request that was sent last to each bank
};

}  // namespace heddle
