#include "heddle/platforms/warppool/warppool_spec.h"

namespace heddle {

// MECHANISMS 2.4; the first system is what runs without --system.
PlatformSpec warppool_spec() {
    return {
        "warppool",
        "Inter-warp coalescing: a GTX 480 class GPU whose load/store units merge loads of different warps to one "
        "line while they wait for the L1, and the systems it is compared with: an L1 of eight banks, and requests "
        "reordered by warp.",
        "gtx480.ini",
        {{"baseline", "The paper's baseline: one memory instruction at a time, one line per cycle to the L1", true, {}},
         {"banked-l1-8",
          "An L1 of 8 banks: up to 8 lines of an instruction per cycle, one miss per cycle",
          false,
          {{"lsu.pool", "banked"}, {"l1_cache.banks", "8"}}},
         {"mrpb", "Line requests wait in queues by warp, the lowest warp goes first", false, {{"lsu.pool", "mrpb"}}},
         {"warppool",
          "The paper's proposal: inter-warp coalescing",
          false,
          {{"lsu.pool", "warppool"}, {"lsu.warppool.store_port", "true"}}},
         {"warppool+swl",
          "Inter-warp coalescing with static warp limiting: 8 warps of each scheduler issue (sm.warp_limit)",
          false,
          {{"lsu.pool", "warppool"}, {"lsu.warppool.store_port", "true"}, {"sm.warp_limit", "8"}}}},
        {"cores"}};
}

}  // namespace heddle
