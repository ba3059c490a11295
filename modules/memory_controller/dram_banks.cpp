#include "memory_controller/dram_banks.h"

namespace heddle {

void DramBanks::precharge(unsigned bank, Cycle now) {
    Bank& b = banks_[bank];
    b.row = no_row;
    b.activate_from = std::max(b.activate_from, now + timing_.rp_cycles);
}

void DramBanks::activate(unsigned bank, std::uint64_t row, Cycle now) {
    Bank& b = banks_[bank];
    b.row = row;
    b.activate_from = now + timing_.rc_cycles;
    b.column_from = now + timing_.rcd_cycles;
    b.precharge_from = now + timing_.ras_cycles;
    any_activate_from_ = now + timing_.rrd_cycles;
}

Cycle DramBanks::column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now) {
    Bank& b = banks_[bank];
    const Cycle data_end = now + (is_write ? timing_.wl_cycles : timing_.cl_cycles) + burst_cycles;
    // A read leaves the row buffer within tCCD (no tRTP is given); a write must first have settled in the cells.
    const Cycle row_needed_until = is_write ? data_end + timing_.wr_cycles : now + timing_.ccd_cycles;
    b.precharge_from = std::max(b.precharge_from, row_needed_until);
    // The data of the next one have to find the bus free.
    const Cycle column_from = now + timing_.ccd_cycles;
    any_read_from_ = std::max(column_from + timing_.cl_cycles, data_end) - timing_.cl_cycles;
    any_write_from_ = std::max(column_from + timing_.wl_cycles, data_end) - timing_.wl_cycles;
    return data_end;
}

}  // namespace heddle
