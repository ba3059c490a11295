#pragma once

#include <algorithm>
#include <string>

#include "heddle/base/geometry.h"
#include "heddle/base/parameters.h"
#include "heddle/base/port_set.h"
#include "heddle/crossbar/allocators/allocator.h"
#include "heddle/crossbar/allocators/vc_allocator.h"
#include "heddle/crossbar/group_links.h"
#include "heddle/crossbar/packet_size.h"
#include "heddle/crossbar/pair_latency.h"

namespace heddle {

// Those of allocator_names, and Sweep.
constexpr std::array<const char*, 3> crossbar_allocators{"islip", "round_robin", "sweep"};

struct CrossbarParameters {
    unsigned inputs = 12;  // MECHANISMS 1.1: 12 x 8; set by the platform that builds the network
    unsigned outputs = 8;
    unsigned flit_bytes = 64;              // MECHANISMS 1.1: 64 B channel
    unsigned request_flit_bytes = 0;       // no paper gives it
    unsigned ctrl_bytes = 8;               // MECHANISMS 0
    unsigned input_buffer_flits = 16;      // MECHANISMS 5.1: 4 VCs of 4 flits per port; the others give none
    unsigned ejection_buffer_packets = 8;  // as the response FIFO of MECHANISMS 1.1 [R]
    unsigned latency_cycles = 4;           // no paper gives it; see README, Timing
    std::string allocator = "islip";       // MECHANISMS 1.1 [R]
    unsigned islip_iterations = 1;         // MECHANISMS 1.1 [R]
    bool virtual_output_queues = true;     // what iSLIP is made for
    unsigned virtual_channels = 0;         // MECHANISMS 5.1: 4; the others give none
    unsigned vc_buffer_flits = 4;          // MECHANISMS 5.1
    unsigned input_speedup = 1;            // no paper gives it
    DistanceParameters distance;           // no paper gives any
    GroupParameters group;                 // no paper gives any

    PacketSize request_size() const { return {ctrl_bytes, request_flit_bytes ? request_flit_bytes : flit_bytes}; }
    PacketSize reply_size() const { return {ctrl_bytes, flit_bytes}; }

    template <class Visitor>
    void visit(Visitor& v) {
        v("flit_bytes", flit_bytes, "B", "width of a channel: what a port moves per cycle");
        v("request_flit_bytes", request_flit_bytes, "B",
          "the same for the request network, if it has another width; 0: it has the same");
        v("ctrl_bytes", ctrl_bytes, "B", "control bytes of every packet; 0 for ideal cross-checks");
        v("input_buffer_flits", input_buffer_flits, "flits", "buffer of each input port, per direction");
        v("ejection_buffer_packets", ejection_buffer_packets, "packets",
          "packets of each output port that are granted and not yet handed over, per direction");
        v("latency_cycles", latency_cycles, "cycles", "from the grant to the head flit's arrival at the output");
        v("allocator", allocator, "", "who crosses: islip, round_robin or sweep");
        v("islip_iterations", islip_iterations, "", "grant-accept rounds per cycle");
        v("virtual_output_queues", virtual_output_queues, "",
          "a queue per output at each input; without, one FIFO with head-of-line blocking");
        v("virtual_channels", virtual_channels, "", "channels of each port; 0: none, packets cross as a whole");
        v("vc_buffer_flits", vc_buffer_flits, "flits", "buffer of each virtual channel, per direction");
        v("input_speedup", input_speedup, "",
          "ports of each input on the switch, to which its virtual channels are dealt out: flits that it can send per "
          "cycle");
        v.group("distance", distance);
        v.group("group", group);
    }

    // An input sends one flit per cycle; under sweep, one to each output that it has a packet for.
    bool limits_inputs() const { return allocator != "sweep"; }

