#include <catch2/catch.hpp>

#include "heddle/memory_controller/memory_controller.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct MemoryControllerDevice : ContractDevice {
    explicit MemoryControllerDevice(ClockDomain& clock) : controller("memory_controller", clock, small()) {}
    // Few entries, so that requests are often back-pressured.
    static MemoryControllerParameters small() {
        MemoryControllerParameters parameters;
        parameters.queue_entries = 6;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return controller.request_in; }
    bool executes_atomics() const override { return true; }
    std::string problems() override { return controller.idle() ? "" : "the controller is not idle at the end\n"; }
    MemoryController controller;
};

}  // namespace

HEDDLE_SOCKET_CONTRACT_TERMINAL("memory_controller.request_in", make_device<MemoryControllerDevice>)
