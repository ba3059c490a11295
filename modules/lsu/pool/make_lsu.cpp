#include "lsu/pool/make_lsu.h"

#include "lsu/lsu.h"
#include "lsu/pool/banked/banked_lsu.h"
#include "lsu/pool/mrpb/mrpb_lsu.h"
#include "lsu/pool/warppool/warppool_lsu.h"

namespace heddle {

std::unique_ptr<LsuBase> make_lsu(const char* name, ClockDomain& domain, const LsuParameters& parameters,
                                  const LsuPoolParameters& pool, const SetIndex& l1_sets) {
    pool.validate("lsu");
    if (pool.pool == "warppool") return std::make_unique<WarpPoolLsu>(name, domain, parameters, pool.warppool);
    if (pool.pool == "mrpb") return std::make_unique<MrpbLsu>(name, domain, parameters, pool.mrpb);
    if (pool.pool == "banked") return std::make_unique<BankedLsu>(name, domain, parameters, pool.banked, l1_sets);
    return std::make_unique<Lsu>(name, domain, parameters);
}

}  // namespace heddle
