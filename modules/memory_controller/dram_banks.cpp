#include "heddle/memory_controller/dram_banks.h"

namespace heddle {

BankMask every_nth_bank(unsigned first, unsigned step, unsigned banks) {
    BankMask chosen = 0;
    for (unsigned bank = first; bank < banks; bank += step) chosen |= bank_bit(bank);
    return chosen;
}

DramBanks::DramBanks(unsigned banks, const DramTiming& timing)
    : row_(banks, no_row),
      activate_from_(banks),
      column_from_(banks),
      precharge_from_(banks),
      last_channel_(timing.pseudo_channels - 1),
      timing_(timing) {
    for (unsigned channel = 0; channel < timing.pseudo_channels; ++channel)
        channels_[channel].banks = every_nth_bank(channel, timing.pseudo_channels, banks);
    const unsigned step = timing.pseudo_channels * timing.bank_groups;
    for (unsigned bank = 0; bank < banks; ++bank) group_of_.push_back(every_nth_bank(bank % step, step, banks));
}

void DramBanks::precharge(unsigned bank, Cycle now) {
    row_[bank] = no_row;
    open_banks_ &= ~bank_bit(bank);
    activate_from_[bank] = std::max(activate_from_[bank], now + timing_.rp_cycles);
}

void DramBanks::activate(unsigned bank, std::uint64_t row, Cycle now) {
    row_[bank] = row;
    open_banks_ |= bank_bit(bank);
    activate_from_[bank] = now + timing_.rc_cycles;
    // Another bank of its group may have had a command that binds this one for longer.
    column_from_[bank] = std::max(column_from_[bank], now + timing_.rcd_cycles);
    precharge_from_[bank] = std::max(precharge_from_[bank], now + timing_.ras_cycles);
    channel_of(bank).activate_from = now + timing_.rrd_cycles;
}

Cycle DramBanks::column(unsigned bank, bool is_write, unsigned burst_cycles, Cycle now) {
    const Cycle data_end = now + (is_write ? timing_.wl_cycles : timing_.cl_cycles) + burst_cycles;
    const Cycle row_needed_until = is_write ? data_end + timing_.wr_cycles : now + timing_.rtp_cycles;
    precharge_from_[bank] = std::max(precharge_from_[bank], row_needed_until);
    // The data of the next column command must find the bus free. A read after a write waits for the write's data, too,
    // and the bus rests between the data of a read and those of a write.
    const Cycle column_from = now + timing_.ccd_cycles;
    const Cycle write_data_from = is_write ? data_end : data_end + timing_.rtw_cycles;
    PseudoChannel& channel = channel_of(bank);
    channel.read_from = is_write ? std::max(column_from, data_end + timing_.wtr_cycles)
                                 : std::max(column_from + timing_.cl_cycles, data_end) - timing_.cl_cycles;
    channel.write_from = std::max(column_from + timing_.wl_cycles, write_data_from) - timing_.wl_cycles;
    if (timing_.bank_groups > 1) {
        for (BankMask group = group_of_[bank]; group; group &= group - 1) {
            const auto other = static_cast<unsigned>(__builtin_ctzll(group));
            column_from_[other] = std::max(column_from_[other], now + timing_.ccdl_cycles);
            if (!is_write) precharge_from_[other] = std::max(precharge_from_[other], now + timing_.rtpl_cycles);
        }
    }
    return data_end;
}

// Like an activate of all these banks at once, after a precharge of those that are open.
void DramBanks::refresh(BankMask group, Cycle now) {
    Cycle start = now;
    for (BankMask left = group; left; left &= left - 1) {
        const auto bank = static_cast<unsigned>(__builtin_ctzll(left));
        const bool open = open_banks_ & bank_bit(bank);
        start = std::max(start, open ? precharge_from_[bank] + timing_.rp_cycles : activate_from_[bank]);
    }
    for (BankMask left = group; left; left &= left - 1) {
        const auto bank = static_cast<unsigned>(__builtin_ctzll(left));
        row_[bank] = no_row;
        activate_from_[bank] = start + timing_.rfc_cycles;
    }
    open_banks_ &= ~group;
}

}  // namespace heddle
