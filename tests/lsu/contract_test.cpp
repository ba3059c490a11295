// Any legal peer on both sides of the LSU.
#include <catch2/catch.hpp>

#include "heddle/lsu/lsu.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct LsuDevice : ContractDevice {
    explicit LsuDevice(ClockDomain& clock) : lsu("lsu", clock, parameters()) {}
    static LsuParameters parameters() {
        LsuParameters small;
        small.queue_entries = 2;
        small.pending_instructions = 8;
        return small;
    }
    tlm::tlm_target_socket<32>& socket() override { return lsu.warp_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&lsu.l1_out}; }
    std::size_t live_payloads() const override { return lsu.idle() ? 0 : 1; }
    Lsu lsu;
};

std::unique_ptr<ContractDevice> make_lsu(ClockDomain& clock) {
    return std::make_unique<LsuDevice>(clock);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("lsu.warp_in", make_lsu)
