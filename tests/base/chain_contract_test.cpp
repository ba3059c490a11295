// AtIn and AtOut against every kind of peer, with clock domains of unequal period in between: 12 combinations.
#include <catch2/catch.hpp>

#include "base/relay.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

// Queues of one entry: nearly every request and response is held back somewhere.
struct Chain : ContractDevice {
    explicit Chain(ClockDomain& core)
        : noc("noc", period_of_mhz(700)),
          dram("dram", period_of_mhz(924)),
          a("a", core, 3),
          b("b", noc, 1),
          c("c", dram, 2) {
        a.request_out.bind(b.request_in);
        b.request_out.bind(c.request_in);
    }
    tlm::tlm_target_socket<32>& socket() override { return a.request_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&c.request_out}; }
    ClockDomain noc, dram;
    Relay a, b, c;
};

std::unique_ptr<ContractDevice> make_chain(ClockDomain& clock) {
    return std::make_unique<Chain>(clock);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("chain of three domains", make_chain)
