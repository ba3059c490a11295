#include "heddle/energy/network_cost.h"

#include "heddle/base/ratio.h"
#include "heddle/energy/static_shares.h"

namespace heddle {

NetworkCost::NetworkCost(const NetworkShape& shape) {
    for (const CrossbarShape& crossbars : shape) {
        crossbars.validate("crossbar");
        // A half for each direction.
        const double crosspoints = crossbars.crosspoints() / fitted_crosspoints / 2,
                     ports = crossbars.ports() / fitted_ports / 2;
        for (const unsigned flit_bytes : {crossbars.request_width(), crossbars.flit_bytes}) {
            const double width = static_cast<double>(flit_bytes) / fitted_flit_bytes;
            area_ += area_weights.crosspoints * crosspoints * width * width + area_weights.ports * ports * width;
            const double switching = static_weights.crosspoints * crosspoints * width,
                         attaching = static_weights.ports * ports * width;
            static_.crossbar += switching * static_shares.crossbar;
            static_.allocator += switching * static_shares.allocator;
            static_.buffer += attaching * static_shares.buffer;
            static_.links += attaching * static_shares.links;
        }
    }
}

double NetworkCost::area_ratio(const NetworkCost& reference) const {
    return ratio(area_, reference.area_);
}

double NetworkCost::static_ratio(const NetworkCost& reference) const {
    return ratio(static_power(), reference.static_power());
}

}  // namespace heddle
