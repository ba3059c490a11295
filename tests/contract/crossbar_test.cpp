#include <catch2/catch.hpp>

#include "contract/background_traffic.h"
#include "heddle/crossbar/crossbar.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct CrossbarDevice : ContractDevice {
    explicit CrossbarDevice(ClockDomain& clock, const CrossbarParameters& parameters = small())
        : crossbar("crossbar", clock, parameters, AddressMap{4, 256}) {
        for (unsigned input = 1; input < crossbar.in.size(); ++input) background.attach(clock, crossbar.in[input]);
    }
    static CrossbarParameters small() {
        CrossbarParameters parameters;
        parameters.inputs = 3;
        parameters.outputs = 4;
        parameters.ejection_buffer_packets = 2;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return crossbar.in[0]; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override {
        std::vector<tlm::tlm_initiator_socket<32>*> sockets;
        for (unsigned output = 0; output < crossbar.out.size(); ++output) sockets.push_back(&crossbar.out[output]);
        return sockets;
    }
    std::string problems() override { return background.problems(); }
    Crossbar crossbar;
    BackgroundTraffic background;
};

struct VcCrossbarDevice : CrossbarDevice {
    explicit VcCrossbarDevice(ClockDomain& clock) : CrossbarDevice(clock, with_channels()) {}
    static CrossbarParameters with_channels() {
        CrossbarParameters parameters = small();
        parameters.flit_bytes = 32;
        parameters.virtual_channels = 2;
        return parameters;
    }
};

}  // namespace

HEDDLE_SOCKET_CONTRACT("crossbar.in", make_device<CrossbarDevice>)
HEDDLE_SOCKET_CONTRACT("crossbar.in with virtual channels", make_device<VcCrossbarDevice>)
