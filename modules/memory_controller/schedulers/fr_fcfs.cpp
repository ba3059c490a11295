#include "memory_controller/schedulers/fr_fcfs.h"

#include <algorithm>

namespace heddle {
namespace {

// The request if its command can be issued and there is no older choice; otherwise when it could be.
void consider(unsigned index, Cycle earliest, Cycle now, unsigned& chosen, Cycle& next) {
    if (earliest > now)
        next = std::min(next, earliest);
    else if (chosen == DramScheduler::none)
        chosen = index;
}

}  // namespace

DramScheduler::Choice FrFcfsScheduler::choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const {
    Choice choice;
    std::uint64_t open_banks = 0, other_banks = 0;  // with a request that hits their row, with one that does not
    for (unsigned i = 0; i < requests.size(); ++i) {
        const DramRequest& request = requests[i];
        const std::uint64_t bank_bit = std::uint64_t{1} << request.bank;
        if (!banks.is_open(request.bank, request.row)) {
            other_banks |= bank_bit;
            continue;
        }
        open_banks |= bank_bit;
        if (choice.column == none && request.conflicts == 0)
            consider(i, banks.earliest_column(request.bank, request.is_write), now, choice.column, choice.next);
    }
    // The oldest request of each bank without a hit decides about its row.
    std::uint64_t undecided = other_banks & ~open_banks;
    for (unsigned i = 0; undecided && choice.row == none; ++i) {
        const std::uint64_t bank_bit = std::uint64_t{1} << requests[i].bank;
        if (!(undecided & bank_bit)) continue;
        undecided &= ~bank_bit;
        consider(i, banks.earliest_row_command(requests[i].bank), now, choice.row, choice.next);
    }
    return choice;
}

}  // namespace heddle
