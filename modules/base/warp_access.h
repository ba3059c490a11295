// The SM-to-LSU transaction: one warp's memory instruction. A payload without it is a plain access to consecutive
// bytes.
#pragma once

#include <tlm>

#include "base/lane_access.h"

namespace heddle {

struct WarpAccess : tlm::tlm_extension<WarpAccess>, LaneAccess {
    tlm::tlm_extension_base* clone() const override { return new WarpAccess(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const WarpAccess&>(other); }
    void free() override {}  // lives inside its payload
};

}  // namespace heddle
