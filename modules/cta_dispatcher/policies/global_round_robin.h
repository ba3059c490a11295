#pragma once

#include "heddle/cta_dispatcher/policies/global_pool.h"

namespace heddle {

// grr (MECHANISMS 1.2). Initial fill: for each slot, for each cluster, for each SM of it, so that neighbouring CTAs
// share a cluster until its SMs have one each.
class GlobalRoundRobin final : public GlobalPool {
protected:
    unsigned sm_of(std::uint64_t turn) const override { return static_cast<unsigned>(turn % machine_.sms()); }
};

}  // namespace heddle
