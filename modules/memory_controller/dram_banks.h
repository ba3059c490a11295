// The banks of one DRAM channel and the earliest cycle each command may be issued in. Open page.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/cycle.h"
#include "memory_controller/dram_timing.h"

namespace heddle {

class DramBanks {
public:
    static constexpr std::uint64_t no_row = ~std::uint64_t{0};

    DramBanks(unsigned banks, const DramTiming& timing) : banks_(banks), timing_(timing) {}

    unsigned size() const { return static_cast<unsigned>(banks_.size()); }
    std::uint64_t open_row(unsigned bank) const { return banks_[bank].row; }
    bool is_open(unsigned bank, std::uint64_t row) const { return banks_[bank].row == row; }

    // Precharge if a row is open, else activate.
    Cycle earliest_row_command(unsigned bank) const {
        const Bank& b = banks_[bank];
        return b.row != no_row ? b.precharge_from : std::max(b.activate_from, any_activate_from_);
    }
    // Between activates of different banks.
    unsigned activate_gap_cycles() const { return timing_.rrd_cycles; }
    // For a bank with an open row: no earlier than its data find the bus free.
    Cycle earliest_column(unsigned bank, bool is_write) const {
        return std::max(banks_[bank].column_from, is_write ? any_write_from_ : any_read_from_);
    }
    // The same for a read or a write, whichever may be first.
    Cycle earliest_column(unsigned bank) const {
        return std::max(banks_[bank].column_from, std::min(any_read_from_, any_write_from_));
    }

    void precharge(unsigned bank, Cycle now);
    void activate(unsigned bank, std::uint64_t row, Cycle now);
    // Returns the first cycle after the data have passed the bus.
    Cycle column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now);

private:
    struct Bank {
        std::uint64_t row = no_row;
        Cycle activate_from = 0, column_from = 0, precharge_from = 0;
    };
    std::vector<Bank> banks_;
    Cycle any_activate_from_ = 0, any_read_from_ = 0, any_write_from_ = 0;
    DramTiming timing_;
};

}  // namespace heddle
