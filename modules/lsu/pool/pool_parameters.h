#pragma once

#include <array>
#include <string>

#include "lsu/pool/mrpb/mrpb_parameters.h"
#include "lsu/pool/warppool/warppool_parameters.h"

namespace heddle {

// What stands between the coalescer and the L1; a platform that offers a choice has these beside LsuParameters.
struct LsuPoolParameters {
    std::string pool = "none";
    WarpPoolParameters warppool;
    MrpbParameters mrpb;
    unsigned banks = 8;

    template <class Visitor>
    void visit(Visitor& v) {
        v("pool", pool, "name", "what reorders or merges line requests: none, warppool, mrpb or banked");
        v("banks", banks, "banks", "pool = banked: ways to the L1, one line request per cycle each");
        v.group("warppool", warppool);
        v.group("mrpb", mrpb);
    }
    void validate(const std::string& key) const {
        require_one_of(pool, std::array<const char*, 4>{"none", "warppool", "mrpb", "banked"}, key + ".pool");
        require_range(banks, 1U, 32U, key + ".banks");
        require_power_of_two(banks, key + ".banks");
        warppool.validate(key + ".warppool");
        mrpb.validate(key + ".mrpb");
    }
};

}  // namespace heddle
