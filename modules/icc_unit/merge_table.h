// The merge table of a cluster: which lines are outstanding, and for which SMs (MECHANISMS 1.3). Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/cluster_port/request_filter.h"

namespace heddle {

// Fully associative, at most one entry for a line. Entries leave by their reply only: nothing is ever evicted.
class MergeTable {
public:
    static constexpr unsigned none = ~0U;

    explicit MergeTable(unsigned entries);

    unsigned find(std::uint64_t line) const;
    bool full() const { return used_ == lines_.size(); }
    unsigned used() const { return used_; }
    unsigned capacity() const { return static_cast<unsigned>(lines_.size()); }

    // The first request of a line; the table is not full and the line is not in it.
    unsigned allocate(std::uint64_t line, unsigned sm, Cycle now);
    // A later one, which the line's reply will serve. A second request of one SM finds its bit set.
    void merge(unsigned entry, const ClusterRequest& request);
    // A store to the line has been sent after the load: the line that comes back may be older than the store.
    void pass_store(unsigned entry) { entries_[entry].passed_by_store = true; }
    bool passed_by_store(unsigned entry) const { return entries_[entry].passed_by_store; }
    // A kernel starts or ends: no later request may merge with the entries, and the cache must not keep their lines.
    void close_all();
    bool closed(unsigned entry) const { return entries_[entry].closed; }

    std::uint64_t sm_list(unsigned entry) const { return entries_[entry].sm_list; }
    unsigned requesters(unsigned entry) const { return static_cast<unsigned>(__builtin_popcountll(sm_list(entry))); }
    // The requests merged after the first, in their order.
    const std::vector<ClusterRequest>& merged(unsigned entry) const { return entries_[entry].merged; }
    Cycle since(unsigned entry) const { return entries_[entry].since; }
    void release(unsigned entry);

private:
    static constexpr std::uint64_t no_line = ~std::uint64_t{0};
    struct Entry {
        std::uint64_t sm_list = 0;
        Cycle since = 0;
        bool passed_by_store = false;
        bool closed = false;
        std::vector<ClusterRequest> merged;
    };
    std::vector<std::uint64_t> lines_;  // apart from the rest: a lookup reads nothing else
    std::vector<Entry> entries_;
    unsigned used_ = 0;
};

}  // namespace heddle
