// What a lookup of the L1 may use in a cycle.
#pragma once

#include "heddle/l1_cache/l1_cache.h"

namespace heddle {

struct L1Cache::Room {
    const L1Cache& cache;
    const L1Bank& bank;
    std::size_t miss_queue_entries() const { return cache.miss_queue_.capacity() - cache.miss_queue_.size(); }
    bool miss_port_taken() const { return cache.miss_port_taken_; }
    bool hit_queue_full() const { return bank.hit_queue.filled() || cache.data_array_taken_; }
};

}  // namespace heddle
