// The choice of the next DRAM commands. One file per policy; a policy sees requests and banks, nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "memory_controller/dram_banks.h"

namespace tlm {
class tlm_generic_payload;
}

namespace heddle {

struct DramRequest {
    std::uint64_t row = 0;
    std::uint8_t bank = 0;
    bool is_write = false;
    bool needed_activate = false;  // an activate was issued for it: a row miss
    std::uint16_t burst_cycles = 0;
    // Older requests to the same line of which one of the two writes. Not before they are served may this one be.
    std::uint16_t conflicts = 0;
    std::uint64_t line = 0;
    Cycle arrival = 0;
    tlm::tlm_generic_payload* payload = nullptr;  // the controller's
};

// In order of arrival, oldest first.
using DramRequests = std::vector<DramRequest>;

class DramScheduler {
public:
    static constexpr unsigned none = ~0u;
    // Indices into the requests. A row command is what the request's bank needs next: precharge if another row is
    // open, activate if none is. `next` is the first later cycle in which there may be another choice, if the banks
    // alone decide.
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
