#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct LsuParameters {
    unsigned queue_entries = 4;
    unsigned pending_instructions = 128;
    bool window_monitor = false;

    template <class Visitor>
    void visit(Visitor& v) {
        v("queue_entries", queue_entries, "instructions", "warp memory instructions that wait for the coalescer");
        v("pending_instructions", pending_instructions, "instructions",
          "warp memory instructions whose lines have not all come back");
        v("window_monitor", window_monitor, "bool",
          "count what merging of load requests could save (pool none only, one L1 per SM)");
    }
    void validate(const std::string& key) const {
        require_range(queue_entries, 1u, 1024u, key + ".queue_entries");
        require_range(pending_instructions, 1u, 4096u, key + ".pending_instructions");
    }
};

}  // namespace heddle
