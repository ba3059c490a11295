#include "heddle/crossbar/crossbar.h"

#include <string>
#include <type_traits>

#include "heddle/base/debug_pieces.h"

namespace heddle {
namespace {

// The link's register at each port: with two entries a peer can send in every cycle.
constexpr std::size_t link_packets = 2;

PacketType request_type(const Payload& payload) {
    if (payload.is_read()) return PacketType::read_request;
    if (payload.is_write()) return PacketType::write_request;
    const GpuAccess* access = payload.get_extension<GpuAccess>();
    return access && access->kind == AccessKind::atomic ? PacketType::atomic_request : PacketType::control_request;
}

const AddressMap& validated_for(unsigned outputs, const AddressMap& map, const char* key) {
    require(validated(map, key).slices() <= outputs, std::string(key) + ".outputs",
            "is " + std::to_string(outputs) + ", must be at least the number of L2 slices, " +
                std::to_string(map.slices()));
    return map;
}

GroupLinkPair links_of(const CrossbarParameters& parameters, const char* key) {
    return group_links(parameters.group, parameters.inputs, std::string(key) + ".group");
}

// Ends the transfers that are complete. A port whose head waited for the buffer space that they return is visited
// again.
template <class Network>
void release(Network& network, typename Network::Set& blocked, PortSet& called, Cycle now) {
    if (network.next_release() > now) return;
    const auto unblocked = network.release(now) & blocked;
    unblocked.for_each([&](unsigned port) {
        blocked.reset(port);
        called.set(port);
    });
}

// Calls pass(port, payload) for each packet that has arrived completely at a port with link_free(port).
template <class Network, class LinkFree, class Pass>
bool hand_over(Network& network, CrossbarStatistics& statistics, Cycle now, LinkFree link_free, Pass pass) {
    bool any = false;
    network.pending().for_each([&](unsigned port) {
        if (!network.ready(port, now) || !link_free(port)) return;
        const Packet& packet = network.eject(port, now);
        statistics.handed_over(packet, now);
        pass(port, packet.payload);
        any = true;
    });
    return any;
}

// Calls take(port) for every port in `called`, then gives deferred acknowledgements. Returns when these ports next need
// a tick. A port with nothing more to do leaves the set; one whose head is blocked comes back when buffer space
// returns.
template <class Port, class Set, class Take>
Cycle visit(Ports<Port>& ports, PortSet& called, const Set& blocked, Cycle now, Take take) {
    Cycle next = never;
    called.for_each([&](unsigned index) {
        Port& port = ports[index];
        if (!blocked.test(index)) take(index);
        port.service(now);
        const Cycle due = port.due(now, !blocked.test(index));
        if (due == never) called.reset(index);
        next = std::min(next, due);
    });
    return next;
}

// What the links deliver enters the buffers: with virtual channels flit by flit, else the whole packet has done so.
template <class Set>
void enter(VcNetwork<Set>& network, Cycle now) {
    network.enter(now);
}
template <class Set>
void enter(CrossbarNetwork<Set>&, Cycle) {}

template <class Network>
bool arbitrate(Network& network, CrossbarStatistics& statistics, Cycle now) {
    if (!network.unsettled()) return false;
    bool any = false;
    statistics.conflicts += network.allocate(now, [&](const Grant& grant) {
        statistics.granted(grant);
        any = true;
    });
    return any;
}

}  // namespace

Crossbar::Crossbar(sc_core::sc_module_name name, ClockDomain& domain, const CrossbarParameters& parameters,
                   const AddressMap& map)
    : Crossbar(name, domain, parameters, validated_for(parameters.outputs, map, name), nullptr) {}

Crossbar::Crossbar(sc_core::sc_module_name name, ClockDomain& domain, const CrossbarParameters& parameters,
                   RouteFunction route)
    : Crossbar(name, domain, parameters, AddressMap{}, std::move(route)) {
    require(static_cast<bool>(route_), std::string(this->name()) + ".route",
            "is empty, must say the output of an address");
}

Crossbar::Crossbar(sc_core::sc_module_name name, ClockDomain& domain, const CrossbarParameters& parameters,
                   const AddressMap& map, RouteFunction route)
    : Ticked(name, domain, this),
      in("in", validated(parameters, this->name()).inputs,
         [this](const char* port_name, unsigned port) {
             return std::make_unique<WatchedIn>(*this, *this, port_name, link_packets, port, called_in_);
         }),
      out("out", parameters.outputs,
          [this](const char* port_name, unsigned port) {
              return std::make_unique<WatchedOut>(*this, port_name, link_packets, port, called_out_);
          }),
      parameters_(parameters),
      request_size_(parameters.request_size()),
      reply_size_(parameters.reply_size()),
      splitter_(map),
      route_(std::move(route)),
      request_statistics_(*this, CrossbarStatistics::request_names, parameters.inputs, parameters.outputs,
                          links_of(parameters, this->name()).requests.groups()),
      reply_statistics_(*this, CrossbarStatistics::reply_names, parameters.outputs, parameters.inputs,
                        links_of(parameters, this->name()).replies.groups()),
      request_signals_(*this, "request", parameters.inputs, parameters.outputs),
      reply_signals_(*this, "reply", parameters.outputs, parameters.inputs) {
    build_networks();
}

void Crossbar::build_networks() {
    const PairLatencies further = pair_latencies(parameters_.distance, parameters_.inputs, parameters_.outputs,
                                                 std::string(name()) + ".distance");
    const GroupLinkPair links = links_of(parameters_, name());
    const auto build = [&](auto& networks) {
        networks =
            std::make_unique<typename std::decay_t<decltype(networks)>::element_type>(parameters_, further, links);
    };
    const unsigned ports = std::max(parameters_.inputs, parameters_.outputs) * parameters_.input_speedup;
    const bool narrow = ports <= NarrowPortSet::capacity;
    if (parameters_.virtual_channels)
        narrow ? build(narrow_vcs_) : build(wide_vcs_);
    else if (narrow)
        build(narrow_);
    else
        ports <= MiddlePortSet::capacity ? build(middle_) : build(wide_);
}

template <class Work>
inline void Crossbar::with_networks(Work work) const {
    if (narrow_)
        work(*narrow_);
    else if (middle_)
        work(*middle_);
    else if (wide_)
        work(*wide_);
    else if (narrow_vcs_)
        work(*narrow_vcs_);
    else
        work(*wide_vcs_);
}

void Crossbar::tick(Cycle now) {
    with_networks([&](auto& networks) { run(networks, now); });
}

template <class Network>
void Crossbar::run(Networks<Network>& networks, Cycle now) {
    auto& [requests, replies, blocked_in, blocked_out] = networks;
    const bool recorded = this->recorded();
    release(requests, blocked_in, called_in_, now);
    release(replies, blocked_out, called_out_, now);
    if (recorded) {
        request_signals_.show_arrived(requests, now);
        reply_signals_.show_arrived(replies, now);
    }
    const bool sent = hand_over(
        requests, request_statistics_, now, [&](unsigned port) { return out[port].can_send(now); },
        [&](unsigned port, Payload* payload) {
            out[port].send(payload, now);
            // The target may have responded in the return value.
            if (out[port].due(now, !networks.blocked_out.test(port)) != never) called_out_.set(port);
        });
    const bool responded = hand_over(
        replies, reply_statistics_, now, [&](unsigned port) { return in[port].can_respond(now); },
        [&](unsigned port, Payload* payload) { in[port].respond(payload, now); });
    Cycle next = visit(in, called_in_, blocked_in, now, [&](unsigned port) { take_request(networks, port, now); });
    next = std::min(next,
                    visit(out, called_out_, blocked_out, now, [&](unsigned port) { take_reply(networks, port, now); }));
    enter(requests, now);
    enter(replies, now);
    if (recorded) {
        request_signals_.show_waiting(requests);
        reply_signals_.show_waiting(replies);
    }
    const bool granted = arbitrate(requests, request_statistics_, now) | arbitrate(replies, reply_statistics_, now);
    if (recorded) {
        request_signals_.show_held(requests);
        reply_signals_.show_held(replies);
        // A waveform wants to see every change in its cycle; the ticks for that change nothing else.
        if (sent || responded || granted) next = now + 1;
    }
    sleep(networks, next, now, sent || responded);
}

// `next`: when the ports need a tick.
template <class Network>
inline void Crossbar::sleep(const Networks<Network>& networks, Cycle next, Cycle now, bool handed_over) {
    next = std::min(next, networks.requests.due(now, recorded() || networks.blocked_in.any()));
    next = std::min(next, networks.replies.due(now, recorded() || networks.blocked_out.any()));
    if (next > now + 1) next = std::min(next, ejection_due(networks, now, handed_over));
    if (next != never) wake_at(next);
}

[[gnu::always_inline]] inline unsigned Crossbar::output_of(std::uint64_t address) const {
    const unsigned output = route_ ? route_(address) : splitter_.slice(address);
    if (output >= out.size()) refuse_route(address, output);
    return output;
}

inline unsigned Crossbar::input_of(Payload& reply) const {
    ReturnRoute& route = gpu_access(reply).route;
    const unsigned input = route.depth() ? route.pop() : in.size();
    if (input >= in.size()) refuse_return(reply);
    return input;
}

template <class Network>
[[gnu::always_inline]] inline void Crossbar::take_request(Networks<Network>& networks, unsigned port, Cycle now) {
    auto& queue = in[port].requests();
    if (!queue.ready(now)) return;
    Payload& payload = *queue.head();
    const PacketType type = request_type(payload);
    const unsigned flits = request_size_.flits(type, payload.get_data_length());
    if (!networks.requests.has_room(port, flits)) return networks.blocked_in.set(port);
    queue.pop(now);
    gpu_access(payload).route.push(port);
    request_statistics_.entered(type, flits);
    networks.requests.accept(port, Packet::entering(payload, output_of(payload.get_address()), flits, now,
                                                    request_size_.bytes(type, payload.get_data_length())));
}

template <class Network>
[[gnu::always_inline]] inline void Crossbar::take_reply(Networks<Network>& networks, unsigned port, Cycle now) {
    auto& queue = out[port].responses();
    if (!queue.ready(now)) return;
    Payload& payload = *queue.head();
    const PacketType type = reply_to(request_type(payload));
    const unsigned flits = reply_size_.flits(type, payload.get_data_length());
    if (!networks.replies.has_room(port, flits)) return networks.blocked_out.set(port);
    queue.pop(now);
    reply_statistics_.entered(type, flits);
    const unsigned input = input_of(payload);
    const bool alone = !gpu_access(payload).route.shared();
    networks.replies.accept(port, Packet::entering(payload, input, flits, now,
                                                   alone ? reply_size_.bytes(type, payload.get_data_length()) : 0));
}

void Crossbar::refuse_route(std::uint64_t address, unsigned output) const {
    throw SimulationError(std::string(name()) + ": address " + std::to_string(address) + " is routed to output " +
                          std::to_string(output) + ", but there are " + std::to_string(out.size()));
}

void Crossbar::refuse_return(const Payload& reply) const {
    throw SimulationError(std::string(name()) + ": the return route of the reply for address " +
                          std::to_string(reply.get_address()) + " does not name one of the " +
                          std::to_string(in.size()) + " inputs");
}

// A packet that is ready stays only if the peer back-pressures the link, and then the peer's call wakes the crossbar,
// or if another packet was handed over at the port in this cycle.
template <class Network>
Cycle Crossbar::ejection_due(const Networks<Network>& networks, Cycle now, bool handed_over) const {
    Cycle next = never;
    const auto consider = [&](Cycle arrival, bool link_open) {
        if (link_open) next = std::min(next, arrival > now ? arrival : handed_over ? now + 1 : never);
    };
    networks.requests.pending().for_each(
        [&](unsigned port) { consider(networks.requests.arrival(port), out[port].request_link_open()); });
    networks.replies.pending().for_each(
        [&](unsigned port) { consider(networks.replies.arrival(port), in[port].response_link_open()); });
    return next;
}

void Crossbar::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) {
    const PacketType type = request_type(payload);
    const unsigned request_flits = request_size_.flits(type, payload.get_data_length());
    const unsigned reply_flits = reply_size_.flits(reply_to(type), payload.get_data_length());
    const unsigned output = output_of(payload.get_address());
    unsigned there = 0, back = 0;
    with_networks([&](const auto& networks) {
        there = networks.requests.latency(port, output);
        back = networks.replies.latency(output, port);
    });
    request_statistics_.entered(type, request_flits);
    delay += (there + request_flits - 1) * domain().period();
    out[output]->b_transport(payload, delay);
    reply_statistics_.entered(reply_to(type), reply_flits);
    delay += (back + reply_flits - 1) * domain().period();
}

