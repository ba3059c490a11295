// The SM-to-LSU transaction: one warp's memory instruction. A payload without it is a plain access to consecutive
// bytes.
#pragma once

#include <tlm>

#include "heddle/base/gpu_access.h"
#include "heddle/base/lane_access.h"

namespace heddle {

struct WarpAccess : tlm::tlm_extension<WarpAccess>, LaneAccess {
    // As for GpuAccess.
    tlm::tlm_extension_base* clone() const override;
    void copy_from(const tlm::tlm_extension_base& other) override {
        static_cast<LaneAccess&>(*this) = static_cast<const WarpAccess&>(other);
    }
    void free() override {}  // lives inside its payload; HeapWarpAccess overrides this
    // Of a clone: the data of the WarpAccess that was copied; null otherwise.
    virtual std::uint8_t* original_data() { return nullptr; }
};

// The payload's WarpAccess, or null.
inline WarpAccess* warp_access(const Payload& payload) {
    if (PayloadArena::contains(&payload)) return static_cast<const PooledPayload&>(payload).warp_access;
    return payload.get_extension<WarpAccess>();
}

// The lanes' bytes are the payload's data in a payload of the SM, but not in a deep copy of one: before a response, its
// data are brought to where a bridge looks for them, and to the original.
void return_lane_data(Payload& payload, WarpAccess& lanes);

}  // namespace heddle
