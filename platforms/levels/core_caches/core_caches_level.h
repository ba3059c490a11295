// The blocks of the level core_caches.
#pragma once

#include <memory>
#include <vector>

#include "heddle/cluster_port/cluster_port.h"
#include "heddle/lsu/lsu.h"
#include "heddle/platforms/path/path_plan.h"
#include "heddle/read_only_cache/read_only_cache.h"

namespace heddle {

// A core's caches, load units in front of those that warps load through, and the port in which their misses and the
// core's data requests meet. A cluster's port does what is needed, with streams in the place of cores.
class CoreCachesOfOne : public sc_core::sc_module {
public:
    CoreCachesOfOne(sc_core::sc_module_name name, const LevelSite& site, unsigned core);
    AtOut& out() { return port_->noc_out; }
    const std::vector<std::unique_ptr<ReadOnlyCache>>& caches() const { return caches_; }

private:
    std::unique_ptr<ClusterPort> port_;
    std::vector<std::unique_ptr<ReadOnlyCache>> caches_;
    std::vector<std::unique_ptr<Lsu>> units_;
};

class CoreCachesLevel : public Level {
public:
    CoreCachesLevel(sc_core::sc_module_name name, const LevelSite& site);
    OpenEnds open_ends() override;
    std::vector<KernelBoundaryIn*> kernel_listeners() override;

private:
    std::vector<std::unique_ptr<CoreCachesOfOne>> cores_;
};

}  // namespace heddle
