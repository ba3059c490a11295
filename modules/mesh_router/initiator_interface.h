// The network interface of a node that sends requests: it turns transactions into request packets, and reply packets
// into responses.
#pragma once

#include <functional>
#include <memory>

#include "heddle/base/occupancy_sum.h"
#include "heddle/base/ticked.h"
#include "heddle/base/wait_account.h"
#include "heddle/mesh_router/coalescing_parameters.h"
#include "heddle/mesh_router/line_order.h"
#include "heddle/mesh_router/mesh_interface_parameters.h"
#include "heddle/mesh_router/packet_ports.h"

namespace heddle {

// What the header of a request packet says of its address.
struct MeshAddressing {
    std::function<unsigned(std::uint64_t address)> place;          // of the node that serves it
    std::function<std::uint64_t(std::uint64_t address)> row_key;   // memory controller, bank, row; may be empty
    std::function<unsigned(std::uint64_t address)> rest_of_piece;  // bytes from here on that the same node serves

    void validate(const std::string& key) const {
        require(place && rest_of_piece, key + ".addressing",
                "needs a function that names the place of an address, and one that says how far it reaches");
    }
};

class InitiatorInterface : public Ticked, public LtTarget {
public:
    AtIn request_in;   // from an SM, a cluster, an L1
    AtOut packet_out;  // to the node port of a router of the request network
    AtIn packet_in;    // from the node port of a router of the reply network

    InitiatorInterface(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
                       const MeshRouterParameters& router, const MeshInterfaceParameters& parameters,
                       const MeshAddressing& addressing, const CoalescingParameters& coalescing = {});

    Counter read_requests{*this, "read_requests", "packets", "packets of loads sent"};
    Counter write_requests{*this, "write_requests", "packets", "packets of stores sent"};
    Counter atomic_requests{*this, "atomic_requests", "packets", "packets of atomics sent"};
    Counter control_requests{*this, "control_requests", "packets", "packets of commands without data sent"};
    Counter request_flits{*this, "request_flits", "flits", "flits of the packets sent"};
    Counter replies{*this, "replies", "packets", "packets of replies taken"};
    Counter reply_latency_cycles{*this, "reply_latency_cycles", "cycles",
                                 "from the sender's first flit to the last flit's arrival, summed over replies"};
    Counter read_cycles{*this, "read_cycles", "cycles",
                        "loads between request packet and response, summed over cycles: the fetch time"};
    Counter ready_warps{*this, "ready_warps", "warps",
                        "other warps of the SM that were ready when a load was issued, summed over loads"};
    Counter order_wait_cycles{*this, "order_wait_cycles", "cycles", "a request waited for an older one to its line"};
    Counter lines_full_cycles{*this, "lines_full_cycles", "cycles",
                              "a request waited because as many lines as possible have requests in the network"};

    // Packets that it made and that nobody has taken apart, and flits that it has not got the credit for.
    std::size_t in_flight() const { return packets_.live() + sender_.unacknowledged(); }

    const char* kind() const override { return "mesh_initiator_interface"; }
    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;
    void settle_counters() override;
    void report_outstanding(std::ostream& output) const override;

private:
    enum InPort : unsigned { requests_port, packets_port };
    bool take_packets(Cycle now);
    bool respond(Cycle now);
    bool start_packet(Cycle now);
    bool in_order(Payload& payload, Cycle now);
    MeshPacket* packet_for(Payload& payload, Cycle now);
    void count_request(const Payload& payload, const GpuAccess& access);
    void change_reads(int difference, Cycle now);
    unsigned place_of(std::uint64_t address) const;

    const MeshSite site_;
    const MeshRouterParameters router_;
    const MeshAddressing addressing_;
    const CoalescingParameters coalescing_;
    const MeshPacketSize size_;
    std::unique_ptr<LineOrder> order_;  // of a network whose packets may pass each other
    MeshPacketPool packets_;
    PacketSender sender_;
    PacketReceiver receiver_;
    RegisteredQueue<Payload*> replies_waiting_;
    OccupancySum reads_{read_cycles};  // requests without response
    WaitAccount wait_;                 // of the next request
    Signal outstanding_signal_{*this, "outstanding_reads", 16};
    Signal sending_signal_{*this, "sending", 1};
};

}  // namespace heddle
