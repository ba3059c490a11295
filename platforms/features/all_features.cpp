// The one list of all parts. A level or a mechanism that is added gets a line here and a folder of its own.
#include "heddle/platforms/features/all_features.h"

#include "heddle/platforms/features/banked/banked_feature.h"
#include "heddle/platforms/features/energy/energy_feature.h"
#include "heddle/platforms/features/icc/icc_feature.h"
#include "heddle/platforms/features/l1_hints/l1_hints_feature.h"
#include "heddle/platforms/features/mrpb/mrpb_feature.h"
#include "heddle/platforms/features/packet_coalescing/packet_coalescing_feature.h"
#include "heddle/platforms/features/replication_monitor/replication_monitor_feature.h"
#include "heddle/platforms/features/reuse_monitor/reuse_monitor_feature.h"
#include "heddle/platforms/features/sectors/sectors_feature.h"
#include "heddle/platforms/features/warppool/warppool_feature.h"
#include "heddle/platforms/levels/cluster_ports/cluster_ports.h"
#include "heddle/platforms/levels/core_caches/core_caches.h"
#include "heddle/platforms/levels/cores/cores.h"
#include "heddle/platforms/levels/crossbar_noc/crossbar_noc.h"
#include "heddle/platforms/levels/decoupled_l1/decoupled_l1.h"
#include "heddle/platforms/levels/first_crossbars/first_crossbars.h"
#include "heddle/platforms/levels/l2_slices/l2_slices.h"
#include "heddle/platforms/levels/memory_controllers/memory_controllers.h"
#include "heddle/platforms/levels/mesh_noc/mesh_noc.h"
#include "heddle/platforms/levels/network_clock/network_clock.h"
#include "heddle/platforms/levels/private_l1/private_l1.h"
#include "heddle/platforms/levels/request_coalescers/request_coalescers.h"
#include "heddle/platforms/levels/two_stage_noc/two_stage_noc.h"
#include "heddle/platforms/path/dispatch.h"
#include "heddle/platforms/path/shape.h"

namespace heddle {
namespace {

template <class... Parts>
Features make() {
    Features features;
    (features.push_back(std::make_unique<Parts>()), ...);
    return features;
}

}  // namespace

// Levels before the mechanisms that change them; the rows of the result table follow the same order.
Features all_features() {
    return make<Shape, Dispatch, Cores, FirstCrossbars, PrivateL1, DecoupledL1, CoreCaches, ClusterPorts, NetworkClock,
                TwoStageNoc, CrossbarNoc, MeshNoc, RequestCoalescers, L2Slices, MemoryControllers,  // levels
                WarpPoolFeature, MrpbFeature, BankedFeature, SectorsFeature, IccFeature, PacketCoalescingFeature,
                L1HintsFeature,                                                    // mechanisms
                ReplicationMonitorFeature, ReuseMonitorFeature, EnergyFeature>();  // what only looks at the others
}

}  // namespace heddle
