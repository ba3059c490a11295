#include "heddle/platforms/gpu/gpu_spec.h"

namespace heddle {

PlatformSpec gpu_spec() {
    return {"gpu",
            "A GPU's memory path: SMs with load/store unit and L1 in clusters that share a network port, a network, L2 "
            "slices and memory controllers. Every feature of the other platforms can be switched on here, in any "
            "combination: --list-systems names them.",
            "",
            {{"baseline",
              "60 SMs (12 clusters x 5), 48 KB L1, 8 memory controllers with 512 KB L2 each, all at 1.4 GHz",
              true,
              {}},
             {"small",
              "4 SMs (2 clusters x 2), 2 memory controllers: quick to run and to look at in a waveform",
              false,
              {{"topology.clusters", "2"}, {"topology.sms_per_cluster", "2"}, {"topology.memory_partitions", "2"}}}},
            {}};
}

}  // namespace heddle
