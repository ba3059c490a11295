// A foreign four-phase target with an interconnect of its own in front, which has sockets `in` and `out`.
#pragma once

#include "kit/foreign_at_target.h"

namespace heddle {

template <class Interconnect>
class ForeignTargetBehind : public ForeignAtTarget {
public:
    ForeignTargetBehind(sc_core::sc_module_name name, std::uint64_t seed) : ForeignAtTarget(name, seed) {
        interconnect.out.bind(socket);
    }
    tlm::tlm_target_socket<32>& target_socket() override { return interconnect.in; }

    Interconnect interconnect{"interconnect"};
};

}  // namespace heddle
