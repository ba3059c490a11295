// The baseline GPU: SMs in clusters that share a port, a crossbar, memory partitions of L2 slice and memory controller.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cluster_port/cluster_port.h"
#include "common/platform.h"
#include "crossbar/crossbar.h"
#include "cta_dispatcher/cta_dispatcher.h"
#include "gpu/clocks.h"
#include "gpu/gpu_parameters.h"
#include "l1_cache/l1_cache.h"
#include "l2_slice/l2_slice.h"
#include "lsu/lsu.h"
#include "memory_controller/memory_controller.h"
#include "sm/sm.h"

namespace heddle {

class Gpu;

// What another platform puts in place of the baseline's parts.
struct GpuParts {
    // The port of a cluster; a ClusterPort unless given.
    std::function<std::unique_ptr<ClusterPort>(const char* name, ClockDomain&, const ClusterPortParameters&)> make_port;
    // Joins the host's kernel_out with the dispatcher's kernel_in, directly unless given. Returns what has to live as
    // long as the GPU.
    std::function<std::shared_ptr<void>(Gpu&, Binder&)> join_launch;
    // The load/store unit of an SM; an Lsu unless given. It has as many ways to the L1 as that has banks.
    std::function<std::unique_ptr<LsuBase>(const char* name, ClockDomain&)> make_lsu;
    // What the SM has to know of that unit.
    LsuTraits lsu_traits;
};

struct Core : sc_core::sc_module {
    Core(sc_core::sc_module_name name, ClockDomain& clock, const GpuParameters& parameters, KernelTable& kernels,
         unsigned sm_id, Binder& binder, const GpuParts& parts);
    Sm sm;
    const std::unique_ptr<LsuBase> lsu;
    L1Cache l1;
};

struct Cluster : sc_core::sc_module {
    Cluster(sc_core::sc_module_name name, ClockDomain& clock, const GpuParameters& parameters, KernelTable& kernels,
            unsigned cluster_id, Binder& binder, const GpuParts& parts);
    const std::unique_ptr<ClusterPort> port;
    std::vector<std::unique_ptr<Core>> cores;
};

struct MemoryPartition : sc_core::sc_module {
    MemoryPartition(sc_core::sc_module_name name, ClockDomain& l2_clock, ClockDomain& dram_clock,
                    const GpuParameters& parameters, Binder& binder);
    L2Slice l2;
    MemoryController memory_controller;
};

class Gpu : public sc_core::sc_module, public Machine {
public:
    Gpu(sc_core::sc_module_name name, const GpuParameters& parameters, Workload& workload, Binder& binder,
        const GpuParts& parts = {});

    Host& host() override { return host_; }
    ClockDomain& core_clock() override { return core_clock_; }
    std::uint64_t retired_warp_instructions() const override;
    std::uint64_t finished_ctas() const override { return cta_dispatcher.ctas_retired.value(); }

    const std::vector<std::unique_ptr<Cluster>>& clusters() const { return clusters_; }
    const std::vector<std::unique_ptr<MemoryPartition>>& partitions() const { return partitions_; }
    const AddressMap& address_map() const { return map_; }

private:
    Clocks clocks_;
    ClockDomain& core_clock_;
    const AddressMap map_;
    Host host_;

public:
    CtaDispatcher cta_dispatcher;
    Crossbar noc;  // one input per cluster and one, the last, for the host

private:
    std::vector<std::unique_ptr<Cluster>> clusters_;
    std::vector<std::unique_ptr<MemoryPartition>> partitions_;
    std::shared_ptr<void> launch_path_;
};

}  // namespace heddle
