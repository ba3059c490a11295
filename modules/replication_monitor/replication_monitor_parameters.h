#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// The interval is that of MECHANISMS 5.5 [R].
struct ReplicationMonitorParameters {
    unsigned caches = 1;  // how many are watched: whoever binds them says it
    unsigned sample_cycles = 10000;

    template <class Visitor>
    void visit(Visitor& v) {
        v("sample_cycles", sample_cycles, "cycles", "time between two looks at how many copies lines have");
    }
    void validate(const std::string& key) const {
        require_range(caches, 1u, 65536u, key + ".caches");
        require_range(sample_cycles, 1u, 1000000000u, key + ".sample_cycles");
    }
};

}  // namespace heddle
