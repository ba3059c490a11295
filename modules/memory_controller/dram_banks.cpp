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

// Consecutive banks are in different groups.
BankMask DramBanks::group_of(unsigned bank) const {
    BankMask group = 0;
    for (unsigned other = bank % timing_.bank_groups; other < size(); other += timing_.bank_groups)
        group |= bank_bit(other);
    return group;
}

Cycle DramBanks::column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now) {
    const Cycle data_end = now + (is_write ? timing_.wl_cycles : timing_.cl_cycles) + burst_cycles;
    const Cycle row_needed_until = is_write ? data_end + timing_.wr_cycles : now + timing_.rtp_cycles;
    precharge_from_[bank] = std::max(precharge_from_[bank], row_needed_until);
    // The data of the next column command must find the bus free. A read after a write waits for the write's data, too,
    // and the bus rests between the data of a read and those of a write.
    const Cycle column_from = now + timing_.ccd_cycles;
    const Cycle write_data_from = is_write ? data_end : data_end + timing_.rtw_cycles;
    any_read_from_ = is_write ? std::max(column_from, data_end + timing_.wtr_cycles)
                              : std::max(column_from + timing_.cl_cycles, data_end) - timing_.cl_cycles;
    any_write_from_ = std::max(column_from + timing_.wl_cycles, write_data_from) - timing_.wl_cycles;
    if (timing_.bank_groups > 1)
        for (BankMask group = group_of(bank); group; group &= group - 1) {
            const auto other = static_cast<unsigned>(__builtin_ctzll(group));
            column_from_[other] = std::max(column_from_[other], now + timing_.ccdl_cycles);
            if (!is_write) precharge_from_[other] = std::max(precharge_from_[other], now + timing_.rtpl_cycles);
        }
    return data_end;
}

// Like an activate of all banks at once, after a precharge of those that are open.
void DramBanks::refresh(Cycle now) {
    Cycle start = now;
    for (unsigned bank = 0; bank < size(); ++bank) {
        const bool open = open_banks_ & bank_bit(bank);
        start = std::max(start, open ? precharge_from_[bank] + timing_.rp_cycles : activate_from_[bank]);
    }
    std::fill(row_.begin(), row_.end(), no_row);
    std::fill(activate_from_.begin(), activate_from_.end(), start + timing_.rfc_cycles);
    open_banks_ = 0;
}

}  // namespace heddle
