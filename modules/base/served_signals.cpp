#include "heddle/base/served_signals.h"

namespace heddle {

// A foreign payload is not given an extension here: looking must not change it.
void ServedSignals::show(const Payload& payload) {
    const auto* access = payload.get_extension<GpuAccess>();
    const bool known = access && !access->foreign;
    address_.set(payload.get_address());
    sm_.set(known ? access->sm : unknown);
    warp_.set(known ? access->warp : unknown);
}

}  // namespace heddle
