#include "heddle/cta_dispatcher/policies/distributed_block.h"

namespace heddle {

void DistributedBlock::begin(const MachineShape& machine, const GridShape& grid, unsigned slots_per_sm) {
    machine_ = machine;
    // An SM with fewer slots than a block has would never get any: its block is as large as the SM.
    slots_per_block_ = std::min(block_size_, slots_per_sm);
    pools_.split(grid.ctas(), machine.clusters);
    order_.begin(std::uint64_t{slots_per_sm / slots_per_block_} * machine.sms());
    block_ = {};
}

CtaDecision DistributedBlock::next(const std::vector<unsigned>& free_slots) {
    if (block_.next == block_.end) {
        const auto sm = order_.next([this](std::uint64_t turn) { return clusters_in_turn(machine_, turn); },
                                    [&](unsigned candidate) {
                                        return free_slots[candidate] >= slots_per_block_ &&
                                               pools_.left(machine_.cluster_of(candidate)) > 0;
                                    });
        if (!sm) return {};
        block_sm_ = *sm;
        block_ = pools_.take(machine_.cluster_of(*sm), slots_per_block_);
    }
    return Placement{block_sm_, block_.next++};
}

// Free slots of an SM that wait because they are too few for a block.
unsigned DistributedBlock::waiting_slots(unsigned sm, unsigned free) const {
    if (sm == block_sm_) free -= block_.end - block_.next;  // promised to the block that is being launched
    return free < slots_per_block_ ? free : 0;
}

unsigned DistributedBlock::held_back_slots(const std::vector<unsigned>& free_slots) const {
    unsigned held_back = 0;
    for (unsigned cluster = 0; cluster < machine_.clusters; ++cluster) {
        if (pools_.left(cluster) == 0) continue;
        unsigned waiting = 0;
        for (unsigned i = 0; i < machine_.sms_per_cluster; ++i) {
            const unsigned sm = cluster * machine_.sms_per_cluster + i;
            waiting += waiting_slots(sm, free_slots[sm]);
        }
        held_back += std::min(waiting, pools_.left(cluster));
    }
    return held_back;
}

}  // namespace heddle
