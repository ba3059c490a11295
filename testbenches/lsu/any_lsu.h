// Any of the load/store units by its name, for tests that run over all of them. Machines compose them from features.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "heddle/cache/set_index.h"
#include "heddle/lsu/lsu.h"
#include "heddle/lsu/pool/banked/banked_lsu.h"
#include "heddle/lsu/pool/mrpb/mrpb_lsu.h"
#include "heddle/lsu/pool/sectors/sector_lsu.h"
#include "heddle/lsu/pool/warppool/warppool_lsu.h"

namespace heddle {

struct LsuPoolParameters {
    std::string pool = "none";
    WarpPoolParameters warppool;
    MrpbParameters mrpb;
    BankedParameters banked;
    unsigned l1_banks = 8;  // what the banked unit is for; no key: it is the L1's

    template <class Visitor>
    void visit(Visitor& v) {
        v("pool", pool, "name", "what reorders or merges line requests: none, warppool, mrpb, banked or sectors");
        v.group("warppool", warppool);
        v.group("mrpb", mrpb);
        v.group("banked", banked);
    }
    void validate(const std::string& key) const {
        require_one_of(pool, std::array<const char*, 5>{"none", "warppool", "mrpb", "banked", "sectors"},
                       key + ".pool");
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

// `l1_sets` is how the L1 finds a line's set: the banked unit needs it.
inline std::unique_ptr<LsuBase> make_lsu(const char* name, ClockDomain& domain, const LsuParameters& parameters,
                                         const LsuPoolParameters& pool, const SetIndex& l1_sets) {
    pool.validate("lsu");
    if (pool.pool == "warppool") return std::make_unique<WarpPoolLsu>(name, domain, parameters, pool.warppool);
    if (pool.pool == "mrpb") return std::make_unique<MrpbLsu>(name, domain, parameters, pool.mrpb);
    if (pool.pool == "banked")
        return std::make_unique<BankedLsu>(name, domain, parameters, pool.banked, BankIndex(l1_sets, pool.l1_banks));
    if (pool.pool == "sectors") return std::make_unique<SectorLsu>(name, domain, parameters);
    return std::make_unique<Lsu>(name, domain, parameters);
}

}  // namespace heddle
