// Single accesses by blocking and debug transport, with payloads as a foreign initiator makes them.
#pragma once

#include <cstring>
#include <tlm>
#include <vector>

namespace heddle {

struct PlainAccess : tlm::tlm_generic_payload {
    PlainAccess(tlm::tlm_command command, std::uint64_t address, unsigned count, std::uint8_t value = 0)
        : bytes(count, value) {
        set_command(command);
        set_address(address);
        set_data_ptr(bytes.data());
        set_data_length(count);
        set_streaming_width(count);
    }
    std::vector<std::uint8_t> bytes;
};

// Returns what the access took.
inline sc_core::sc_time blocking(tlm::tlm_initiator_socket<32>& socket, PlainAccess& access) {
    sc_core::sc_time delay;
    socket->b_transport(access, delay);
    return delay;
}

}  // namespace heddle
