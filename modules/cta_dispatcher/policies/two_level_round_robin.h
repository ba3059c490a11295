#pragma once

#include "heddle/cta_dispatcher/policies/global_pool.h"

namespace heddle {

// 2lrr, the baseline scheduler of GPGPU-Sim (MECHANISMS 1.2). Initial fill: for each slot, for each SM of a cluster,
// for each cluster.
class TwoLevelRoundRobin final : public GlobalPool {
protected:
    unsigned sm_of(std::uint64_t turn) const override { return clusters_in_turn(machine_, turn); }
};

}  // namespace heddle
