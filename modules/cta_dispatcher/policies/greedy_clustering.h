#pragma once

#include "heddle/cta_dispatcher/policies/global_pool.h"

namespace heddle {

// greedy (MECHANISMS 1.2). Initial fill: for each cluster, for each slot, for each SM: a cluster is filled completely
// before the next one gets anything. A kernel that is smaller than the chip leaves whole clusters idle.
class GreedyClustering final : public GlobalPool {
protected:
    unsigned sm_of(std::uint64_t turn) const override {
        const std::uint64_t turns_per_cluster = std::uint64_t{slots_per_sm_} * machine_.sms_per_cluster;
        const unsigned cluster = static_cast<unsigned>(turn / turns_per_cluster);
        return cluster * machine_.sms_per_cluster + static_cast<unsigned>(turn % machine_.sms_per_cluster);
    }
};

}  // namespace heddle
