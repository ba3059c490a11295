// The socket contract's device around a cluster port, plain or with a mechanism of its own: core 0 is under test, the
// other cores have traffic.
#pragma once

#include <utility>

#include "contract/background_traffic.h"
#include "heddle/cluster_port/cluster_port.h"
#include "kit/socket_contract.h"

namespace heddle {

template <class Port>
struct ClusterPortDevice : ContractDevice {
    // `more`: what the port's constructor takes after its parameters.
    template <class... More>
    explicit ClusterPortDevice(const char* name, ClockDomain& clock, More&&... more)
        : port(name, clock, small(), std::forward<More>(more)...) {
        for (unsigned core = 1; core < port.core_in.size(); ++core) background.attach(clock, port.core_in[core]);
    }
    static ClusterPortParameters small() {
        ClusterPortParameters parameters;
        parameters.cores = 3;
        parameters.injection_buffer_packets = 2;
        parameters.response_buffer_packets = 2;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return port.core_in[0]; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&port.noc_out}; }
    std::string problems() override { return background.problems(); }
    Port port;
    BackgroundTraffic background;
};

}  // namespace heddle
