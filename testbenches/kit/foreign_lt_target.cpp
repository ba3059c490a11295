#include "kit/foreign_lt_target.h"

namespace heddle {

ForeignLtTarget::ForeignLtTarget(sc_core::sc_module_name name, std::uint64_t seed)
    : ForeignTarget(name, seed), socket("socket") {
    socket.register_b_transport(this, &ForeignLtTarget::blocking);
    socket.register_transport_dbg(this, &ForeignLtTarget::debug);
}

}  // namespace heddle
