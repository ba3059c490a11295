#include <catch2/catch.hpp>

#include "cluster_port/cluster_port.h"
#include "contract/background_traffic.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct ClusterPortDevice : ContractDevice {
    explicit ClusterPortDevice(ClockDomain& clock) : port("cluster_port", clock, small()) {
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
    ClusterPort port;
    BackgroundTraffic background;
};

std::unique_ptr<ContractDevice> make_cluster_port(ClockDomain& clock) {
    return std::make_unique<ClusterPortDevice>(clock);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("cluster_port.core_in", make_cluster_port)
