// The socket contract's first users: the smallest module there is, and the kit's own memory.
#include <catch2/catch.hpp>

#include "base/relay.h"
#include "kit/simple_memory.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct RelayDevice : ContractDevice {
    explicit RelayDevice(ClockDomain& clock) : relay("relay", clock, 4) {}
    tlm::tlm_target_socket<32>& socket() override { return relay.request_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&relay.request_out}; }
    Relay relay;
};

struct MemoryDevice : ContractDevice {
    explicit MemoryDevice(ClockDomain& clock) : memory("memory", clock, stalling()) {}
    static SimpleMemoryParameters stalling() {
        SimpleMemoryParameters parameters;
        parameters.stall_percent = 20;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return memory.request_in; }
    bool executes_atomics() const override { return true; }
    SimpleMemory memory;
};

// A relay that does one thing wrong; the contract must say so.
struct BadRelay : Relay {
    enum class Fault { forgets_a_response, changes_the_address, spoils_a_read, loses_a_wake_up };
    BadRelay(sc_core::sc_module_name name, ClockDomain& clock, Fault what) : Relay(name, clock, 4), fault(what) {}
    void tick(Cycle now) override {
        auto& responses = request_out.responses();
        if (passed() > 1000 && !done && responses.ready(now)) {
            Payload* payload = responses.head();
            done = fault != Fault::spoils_a_read || payload->is_read();
            if (fault == Fault::forgets_a_response) responses.pop(now);
            if (fault == Fault::changes_the_address) payload->set_address(payload->get_address() + 4);
            if (fault == Fault::spoils_a_read && done) payload->get_data_ptr()[0] ^= 1;
        }
        if (fault == Fault::loses_a_wake_up && passed() > 1000) return;
        Relay::tick(now);
    }
    const Fault fault;
    bool done = false;
};

struct BadDevice : ContractDevice {
    BadDevice(ClockDomain& clock, BadRelay::Fault fault) : relay("relay", clock, fault) {}
    tlm::tlm_target_socket<32>& socket() override { return relay.request_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&relay.request_out}; }
    BadRelay relay;
};

std::string problems_with(BadRelay::Fault fault, ContractInitiator initiator) {
    const auto make = [fault](ClockDomain& clock) { return std::make_unique<BadDevice>(clock, fault); };
    return run_socket_contract(make, initiator, ForeignTargetKind::at);
}
}  // namespace

HEDDLE_SOCKET_CONTRACT("relay.request_in", make_device<RelayDevice>)
HEDDLE_SOCKET_CONTRACT_TERMINAL("simple_memory.request_in", make_device<MemoryDevice>)

TEST_CASE("socket contract: notices a response that never comes") {
    const std::string problems = problems_with(BadRelay::Fault::forgets_a_response, ContractInitiator::foreign_at);
    const std::uint64_t sent = ContractOptions{}.transactions;
    const std::string finished = std::to_string(sent - 1) + " of " + std::to_string(sent) + " transactions finished";
    CHECK_THAT(problems,
               Catch::Contains(finished) && Catch::Contains("leaked") && Catch::Contains("outstanding at the end"));
}

TEST_CASE("socket contract: notices an address that changed") {
    CHECK_THAT(problems_with(BadRelay::Fault::changes_the_address, ContractInitiator::in_domain),
               Catch::Contains("since BEGIN_REQ, must stay"));
}

TEST_CASE("socket contract: notices a spoiled byte") {
    CHECK_THAT(problems_with(BadRelay::Fault::spoils_a_read, ContractInitiator::foreign_at),
               Catch::Contains("1 wrong responses"));
}

TEST_CASE("socket contract: notices a device that falls asleep for ever") {
    CHECK_THAT(problems_with(BadRelay::Fault::loses_a_wake_up, ContractInitiator::in_domain),
               Catch::Contains("of " + std::to_string(ContractOptions{}.transactions) + " transactions finished"));
}
