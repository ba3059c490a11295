#include "heddle/base/warp_access.h"

#include <algorithm>

#include "heddle/base/heap_extension.h"

namespace heddle {
namespace {

struct HeapWarpAccess final : HeapExtension<HeapWarpAccess, WarpAccess> {
    std::uint8_t* data_of_original = nullptr;
    std::uint8_t* original_data() override { return data_of_original; }
};

}  // namespace

tlm::tlm_extension_base* WarpAccess::clone() const {
    HeapWarpAccess* copy = HeapWarpAccess::take();
    copy->copy_from(*this);
    auto& original = const_cast<WarpAccess&>(*this);  // tlm_extension wants clone() to be const
    copy->data_of_original = PayloadArena::contains(this) ? original.data.data() : original.original_data();
    return copy;
}

void return_lane_data(Payload& payload, WarpAccess& lanes) {
    const auto bytes = std::min<std::size_t>(payload.get_data_length(), lanes.data.size());
    unsigned char* data = payload.get_data_ptr();
    if (payload.is_write() || data == lanes.data.data()) return;
    if (data) std::copy_n(lanes.data.begin(), bytes, data);
    if (std::uint8_t* original = lanes.original_data()) std::copy_n(lanes.data.begin(), bytes, original);
}

}  // namespace heddle
