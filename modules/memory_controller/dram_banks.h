// The banks of one DRAM channel and the earliest cycle each command may be issued in. Open page.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "heddle/base/cycle.h"
#include "heddle/memory_controller/dram_timing.h"

namespace heddle {

// A bit per bank.
using BankMask = std::uint64_t;
constexpr unsigned most_banks = 64;
constexpr BankMask bank_bit(unsigned bank) {
    return BankMask{1} << bank;
}

class DramBanks {
public:
    static constexpr std::uint64_t no_row = ~std::uint64_t{0};

    DramBanks(unsigned banks, const DramTiming& timing)
        : row_(banks, no_row), activate_from_(banks), column_from_(banks), precharge_from_(banks), timing_(timing) {}

    unsigned size() const { return static_cast<unsigned>(row_.size()); }
    std::uint64_t open_row(unsigned bank) const { return row_[bank]; }
    bool is_open(unsigned bank, std::uint64_t row) const { return row_[bank] == row; }
    // Banks with any row open.
    BankMask open_banks() const { return open_banks_; }

    // Of the command that the bank needs for another row: precharge if a row is open, else activate.
    Cycle earliest_row_command(unsigned bank) const {
        return open_banks_ & bank_bit(bank) ? precharge_from_[bank]
                                            : std::max(activate_from_[bank], any_activate_from_);
    }
    // Between activates of different banks.
    unsigned activate_gap_cycles() const { return timing_.rrd_cycles; }
    // For a bank with an open row: no earlier than its data find the bus free.
    Cycle earliest_column(unsigned bank, bool is_write) const {
        return std::max(column_from_[bank], earliest_column(is_write));
    }
    // The same for a read or a write, whichever is possible earlier.
    Cycle earliest_column(unsigned bank) const { return std::max(column_from_[bank], any_column_from()); }
    // What the data bus alone allows.
    Cycle earliest_column(bool is_write) const { return is_write ? any_write_from_ : any_read_from_; }

    // The banks of `banks` that may get the command now; a column command is a read or a write. `next` is lowered to
    // the first cycle in which one of the others may get it.
    BankMask ready_for_column(BankMask banks, Cycle now, Cycle& next) const {
        return ready(banks, column_from_, any_column_from(), now, next);
    }
    BankMask ready_for_precharge(BankMask banks, Cycle now, Cycle& next) const {
        return ready(banks, precharge_from_, 0, now, next);
    }
    BankMask ready_for_activate(BankMask banks, Cycle now, Cycle& next) const {
        return ready(banks, activate_from_, any_activate_from_, now, next);
    }

    void precharge(unsigned bank, Cycle now);
    void activate(unsigned bank, std::uint64_t row, Cycle now);
    // Returns the first cycle after the data have passed the bus.
    Cycle column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now);
    // Closes all rows as soon as their timing allows, and refreshes all banks.
    void refresh(Cycle now);

private:
    using ByBank = std::vector<Cycle>;

    Cycle any_column_from() const { return std::min(any_read_from_, any_write_from_); }
    // The banks of `banks` whose earliest cycle has come, provided that cycle `all`, which holds for all of them, has.
    static BankMask ready(BankMask banks, const ByBank& from, Cycle all, Cycle now, Cycle& next) {
        BankMask ready = 0;
        Cycle first = never;
        for (; banks; banks &= banks - 1) {
            const Cycle earliest = from[static_cast<unsigned>(__builtin_ctzll(banks))];
            const bool now_or_before = earliest <= now;
            ready |= now_or_before ? banks & -banks : 0;
            first = now_or_before ? first : std::min(first, earliest);
        }
        if (all > now) {
            first = std::max(ready ? all : first, all);
            ready = 0;
        }
        next = std::min(next, first);
        return ready;
    }

    BankMask group_of(unsigned bank) const;

    std::vector<std::uint64_t> row_;
    // One array per command: a choice asks many banks about the same one.
    ByBank activate_from_, column_from_, precharge_from_;
    BankMask open_banks_ = 0;
    Cycle any_activate_from_ = 0, any_read_from_ = 0, any_write_from_ = 0;
    DramTiming timing_;
};

}  // namespace heddle
