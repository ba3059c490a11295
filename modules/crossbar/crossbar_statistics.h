// What a crossbar counts, per direction.
#pragma once

#include <optional>

#include "heddle/base/counter.h"
#include "heddle/crossbar/grant.h"
#include "heddle/crossbar/packet.h"
#include "heddle/crossbar/packet_size.h"

namespace heddle {

// Packets and flits are counted where they enter a network, waits and latencies where they end.
struct CrossbarStatistics {
    struct Names {
        const char *reads, *writes, *atomics, *controls, *flits, *busy_cycles, *grants, *conflicts, *input_wait_cycles,
            *output_wait_cycles, *latency_cycles, *input_flits, *output_flits, *link_wait_cycles, *link_bytes;
    };
    static constexpr Names request_names{"read_requests",
                                         "write_requests",
                                         "atomic_requests",
                                         "control_requests",
                                         "request_flits",
                                         "request_busy_cycles",
                                         "request_grants",
                                         "request_conflicts",
                                         "request_input_wait_cycles",
                                         "request_output_wait_cycles",
                                         "request_latency_cycles",
                                         "request_input_flits",
                                         "request_output_flits",
                                         "request_link_wait_cycles",
                                         "request_link_bytes"};
    static constexpr Names reply_names{"read_replies",
                                       "write_acks",
                                       "atomic_replies",
                                       "control_replies",
                                       "reply_flits",
                                       "reply_busy_cycles",
                                       "reply_grants",
                                       "reply_conflicts",
                                       "reply_input_wait_cycles",
                                       "reply_output_wait_cycles",
                                       "reply_latency_cycles",
                                       "reply_input_flits",
                                       "reply_output_flits",
                                       "reply_link_wait_cycles",
                                       "reply_link_bytes"};

    // `groups`: of ports that share a link in this direction; 0: none do.
    CrossbarStatistics(Block& owner, const Names& names, unsigned inputs, unsigned outputs, unsigned groups)
        : reads(owner, names.reads, "packets", "packets of loads"),
          writes(owner, names.writes, "packets", "packets of stores"),
          atomics(owner, names.atomics, "packets", "packets of atomics"),
          controls(owner, names.controls, "packets", "packets of commands without data"),
          flits(owner, names.flits, "flits", "flits of all packets"),
          busy_cycles(owner, names.busy_cycles, "cycles", "output ports held by a packet, summed over the ports"),
          grants(owner, names.grants, "packets", "packets let through by the allocator"),
          conflicts(owner, names.conflicts, "cycles", "inputs that wanted a free output and lost, summed over cycles"),
          input_wait_cycles(owner, names.input_wait_cycles, "cycles",
                            "from input buffer to grant, summed over packets"),
          output_wait_cycles(owner, names.output_wait_cycles, "cycles",
                             "from arrival at the output to hand-over, summed over packets"),
          latency_cycles(owner, names.latency_cycles, "cycles",
                         "from input buffer to hand-over at the output, summed over packets"),
          input_flits(owner, names.input_flits, "flits", "flits by input port", inputs),
          output_flits(owner, names.output_flits, "flits", "flits by output port", outputs) {
        if (groups) links.emplace(owner, names, groups);
    }

    void entered(PacketType type, unsigned packet_flits) {
        switch (static_cast<unsigned>(type) % 4) {
            case 0:
                ++reads;
                break;
            case 1:
                ++writes;
                break;
            case 2:
                ++atomics;
                break;
            default:
                ++controls;
        }
        flits += packet_flits;
    }
    void granted(const Grant& grant) {
        ++grants;
        busy_cycles += grant.flits;
        input_wait_cycles += grant.waited;
        input_flits.add(grant.input, grant.flits);
        output_flits.add(grant.output, grant.flits);
        if (grant.link) links->passed(*grant.link);
    }
    void handed_over(const Packet& packet, Cycle now) {
        output_wait_cycles += now - packet.arrives;
        latency_cycles += now - packet.entered;
    }

    Counter reads, writes, atomics, controls, flits, busy_cycles, grants, conflicts, input_wait_cycles,
        output_wait_cycles, latency_cycles;
    Histogram input_flits, output_flits;

    // Of the links that groups of ports share.
    struct Links {
        Links(Block& owner, const Names& names, unsigned groups)
            : wait_cycles(owner, names.link_wait_cycles, "cycles",
                          "from leaving the switch to the link of the group, summed over packets"),
              bytes(owner, names.link_bytes, "B", "bytes on the links, by group", groups) {}
        void passed(const LinkPass& link) {
            wait_cycles += link.waited;
            bytes.add(link.group, link.bytes);
        }
        Counter wait_cycles;
        Histogram bytes;
    };
    std::optional<Links> links;
};

}  // namespace heddle
