// The test every target socket runs: any legal initiator, any legal target behind it, real data, nothing outstanding at
// the end.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <tlm>
#include <vector>

#include "heddle/base/clock_domain.h"
#include "kit/foreign_target.h"
#include "kit/test_scale.h"

namespace heddle {

// The device under test as the contract sees it. A test file derives from it around a module.
class ContractDevice {
public:
    virtual ~ContractDevice() = default;
    virtual tlm::tlm_target_socket<32>& socket() = 0;
    // The sockets of its own requests. Each gets a foreign target, so that one address must always leave by the same
    // socket. A device without any is a memory itself.
    virtual std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() { return {}; }
    // Payloads of its own pools that are still in flight.
    virtual std::size_t live_payloads() const { return 0; }
    // Anything else that went wrong inside, such as traffic on its other sockets; asked at the end.
    virtual std::string problems() { return {}; }
    // Atomics are part of the traffic only if they end in the device: a foreign memory does not know them.
    virtual bool executes_atomics() const { return false; }
    // It refuses writes: the traffic has none, and memory holds zeros.
    virtual bool reads_only() const { return false; }
};

// copied: in_domain, with a bridge before the device that passes deep copies on.
enum class ContractInitiator { foreign_at, foreign_lt, in_domain, copied };

using ContractFactory = std::function<std::unique_ptr<ContractDevice>(ClockDomain&)>;

// The factory of a device that needs a clock alone.
template <class Device>
std::unique_ptr<ContractDevice> make_device(ClockDomain& clock) {
    return std::make_unique<Device>(clock);
}

struct ContractOptions {
    std::uint64_t transactions = scaled(20000, 2000);
    unsigned footprint_bytes = 65536;
    double clock_mhz = 1400;
    std::uint64_t base = 0x10000;
};

// Builds the device between a checker in front and checkers behind, runs the traffic to its end and returns what went
// wrong, one line each; empty: the contract holds. Elaborates, so once per process.
std::string run_socket_contract(const ContractFactory& make, ContractInitiator initiator, ForeignTargetKind target,
                                const ContractOptions& options = {});

}  // namespace heddle

// One test case per combination; needs catch.hpp. HEDDLE_SOCKET_CONTRACT("relay.request_in", make_device<Relay>)
#define HEDDLE_CONTRACT_CASE(label, make, initiator, target)                                \
    TEST_CASE("socket contract: " label ", " #initiator " initiator, " #target " target") { \
        CHECK(heddle::run_socket_contract(make, heddle::ContractInitiator::initiator,       \
                                          heddle::ForeignTargetKind::target) == "");        \
    }
#define HEDDLE_CONTRACT_ROW(label, make, initiator)           \
    HEDDLE_CONTRACT_CASE(label, make, initiator, at)          \
    HEDDLE_CONTRACT_CASE(label, make, initiator, lt)          \
    HEDDLE_CONTRACT_CASE(label, make, initiator, early)       \
    HEDDLE_CONTRACT_CASE(label, make, initiator, response)    \
    HEDDLE_CONTRACT_CASE(label, make, initiator, translating) \
    HEDDLE_CONTRACT_CASE(label, make, initiator, copying)
#define HEDDLE_SOCKET_CONTRACT(label, make)      \
    HEDDLE_CONTRACT_ROW(label, make, foreign_at) \
    HEDDLE_CONTRACT_ROW(label, make, foreign_lt) \
    HEDDLE_CONTRACT_ROW(label, make, in_domain)  \
    HEDDLE_CONTRACT_CASE(label, make, copied, at)
// For a device without memory sockets the target makes no difference.
#define HEDDLE_SOCKET_CONTRACT_TERMINAL(label, make)  \
    HEDDLE_CONTRACT_CASE(label, make, foreign_at, at) \
    HEDDLE_CONTRACT_CASE(label, make, foreign_lt, at) \
    HEDDLE_CONTRACT_CASE(label, make, in_domain, at)  \
    HEDDLE_CONTRACT_CASE(label, make, copied, at)
