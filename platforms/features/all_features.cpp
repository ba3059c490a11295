// The one list of all parts. A level or a mechanism that is added gets a line here and a folder of its own.
#include "features/all_features.h"

#include "features/banked/banked_feature.h"
#include "features/icc/icc_feature.h"
#include "features/mrpb/mrpb_feature.h"
#include "features/warppool/warppool_feature.h"
#include "levels/cluster_ports/cluster_ports.h"
#include "levels/cores/cores.h"
#include "levels/crossbar_noc/crossbar_noc.h"
#include "levels/l2_slices/l2_slices.h"
#include "levels/memory_controllers/memory_controllers.h"
#include "levels/private_l1/private_l1.h"
#include "path/dispatch.h"
#include "path/shape.h"

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
    return make<Shape, Dispatch, Cores, PrivateL1, ClusterPorts, CrossbarNoc, L2Slices, MemoryControllers,  // levels
                WarpPoolFeature, MrpbFeature, BankedFeature, IccFeature>();  // mechanisms
}

}  // namespace heddle