// All bytes of a piece have the same output: a piece is a chunk of the map, or a line where a function decides.
inline unsigned Crossbar::rest_of_piece(std::uint64_t address) const {
    return route_ ? line_bytes - static_cast<unsigned>(address % line_bytes) : splitter_.rest_of_chunk(address);
}

unsigned Crossbar::serve_debug(Payload& payload, unsigned) {
    const std::uint64_t address = payload.get_address();
    if (payload.get_data_length() <= rest_of_piece(address)) return out[output_of(address)]->transport_dbg(payload);
    return debug_in_pieces(
        payload, [this](std::uint64_t from) { return rest_of_piece(from); },
        [this](Payload& piece) { return out[output_of(piece.get_address())]->transport_dbg(piece); });
}

void Crossbar::report_outstanding(std::ostream& output) const {
    with_networks([&](const auto& networks) { report(networks, output); });
}

template <class Network>
void Crossbar::report(const Networks<Network>& networks, std::ostream& output) const {
    const auto report_network = [&](const auto& network, const char* direction, unsigned inputs, unsigned outputs) {
        for (unsigned i = 0; i < inputs; ++i)
            if (const unsigned waiting = network.waiting_packets(i))
                output << name() << ": " << waiting << ' ' << direction << " packets wait at input " << i << '\n';
        for (unsigned i = 0; i < outputs; ++i)
            if (const unsigned granted = network.granted_packets(i))
                output << name() << ": " << granted << ' ' << direction << " packets on the way to output " << i
                       << '\n';
    };
    report_network(networks.requests, "request", in.size(), out.size());
    report_network(networks.replies, "reply", out.size(), in.size());
    for (unsigned i = 0; i < in.size(); ++i)
        if (!in[i].requests().empty() || in[i].stalls_peer())
            output << name() << ": requests wait for the buffer of input " << i << '\n';
    for (unsigned i = 0; i < out.size(); ++i)
        if (!out[i].responses().empty()) output << name() << ": replies wait for the buffer of output " << i << '\n';
}

}  // namespace heddle
