#include "heddle/memory_controller/dram_banks.h"

namespace heddle {

void DramBanks::precharge(unsigned bank, Cycle now) {
    row_[bank] = no_row;
    open_banks_ &= ~bank_bit(bank);
    activate_from_[bank] = std::max(activate_from_[bank], now + timing_.rp_cycles);
}

void DramBanks::activate(unsigned bank, std::uint64_t row, Cycle now) {
    row_[bank] = row;
    open_banks_ |= bank_bit(bank);
    activate_from_[bank] = now + timing_.rc_cycles;
    column_from_[bank] = now + timing_.rcd_cycles;
    precharge_from_[bank] = now + timing_.ras_cycles;
    any_activate_from_ = now + timing_.rrd_cycles;
}

Cycle DramBanks::column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now) {
    const Cycle data_end = now + (is_write ? timing_.wl_cycles : timing_.cl_cycles) + burst_cycles;
    // A read needs the row buffer for tCCD (no tRTP is given); a write needs it until tWR after its data.
    const Cycle row_needed_until = is_write ? data_end + timing_.wr_cycles : now + timing_.ccd_cycles;
    precharge_from_[bank] = std::max(precharge_from_[bank], row_needed_until);
    // The data of the next column command must find the bus free.
    const Cycle column_from = now + timing_.ccd_cycles;
    any_read_from_ = std::max(column_from + timing_.cl_cycles, data_end) - timing_.cl_cycles;
    any_write_from_ = std::max(column_from + timing_.wl_cycles, data_end) - timing_.wl_cycles;
    return data_end;
}

}  // namespace heddle
