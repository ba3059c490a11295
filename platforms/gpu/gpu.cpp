#include "gpu/gpu.h"

#include <string>

namespace heddle {
namespace {

AddressMap partitioned(AddressMap map, unsigned partitions) {
    map.partitions = partitions;
    return map;
}

CrossbarParameters network(const GpuParameters& parameters) {
    CrossbarParameters crossbar = parameters.crossbar;
    crossbar.inputs = parameters.topology.clusters + 1;
    crossbar.outputs = parameters.topology.memory_partitions;
    return crossbar;
}

ClusterPortParameters port_of(const GpuParameters& parameters) {
    ClusterPortParameters port = parameters.cluster_port;
    port.cores = parameters.topology.sms_per_cluster;
    return port;
}

template <class WithMap>
WithMap with_map(WithMap parameters, const GpuParameters& gpu) {
    parameters.address_map = partitioned(gpu.address_map, gpu.topology.memory_partitions);
    return parameters;
}

SmLimits limits_of(const SmParameters& sm) {
    return {sm.max_warps, sm.max_ctas, sm.registers, sm.shared_bytes};
}

std::unique_ptr<ClusterPort> make_port(ClockDomain& clock, const GpuParameters& parameters, const GpuParts& parts) {
    if (parts.make_port) return parts.make_port("port", clock, port_of(parameters));
    return std::make_unique<ClusterPort>("port", clock, port_of(parameters));
}

std::unique_ptr<LsuBase> make_lsu(ClockDomain& clock, const GpuParameters& parameters, const GpuParts& parts) {
    if (parts.make_lsu) return parts.make_lsu("lsu", clock);
    return std::make_unique<Lsu>("lsu", clock, parameters.lsu);
}

std::string numbered(const char* name, unsigned number) {
    return std::string(name) + "_" + std::to_string(number);
}

}  // namespace

Core::Core(sc_core::sc_module_name name, ClockDomain& clock, const GpuParameters& parameters, KernelTable& kernels,
           unsigned sm_id, Binder& binder, const GpuParts& parts)
    : sc_module(name),
      sm("sm", clock, parameters.sm, kernels, sm_id, parameters.topology.clusters * parameters.topology.sms_per_cluster,
         parts.lsu_traits),
      lsu(make_lsu(clock, parameters, parts)),
      l1("l1", clock, parameters.l1_cache) {
    binder.bind(sm.memory_out, lsu->warp_in);
    for (unsigned bank = 0; bank < parameters.l1_cache.banks; ++bank) binder.bind(lsu->l1_port(bank), l1.bank_in(bank));
}

Cluster::Cluster(sc_core::sc_module_name name, ClockDomain& clock, const GpuParameters& parameters,
                 KernelTable& kernels, unsigned cluster_id, Binder& binder, const GpuParts& parts)
    : sc_module(name), port(make_port(clock, parameters, parts)) {
    const unsigned count = parameters.topology.sms_per_cluster;
    for (unsigned i = 0; i < count; ++i) {
        cores.push_back(std::make_unique<Core>(numbered("core", i).c_str(), clock, parameters, kernels,
                                               cluster_id * count + i, binder, parts));
        binder.bind(cores.back()->l1.memory_out, port->core_in[i]);
    }
}

MemoryPartition::MemoryPartition(sc_core::sc_module_name name, ClockDomain& l2_clock, ClockDomain& dram_clock,
                                 const GpuParameters& parameters, Binder& binder)
    : sc_module(name),
      l2("l2", l2_clock, with_map(parameters.l2_slice, parameters)),
      memory_controller("memory_controller", dram_clock, with_map(parameters.memory_controller, parameters)) {
    binder.bind(l2.memory_out, memory_controller.request_in);
}

Gpu::Gpu(sc_core::sc_module_name name, const GpuParameters& parameters, Workload& workload, Binder& binder,
         const GpuParts& parts)
    : sc_module(name),
      core_clock_(clocks_.at(parameters.clock.core_mhz, "core_clock")),
      map_(partitioned(parameters.address_map, parameters.topology.memory_partitions)),
      host_("host", core_clock_, workload),
      cta_dispatcher("cta_dispatcher", core_clock_, parameters.cta_dispatcher,
                     {parameters.topology.clusters, parameters.topology.sms_per_cluster}, limits_of(parameters.sm),
                     workload),
      noc("noc", clocks_.at(parameters.clock.noc_mhz, "noc_clock"), network(parameters), map_) {
    const TopologyParameters& topology = parameters.topology;
    for (unsigned c = 0; c < topology.clusters; ++c) {
        clusters_.push_back(std::make_unique<Cluster>(numbered("cluster", c).c_str(), core_clock_, parameters, workload,
                                                      c, binder, parts));
        Cluster& cluster = *clusters_.back();
        for (unsigned i = 0; i < topology.sms_per_cluster; ++i)
            binder.bind(cta_dispatcher.sm_out[c * topology.sms_per_cluster + i], cluster.cores[i]->sm.launch_in);
        binder.bind(cluster.port->noc_out, noc.in[c]);
    }
    ClockDomain& l2_clock = clocks_.at(parameters.clock.l2_mhz, "l2_clock");
    ClockDomain& dram_clock = clocks_.at(parameters.clock.dram_mhz, "dram_clock");
    for (unsigned p = 0; p < topology.memory_partitions; ++p) {
        partitions_.push_back(std::make_unique<MemoryPartition>(numbered("partition", p).c_str(), l2_clock, dram_clock,
                                                                parameters, binder));
        binder.bind(noc.out[p], partitions_.back()->l2.request_in);
    }
    if (parts.join_launch)
        launch_path_ = parts.join_launch(*this, binder);
    else
        binder.bind(host_.kernel_out, cta_dispatcher.kernel_in);
    binder.bind(host_.memory_out, noc.in[topology.clusters]);
}

std::uint64_t Gpu::retired_warp_instructions() const {
    std::uint64_t sum = 0;
    for (const auto& cluster : clusters_)
        for (const auto& core : cluster->cores) sum += core->sm.retired_warp_instructions();
    return sum;
}

}  // namespace heddle
