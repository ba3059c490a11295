#include "heddle/mesh_router/initiator_interface.h"

#include <algorithm>
#include <utility>

#include "heddle/base/data_bytes.h"
#include "heddle/base/debug_pieces.h"

namespace heddle {
namespace {

// The link's register: with two entries the node can send in every cycle.
constexpr std::size_t link_requests = 2;

}  // namespace

InitiatorInterface::InitiatorInterface(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
                                       const MeshRouterParameters& router, const MeshInterfaceParameters& parameters,
                                       const MeshAddressing& addressing, const CoalescingParameters& coalescing)
    : Ticked(name, domain, this),
      request_in(*this, *this, "request_in", link_requests, requests_port),
      packet_out(*this, "packet_out", std::size_t{router.vcs} * router.buffer_flits),
      packet_in(*this, *this, "packet_in", std::size_t{router.vcs} * router.buffer_flits, packets_port),
      site_(validated(site, this->name())),
      router_(validated(router, this->name())),
      addressing_(validated(addressing, this->name())),
      coalescing_(validated(coalescing, this->name())),
      size_(router.packet_size()),
      order_(router.vcs > 1 || coalescing.active()
                 ? std::make_unique<LineOrder>(validated(parameters, this->name()).outstanding_lines)
                 : nullptr),
      sender_(packet_out, router),
      receiver_(packet_in),
      replies_waiting_(validated(parameters, this->name()).interface_packets) {
    require(!coalescing.merges() || addressing.row_key, std::string(this->name()) + ".hold",
            "is " + coalescing.hold + ", which merges requests to one row of DRAM, but the addressing has no row_key");
}

void InitiatorInterface::tick(Cycle now) {
    const bool responded = respond(now);
    const bool taken = take_packets(now);
    const bool started = sender_.idle() && start_packet(now);
    const bool sent = sender_.tick(now);
    request_in.service(now);
    show(sending_signal_, sent);
    Cycle next = std::min({request_in.due(now, started), packet_in.due(now, taken || responded),
                           sender_.due(now, sent || started),
                           replies_waiting_.due(now, responded || taken, request_in.response_link_open())});
    // A request that waits behind a packet goes on when the packet has left.
    if (sent && sender_.idle() && !request_in.requests().empty()) next = now + 1;
    if (sent && recorded()) next = now + 1;
    if (order_ && responded && !request_in.requests().empty()) next = now + 1;
    if (next != never) wake_at(next);
}

bool InitiatorInterface::take_packets(Cycle now) {
    return receiver_.tick(now, !replies_waiting_.filled(), [&](MeshPacket* packet) {
        const MeshPacket::Member& member = packet->members.front();
        ++replies;
        reply_latency_cycles += now - member.entered;
        replies_waiting_.push(member.payload, now);
        MeshPacketPool::release(packet);
    });
}

bool InitiatorInterface::respond(Cycle now) {
    if (!replies_waiting_.ready(now) || !request_in.can_respond(now)) return false;
    Payload* payload = replies_waiting_.pop(now);
    if (payload->is_read()) change_reads(-1, now);
    if (order_) order_->leave(gpu_access(*payload).route.pop(), payload->is_read());
    request_in.respond(payload, now);
    return true;
}

// Keeps the order of requests to a line, where the network would not.
bool InitiatorInterface::in_order(Payload& payload, Cycle now) {
    if (!order_) return true;
    const std::uint64_t address = payload.get_address();
    const LineOrder::Wait wait = order_->wait_of(address, payload.is_read(), payload.get_data_length());
    wait_.wait_for(wait == LineOrder::Wait::older ? &order_wait_cycles
                   : wait == LineOrder::Wait::any ? &lines_full_cycles
                                                  : nullptr,
                   now);
    if (wait != LineOrder::Wait::nothing) return false;
    gpu_access(payload).route.push(order_->enter(address, payload.is_read(), payload.get_data_length()));
    return true;
}

bool InitiatorInterface::start_packet(Cycle now) {
    auto& queue = request_in.requests();
    if (!queue.ready(now) || !in_order(*queue.head(), now)) return false;
    Payload& payload = *queue.pop(now);
    sender_.start(packet_for(payload, now));
    return true;
}

MeshPacket* InitiatorInterface::packet_for(Payload& payload, Cycle now) {
    GpuAccess& access = gpu_access(payload);
    access.route.push(site_.place);
    const bool read = payload.is_read();
    MeshPacket* packet = packets_.acquire();
    packet->source = static_cast<std::uint16_t>(site_.place);
    packet->destination = static_cast<std::uint16_t>(place_of(payload.get_address()));
    packet->hops = static_cast<std::uint16_t>(site_.shape.routers_between(site_.place, packet->destination));
    packet->set_flits(size_.request_flits(1, request_bytes(payload)), name());
    packet->read_request = read;
    if (coalescing_.active()) {
        const unsigned slack = access.ready_warps * coalescing_.slack_cycles_per_warp;
        packet->slack = static_cast<std::uint16_t>(std::min(slack, 0xffffU));
        if (read && coalescing_.merges()) packet->row_key = addressing_.row_key(payload.get_address());
    }
    packet->members.push_back({&payload, now});
    request_flits += packet->flits;
    count_request(payload, access);
    if (read) change_reads(1, now);
    return packet;
}

void InitiatorInterface::count_request(const Payload& payload, const GpuAccess& access) {
    if (payload.is_read()) {
        ++read_requests;
        ready_warps += access.ready_warps;
    } else if (payload.is_write()) {
        ++write_requests;
    } else if (access.kind == AccessKind::atomic) {
        ++atomic_requests;
    } else {
        ++control_requests;
    }
}

void InitiatorInterface::change_reads(int difference, Cycle now) {
    reads_.change(difference, now);
    show(outstanding_signal_, reads_.count());
}

void InitiatorInterface::settle_counters() {
    const Cycle now = domain().now();
    reads_.settle(now);
    wait_.settle(now);
}

unsigned InitiatorInterface::place_of(std::uint64_t address) const {
    const unsigned place = addressing_.place(address);
    if (place >= site_.shape.places())
        throw SimulationError(std::string(name()) + ": address " + std::to_string(address) + " is for place " +
                              std::to_string(place) + ", but the mesh has " + std::to_string(site_.shape.places()));
    return place;
}

// Both ways without contention: the routers add the way there.
void InitiatorInterface::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    const unsigned flits = size_.request_flits(1, request_bytes(payload)) + size_.reply_flits(reply_bytes(payload));
    const unsigned place = place_of(payload.get_address());
    count_request(payload, gpu_access(payload));
    {
        const BoundFor destination(payload, place);
        packet_out->b_transport(payload, delay);
    }
    ++replies;
    const unsigned cycles = site_.shape.routers_between(site_.place, place) * router_.stages + flits;
    delay += cycles * domain().period();
}

unsigned InitiatorInterface::serve_debug(Payload& payload, unsigned) {
    return debug_in_pieces(payload, addressing_.rest_of_piece, [this](Payload& piece) {
        const BoundFor destination(piece, place_of(piece.get_address()));
        return packet_out->transport_dbg(piece);
    });
}

void InitiatorInterface::report_outstanding(std::ostream& output) const {
    if (reads_.count()) output << name() << ": " << reads_.count() << " loads wait for their reply\n";
    if (!request_in.requests().empty() || request_in.stalls_peer())
        output << name() << ": requests wait for "
               << (wait_.waits_for(order_wait_cycles)   ? "an older one to their line"
                   : wait_.waits_for(lines_full_cycles) ? "one to any other line"
                                                        : "the network")
               << '\n';
}

}  // namespace heddle
