// Any legal peer on both sides of a request coalescer.
#include <catch2/catch.hpp>

#include "heddle/request_coalescer/request_coalescer.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct CoalescerDevice : ContractDevice {
    explicit CoalescerDevice(ClockDomain& clock) : coalescer("coalescer", clock, small(), {0}) {}
    static RequestCoalescerParameters small() {
        RequestCoalescerParameters parameters;
        parameters.merges = 3;
        parameters.entries = 6;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return coalescer.request_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&coalescer.l2_out}; }
    std::string problems() override { return coalescer.idle() ? "" : "the coalescer is not idle at the end\n"; }
    RequestCoalescer coalescer;
};

}  // namespace

HEDDLE_SOCKET_CONTRACT("request_coalescer.request_in", make_device<CoalescerDevice>)
