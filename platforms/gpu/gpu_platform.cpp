#include "gpu/gpu_platform.h"

#include "gpu/gpu.h"

namespace heddle {

std::string GpuPlatform::description() const {
    return "A GPU's memory path: SMs with load/store unit and L1 in clusters that share a network port, a crossbar, "
           "and "
           "memory partitions of an L2 slice and a memory controller each.";
}

std::vector<System> GpuPlatform::systems() const {
    return {{"baseline",
             "60 SMs (12 clusters x 5), 48 KB L1, 8 memory controllers with 512 KB L2 each, all at 1.4 GHz",
             true,
             {}},
            {"small",
             "4 SMs (2 clusters x 2), 2 memory controllers: quick to run and to look at in a waveform",
             false,
             {{"topology.clusters", "2"}, {"topology.sms_per_cluster", "2"}, {"topology.memory_partitions", "2"}}}};
}

std::unique_ptr<Machine> GpuPlatform::build(const RunOptions&, Workload& workload, Binder& binder) {
    return std::make_unique<Gpu>("gpu", parameters_, workload, binder);
}

}  // namespace heddle
