#include "heddle/memory_controller/schedulers/fifo.h"

#include "heddle/memory_controller/schedulers/bank_heads.h"

namespace heddle {

// A request leaves the queue with its column command, so the first requests up to one whose bank an older one needs are
// those that have entered their banks.
DramScheduler::Choice FifoScheduler::choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const {
    BankHeads heads(banks, now);
    for (unsigned i = 0; i < requests.size() && !heads.busy(requests[i].bank); ++i) heads.serve(requests[i], i);
    return heads.choice();
}

}  // namespace heddle
