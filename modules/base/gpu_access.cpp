#include "heddle/base/gpu_access.h"

#include "heddle/base/heap_extension.h"

namespace heddle {
namespace {

// The extension that a foreign payload is lent, or the clone that a deep copy carries.
struct HeapAccess final : HeapExtension<HeapAccess, GpuAccess> {
    const void* lender = nullptr;
    std::uint8_t* data_of_original = nullptr;

    std::uint8_t* original_data() const override { return data_of_original; }
};

// The data of the pooled payload that the extension is part of. Where `access` lies in its payload is not a constant
// expression for a class with a base, so it is found out from a payload.
std::uint8_t* data_of_pooled(const GpuAccess& access) {
    static const PooledPayload sample(nullptr);
    static const auto offset =
        reinterpret_cast<std::uintptr_t>(&sample.access) - reinterpret_cast<std::uintptr_t>(&sample);
    return reinterpret_cast<const PooledPayload*>(reinterpret_cast<std::uintptr_t>(&access) - offset)->get_data_ptr();
}

}  // namespace

void ReturnRoute::too_deep() {
    throw SimulationError("a payload passes more than 8 interconnects: ReturnRoute::max_depth");
}

tlm::tlm_extension_base* GpuAccess::clone() const {
    HeapAccess* copy = HeapAccess::take();
    copy->copy_from(*this);
    copy->lender = nullptr;
    copy->data_of_original = PayloadArena::contains(this) ? data_of_pooled(*this) : original_data();
    return copy;
}

GpuAccess& lend_access(Payload& payload, const void* lender) {
    HeapAccess* access = HeapAccess::take();
    access->clear();
    access->lender = lender;
    access->data_of_original = nullptr;
    access->foreign = true;
    access->kind = kind_of_command(payload);
    access->word_mask = ~std::uint32_t{0};
    access->birth = sc_core::sc_time_stamp();
    // Without a lender the memory manager frees it at the end of the payload's life, or, where there is none,
    // LentAccess or the payload's destructor.
    if (!lender && payload.has_mm())
        payload.set_auto_extension<GpuAccess>(access);
    else
        payload.set_extension<GpuAccess>(access);
    return *access;
}

void take_back_access(Payload& payload, const void* lender) {
    auto* access = dynamic_cast<HeapAccess*>(payload.get_extension<GpuAccess>());
    if (!access || access->lender != lender || (!lender && payload.has_mm())) return;
    payload.clear_extension<GpuAccess>();
    access->free();
}

GpuAccess& attached_access(Payload& payload) {
    GpuAccess* attached = payload.get_extension<GpuAccess>();
    if (!attached) return lend_access(payload, nullptr);
    if (attached->foreign) attached->kind = kind_of_command(payload);
    return *attached;
}

}  // namespace heddle
