#include "memory_controller/schedulers/fr_fcfs.h"

#include <algorithm>
#include <array>

namespace heddle {

DramScheduler::Choice FrFcfsScheduler::choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const {
    Choice choice;
    std::uint64_t hit_banks = 0, other_banks = 0;  // with a request that hits their row, with one that does not
    std::array<std::uint16_t, 64> oldest;          // of the other banks' requests
    unsigned index = 0;
    for (const DramRequest& request : requests) {
        const unsigned i = index++;
        const std::uint64_t bank_bit = std::uint64_t{1} << request.bank;
        if (!banks.is_open(request.bank, request.row)) {
            if (!(other_banks & bank_bit)) oldest[request.bank] = static_cast<std::uint16_t>(i);
            other_banks |= bank_bit;
            continue;
        }
        hit_banks |= bank_bit;
        if (choice.column != none || request.conflicts) continue;
        const Cycle earliest = banks.earliest_column(request.bank, request.is_write);
        if (earliest <= now)
            choice.column = i;
        else
            choice.next = std::min(choice.next, earliest);
    }
    // The oldest request of each bank without a hit decides about its row.
    for (std::uint64_t undecided = other_banks & ~hit_banks; undecided; undecided &= undecided - 1) {
        const auto bank = static_cast<unsigned>(__builtin_ctzll(undecided));
        const Cycle earliest = banks.earliest_row_command(bank);
        if (earliest <= now)
            choice.row = std::min<unsigned>(choice.row, oldest[bank]);  // none is the largest number
        else
            choice.next = std::min(choice.next, earliest);
    }
    return choice;
}

}  // namespace heddle
