#include "heddle/memory_controller/schedulers/fr_fcfs.h"

#include <algorithm>

namespace heddle {
namespace {

// A bank serves the oldest request that hits its row. Although the bank is ready, the data bus may not be free for a
// read, or for a write: then the bank waits, and its younger hits do not overtake.
unsigned oldest_column(const DramRequests& requests, const DramBanks& banks, BankMask ready, Cycle now, Cycle& next) {
    for (auto request = requests.begin(), end = requests.end(); request != end; ++request) {
        if (!(ready & bank_bit(request->bank)) || !request->hits || request->conflicts) continue;
        const Cycle earliest = banks.bus_free(request->bank, request->is_write);
        if (earliest <= now) return static_cast<unsigned>(request - requests.begin());
        next = std::min(next, earliest);
        ready &= ~bank_bit(request->bank);
    }
    return DramScheduler::none;
}

}  // namespace

DramScheduler::Choice FrFcfsScheduler::choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const {
    Choice choice;
    if (const BankMask columns = banks.ready_for_column(requests.hit_banks(), now, choice.next))
        choice.column = oldest_column(requests, banks, columns, now, choice.next);
    // Banks whose open row no request hits get another row.
    const BankMask others = requests.waiting_banks() & ~requests.hit_banks();
    const BankMask precharges = banks.ready_for_precharge(others & banks.open_banks(), now, choice.next);
    const BankMask activates = banks.ready_for_activate(others & ~banks.open_banks(), now, choice.next);
    // A bank's oldest request decides about its row, so the oldest request whose bank is ready is chosen.
    if (const BankMask ready = precharges | activates) {
        choice.row = 0;
        while (!(ready & bank_bit(requests[choice.row].bank))) ++choice.row;
        const BankMask chosen = bank_bit(requests[choice.row].bank);
        const Cycle next_activate = now + (activates & chosen ? banks.activate_gap_cycles() : 1);
        if (precharges & ~chosen) choice.next = now + 1;
        if (activates & ~chosen) choice.next = std::min(choice.next, next_activate);
    }
    return choice;
}

}  // namespace heddle
