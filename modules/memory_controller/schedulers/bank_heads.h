// The choice among requests of different banks, one request of each bank at most.
#pragma once

#include "heddle/memory_controller/schedulers/scheduler.h"

namespace heddle {

// Collects the requests that are in service at their banks, oldest first, and chooses the oldest that may get a column
// command and the oldest that may get a row command.
class BankHeads {
public:
    BankHeads(const DramBanks& banks, Cycle now) : banks_(banks), now_(now) {}

    // Banks at which a request is in service.
    BankMask banks() const { return busy_; }
    // Whether an older request is in service at the bank.
    bool busy(unsigned bank) const { return busy_ & bank_bit(bank); }
    void serve(const DramRequest& request, unsigned index);
    // A column command ends the service of its request, so another one may enter the bank in the next cycle.
    DramScheduler::Choice choice() const {
        DramScheduler::Choice choice = choice_;
        if (choice.column != DramScheduler::none) choice.next = now_ + 1;
        return choice;
    }

private:
    const DramBanks& banks_;
    const Cycle now_;
    BankMask busy_ = 0;
    DramScheduler::Choice choice_;
};

}  // namespace heddle
