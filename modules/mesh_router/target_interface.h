// The network interface of a node that serves requests: it takes request packets apart, hands their requests to the
// memory behind it one after the other, and sends the responses as reply packets.
#pragma once

#include "heddle/base/occupancy_sum.h"
#include "heddle/base/ticked.h"
#include "heddle/mesh_router/mesh_interface_parameters.h"
#include "heddle/mesh_router/packet_ports.h"

namespace heddle {

class TargetInterface : public Ticked, public LtTarget {
public:
    AtIn packet_in;    // from the node port of a router of the request network
    AtOut memory_out;  // to an L2 slice or a memory controller
    AtOut packet_out;  // to the node port of a router of the reply network

    TargetInterface(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
                    const MeshRouterParameters& router, const MeshInterfaceParameters& parameters);

    Counter request_packets{*this, "request_packets", "packets", "packets of requests taken"};
    Counter requests{*this, "requests", "requests", "requests handed to memory"};
    Counter reads{*this, "reads", "requests", "loads among them"};
    Counter request_latency_cycles{*this, "request_latency_cycles", "cycles",
                                   "from the sender's first flit to the last flit's arrival, summed over requests"};
    Counter request_hold_cycles{*this, "request_hold_cycles", "cycles",
                                "hold times granted on the way, summed over packets"};
    Counter request_hops{*this, "request_hops", "hops", "routers on the way, summed over packets"};
    Counter interface_blocked_cycles{*this, "interface_blocked_cycles", "cycles",
                                     "the head request waited because memory took none"};
    Counter read_cycles{*this, "read_cycles", "cycles",
                        "loads between arrival of their packet and response, summed over cycles: the DRAM access time"};
    Counter reply_packets{*this, "reply_packets", "packets", "packets of replies sent"};
    Counter reply_flits{*this, "reply_flits", "flits", "flits of the packets sent"};
    Counter reply_wait_cycles{*this, "reply_wait_cycles", "cycles",
                              "a response of memory waited for the reply packet before it to leave"};

    // Packets that it made and that nobody has taken apart, and flits that it has not got the credit for.
    std::size_t in_flight() const { return packets_.live() + sender_.unacknowledged(); }

    const char* kind() const override { return "mesh_target_interface"; }
    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
    void report_outstanding(std::ostream& output) const override;

private:
    bool take_packets(Cycle now);
    bool hand_over(Cycle now);
    bool start_reply(Cycle now);
    MeshPacket* reply_to(Payload& payload, Cycle now);
    void change_reads(int difference, Cycle now);

    const MeshSite site_;
    const MeshPacketSize size_;
    MeshPacketPool packets_;
    PacketSender sender_;
    PacketReceiver receiver_;
    RegisteredQueue<MeshPacket*> waiting_;
    unsigned next_member_ = 0;  // of the first waiting packet
    OccupancySum reads_{read_cycles};
    Cycle reply_waits_since_ = never;
    Cycle could_leave_ = 0;  // the first cycle in which memory could have taken the first waiting request
    Signal waiting_signal_{*this, "waiting_packets", 16};
    Signal reads_signal_{*this, "outstanding_reads", 16};
};

}  // namespace heddle
