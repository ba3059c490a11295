// How a platform joins two sockets. Tests and recorders put something in between without the platform knowing.
#pragma once

#include <tlm>

namespace heddle {

class Binder {
public:
    virtual ~Binder() = default;
    virtual void bind(tlm::tlm_initiator_socket<32>& initiator, tlm::tlm_target_socket<32>& target) {
        initiator.bind(target);
    }
};

}  // namespace heddle
