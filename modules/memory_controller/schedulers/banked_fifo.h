#pragma once

#include "heddle/memory_controller/schedulers/scheduler.h"

namespace heddle {

// A FIFO for each bank (MECHANISMS 3.4): banks serve their own requests in order of arrival, whatever the others do. A
// request whose bank queue is full waits at the head of its port, and everything behind it waits, too.
class BankedFifoScheduler final : public BankQueueScheduler {
public:
    explicit BankedFifoScheduler(unsigned entries_per_bank) : entries_per_bank_(entries_per_bank) {}

    Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const override;
    bool has_room(const DramRequests& requests, unsigned bank) const override {
        return requests.waiting(bank) < entries_per_bank_;
    }

private:
    const unsigned entries_per_bank_;
};

}  // namespace heddle
