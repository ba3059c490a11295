#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"
#include "heddle/l1_cache/l1_cache_parameters.h"

namespace heddle {

// Defaults: MECHANISMS 5.1 and 5.2; a node for one core.
struct Dcl1NodeParameters {
    unsigned size_bytes = 16 * 1024;  // in lines of 128 B; set by the platform, which deals out the L1s' capacity
    unsigned ways = 4;
    std::string set_hash = "none";
    unsigned mshr_entries = 0;
    unsigned mshr_merges = 8;
    std::string latency_cycles = "auto";
    unsigned queue_entries = 4;
    bool perfect = false;
    bool counts_prefetches = false;  // the kernels have some; set by the platform

    template <class Visitor>
    void visit(Visitor& v) {
        v("ways", ways, "ways", "associativity; the number of sets need not be a power of two");
        v("set_hash", set_hash, "name",
          "which set a line belongs to: none (modulo), fermi (of 32 or 64 sets) or mask (number and (sets - 1))");
        v("mshr_entries", mshr_entries, "lines", "lines that may be outstanding; 0: 32 for every 16 KB");
        v("mshr_merges", mshr_merges, "requests",
          "requests that may wait for one outstanding line, the first included");
        v("latency_cycles", latency_cycles, "cycles",
          "tag lookup to data of a hit, from 0 on; auto: 28 at 16 KB and 2 more for each doubling of the size");
        v("queue_entries", queue_entries, "entries", "of each of the queues Q1 to Q4");
        v("perfect", perfect, "", "every load hits, unless a store or atomic to its line is outstanding");
    }
    void validate(const std::string& key) const {
        const std::string& latency = latency_cycles;
        const bool number =
            !latency.empty() && latency.size() < 6 && latency.find_first_not_of("0123456789") == std::string::npos;
        require(latency == "auto" || number, key + ".latency_cycles",
                "is '" + latency + "', must be a number of cycles from 0 to 10000, or auto");
        if (number) require_range(hit_latency(), 0u, 10000u, key + ".latency_cycles");
        require_range(queue_entries, 1u, 4096u, key + ".queue_entries");
        cache().validate(key);
    }

    // 28 and 30 cycles at 16 and 32 KB are the paper's, 32 and 34 at 64 and 128 KB MECHANISMS 5.2 [R]; other sizes as
    // these.
    unsigned hit_latency() const {
        if (latency_cycles != "auto") return static_cast<unsigned>(std::stoul(latency_cycles));
        unsigned latency = 28;
        for (std::uint64_t size = 16 * 1024; size < size_bytes; size *= 2) latency += 2;
        return latency;
    }
    // MECHANISMS 5.1 [R]: 32 for 16 KB, and as many more as the node is larger.
    unsigned outstanding_lines() const {
        if (mshr_entries) return mshr_entries;
        constexpr unsigned bytes_of_an_entry = 16 * 1024 / 32;
        return (size_bytes + bytes_of_an_entry - 1) / bytes_of_an_entry;
    }
    // The same cache as an L1: its lookup is used. Latency and queues are the node's own, so those of the L1 stay.
    L1CacheParameters cache() const {
        L1CacheParameters l1;
        l1.size_bytes = size_bytes;
        l1.ways = ways;
        l1.set_hash = set_hash;
        l1.mshr_entries = outstanding_lines();
        l1.mshr_merges = mshr_merges;
        return l1;
    }
};

}  // namespace heddle
