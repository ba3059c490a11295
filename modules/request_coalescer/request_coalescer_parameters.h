#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

// An H200 merges four reads. How many reads its unit keeps track of is not known: the default is more than a slice of
// it has outstanding.
struct RequestCoalescerParameters {
    unsigned merges = 1;
    unsigned entries = 256;

    template <class Visitor>
    void visit(Visitor& v) {
        v("merges", merges, "reads", "reads of one group that one read of the L2 serves, the first included; 1: off");
        v("entries", entries, "reads", "outstanding reads of a slice that later ones can merge with");
    }
    void validate(const std::string& key) const {
        require_range(merges, 1u, 64u, key + ".merges");
        require_range(entries, 1u, 65535u, key + ".entries");
    }
};

}  // namespace heddle
