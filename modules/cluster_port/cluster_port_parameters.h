#pragma once

#include <string>

#include "heddle/base/parameters.h"

namespace heddle {

struct ClusterPortParameters {
    unsigned cores = 5;                     // MECHANISMS 1.1: 5 SMs per cluster; set by the platform
    unsigned injection_buffer_packets = 8;  // MECHANISMS 1.1 [R]
    unsigned response_buffer_packets = 8;   // MECHANISMS 1.1 [R]
    unsigned bus_bytes = 64;                // MECHANISMS 1.1 [R]: replies 64 B per cycle

    template <class Visitor>
    void visit(Visitor& v) {
        v("injection_buffer_packets", injection_buffer_packets, "packets", "buffer towards the network");
        v("response_buffer_packets", response_buffer_packets, "packets", "FIFO of replies from the network");
        v("bus_bytes", bus_bytes, "B", "reply bytes the bus moves per cycle");
    }
    void validate(const std::string& key) const {
        require_range(cores, 1U, 256U, key + ".cores");
        require_range(injection_buffer_packets, 1U, 65536U, key + ".injection_buffer_packets");
        require_range(response_buffer_packets, 1U, 65536U, key + ".response_buffer_packets");
        require_range(bus_bytes, 1U, 4096U, key + ".bus_bytes");
    }
};

}  // namespace heddle
