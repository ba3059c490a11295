#include <catch2/catch.hpp>

#include "contract/cluster_port_device.h"

using namespace heddle;

namespace {

std::unique_ptr<ContractDevice> make_cluster_port(ClockDomain& clock) {
    return std::make_unique<ClusterPortDevice<ClusterPort>>("cluster_port", clock);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("cluster_port.core_in", make_cluster_port)
