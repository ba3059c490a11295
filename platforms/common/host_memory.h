// Device memory as the host sees it: transport_dbg through the hierarchy, no time passes and no counter moves.
#pragma once

#include <string>
#include <tlm>

#include "stimulus/workload.h"

namespace heddle {

class DebugMemory : public HostMemory {
public:
    explicit DebugMemory(tlm::tlm_initiator_socket<32>& socket) : socket_(socket) {}

    void read(std::uint64_t address, void* data, std::size_t bytes) override;
    void write(std::uint64_t address, const void* data, std::size_t bytes) override;

private:
    void transfer(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, std::size_t bytes);

    tlm::tlm_initiator_socket<32>& socket_;
};

}  // namespace heddle
