#pragma once

#include <array>
#include <string>

#include "lsu/pool/banked/banked_parameters.h"
#include "lsu/pool/mrpb/mrpb_parameters.h"
#include "lsu/pool/warppool/warppool_parameters.h"

namespace heddle {

// What stands between the coalescer and the L1; a platform that offers a choice has these beside LsuParameters.
struct LsuPoolParameters {
    std::string pool = "none";
    WarpPoolParameters warppool;
    MrpbParameters mrpb;
    BankedParameters banked;

    template <class Visitor>
    void visit(Visitor& v) {
        v("pool", pool, "name", "what reorders or merges line requests: none, warppool, mrpb or banked");
        v.group("warppool", warppool);
        v.group("mrpb", mrpb);
        v.group("banked", banked);
    }
    void validate(const std::string& key) const {
        require_one_of(pool, std::array<const char*, 4>{"none", "warppool", "mrpb", "banked"}, key + ".pool");
        warppool.validate(key + ".warppool");
        mrpb.validate(key + ".mrpb");
        banked.validate(key + ".banked");
    }
    LsuTraits traits() const {
        if (pool == "warppool") return warppool.traits();
        if (pool == "mrpb") return mrpb.traits();
        if (pool == "banked") return banked.traits();
        return {};
    }
};

}  // namespace heddle
