// Any legal peer on both sides of the load/store units with a pool.
#include <catch2/catch.hpp>

#include "kit/socket_contract.h"
#include "lsu/any_lsu.h"

using namespace heddle;

namespace {

struct PoolDevice : ContractDevice {
    PoolDevice(ClockDomain& clock, const char* pool) : lsu(make_lsu("lsu", clock, unit(), pools(pool), SetIndex(64))) {}
    static LsuParameters unit() {
        LsuParameters small;
        small.queue_entries = 2;
        small.pending_instructions = 8;
        return small;
    }
    static LsuPoolParameters pools(const char* pool) {
        LsuPoolParameters small;
        small.pool = pool;
        small.l1_banks = 4;
        small.warppool.instruction_queue_entries = 2;
        small.mrpb.warp_queue_entries = 2;
        return small;
    }
    tlm::tlm_target_socket<32>& socket() override { return lsu->warp_in; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override {
        std::vector<tlm::tlm_initiator_socket<32>*> sockets;
        for (unsigned port = 0; port < lsu->l1_ports(); ++port) sockets.push_back(&lsu->l1_port(port));
        return sockets;
    }
    std::size_t live_payloads() const override { return lsu->idle() ? 0 : 1; }
    std::unique_ptr<LsuBase> lsu;
};

std::unique_ptr<ContractDevice> make_warppool(ClockDomain& clock) {
    return std::make_unique<PoolDevice>(clock, "warppool");
}
std::unique_ptr<ContractDevice> make_mrpb(ClockDomain& clock) {
    return std::make_unique<PoolDevice>(clock, "mrpb");
}
std::unique_ptr<ContractDevice> make_banked(ClockDomain& clock) {
    return std::make_unique<PoolDevice>(clock, "banked");
}
std::unique_ptr<ContractDevice> make_sectors(ClockDomain& clock) {
    return std::make_unique<PoolDevice>(clock, "sectors");
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("warppool_lsu.warp_in", make_warppool)
HEDDLE_SOCKET_CONTRACT("mrpb_lsu.warp_in", make_mrpb)
HEDDLE_SOCKET_CONTRACT("banked_lsu.warp_in", make_banked)
HEDDLE_SOCKET_CONTRACT("sector_lsu.warp_in", make_sectors)
