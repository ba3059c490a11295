#pragma once

#include <string>

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"
#include "heddle/crossbar/allocators/allocator.h"
#include "heddle/crossbar/packet_size.h"

namespace heddle {

struct CrossbarParameters {
    unsigned inputs = 12;  // MECHANISMS 1.1: 12 x 8; set by the platform that builds the network
    unsigned outputs = 8;
    unsigned flit_bytes = 64;              // MECHANISMS 1.1: 64 B channel
    unsigned ctrl_bytes = 8;               // MECHANISMS 0
    unsigned input_buffer_flits = 16;      // MECHANISMS 5.1: 4 VCs of 4 flits per port; the others give none
    unsigned ejection_buffer_packets = 8;  // as the response FIFO of MECHANISMS 1.1 [R]
    unsigned latency_cycles = 4;           // no paper gives it; see README, Timing
    std::string allocator = "islip";       // MECHANISMS 1.1 [R]
    unsigned islip_iterations = 1;         // MECHANISMS 1.1 [R]
    bool virtual_output_queues = true;     // what iSLIP is made for

    PacketSize packet_size() const { return {ctrl_bytes, flit_bytes}; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("flit_bytes", flit_bytes, "B", "width of a channel: what a port moves per cycle");
        v("ctrl_bytes", ctrl_bytes, "B", "control bytes of every packet; 0 for ideal cross-checks");
        v("input_buffer_flits", input_buffer_flits, "flits", "buffer of each input port, per direction");
        v("ejection_buffer_packets", ejection_buffer_packets, "packets",
          "packets of each output port that are granted and not yet handed over, per direction");
        v("latency_cycles", latency_cycles, "cycles", "from the grant to the head flit's arrival at the output");
        v("allocator", allocator, "", "who crosses: islip or round_robin");
        v("islip_iterations", islip_iterations, "", "grant-accept rounds per cycle");
        v("virtual_output_queues", virtual_output_queues, "",
          "a queue per output at each input; without, one FIFO with head-of-line blocking");
    }

    void validate(const std::string& key) const {
        require_range(inputs, 1U, PortSet::capacity, key + ".inputs");
        require_range(outputs, 1U, PortSet::capacity, key + ".outputs");
        require_range(flit_bytes, 1U, 4096U, key + ".flit_bytes");
        require_range(ctrl_bytes, 0U, 4096U, key + ".ctrl_bytes");
        const unsigned largest = packet_size().flits(PacketType::read_reply, line_bytes);
        require(input_buffer_flits >= largest, key + ".input_buffer_flits",
                "is " + std::to_string(input_buffer_flits) + ", must hold a packet with a full line: at least " +
                    std::to_string(largest));
        require_range(ejection_buffer_packets, 1U, 4096U, key + ".ejection_buffer_packets");
        require_range(latency_cycles, 1U, 100000U, key + ".latency_cycles");
        require_one_of(allocator, allocator_names, key + ".allocator");
        require_range(islip_iterations, 1U, PortSet::capacity, key + ".islip_iterations");
    }
};

}  // namespace heddle
