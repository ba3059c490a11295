#include "heddle/memory_controller/schedulers/bank_heads.h"

#include <algorithm>

namespace heddle {

void BankHeads::serve(const DramRequest& request, unsigned index) {
    busy_ |= bank_bit(request.bank);
    const bool hit = banks_.is_open(request.bank, request.row);
    unsigned& chosen = hit ? choice_.column : choice_.row;
    const Cycle earliest =
        hit ? banks_.earliest_column(request.bank, request.is_write) : banks_.earliest_row_command(request.bank);
    if (earliest <= now_ && chosen == DramScheduler::none)
        chosen = index;
    else
        choice_.next = std::min(choice_.next, std::max(earliest, now_ + 1));
}

}  // namespace heddle
