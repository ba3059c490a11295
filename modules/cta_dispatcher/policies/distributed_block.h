#pragma once

#include "heddle/cta_dispatcher/policies/cluster_pools.h"
#include "heddle/cta_dispatcher/policies/slot_order.h"

namespace heddle {

// dist_block, distributed-block scheduling (MECHANISMS 1.2): pools as in dist, but an SM gets CTAs in blocks of
// consecutive ones, and only when it has free slots for a whole block ("at least two CTA contexts are available"): with
// three slots the one that the first block leaves free makes a block with the next slot that becomes free. The rest of
// a pool that makes no whole block waits for as many slots, too. The CTAs of a block are launched one after another.
class DistributedBlock final : public CtaPolicy {
public:
    explicit DistributedBlock(unsigned block_size) : block_size_(block_size) {}

    void begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) override;
    CtaDecision next(const std::vector<unsigned>& free_slots) override;
    void retired(unsigned sm, std::uint32_t) override { order_.freed(sm); }
    unsigned held_back_slots(const std::vector<unsigned>& free_slots) const override;

private:
    unsigned waiting_slots(unsigned sm, unsigned free) const;

    const unsigned block_size_;
    unsigned slots_per_block_ = 1;
    MachineShape machine_;
    ClusterPools pools_;
    SlotOrder order_;
    ClusterPools::Range block_;  // what is left of the block that is being launched
    unsigned block_sm_ = 0;
};

}  // namespace heddle
