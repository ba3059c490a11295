// Any legal peer on both sides of the node.
#include <catch2/catch.hpp>

#include "heddle/dcl1_node/dcl1_node.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct NodeDevice : ContractDevice {
    explicit NodeDevice(ClockDomain& clock) : node("node", clock, parameters()) {}
    static Dcl1NodeParameters parameters() {
        Dcl1NodeParameters small;
        small.size_bytes = 12 * 1024;
        small.mshr_merges = 2;
        small.queue_entries = 2;
        return small;
    }
    tlm::tlm_target_socket<32>& socket() override { return node.core_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&node.memory_out}; }
    std::size_t live_payloads() const override { return node.idle() ? 0 : 1; }
    Dcl1Node node;
};

}  // namespace

HEDDLE_SOCKET_CONTRACT("dcl1_node.core_in", make_device<NodeDevice>)
