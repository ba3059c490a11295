#include "heddle/memory_controller/schedulers/banked_fifo.h"

#include "heddle/memory_controller/schedulers/bank_heads.h"

namespace heddle {

DramScheduler::Choice BankedFifoScheduler::choose(const DramRequests& requests, const DramBanks& banks,
                                                  Cycle now) const {
    BankHeads heads(banks, now);
    for (unsigned i = 0; heads.banks() != requests.waiting_banks(); ++i)
        if (!heads.busy(requests[i].bank)) heads.serve(requests[i], i);
    return heads.choice();
}

}  // namespace heddle
