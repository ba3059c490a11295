#pragma once

#include <string>

#include "heddle/base/address_map.h"

namespace heddle {

// Defaults: MECHANISMS 1.1 (icc, Table 2); merges per entry and queue sizes are not stated there.
struct L2SliceParameters {
    unsigned size_bytes = 512 * 1024;
    unsigned ways = 8;
    bool sectored = false;
    unsigned fetch_sectors = 1;
    unsigned mshr_entries = 32;
    unsigned mshr_merges = 8;
    unsigned latency_cycles = 120;  // GPGPU-Sim's ROP latency; also the L2 latency dcl1 states
    unsigned atomic_latency_cycles = 0;
    unsigned atomic_interval_percent = 100;
    unsigned request_queue_entries = 8;
    unsigned miss_queue_entries = 8;
    unsigned fill_queue_entries = 8;
    unsigned reply_bytes_per_cycle = 0;
    unsigned store_bytes_per_cycle = 0;
    bool fetch_on_read = false;
    bool sector_mshrs = false;
    bool lt_allocate = true;
    AddressMap address_map;

    unsigned sectors_per_line() const { return sectored ? line_bytes / sector_bytes : 1; }
    unsigned longest_latency() const { return latency_cycles + atomic_latency_cycles; }
    unsigned sets() const { return size_bytes / line_bytes / ways; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("size_bytes", size_bytes, "B", "capacity of the slice");
        v("ways", ways, "ways", "associativity");
        v("sectored", sectored, "", "fetch and write back 32 B sectors instead of 128 B lines");
        v("fetch_sectors", fetch_sectors, "sectors",
          "sectored: a miss fetches all of its aligned block of 1, 2 or 4 sectors that are absent");
        v("mshr_entries", mshr_entries, "lines", "lines (with sector_mshrs: sectors) being fetched at a time");
        v("mshr_merges", mshr_merges, "requests",
          "requests that may wait for one line (sector, if sectored), the first included");
        v("latency_cycles", latency_cycles, "cycles", "from lookup (or fill) to the response");
        v("atomic_latency_cycles", atomic_latency_cycles, "cycles", "extra cycles until the response to an atomic");
        v("atomic_interval_percent", atomic_interval_percent, "%",
          "from an atomic's lookup to the next lookup of any request, in hundredths of a cycle");
        v("request_queue_entries", request_queue_entries, "requests", "requests waiting for their lookup");
        v("miss_queue_entries", miss_queue_entries, "requests", "fetches and write-backs waiting for memory");
        v("fill_queue_entries", fill_queue_entries, "responses", "memory responses waiting to be installed");
        v("reply_bytes_per_cycle", reply_bytes_per_cycle, "B/cycle",
          "loaded bytes that leave the slice per cycle; 0: any response takes one cycle");
        v("store_bytes_per_cycle", store_bytes_per_cycle, "B/cycle",
          "stored bytes that enter the slice per cycle; 0: any request takes one cycle");
        v("fetch_on_read", fetch_on_read, "",
          "a store of a part of an absent line (sector) fetches nothing: the rest is fetched when it is read");
        v("sector_mshrs", sector_mshrs, "",
          "MSHR entries are of a sector each, and a request waits for its own sectors only, not for all of its line");
        v("lt_allocate", lt_allocate, "", "blocking (LT) accesses bring their lines into the cache");
    }
    void validate(const std::string& key) const {
        require_range(ways, 1u, 1024u, key + ".ways");
        require_multiple(size_bytes, std::uint64_t{line_bytes} * ways, key + ".size_bytes");
        require_range(size_bytes, line_bytes, 1u << 30, key + ".size_bytes");
        require(fetch_sectors == 1 || fetch_sectors == 2 || fetch_sectors == 4, key + ".fetch_sectors",
                "is " + std::to_string(fetch_sectors) + ", must be 1, 2 or 4");
        require(fetch_sectors == 1 || sectored, key + ".fetch_sectors",
                "is " + std::to_string(fetch_sectors) + ", but " + key +
                    ".sectored is false: set that to true, or this to 1");
        require_range(mshr_entries, 1u, 65536u, key + ".mshr_entries");
        require_range(mshr_merges, 1u, 4096u, key + ".mshr_merges");
        require_range(latency_cycles, 1u, 100000u, key + ".latency_cycles");
        require_range(atomic_latency_cycles, 0u, 100000u, key + ".atomic_latency_cycles");
        require_range(atomic_interval_percent, 100u, 10000u, key + ".atomic_interval_percent");
        require_range(request_queue_entries, 1u, 4096u, key + ".request_queue_entries");
        require_range(miss_queue_entries, 2u, 4096u, key + ".miss_queue_entries");
        require_range(fill_queue_entries, 1u, 4096u, key + ".fill_queue_entries");
        require_range(reply_bytes_per_cycle, 0u, 4096u, key + ".reply_bytes_per_cycle");
        require_range(store_bytes_per_cycle, 0u, 4096u, key + ".store_bytes_per_cycle");
        require(!sector_mshrs || sectored, key + ".sector_mshrs",
                "is true, but " + key + ".sectored is false: set that to true, or this to false");
        require(!sector_mshrs || mshr_entries >= sectors_per_line(), key + ".mshr_entries",
                "is " + std::to_string(mshr_entries) + ", must hold the sectors of a line with " + key +
                    ".sector_mshrs: at least " + std::to_string(sectors_per_line()));
        address_map.validate(key);
    }
};

}  // namespace heddle
