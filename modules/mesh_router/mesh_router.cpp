#include "heddle/mesh_router/mesh_router.h"

#include <string>
#include <utility>

#include "heddle/mesh_router/round_robin.h"

namespace heddle {
namespace {

std::string port_name(unsigned port, const char* direction) {
    return std::string(mesh_port_names[port]) + "_" + direction;
}

// The size field of a header.
MergedTable::Rules validated_rules(const MeshRouterParameters& router, const CoalescingParameters& coalescing,
                                   const std::string& key) {
    const MergedTable::Rules rules = coalescing.rules(router.packet_size());
    const unsigned flits = rules.size.request_flits(coalescing.max_requests, 0);
    require(flits <= MeshPacket::max_flits, key + ".max_requests",
            "is " + std::to_string(coalescing.max_requests) + ", which is a packet of " + std::to_string(flits) +
                " flits; a packet has " + std::to_string(MeshPacket::max_flits) + " at most");
    return rules;
}

}  // namespace

MeshRouter::MeshRouter(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
                       const MeshRouterParameters& parameters, const CoalescingParameters& coalescing)
    : Ticked(name, domain, this),
      site_(validated(site, this->name())),
      parameters_(validated(parameters, this->name())),
      coalescing_(validated(coalescing, this->name()).active()
                      ? std::make_unique<Coalescing>(*this, validated_rules(parameters, coalescing, this->name()))
                      : nullptr),
      pipeline_(parameters.vcs, parameters.buffer_flits, site.shape, site.place, mesh_routing(parameters.routing),
                coalescing_ ? &coalescing_->table : nullptr),
      statistics_(*this),
      signals_(*this) {
    const unsigned slots = parameters.vcs * parameters.buffer_flits;
    for (unsigned port = 0; port < mesh_ports; ++port) {
        const auto side = static_cast<MeshPort>(port);
        const bool neighbour = side != MeshPort::node && site.shape.has_neighbour(site.place, side);
        if (neighbour || (side == MeshPort::node && site.node.in))
            in_[port] = std::make_unique<InputPort>(*this, port, slots);
        if (neighbour || (side == MeshPort::node && site.node.out))
            out_[port] = std::make_unique<OutputPort>(*this, port, slots);
    }
}

MeshRouter::InputPort::InputPort(MeshRouter& router, unsigned port, unsigned slots)
    : socket(router, router, port_name(port, "in").c_str(), slots, port, router.called_in_), credits(slots) {}

MeshRouter::OutputPort::OutputPort(MeshRouter& router, unsigned port, unsigned slots)
    : socket(router, port_name(port, "out").c_str(), slots, port, router.called_out_),
      departing(router.parameters_.stages),
      link(slots) {}

void MeshRouter::tick(Cycle now) {
    count_flits(now);
    take_credits(now);
    take_flits(now);
    if (coalescing_) release_packets(now);
    const RouterPipeline::CycleResult& result = pipeline_.step(now);
    carry_out(result, now);
    if (crediting_) return_credits(now);
    const unsigned sent = sending_ ? send_flits(now) : 0;
    show(signals_.out_flits, sent);
    show(signals_.buffered_flits, pipeline_.buffered_flits());
    sleep(result.progress, now);
}

// What was in the buffers since the last tick. The table's packets are counted with them.
inline void MeshRouter::count_flits(Cycle now) {
    const Cycle passed = now - counted_until_;
    counted_until_ = now;
    statistics_.buffered_flit_cycles += passed * pipeline_.buffered_flits();
    if (coalescing_ && passed) count_table(passed);
}

// Between two ticks nothing moves: outputs that are held now were idle since the cycle after the last one.
void MeshRouter::count_table(Cycle passed) {
    const auto held = static_cast<unsigned>(__builtin_popcount(pipeline_.held_outputs()));
    coalescing_->statistics.table_packet_cycles += passed * (coalescing_->table.size() + pipeline_.table_packets());
    coalescing_->statistics.grant_held_cycles += coalescing_->idle_outputs + (passed - 1) * held;
    coalescing_->idle_outputs = held;
}

void MeshRouter::settle_counters() {
    count_flits(domain().now());
}

void MeshRouter::take_credits(Cycle now) {
    called_out_.for_each([&](unsigned port) {
        OutputPort& out = *out_[port];
        out.link.take_credits(out.socket, now, [&](unsigned vc) { pipeline_.credit(port, vc); });
        if (out.socket.due(now, false) == never) called_out_.reset(port);
    });
}

void MeshRouter::take_flits(Cycle now) {
    unsigned received = 0;
    called_in_.for_each([&](unsigned port) {
        AtIn& socket = in_[port]->socket;
        auto& flits = socket.requests();
        while (flits.ready(now)) {
            pipeline_.receive(port, flit_of(*flits.pop(now), socket));
            received |= 1U << port;
        }
        socket.service(now);
        if (socket.due(now, false) == never) called_in_.reset(port);
    });
    show(signals_.in_flits, received);
}

void MeshRouter::release_packets(Cycle now) {
    unsigned requests = 0;
    coalescing_->table.release(now, pipeline_.free_slots(), [&](MeshPacket* packet, unsigned output) {
        coalescing_->statistics.released(*packet);
        requests += static_cast<unsigned>(packet->members.size());
        pipeline_.release(packet, output);
    });
    show(signals_.released_requests, requests);
}

// A flit that won the switch in cycle t is on the link in t + stages - 3, so that it shows at the next router stages
// cycles after it came here; the credit for its slot is back three cycles after t.
void MeshRouter::carry_out(const RouterPipeline::CycleResult& result, Cycle now) {
    for (const auto& departure : result.departures) {
        if (!out_[departure.output]) refuse(*departure.flit.packet);
        statistics_.departed(departure.flit, departure.output);
        OutputPort& out = *out_[departure.output];
        out.departing.push(out.link.make(departure.flit), now + parameters_.stages - 3);
        sending_ |= 1U << departure.output;
    }
    for (const auto& freed : result.freed) {
        in_[freed.port]->credits.push(static_cast<Payload*>(freed.token), now + 2);
        crediting_ |= 1U << freed.port;
    }
    if (!coalescing_) return;
    coalescing_->idle_outputs = static_cast<unsigned>(__builtin_popcount(result.held_outputs_idle));
    if (recorded()) {
        signals_.merges.set(coalescing_->table.tally().merges);
        signals_.table_packets.set(coalescing_->table.size());
    }
    coalescing_->statistics.add(coalescing_->table.tally());
}

unsigned MeshRouter::send_flits(Cycle now) {
    unsigned sent = 0;
    for_each_bit(sending_, [&](unsigned port) {
        OutputPort& out = *out_[port];
        if (!out.departing.ready(now) || !out.socket.can_send(now)) return;
        out.socket.send(out.departing.pop(now), now);
        if (out.departing.empty()) sending_ &= ~(1U << port);
        sent |= 1U << port;
    });
    return sent;
}

void MeshRouter::return_credits(Cycle now) {
    for_each_bit(crediting_, [&](unsigned port) {
        InputPort& in = *in_[port];
        if (!in.credits.ready(now) || !in.socket.can_respond(now)) return;
        Payload* payload = in.credits.pop(now);
        payload->set_response_status(tlm::TLM_OK_RESPONSE);
        in.socket.respond(payload, now);
        if (in.credits.empty()) crediting_ &= ~(1U << port);
    });
}

// A flit that waits for a credit, or a virtual channel whose packet waits for one, is woken by the credit.
void MeshRouter::sleep(bool progress, Cycle now) {
    // A waveform wants to see every change in its cycle; the ticks for that change nothing else.
    const bool shown = recorded() && std::exchange(shown_busy_, !pipeline_.empty() || sending_ || crediting_);
    if (progress || shown || shown_busy_) return wake_at(now + 1);
    Cycle next = never;
    for_each_bit(sending_, [&](unsigned port) {
        next = std::min(next, out_[port]->departing.due(now, true, out_[port]->socket.request_link_open()));
    });
    for_each_bit(crediting_, [&](unsigned port) {
        next = std::min(next, in_[port]->credits.due(now, true, in_[port]->socket.response_link_open()));
    });
    called_in_.for_each([&](unsigned port) { next = std::min(next, in_[port]->socket.due(now, false)); });
    called_out_.for_each([&](unsigned port) { next = std::min(next, out_[port]->socket.due(now, false)); });
    if (coalescing_) next = std::min(next, coalescing_->table.next_deadline_after(now));
    if (next != never) wake_at(next);
}

void MeshRouter::refuse(const MeshPacket& packet) const {
    throw SimulationError(std::string(name()) + ": a packet from place " + std::to_string(packet.source) +
                          " is for place " + std::to_string(packet.destination) +
                          ", where no node receives packets of this network");
}

AtOut& MeshRouter::out_towards(const Payload& payload) {
    const auto* destination = payload.get_extension<MeshDestination>();
    require(destination && destination->place < site_.shape.places(), name(),
            "was called with an access that names no place; accesses come from a network interface");
    const MeshPort port = site_.shape.next_port(site_.place, destination->place, mesh_routing(parameters_.routing));
    require(out_[index(port)] != nullptr, name(), "has no node that takes accesses, but one is for it");
    return out(port);
}

void MeshRouter::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    delay += parameters_.stages * domain().period();
    out_towards(payload)->b_transport(payload, delay);
}

unsigned MeshRouter::serve_debug(Payload& payload, unsigned) {
    return out_towards(payload)->transport_dbg(payload);
}

std::size_t MeshRouter::in_flight() const {
    std::size_t sum = pipeline_.buffered_flits() + pipeline_.table_packets();
    if (coalescing_) sum += coalescing_->table.size();
    for (const auto& out : out_)
        if (out) sum += out->link.unacknowledged();
    return sum;
}

void MeshRouter::report_outstanding(std::ostream& output) const {
    if (const unsigned flits = pipeline_.buffered_flits())
        output << name() << ": " << flits << " flits wait in its buffers\n";
    if (coalescing_)
        if (const unsigned packets = coalescing_->table.size() + pipeline_.table_packets())
            output << name() << ": " << packets << " packets wait in its merged table\n";
    for_each_bit(sending_, [&](unsigned port) {
        output << name() << ": flits are on the way to the link " << mesh_port_names[port] << '\n';
    });
}

}  // namespace heddle
