#include "warppool/warppool_platform.h"

#include "warppool/gtx480.h"
#include "warppool/warppool_gpu.h"

namespace heddle {
namespace {

// Visits the parameters of the GPU, with those of the pools in the group of the load/store unit.
struct VisitorWithPools {
    ParameterSet& set;
    LsuPoolParameters& pools;

    template <class Group>
    void group(const char* name, Group& nested) {
        set.group(name, nested);
    }
    void group(const char* name, LsuParameters& lsu) {
        struct {
            LsuParameters& unit;
            LsuPoolParameters& pools;
            void visit(ParameterSet& visitor) {
                unit.visit(visitor);
                pools.visit(visitor);
            }
        } both{lsu, pools};
        set.group(name, both);
    }
};

}  // namespace

WarpPoolPlatform::WarpPoolPlatform() : gpu_(gtx480()) {}

std::string WarpPoolPlatform::description() const {
    return "Inter-warp coalescing: a GTX 480 class GPU whose load/store units merge loads of different warps to one "
           "line "
           "while they wait for the L1, and the systems it is compared with: an L1 of eight banks, and requests "
           "reordered by warp.";
}

// MECHANISMS 2.4; the first is what runs without --system.
std::vector<System> WarpPoolPlatform::systems() const {
    return {
        {"baseline", "The paper's baseline: one memory instruction at a time, one line per cycle to the L1", true, {}},
        {"banked-l1-8",
         "An L1 of 8 banks: up to 8 lines of an instruction per cycle, one miss per cycle",
         false,
         {{"lsu.pool", "banked"}, {"l1_cache.banks", "8"}}},
        {"mrpb", "Line requests wait in queues by warp, the lowest warp goes first", false, {{"lsu.pool", "mrpb"}}},
        {"warppool", "The paper's proposal: inter-warp coalescing", false, {{"lsu.pool", "warppool"}}},
        {"warppool+swl",
         "Inter-warp coalescing with static warp limiting: 8 warps of each scheduler issue (sm.warp_limit)",
         false,
         {{"lsu.pool", "warppool"}, {"sm.warp_limit", "8"}}}};
}

void WarpPoolPlatform::visit_parameters(ParameterSet& set) {
    VisitorWithPools visitor{set, pools_};
    gpu_.visit(visitor);
}

WarpPoolMachine WarpPoolPlatform::machine() const {
    WarpPoolMachine result{gpu_, pools_, pools_.traits()};
    result.pools.banked.banks = gpu_.l1_cache.banks;
    result.pools.warppool.warps = gpu_.sm.max_warps;
    result.pools.mrpb.warp_queues = gpu_.sm.max_warps;
    return result;
}

void WarpPoolPlatform::validate() const {
    const WarpPoolMachine checked = machine();
    checked.pools.validate("lsu");
    checked.gpu.validate(pools_.pool == "banked" ? checked.pools.banked.banks : 1);
}

std::unique_ptr<Machine> WarpPoolPlatform::build(const RunOptions&, Workload& workload, Binder& binder) {
    return std::make_unique<WarpPoolGpu>("gpu", machine(), workload, binder);
}

}  // namespace heddle
