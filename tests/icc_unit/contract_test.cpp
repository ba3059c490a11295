#include <catch2/catch.hpp>

#include "contract/cluster_port_device.h"
#include "heddle/icc_unit/icc_unit.h"

using namespace heddle;

namespace {

std::unique_ptr<ContractDevice> make_icc_unit(ClockDomain& clock) {
    IccParameters tiny;
    tiny.merge_table_entries = 4;
    tiny.coalesced_cache_lines = 2;
    return std::make_unique<ClusterPortDevice<IccUnit>>("icc_unit", clock, tiny);
}

}  // namespace

HEDDLE_SOCKET_CONTRACT("icc_unit.core_in", make_icc_unit)
