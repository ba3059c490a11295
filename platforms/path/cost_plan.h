// What the planned machine consists of, as far as its cost is counted (modules/energy): levels put their crossbars and
// caches here when they plan. Nobody has to read it. Plain C++.
//
//   plan.part<CostPlan>().networks.push_back({"noc1", {{10, 8, 4, 32, noc1_link_mm}}});   // 10 crossbars 8x4
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "heddle/energy/cache_cost.h"
#include "heddle/energy/crossbar_shape.h"

namespace heddle {

// Its level has the totals <name>_request_flits and <name>_reply_flits: flits as they enter the network.
struct PlannedNetwork {
    std::string name;
    NetworkShape crossbars;
};

// Their level has the totals <name>_hits and <name>_misses.
struct PlannedCaches {
    std::string name;
    CacheShape caches;
};

struct CostPlan {
    std::vector<PlannedNetwork> networks;  // from the SMs to memory
    std::vector<PlannedCaches> caches;
    // The L1s for the peak bandwidth: how many, and, where the cores reach them over a network, the width of its flits
    // and the name of its clock.
    unsigned l1_caches = 0;
    struct L1Network {
        unsigned flit_bytes = 32;
        std::string clock;
    };
    std::optional<L1Network> l1_network;
    std::optional<NodeQueues> queues;
};

}  // namespace heddle
