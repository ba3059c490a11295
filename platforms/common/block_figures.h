// What single blocks counted, as parts of the time they had: what the use of resources is told with (path_use.h).
#pragma once

#include <string>
#include <vector>

#include "heddle/platforms/common/path_use.h"
#include "heddle/platforms/common/statistics.h"

namespace heddle {

class BlockFigures {
public:
    BlockFigures(const Statistics& statistics, const Snapshot& end) : statistics_(statistics), end_(end) {}

    // The sum of the counters, for each block that has any of them.
    std::vector<double> counts(const BlockFilter& blocks, const std::vector<std::string>& counters) const;
    // The largest of these sums over their mean: 1 if all blocks counted the same; 0 if none counted anything.
    double imbalance(const BlockFilter& blocks, const std::vector<std::string>& counters) const;
    // The sum of the counters over the cycles of the block's own clock, for each block that has any of them.
    std::vector<double> per_cycle(const BlockFilter& blocks, const std::vector<std::string>& counters) const;
    // The same, over `capacity` as well, which each block or each of its ports has.
    Use use(const BlockFilter& blocks, const std::vector<std::string>& counters, double capacity = 1,
            CyclesOf each = CyclesOf::blocks) const;
    double largest(const BlockFilter& blocks, const std::string& counter) const {
        return use(blocks, {counter}).busiest;
    }
    // The buckets of a histogram as instances: ports or banks. It holds what was counted up to now.
    Use buckets(const BlockFilter& blocks, const std::string& histogram, double cycles_each = 1) const;
    // The same for blocks of which not every bucket is a port: only those that exist are instances.
    Use ports(const BlockFilter& blocks, const std::string& histogram, CyclesOf which) const;

private:
    // Calls visit(block, sum of the counters).
    template <class Visit>
    void for_each_sum(const BlockFilter& blocks, const std::vector<std::string>& counters, Visit visit) const;
    double own_cycles(const Block& block) const;

    const Statistics& statistics_;
    const Snapshot& end_;
};

}  // namespace heddle
