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

// Tables that a feature adds in `count` places of the machine. Its energy follows from totals: so many bits for each.
struct PlannedTable {
    struct Access {
        std::string total;
        double bits_read = 0, bits_written = 0;
    };
    std::string name;  // a word for the statistics file
    unsigned count = 0;
    unsigned entries = 0, entry_bits = 0;
    bool array = false;  // a memory array; otherwise flip-flops
    std::vector<Access> accesses;
};

struct CostPlan {
    std::vector<PlannedNetwork> networks;  // from the SMs to memory
    // Routers of a mesh; their level has the totals <name>_request_link_flits and <name>_reply_link_flits.
    std::vector<PlannedNetwork> meshes;
    std::vector<PlannedCaches> caches;
    CacheShape l2;
    double dram_bytes_per_cycle = 0;  // of all controllers together
    std::vector<PlannedTable> tables;
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
