// Device memory as the host sees it: transport_dbg to the blocks that hold it, so that no time passes and no counter
// moves. Which networks lie between the SMs and these blocks does not matter.
#pragma once

#include <tlm>
#include <vector>

#include "heddle/base/address_map.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

class DebugMemory : public HostMemory {
public:
    using Socket = tlm::tlm_initiator_socket<32>;
    // One socket for each of the map's slices.
    DebugMemory(const AddressMap& map, std::vector<Socket*> sockets) : splitter_(map), sockets_(std::move(sockets)) {}

    void read(std::uint64_t address, void* data, std::size_t bytes) override;
    void write(std::uint64_t address, const void* data, std::size_t bytes) override;

private:
    void transfer(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, std::size_t bytes);

    const AddressSplitter splitter_;
    const std::vector<Socket*> sockets_;
};

}  // namespace heddle
