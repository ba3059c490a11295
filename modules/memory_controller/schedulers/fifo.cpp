#include "heddle/memory_controller/schedulers/fifo.h"

namespace heddle {

DramScheduler::Choice FifoScheduler::choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const {
    Choice choice;
    if (requests.empty()) return choice;
    const DramRequest& oldest = requests[0];
    const bool hit = banks.is_open(oldest.bank, oldest.row);
    const Cycle earliest =
        hit ? banks.earliest_column(oldest.bank, oldest.is_write) : banks.earliest_row_command(oldest.bank);
    if (earliest > now)
        choice.next = earliest;
    else
        (hit ? choice.column : choice.row) = 0;
    // After a column command the next oldest request may need a row command.
    if (choice.column != none && requests.size() > 1) choice.next = now + 1;
    return choice;
}

}  // namespace heddle
