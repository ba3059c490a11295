#include <catch2/catch.hpp>

#include "contract/background_traffic.h"
#include "icc_unit/icc_unit.h"
#include "kit/socket_contract.h"

using namespace heddle;

namespace {

struct IccUnitDevice : ContractDevice {
    explicit IccUnitDevice(ClockDomain& clock) : unit("icc_unit", clock, small(), tiny()) {
        for (unsigned core = 1; core < unit.core_in.size(); ++core) background.attach(clock, unit.core_in[core]);
    }
    static ClusterPortParameters small() {
        ClusterPortParameters parameters;
        parameters.cores = 3;
        parameters.injection_buffer_packets = 2;
        parameters.response_buffer_packets = 2;
        return parameters;
    }
    static IccParameters tiny() {
        IccParameters parameters;
        parameters.merge_table_entries = 4;
        parameters.coalesced_cache_lines = 2;
        return parameters;
    }
    tlm::tlm_target_socket<32>& socket() override { return unit.core_in[0]; }
    std::vector<tlm::tlm_initiator_socket<32>*> memory_sockets() override { return {&unit.noc_out}; }
    std::string problems() override { return background.problems(); }
    IccUnit unit;
    BackgroundTraffic background;
};

std::unique_ptr<ContractDevice> make_icc_unit(ClockDomain& clock) {
    return std::make_unique<IccUnitDevice>(clock);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("icc_unit.core_in", make_icc_unit)
