#include "memory_controller/schedulers/fr_fcfs.h"

#include <algorithm>

namespace heddle {
namespace {

using BankMask = DramRequests::BankMask;

template <class Visit>
void for_each_bank(BankMask banks, Visit visit) {
    for (; banks; banks &= banks - 1) visit(static_cast<unsigned>(__builtin_ctzll(banks)), banks & -banks);
}

// Banks whose row is hit and that could take a column command, be it a read or a write. `next`: when others could.
BankMask ready_columns(const DramRequests& requests, const DramBanks& banks, Cycle now, Cycle& next) {
    BankMask ready = 0;
    for_each_bank(requests.hit_banks(), [&](unsigned bank, BankMask bit) {
        const Cycle earliest = banks.earliest_column(bank);
        if (earliest <= now)
            ready |= bit;
        else
            next = std::min(next, earliest);
    });
    return ready;
}

// Of requests whose bank is ready the data bus may still keep reads or writes waiting.
unsigned oldest_column(const DramRequests& requests, const DramBanks& banks, BankMask ready, Cycle now, Cycle& next) {
    for (unsigned i = 0; i < requests.size(); ++i) {
        const DramRequest& request = requests[i];
        if (!(ready >> request.bank & 1) || !banks.is_open(request.bank, request.row) || request.conflicts) continue;
        const Cycle earliest = banks.earliest_column(request.bank, request.is_write);
        if (earliest <= now) return i;
        next = std::min(next, earliest);
    }
    return DramScheduler::none;
}

// Banks whose row nobody hits and that could take the command that gives them another.
struct ReadyRows {
    BankMask precharges = 0, activates = 0;
};
ReadyRows ready_rows(const DramRequests& requests, const DramBanks& banks, Cycle now, Cycle& next) {
    ReadyRows ready;
    for_each_bank(requests.waiting_banks() & ~requests.hit_banks(), [&](unsigned bank, BankMask bit) {
        const Cycle earliest = banks.earliest_row_command(bank);
        if (earliest <= now)
            (banks.open_row(bank) != DramBanks::no_row ? ready.precharges : ready.activates) |= bit;
        else
            next = std::min(next, earliest);
    });
    return ready;
}

}  // namespace

DramScheduler::Choice FrFcfsScheduler::choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const {
    Choice choice;
    const BankMask columns = ready_columns(requests, banks, now, choice.next);
    const ReadyRows rows = ready_rows(requests, banks, now, choice.next);
    if (columns) choice.column = oldest_column(requests, banks, columns, now, choice.next);
    // A bank's oldest request decides about its row, so the first one for a bank that is ready is chosen.
    if (const BankMask ready = rows.precharges | rows.activates) {
        choice.row = 0;
        while (!(ready & DramRequests::bit(requests[choice.row].bank))) ++choice.row;
        const BankMask chosen = DramRequests::bit(requests[choice.row].bank);
        const Cycle next_activate = now + (rows.activates & chosen ? banks.activate_gap_cycles() : 1);
        if (rows.precharges & ~chosen) choice.next = now + 1;
        if (rows.activates & ~chosen) choice.next = std::min(choice.next, next_activate);
    }
    return choice;
}

}  // namespace heddle
