// The banks of one DRAM channel and the earliest cycle each command may be issued in. A channel may consist of
// pseudo-channels: then commands to banks of one do not bind the banks of another.
#pragma once

#include <algorithm>
#include <array>
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

// Of `banks` banks the one with number `first` and every `step`-th one after it.
BankMask every_nth_bank(unsigned first, unsigned step, unsigned banks);

class DramBanks {
public:
    static constexpr std::uint64_t no_row = ~std::uint64_t{0};

    DramBanks(unsigned banks, const DramTiming& timing);

    unsigned size() const { return static_cast<unsigned>(row_.size()); }
    std::uint64_t open_row(unsigned bank) const { return row_[bank]; }
    bool is_open(unsigned bank, std::uint64_t row) const { return row_[bank] == row; }
    // Banks with any row open.
    BankMask open_banks() const { return open_banks_; }

    // Of the command that the bank needs for another row: precharge if a row is open, else activate.
    Cycle earliest_row_command(unsigned bank) const {
        return open_banks_ & bank_bit(bank) ? precharge_from_[bank]
                                            : std::max(activate_from_[bank], channel_of(bank).activate_from);
    }
    // The least time between activates, or column commands, of two banks. Those of different pseudo-channels wait for
    // nothing but the command bus.
    unsigned activate_gap_cycles() const { return several_channels() ? 1 : timing_.rrd_cycles; }
    unsigned column_gap_cycles() const { return several_channels() ? 1 : timing_.ccd_cycles; }
    // For a bank with an open row: no earlier than its data find the bus free.
    Cycle earliest_column(unsigned bank, bool is_write) const {
        return std::max(column_from_[bank], bus_free(bank, is_write));
    }
    // The same for a read or a write, whichever is possible earlier.
    Cycle earliest_column(unsigned bank) const { return std::max(column_from_[bank], channel_of(bank).column_from()); }
    // What the data bus of the bank alone allows.
    Cycle bus_free(unsigned bank, bool is_write) const {
        const PseudoChannel& channel = channel_of(bank);
        return is_write ? channel.write_from : channel.read_from;
    }

    // The banks of `banks` that may get the command now; a column command is a read or a write. `next` is lowered to
    // the first cycle in which one of the others may get it.
    BankMask ready_for_column(BankMask banks, Cycle now, Cycle& next) const {
        BankMask ready = 0;
        for (unsigned i = 0; i <= last_channel_; ++i)
            ready |= ready_of(banks & channels_[i].banks, column_from_, channels_[i].column_from(), now, next);
        return ready;
    }
    BankMask ready_for_precharge(BankMask banks, Cycle now, Cycle& next) const {
        return ready_of(banks, precharge_from_, 0, now, next);
    }
    BankMask ready_for_activate(BankMask banks, Cycle now, Cycle& next) const {
        BankMask ready = 0;
        for (unsigned i = 0; i <= last_channel_; ++i)
            ready |= ready_of(banks & channels_[i].banks, activate_from_, channels_[i].activate_from, now, next);
        return ready;
    }

    void precharge(unsigned bank, Cycle now);
    void activate(unsigned bank, std::uint64_t row, Cycle now);
    // Returns the first cycle after the data have passed the bus.
    Cycle column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now);
    // The last column command was one with auto-precharge: the row closes as soon as its timing allows.
    void auto_precharge(unsigned bank) { precharge(bank, precharge_from_[bank]); }
    // Closes the rows of these banks as soon as their timing allows, and refreshes the banks, all at once.
    void refresh(BankMask group, Cycle now);

private:
    using ByBank = std::vector<Cycle>;
    // What its banks have in common: before these cycles none of them gets the command.
    struct PseudoChannel {
        BankMask banks = 0;
        Cycle activate_from = 0, read_from = 0, write_from = 0;

        Cycle column_from() const { return std::min(read_from, write_from); }
    };

    bool several_channels() const { return last_channel_ > 0; }
    // Consecutive banks are in different ones, of which there are a power of two.
    PseudoChannel& channel_of(unsigned bank) { return channels_[bank & last_channel_]; }
    const PseudoChannel& channel_of(unsigned bank) const { return channels_[bank & last_channel_]; }
    // The banks of `banks` whose earliest cycle has come, provided that cycle `all`, which holds for all of them, has.
    static BankMask ready_of(BankMask banks, const ByBank& from, Cycle all, Cycle now, Cycle& next) {
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

    std::vector<std::uint64_t> row_;
    // One array per command: a choice asks many banks about the same one.
    ByBank activate_from_, column_from_, precharge_from_;
    BankMask open_banks_ = 0;
    std::vector<BankMask> group_of_;  // by bank: all banks of its bank group
    const unsigned last_channel_;
    std::array<PseudoChannel, most_pseudo_channels> channels_{};
    DramTiming timing_;
};

}  // namespace heddle
