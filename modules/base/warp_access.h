// The SM-to-LSU transaction: one warp's memory instruction. A payload without it is a plain access to consecutive
// bytes.
#pragma once

#include <tlm>

#include "heddle/base/gpu_access.h"
#include "heddle/base/lane_access.h"

namespace heddle {

struct WarpAccess : tlm::tlm_extension<WarpAccess>, LaneAccess {
    tlm::tlm_extension_base* clone() const override { return new WarpAccess(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const WarpAccess&>(other); }
    void free() override {}  // lives inside its payload
};

// The payload's WarpAccess, or null.
inline WarpAccess* warp_access(const Payload& payload) {
    if (PayloadArena::contains(&payload)) return static_cast<const PooledPayload&>(payload).warp_access;
    return payload.get_extension<WarpAccess>();
}

}  // namespace heddle
