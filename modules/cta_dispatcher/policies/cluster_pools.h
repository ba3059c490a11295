// The CTAs of a kernel in one contiguous pool per cluster.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace heddle {

class ClusterPools {
public:
    // Of N CTAs for C clusters, the first N mod C pools get one more than the others (MECHANISMS 1.2).
    void split(std::uint32_t ctas, unsigned clusters) {
        pools_.resize(clusters);
        std::uint32_t next = 0;
        for (unsigned cluster = 0; cluster < clusters; ++cluster) {
            const std::uint32_t size = ctas / clusters + (cluster < ctas % clusters);
            pools_[cluster] = {next, next + size};
            next += size;
        }
    }
    std::uint32_t left(unsigned cluster) const { return pools_[cluster].end - pools_[cluster].next; }
    // Takes up to `most` consecutive CTAs from the front. A pool that runs dry stays so: no stealing from others.
    struct Range {
        std::uint32_t next = 0, end = 0;
    };
    Range take(unsigned cluster, std::uint32_t most) {
        Range& pool = pools_[cluster];
        const Range taken{pool.next, pool.next + std::min(most, left(cluster))};
        pool.next = taken.end;
        return taken;
    }

private:
    std::vector<Range> pools_;
};

}  // namespace heddle
