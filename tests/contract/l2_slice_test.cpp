#include <catch2/catch.hpp>

#include "heddle/l2_slice/l2_slice.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct L2SliceDevice : ContractDevice {
    L2SliceDevice(ClockDomain& clock, bool sectored) : slice("l2_slice", clock, small(sectored)) {}
    // A quarter of the footprint fits, so that lines come and go.
    static L2SliceParameters small(bool sectored) {
        L2SliceParameters parameters;
        parameters.size_bytes = 16 * 1024;
        parameters.ways = 4;
        parameters.mshr_entries = 8;
        parameters.mshr_merges = 3;
        parameters.latency_cycles = 12;
        parameters.sectored = sectored;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return slice.request_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&slice.memory_out}; }
    std::size_t live_payloads() const override { return slice.live_payloads(); }
    bool executes_atomics() const override { return true; }
    std::string problems() override { return slice.idle() ? "" : "the slice is not idle at the end\n"; }
    L2Slice slice;
};

std::unique_ptr<ContractDevice> make_l2_slice(ClockDomain& clock) {
    return std::make_unique<L2SliceDevice>(clock, false);
}
std::unique_ptr<ContractDevice> make_sectored_l2_slice(ClockDomain& clock) {
    return std::make_unique<L2SliceDevice>(clock, true);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("l2_slice.request_in", make_l2_slice)
HEDDLE_SOCKET_CONTRACT("sectored l2_slice.request_in", make_sectored_l2_slice)
