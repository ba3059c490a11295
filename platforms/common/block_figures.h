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

    // The sum of the counters over the cycles of the block's own clock, for each block that has any of them.
    std::vector<double> per_cycle(const BlockFilter& blocks, const std::vector<std::string>& counters) const;
    // The same, over `capacity` as well.
    Use use(const BlockFilter& blocks, const std::vector<std::string>& counters, double capacity = 1) const;
    double largest(const BlockFilter& blocks, const std::string& counter) const {
        return use(blocks, {counter}).busiest;
    }
    // The buckets of a histogram as instances: ports or banks. It holds what was counted up to now.
    Use buckets(const BlockFilter& blocks, const std::string& histogram, double cycles_each = 1) const;

private:
    double own_cycles(const Block& block) const;

    const Statistics& statistics_;
    const Snapshot& end_;
};

}  // namespace heddle
