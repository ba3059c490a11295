// The choice of the next DRAM commands. One file per policy; a policy sees requests and banks, nothing else.
#pragma once

#include <memory>
#include <string>

#include "memory_controller/dram_banks.h"
#include "memory_controller/dram_requests.h"

namespace heddle {

class DramScheduler {
public:
    static constexpr unsigned none = ~0u;
    // Indices into the requests. A row command is what the request's bank needs next: precharge if another row is
    // open, activate if none is. `next` is the first later cycle in which one of the others may be chosen, if the banks
    // alone decide; what may follow the chosen commands themselves, a request's next one or a column of another that
    // hits, is left to the controller.
    struct Choice {
        unsigned column = none, row = none;
        Cycle next = never;
    };
    virtual ~DramScheduler() = default;
    virtual Choice choose(const DramRequests& requests, const DramBanks& banks, Cycle now) const = 0;
};

// `name`: one of scheduler_names.
std::unique_ptr<DramScheduler> make_dram_scheduler(const std::string& name);

}  // namespace heddle
