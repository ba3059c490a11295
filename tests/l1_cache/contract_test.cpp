// Any legal peer on both sides of the L1.
#include <catch2/catch.hpp>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct L1Device : ContractDevice {
    explicit L1Device(ClockDomain& clock) : l1("l1", clock, parameters()) {}
    static L1CacheParameters parameters() {
        L1CacheParameters small;
        small.size_bytes = 12 * 1024;
        small.mshr_merges = 2;
        small.request_queue_entries = 2;
        small.miss_queue_entries = 2;
        return small;
    }
    tlm::tlm_target_socket<32>& socket() override { return l1.core_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&l1.memory_out}; }
    std::size_t live_payloads() const override { return l1.idle() ? 0 : 1; }
    L1Cache l1;
};

std::unique_ptr<ContractDevice> make_l1(ClockDomain& clock) {
    return std::make_unique<L1Device>(clock);
}

// The second socket of a cache with banks; nobody calls the first.
struct BankedDevice : ContractDevice {
    struct Silent : Ticked {
        AtOut out{*this, "out", 1};
        Silent(sc_core::sc_module_name name, ClockDomain& clock) : Ticked(name, clock) {}
        void tick(Cycle) override {}
    };
    explicit BankedDevice(ClockDomain& clock) : l1("l1", clock, parameters()), silent("silent", clock) {
        silent.out.bind(l1.core_in);
    }
    static L1CacheParameters parameters() {
        L1CacheParameters banked = L1Device::parameters();
        banked.banks = 2;
        return banked;
    }
    tlm::tlm_target_socket<32>& socket() override { return l1.bank_in(1); }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&l1.memory_out}; }
    std::size_t live_payloads() const override { return l1.idle() ? 0 : 1; }
    L1Cache l1;
    Silent silent;
};

std::unique_ptr<ContractDevice> make_banked(ClockDomain& clock) {
    return std::make_unique<BankedDevice>(clock);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("l1_cache.core_in", make_l1)
HEDDLE_SOCKET_CONTRACT("l1_cache.core_in_1", make_banked)
