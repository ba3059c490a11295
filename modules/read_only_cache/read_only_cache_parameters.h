#pragma once

#include <string>

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"

namespace heddle {

// The defaults are the instruction cache's: size and ways from MECHANISMS 5.1, MSHR and miss queue from GPGPU-Sim's
// GTX 480 set (-gpgpu_cache:il1 N:4:128:4,L:R:f:N:L,A:2:32,4), whose sizes are those of the paper.
struct ReadOnlyCacheParameters {
    unsigned size_bytes = 2 * 1024;
    unsigned ways = 4;
    unsigned latency_cycles = 1;
    unsigned mshr_entries = 2;
    unsigned mshr_merges = 32;
    unsigned request_queue_entries = 4;
    unsigned miss_queue_entries = 4;

    template <class Visitor>
    void visit(Visitor& v) {
        v("size_bytes", size_bytes, "B", "capacity, in lines of 128 B");
        v("ways", ways, "ways", "associativity; the number of sets need not be a power of two");
        v("latency_cycles", latency_cycles, "cycles", "tag lookup to data of a hit");
        v("mshr_entries", mshr_entries, "lines", "lines that may be outstanding");
        v("mshr_merges", mshr_merges, "requests",
          "requests that may wait for one outstanding line, the first included");
        v("request_queue_entries", request_queue_entries, "requests", "requests that wait for the tag lookup");
        v("miss_queue_entries", miss_queue_entries, "requests", "fetches that wait for the link to memory");
    }
    void validate(const std::string& key) const {
        require_range(ways, 1u, 1024u, key + ".ways");
        require_multiple(size_bytes, std::uint64_t{line_bytes} * ways, key + ".size_bytes");
        require_range(size_bytes, line_bytes, 1u << 28, key + ".size_bytes");
        require_range(latency_cycles, 1u, 10000u, key + ".latency_cycles");
        require_range(mshr_entries, 1u, 65536u, key + ".mshr_entries");
        require_range(mshr_merges, 1u, 4096u, key + ".mshr_merges");
        require_range(request_queue_entries, 1u, 4096u, key + ".request_queue_entries");
        require_range(miss_queue_entries, 1u, 4096u, key + ".miss_queue_entries");
    }
    unsigned sets() const { return size_bytes / line_bytes / ways; }
};

}  // namespace heddle
