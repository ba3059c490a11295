#pragma once

#include "heddle/cta_dispatcher/policies/cluster_pools.h"
#include "heddle/cta_dispatcher/policies/slot_order.h"

namespace heddle {

// dist, distributed scheduling of MCM-GPU (MECHANISMS 1.2): each cluster has a contiguous pool of CTAs and takes from
// no other. Inside a cluster the initial fill goes for each slot over its SMs; afterwards the SM in which a CTA ended
// gets the next of its cluster's pool. Clusters take turns in the fill, so that none starts late.
class Distributed final : public CtaPolicy {
public:
    void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) override {
        machine_ = machine;
        pools_.split(grid.ctas(), machine.clusters);
        order_.begin(std::uint64_t{slots_per_sm} * machine.sms());
    }

    CtaDecision next(const std::vector<unsigned>& free_slots) override {
        const auto sm =
            order_.next([this](std::uint64_t turn) { return clusters_in_turn(machine_, turn); },
                        [&](unsigned candidate) {
                            return free_slots[candidate] > 0 && pools_.left(machine_.cluster_of(candidate)) > 0;
                        });
        if (!sm) return {};
        return Placement{*sm, pools_.take(machine_.cluster_of(*sm), 1).next};
    }

    void retired(unsigned sm, std::uint32_t) override { order_.freed(sm); }

private:
    MachineShape machine_;
    ClusterPools pools_;
    SlotOrder order_;
};

}  // namespace heddle
