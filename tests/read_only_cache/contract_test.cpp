// Any legal peer on both sides of a read-only cache.
#include <catch2/catch.hpp>

#include "heddle/read_only_cache/read_only_cache.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct ReadOnlyDevice : ContractDevice {
    explicit ReadOnlyDevice(ClockDomain& clock) : cache("cache", clock, parameters()) {}
    static ReadOnlyCacheParameters parameters() {
        ReadOnlyCacheParameters small;
        small.mshr_merges = 2;
        small.request_queue_entries = 2;
        small.miss_queue_entries = 1;
        return small;
    }
    tlm::tlm_target_socket<32>& socket() override { return cache.core_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&cache.memory_out}; }
    std::size_t live_payloads() const override { return cache.idle() ? 0 : 1; }
    bool reads_only() const override { return true; }
    ReadOnlyCache cache;
};

}  // namespace

HEDDLE_SOCKET_CONTRACT("read_only_cache.core_in", make_device<ReadOnlyDevice>)
