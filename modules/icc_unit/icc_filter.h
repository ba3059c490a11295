// What an ICC unit decides about requests and replies (MECHANISMS 1.3, 1.4): coalesced cache first, then merge table.
#pragma once

#include <memory>

#include "heddle/cluster_port/request_filter.h"
#include "heddle/icc_unit/coalesced_cache.h"
#include "heddle/icc_unit/icc_counters.h"
#include "heddle/icc_unit/icc_parameters.h"
#include "heddle/icc_unit/icl_monitor.h"
#include "heddle/icc_unit/merge_table.h"

namespace heddle {

class IccFilter : public RequestFilter {
public:
    // The counters may be constructed after the filter, but before its first request.
    IccFilter(const IccParameters& parameters, IccCounters& counters);

    bool works_without_room() const override { return parameters_.merge_table; }
    FilterVerdict on_request(const ClusterRequest& request, bool room) override;
    void on_reply(const ClusterRequest& reply, const std::uint8_t* data, std::vector<ClusterRequest>& served) override;
    void on_write_around(std::uint64_t address, unsigned bytes) override;
    // A kernel starts or ends in cycle `now`: from the next cycle on the cache is empty and no load merges with a line
    // that is still outstanding.
    void on_kernel_boundary(KernelEvent, Cycle now) override {
        advance(now);
        drop_pending_ = now;
    }
    void advance(Cycle now);

    const MergeTable& merge_table() const { return table_; }
    const CoalescedCache& coalesced_cache() const { return cache_; }

private:
    void written(std::uint64_t line);
    bool takes_part(const ClusterRequest& request) const;
    FilterVerdict pass(const ClusterRequest& request, bool room);
    FilterVerdict merge(unsigned entry, const ClusterRequest& request);
    FilterVerdict send(std::uint64_t line, const ClusterRequest& request, unsigned entry);
    void finish(unsigned entry, const ClusterRequest& reply, const std::uint8_t* data);
    void count_lookup(const ClusterRequest& request);
    void observe(const ClusterRequest& request);

    const IccParameters parameters_;
    const unsigned lookup_cycles_;  // of a load that goes on to the network
    IccCounters& counters_;
    MergeTable table_;
    CoalescedCache cache_;
    std::unique_ptr<IclMonitor> monitor_;  // null when off
    Cycle drop_pending_ = never;
};

}  // namespace heddle
