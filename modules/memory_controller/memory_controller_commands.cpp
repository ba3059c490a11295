// The DRAM commands of a memory controller.
#include <algorithm>

#include "heddle/memory_controller/memory_controller.h"

namespace heddle {

// The command bus carries one command per cycle. If a column command and a row command are possible, the older
// request's goes first, or both at once if each has its bus: they are commands to different banks.
bool MemoryController::issue(Cycle now) {
    next_choice_ = never;
    column_blocked_ = false;
    if (queue_.empty()) return false;
    const DramScheduler::Choice choice = scheduler_->choose(queue_, banks_, now);
    next_choice_ = choice.next;
    const bool row = choice.row != DramScheduler::none, column = choice.column != DramScheduler::none;
    // While responses_ is full, column commands wait until a response leaves.
    column_blocked_ = column && responses_.full(now);
    if (column_blocked_ && !responses_.filled()) next_choice_ = now + 1;  // a response has left in this cycle
    const bool column_possible = column && !column_blocked_;
    if (row && column_possible) next_choice_ = now + 1;
    const bool both = parameters_.row_command_bus;
    const bool row_first = row && !(column_possible && choice.column < choice.row);
    if (row && (both || row_first)) issue_row_command(queue_[choice.row], now);
    if (column_possible && (both || !row_first)) issue_column(choice.column, now);
    return row || column_possible;
}

// An idle controller is not woken for refreshes: it makes up for those that it has missed.
void MemoryController::refresh(Cycle now) {
    refreshes += refresh_schedule_.catch_up(now, [this](BankMask group, Cycle from) {
        banks_.refresh(group, from);
        for (; group; group &= group - 1) {
            const auto bank = static_cast<unsigned>(__builtin_ctzll(group));
            queue_.row_closed(bank);
            show(*row_signals_[bank], banks_.open_row(bank) & 0xffffffff);
        }
    });
    next_refresh_ = refresh_schedule_.next();
    next_choice_ = now;
}

void MemoryController::issue_row_command(DramRequest& request, Cycle now) {
    const unsigned bank = request.bank;
    if (banks_.open_row(bank) != DramBanks::no_row) {
        banks_.precharge(bank, now);
        queue_.row_closed(bank);
        next_choice_ = std::min(next_choice_, banks_.earliest_row_command(bank));
        ++precharges;
        show(precharge_signal_, 1);
    } else {
        banks_.activate(bank, request.row, now);
        queue_.row_opened(bank, request.row);
        next_choice_ = std::min(next_choice_, banks_.earliest_column(bank));
        request.needed_activate = true;
        ++activates;
        bank_activates.add(bank);
        show(activate_signal_, 1);
    }
    show(*row_signals_[bank], banks_.open_row(bank) & 0xffffffff);
    show(row_command_bank_signal_, bank);
}

void MemoryController::issue_column(unsigned index, Cycle now) {
    const DramRequest& request = queue_[index];
    const unsigned bank = request.bank;
    const unsigned on_bus = bus_cycles(request.bytes, request.is_atomic);
    const unsigned burst = on_bus * parameters_.timing.pseudo_channels;  // each has its part of the bus
    const Cycle data_end = banks_.column(bank, request.is_write, burst, now);
    const Cycle ready = data_end + parameters_.pipeline_latency_cycles;
    count(request.is_write, request.is_atomic, request.bytes);
    responses_.push({request.payload, bank_map_.local(request.row, bank, request.column * line_bytes)}, ready);
    ++(request.needed_activate ? row_misses : row_hits);
    bus_busy_cycles += on_bus;
    latency_sum += ready - request.arrival;
    service_sum += data_end - request.arrival;
    bank_requests.add(bank);
    if (recorded()) show_column(request);
    queue_occupancy_sum += now - std::max(request.arrival, settled_);
    queue_.remove(index);
    if (closes_row(page_policy_, queue_.hit(bank))) auto_precharge(bank);
    // What may come next: another column, or a command for another row of this bank.
    next_choice_ = std::min({next_choice_, now + banks_.column_gap_cycles(), banks_.earliest_row_command(bank)});
    if (!queue_.waiting(bank)) idle_time_.begin(bank, data_end);
}

// The row closes by itself, without a cycle of the command bus.
void MemoryController::auto_precharge(unsigned bank) {
    banks_.auto_precharge(bank);
    queue_.row_closed(bank);
    ++precharges;
    show(*row_signals_[bank], banks_.open_row(bank) & 0xffffffff);
}

// If the bytes had all of the data bus. An atomic reads and writes its bytes: two bursts.
unsigned MemoryController::bus_cycles(unsigned length, bool is_atomic) const {
    const std::uint64_t cycles = bus_bytes_per_cycle_.quotient_rounded_up(length);
    return static_cast<unsigned>(cycles) * (is_atomic ? 2 : 1);
}

void MemoryController::count(bool is_write, bool is_atomic, unsigned length) {
    ++(is_atomic ? atomics : is_write ? writes : reads);
    const std::uint64_t read = is_write && !is_atomic ? 0 : length, written = is_write || is_atomic ? length : 0;
    bytes += read + written;
    read_bytes += read;
}

}  // namespace heddle
