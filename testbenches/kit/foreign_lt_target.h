// A foreign target that only knows b_transport; tlm_utils turns nb_transport into it.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include "kit/foreign_target.h"

namespace heddle {

class ForeignLtTarget : public ForeignTarget {
public:
    tlm_utils::simple_target_socket<ForeignLtTarget> socket;

    ForeignLtTarget(sc_core::sc_module_name name, std::uint64_t seed);
    tlm::tlm_target_socket<32>& target_socket() override { return socket; }
};

}  // namespace heddle
