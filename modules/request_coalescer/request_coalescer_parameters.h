#pragma once

#include <string>

#include "heddle/base/parameters.h"
#include "heddle/request_coalescer/copy_tags.h"

namespace heddle {

// An H200 merges four reads. How many reads its unit keeps track of is not known: the default is more than a slice of
// it has outstanding.
struct RequestCoalescerParameters {
    unsigned merges = 1;
    unsigned entries = 256;
    unsigned far_latency_cycles = 0;
    unsigned far_atomic_latency_cycles = 0;
    unsigned copy_lines = 2560;

    template <class Visitor>
    void visit(Visitor& v) {
        v("merges", merges, "reads", "reads of one group that one read of the L2 serves, the first included; 1: off");
        v("entries", entries, "reads", "outstanding reads of a slice that later ones can merge with");
        v("far_latency_cycles", far_latency_cycles, "cycles",
          "L2 of two halves: extra cycles of a read whose line has no copy in the SM's half; 0: one L2");
        v("far_atomic_latency_cycles", far_atomic_latency_cycles, "cycles",
          "L2 of two halves: extra cycles of an atomic on a line of the half that is not its SM's");
        v("copy_lines", copy_lines, "lines", "lines of a slice of which the other half can hold copies");
    }
    void validate(const std::string& key) const {
        require_range(merges, 1u, 64u, key + ".merges");
        require_range(entries, 1u, 65535u, key + ".entries");
        require_range(far_latency_cycles, 0u, 10000u, key + ".far_latency_cycles");
        require_range(far_atomic_latency_cycles, 0u, 10000u, key + ".far_atomic_latency_cycles");
        require(far_atomic_latency_cycles == 0 || far_latency_cycles > 0, key + ".far_atomic_latency_cycles",
                "is " + std::to_string(far_atomic_latency_cycles) + " while " + key +
                    ".far_latency_cycles is 0, so that the L2 has no halves: set that, too, or this to 0");
        require_range(copy_lines, CopyTags::ways, 1u << 24, key + ".copy_lines");
        require(copy_lines % CopyTags::ways == 0, key + ".copy_lines",
                "is " + std::to_string(copy_lines) + ", must be a multiple of " + std::to_string(CopyTags::ways));
    }
};

}  // namespace heddle