    void validate(const std::string& key) const {
        require_range(inputs, 1U, PortSet::capacity, key + ".inputs");
        require_range(outputs, 1U, PortSet::capacity, key + ".outputs");
        require_range(flit_bytes, 1U, 4096U, key + ".flit_bytes");
        require_range(request_flit_bytes, 0U, 4096U, key + ".request_flit_bytes");
        require_range(ctrl_bytes, 0U, 4096U, key + ".ctrl_bytes");
        require_range(virtual_channels, 0U, max_virtual_channels, key + ".virtual_channels");
        if (virtual_channels)
            validate_with_channels(key);
        else
            validate_without_channels(key);
        require_range(ejection_buffer_packets, 1U, 4096U, key + ".ejection_buffer_packets");
        require_range(latency_cycles, 1U, 100000U, key + ".latency_cycles");
        require_one_of(allocator, crossbar_allocators, key + ".allocator");
        require_range(islip_iterations, 1U, PortSet::capacity, key + ".islip_iterations");
        validate_distances(distance, key + ".distance");
        validate_groups(group, key + ".group");
    }
    // The same, for a crossbar whose ports are known.
    void validate_with_ports(const std::string& key) const {
        validate(key);
        validate_distances(distance, inputs, outputs, key + ".distance");
        validate_groups(group, inputs, key + ".group");
    }

private:
    void validate_without_channels(const std::string& key) const {
        const unsigned largest = std::max(request_size().flits(PacketType::write_request, line_bytes),
                                          reply_size().flits(PacketType::read_reply, line_bytes));
        require(input_buffer_flits >= largest, key + ".input_buffer_flits",
                "is " + std::to_string(input_buffer_flits) + ", must hold a packet with a full line: at least " +
                    std::to_string(largest));
        require(vc_buffer_flits == CrossbarParameters{}.vc_buffer_flits, key + ".vc_buffer_flits",
                "is " + std::to_string(vc_buffer_flits) + ", but " + key +
                    ".virtual_channels is 0: set that to 1 or more, or set input_buffer_flits");
        require(input_speedup == 1, key + ".input_speedup",
                "is " + std::to_string(input_speedup) + ", but " + key + ".virtual_channels is 0: set that to " +
                    std::to_string(input_speedup) + " or more, or this to 1");
    }
    // What the channels replace must not look as if it counted.
    void validate_with_channels(const std::string& key) const {
        const std::string channels = "but " + key + ".virtual_channels is " + std::to_string(virtual_channels);
        const CrossbarParameters defaults;
        require_range(vc_buffer_flits, 1U, 4096U, key + ".vc_buffer_flits");
        require_range(input_speedup, 1U, max_virtual_channels, key + ".input_speedup");
        require(input_speedup <= virtual_channels, key + ".input_speedup",
                "is " + std::to_string(input_speedup) + ", " + channels +
                    ", and each port on the switch has at least one: set that to " + std::to_string(input_speedup) +
                    " or more, or this to less");
        const unsigned ports = std::max(inputs, outputs);
        require(ports * input_speedup <= PortSet::capacity, key + ".input_speedup",
                "is " + std::to_string(input_speedup) + ", too many for " + std::to_string(ports) +
                    " ports: their product must not exceed " + std::to_string(PortSet::capacity));
        require(input_buffer_flits == defaults.input_buffer_flits, key + ".input_buffer_flits",
                "is " + std::to_string(input_buffer_flits) + ", " + channels +
                    ": set vc_buffer_flits and leave this at " + std::to_string(defaults.input_buffer_flits) +
                    ", or set virtual_channels to 0");
        require(virtual_output_queues, key + ".virtual_output_queues",
                "is false, " + channels + ", which are the queues: leave this at true, or set virtual_channels to 0");
        require(allocator == "islip", key + ".allocator",
                "is '" + allocator + "', " + channels +
                    ", which are allocated by islip: set that, or virtual_channels to 0");
        require(group.none(), key + ".group.inputs",
                "is '" + group.inputs + "', " + channels +
                    ", and links of groups carry whole packets: set it to none and the widths to 0, or "
                    "virtual_channels to 0");
    }
};

}  // namespace heddle
