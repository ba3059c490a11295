// The choice of the next DRAM commands. One file per policy; a policy sees requests and banks, nothing else.
#pragma once

#include <memory>
#include <string>

#include "heddle/memory_controller/dram_banks.h"
#include "heddle/memory_controller/dram_requests.h"

namespace heddle {

class DramScheduler {
public:
    static constexpr unsigned none = ~0u;
    // Indices into the requests. The controller issues one of the two commands, the older request's. A row command is
    // what the request's bank needs next: precharge if another row is open, activate if none is. `next` is the first
    // later cycle in which the timing of the banks allows a command for a request that was not chosen. What the chosen
    // commands make possible, a request's next command or a column command of another one that hits, the controller
    // finds out itself.
    struct Choice {
        unsigned column = none, row = none;
        Cycle next = never;
    };
    virtual ~DramScheduler() = default;
    virtual Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const = 0;
};

// A scheduler that limits the requests by bank, as one with a queue for each bank does; for all others the queue holds
// `queue_entries` requests in any mixture. A kind of its own, so that those others are not asked for every request. All
// banks together may hold 65535 requests (DramRequest::conflicts).
class BankQueueScheduler : public DramScheduler {
public:
    // Whether a request to the bank may enter. If not, it stays at the head of its port, and younger requests behind it
    // wait, whatever their bank.
    virtual bool has_room(const DramRequests& requests, unsigned bank) const = 0;
};

// `name`: one of scheduler_names. `entries_per_bank` is for those that have a queue for each bank.
std::unique_ptr<DramScheduler> make_dram_scheduler(const std::string& name, unsigned entries_per_bank = 4);

}  // namespace heddle
