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
    std::uint64_t settled_banks = 0;  // they have a row hit, or an older request already decided about their row
    for (unsigned i = 0; i < requests.size(); ++i) {
        const DramRequest& request = requests[i];
        if (!banks.is_open(request.bank, request.row)) continue;
        settled_banks |= std::uint64_t{1} << request.bank;
        if (request.conflicts == 0)
            consider(i, banks.earliest_column(request.bank, request.is_write), now, choice.column, choice.next);
    }
    for (unsigned i = 0; i < requests.size(); ++i) {
        const std::uint64_t bank_bit = std::uint64_t{1} << requests[i].bank;
        if (settled_banks & bank_bit) continue;
        settled_banks |= bank_bit;
        consider(i, banks.earliest_row_command(requests[i].bank), now, choice.row, choice.next);
    }
    return choice;
}

}  // namespace heddle
