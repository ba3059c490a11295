#include "heddle/base/gpu_access.h"

#include <memory>
#include <vector>

namespace heddle {

void ReturnRoute::too_deep() {
    throw SimulationError("a payload passes more than 8 interconnects: ReturnRoute::max_depth");
}
namespace {

// The extension that a foreign payload is given. Pooled, because foreign initiators send millions of payloads, too; a
// pool per thread, so that no lock is needed. An extension may be freed into another thread's pool than it came from.
struct ForeignAccess final : GpuAccess {
    static std::vector<std::unique_ptr<ForeignAccess>>& pool() {
        static thread_local std::vector<std::unique_ptr<ForeignAccess>> spare;
        return spare;
    }
    void free() override { pool().emplace_back(this); }
};

ForeignAccess* take_foreign_access() {
    auto& pool = ForeignAccess::pool();
    if (pool.empty()) return new ForeignAccess;
    ForeignAccess* access = pool.back().release();
    pool.pop_back();
    *static_cast<GpuAccess*>(access) = GpuAccess{};
    return access;
}

}  // namespace

GpuAccess& attached_access(Payload& payload) {
    if (GpuAccess* attached = payload.get_extension<GpuAccess>()) {
        if (attached->foreign) attached->kind = kind_of_command(payload);
        return *attached;
    }
    ForeignAccess* access = take_foreign_access();
    access->foreign = true;
    access->kind = kind_of_command(payload);
    access->word_mask = ~std::uint32_t{0};
    access->birth = sc_core::sc_time_stamp();
    // With a memory manager the payload frees it at the end of its life; without (LT only) its owner's destructor does.
    if (payload.has_mm())
        payload.set_auto_extension<GpuAccess>(access);
    else
        payload.set_extension<GpuAccess>(access);
    return *access;
}

}  // namespace heddle
