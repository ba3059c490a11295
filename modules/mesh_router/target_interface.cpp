#include "heddle/mesh_router/target_interface.h"

#include <algorithm>
#include <utility>

#include "heddle/base/data_bytes.h"

namespace heddle {
namespace {

// The link's register: with two entries memory can respond in every cycle.
constexpr std::size_t link_responses = 2;

}  // namespace

TargetInterface::TargetInterface(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
                                 const MeshRouterParameters& router, const MeshInterfaceParameters& parameters)
    : Ticked(name, domain, this),
      packet_in(*this, *this, "packet_in", std::size_t{router.vcs} * router.buffer_flits),
      memory_out(*this, "memory_out", link_responses),
      packet_out(*this, "packet_out", std::size_t{router.vcs} * router.buffer_flits),
      site_(validated(site, this->name())),
      size_(validated(router, this->name()).packet_size()),
      sender_(packet_out, router),
      receiver_(packet_in),
      waiting_(validated(parameters, this->name()).interface_packets) {}

void TargetInterface::tick(Cycle now) {
    const bool handed = hand_over(now);
    const bool taken = take_packets(now);
    const bool started = start_reply(now);
    const bool sent = sender_.tick(now);
    memory_out.service(now);
    show(waiting_signal_, waiting_.size());
    Cycle next =
        std::min({packet_in.due(now, taken || handed), memory_out.due(now, started), sender_.due(now, sent || started),
                  waiting_.due(now, handed || taken, memory_out.request_link_open())});
    // A response that waits behind a packet goes on when the packet has left.
    if (sent && sender_.idle() && !memory_out.responses().empty()) next = now + 1;
    if (next != never) wake_at(next);
}

bool TargetInterface::take_packets(Cycle now) {
    return receiver_.tick(now, !waiting_.filled(), [&](MeshPacket* packet) {
        ++request_packets;
        request_hops += packet->hop;
        request_hold_cycles += packet->held_cycles;
        for (const MeshPacket::Member& member : packet->members) request_latency_cycles += now - member.entered;
        if (packet->read_request) change_reads(static_cast<int>(packet->members.size()), now);
        if (waiting_.empty()) could_leave_ = now + 1;
        waiting_.push(packet, now);
    });
}

// The requests of a packet one after the other, in the order in which they were merged.
bool TargetInterface::hand_over(Cycle now) {
    if (!waiting_.ready(now) || !memory_out.can_send(now)) return false;
    interface_blocked_cycles += now - std::exchange(could_leave_, now + 1);
    MeshPacket* packet = waiting_.head();
    Payload* payload = packet->members[next_member_].payload;
    ++requests;
    if (payload->is_read()) ++reads;
    if (++next_member_ == packet->members.size()) {
        next_member_ = 0;
        (void)waiting_.pop(now);
        MeshPacketPool::release(packet);
    }
    memory_out.send(payload, now);
    return true;
}

bool TargetInterface::start_reply(Cycle now) {
    auto& responses = memory_out.responses();
    if (!responses.ready(now)) return false;
    if (!sender_.idle()) {
        if (reply_waits_since_ == never) reply_waits_since_ = now;
        return false;
    }
    if (reply_waits_since_ != never) reply_wait_cycles += now - std::exchange(reply_waits_since_, never);
    Payload& payload = *responses.pop(now);
    if (payload.is_read()) change_reads(-1, now);
    sender_.start(reply_to(payload, now));
    return true;
}

MeshPacket* TargetInterface::reply_to(Payload& payload, Cycle now) {
    GpuAccess& access = gpu_access(payload);
    const unsigned place = access.route.depth() ? access.route.pop() : site_.shape.places();
    if (place >= site_.shape.places())
        throw SimulationError(std::string(name()) + ": the return route of the reply for address " +
                              std::to_string(payload.get_address()) + " does not name a place of the mesh");
    MeshPacket* packet = packets_.acquire();
    packet->source = static_cast<std::uint16_t>(site_.place);
    packet->destination = static_cast<std::uint16_t>(place);
    packet->hops = static_cast<std::uint16_t>(site_.shape.routers_between(site_.place, place));
    packet->set_flits(size_.reply_flits(reply_bytes(payload)), name());
    packet->members.push_back({&payload, now});
    ++reply_packets;
    reply_flits += packet->flits;
    return packet;
}

void TargetInterface::change_reads(int difference, Cycle now) {
    reads_.change(difference, now);
    show(reads_signal_, reads_.count());
}

void TargetInterface::settle_counters() {
    const Cycle now = domain().now();
    reads_.settle(now);
    if (!waiting_.empty() && now > could_leave_) interface_blocked_cycles += now - std::exchange(could_leave_, now);
    if (reply_waits_since_ != never) reply_wait_cycles += now - std::exchange(reply_waits_since_, now);
}

void TargetInterface::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    ++request_packets;
    ++requests;
    if (payload.is_read()) ++reads;
    memory_out->b_transport(payload, delay);
    ++reply_packets;
}

unsigned TargetInterface::serve_debug(Payload& payload, unsigned) {
    return memory_out->transport_dbg(payload);
}

void TargetInterface::report_outstanding(std::ostream& output) const {
    if (!waiting_.empty()) output << name() << ": " << waiting_.size() << " request packets wait for memory\n";
    if (reads_.count()) output << name() << ": " << reads_.count() << " loads are at memory\n";
    if (!sender_.idle()) output << name() << ": a reply packet waits for the network\n";
}

}  // namespace heddle
