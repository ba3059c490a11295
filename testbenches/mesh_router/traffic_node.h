// A node that sends packets at random times to places that a traffic pattern names, as BookSim's do: packets wait in a
// source queue without limit, so that the offered load does not depend on the network.
#pragma once

#include <deque>
#include <functional>
#include <random>
#include <string>

#include "heddle/base/ticked.h"
#include "heddle/mesh_router/packet_ports.h"

namespace heddle {

using TrafficPattern = std::function<unsigned(unsigned from, std::mt19937_64& random)>;

inline TrafficPattern traffic_pattern(const std::string& name, const MeshShape& shape) {
    if (name == "uniform")
        return [shape](unsigned, std::mt19937_64& random) { return static_cast<unsigned>(random() % shape.places()); };
    // Half way round in each dimension.
    if (name == "tornado")
        return [shape](unsigned from, std::mt19937_64&) {
            const unsigned x = (shape.column(from) + (shape.width + 1) / 2 - 1) % shape.width;
            const unsigned y = (shape.row(from) + (shape.height + 1) / 2 - 1) % shape.height;
            return y * shape.width + x;
        };
    // Of a square mesh: rows and columns change places.
    if (name == "transpose")
        return [shape](unsigned from, std::mt19937_64&) { return shape.column(from) * shape.width + shape.row(from); };
    throw InputError("no traffic pattern '" + name + "'; there are uniform, tornado, transpose");
}

// What all nodes of a network measure together.
struct TrafficMeasurement {
    Cycle from = 0, to = never;  // packets created in this time are followed
    std::uint64_t accepted_flits = 0, packets = 0, latency = 0, hops = 0;
    std::uint64_t unfinished = 0;            // followed, not arrived
    std::uint64_t created = 0, arrived = 0;  // all packets
    std::uint64_t flit_hops = 0;             // of all packets that have arrived
    std::uint64_t largest_latency = 0;

    double mean_latency() const { return static_cast<double>(latency) / static_cast<double>(packets); }
    double mean_hops() const { return static_cast<double>(hops) / static_cast<double>(packets); }
    double accepted(unsigned nodes) const {
        return static_cast<double>(accepted_flits) / static_cast<double>(nodes) / static_cast<double>(to - from);
    }
};

class TrafficNode : public Ticked, public LtTarget {
public:
    struct Load {
        double packets_per_cycle = 0;
        unsigned flits = 1;
        TrafficPattern pattern;
        Cycle stop = never;        // no packets are created from this cycle on
        unsigned other_flits = 0;  // if not 0: half of the packets have so many
    };

    AtOut packet_out;
    AtIn packet_in;

    TrafficNode(sc_core::sc_module_name name, ClockDomain& domain, const MeshSite& site,
                const MeshRouterParameters& router, const Load& load, TrafficMeasurement& measurement,
                std::uint64_t seed)
        : Ticked(name, domain),
          packet_out(*this, "packet_out", std::size_t{router.vcs} * router.buffer_flits),
          packet_in(*this, *this, "packet_in", std::size_t{router.vcs} * router.buffer_flits),
          site_(site),
          load_(load),
          measurement_(measurement),
          random_(seed),
          sender_(packet_out, router),
          receiver_(packet_in) {
        create_next(0);
        wake_at(next_);
    }
    const char* kind() const override { return "traffic_node"; }
    // Packets that it made and that have not arrived, and flits that it has not got the credit for.
    std::size_t in_flight() const { return pool_.live() + sender_.unacknowledged(); }

    void tick(Cycle now) override {
        const bool taken = receiver_.tick(now, true, [&](MeshPacket* packet) { arrived(packet, now); });
        if (taken && now >= measurement_.from && now < measurement_.to) ++measurement_.accepted_flits;
        while (next_ < now) {  // created in the cycle before, sent in this one
            create(next_);
            create_next(next_ + 1);
        }
        const bool started = sender_.idle() && !queue_.empty();
        if (started) {
            sender_.start(queue_.front());
            queue_.pop_front();
        }
        const bool sent = sender_.tick(now);
        Cycle next = std::min({packet_in.due(now, taken), sender_.due(now, sent), next_ == never ? never : next_ + 1});
        if (sent && sender_.idle() && !queue_.empty()) next = now + 1;
        if (next != never) wake_at(std::max(next, now + 1));
    }
    void serve_blocking(Payload&, sc_core::sc_time&, unsigned) override {}
    unsigned serve_debug(Payload&, unsigned) override { return 0; }

private:
    void create_next(Cycle from) {
        std::geometric_distribution<Cycle> gap(load_.packets_per_cycle);
        next_ = from + gap(random_);
        if (next_ >= load_.stop) next_ = never;
    }
    void create(Cycle now) {
        MeshPacket* packet = pool_.acquire();
        packet->source = static_cast<std::uint16_t>(site_.place);
        packet->destination = static_cast<std::uint16_t>(load_.pattern(site_.place, random_));
        packet->hops = static_cast<std::uint16_t>(site_.shape.routers_between(site_.place, packet->destination));
        const bool other = load_.other_flits && random_() & 1;
        packet->flits = static_cast<std::uint16_t>(other ? load_.other_flits : load_.flits);
        packet->members.push_back({nullptr, now});
        ++measurement_.created;
        if (followed(now)) ++measurement_.unfinished;
        queue_.push_back(packet);
    }
    void arrived(MeshPacket* packet, Cycle now) {
        const Cycle created = packet->members.front().entered;
        ++measurement_.arrived;
        measurement_.flit_hops += std::uint64_t{packet->flits} * packet->hop;
        if (packet->destination != site_.place || packet->hop != packet->hops)
            throw SimulationError(std::string(name()) + ": a packet has lost its way");
        if (followed(created)) {
            --measurement_.unfinished;
            ++measurement_.packets;
            measurement_.latency += now - created;
            measurement_.hops += packet->hop;
            measurement_.largest_latency = std::max(measurement_.largest_latency, now - created);
        }
        MeshPacketPool::release(packet);
    }
    bool followed(Cycle created) const { return created >= measurement_.from && created < measurement_.to; }

    const MeshSite site_;
    const Load load_;
    TrafficMeasurement& measurement_;
    std::mt19937_64 random_;
    Cycle next_ = never;
    MeshPacketPool pool_;
    std::deque<MeshPacket*> queue_;
    PacketSender sender_;
    PacketReceiver receiver_;
};

}  // namespace heddle
