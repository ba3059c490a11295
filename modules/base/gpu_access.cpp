#include "base/gpu_access.h"

#include <memory>
#include <vector>

namespace heddle {

void ReturnRoute::too_deep() {
    throw SimulationError("a payload passes more than 8 interconnects: ReturnRoute::max_depth");
}
namespace {

// The extension a stranger's payload is given. Pooled: strangers send millions of payloads too.
struct GuestAccess final : GpuAccess {
    static std::vector<std::unique_ptr<GuestAccess>>& pool() {
        static std::vector<std::unique_ptr<GuestAccess>> spare;
        return spare;
    }
    void free() override { pool().emplace_back(this); }
};

GuestAccess* take_guest_access() {
    auto& pool = GuestAccess::pool();
    if (pool.empty()) return new GuestAccess;
    GuestAccess* access = pool.back().release();
    pool.pop_back();
    *static_cast<GpuAccess*>(access) = GpuAccess{};
    return access;
}

}  // namespace

GpuAccess& attached_access(Payload& payload) {
    if (GpuAccess* attached = payload.get_extension<GpuAccess>()) {
        if (attached->guest) attached->kind = kind_of_command(payload);
        return *attached;
    }
    GuestAccess* access = take_guest_access();
    access->guest = true;
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
