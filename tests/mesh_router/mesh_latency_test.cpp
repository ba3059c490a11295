// The latency of a packet that is alone in the network: a formula, to the cycle.
#include <vector>

#include "heddle/base/ticked.h"
#include "heddle/mesh_router/mesh_grid.h"
#include "heddle/mesh_router/packet_ports.h"
#include "in_child.h"
#include "kit/checking_binder.h"

using namespace heddle;

namespace {

// Creates packets in given cycles, and sends each in the cycle after; notes when packets for it have arrived.
class ProbeNode : public Ticked, public LtTarget {
public:
    struct Item {
        Cycle at;
        unsigned destination;
    };
    struct Arrival {
        unsigned source;
        Cycle created, arrived;
    };
    AtOut packet_out;
    AtIn packet_in;
    std::vector<Item> script;
    std::vector<Arrival> arrivals;

    ProbeNode(sc_core::sc_module_name name, ClockDomain& domain, unsigned place, unsigned flits,
              const MeshRouterParameters& router)
        : Ticked(name, domain),
          packet_out(*this, "packet_out", router.buffer_flits),
          packet_in(*this, *this, "packet_in", router.buffer_flits),
          place_(place),
          flits_(flits),
          sender_(packet_out, router),
          receiver_(packet_in) {}
    void tick(Cycle now) override {
        const bool taken = receiver_.tick(now, true, [&](MeshPacket* packet) {
            arrivals.push_back({packet->source, packet->members.front().entered, now});
            MeshPacketPool::release(packet);
        });
        if (sender_.idle() && next_ < script.size() && script[next_].at < now) sender_.start(make(script[next_++]));
        const bool sent = sender_.tick(now);
        Cycle next = std::min(packet_in.due(now, taken), sender_.due(now, sent));
        if (next_ < script.size()) next = std::min(next, std::max(script[next_].at, now) + 1);
        if (next != never) wake_at(next);
    }
    void serve_blocking(Payload&, sc_core::sc_time&, unsigned) override {}
    unsigned serve_debug(Payload&, unsigned) override { return 0; }

private:
    void start_of_simulation() override {
        if (!script.empty()) wake_at(script.front().at + 1);
    }
    MeshPacket* make(const Item& item) {
        MeshPacket* packet = pool_.acquire();
        packet->source = static_cast<std::uint16_t>(place_);
        packet->destination = static_cast<std::uint16_t>(item.destination);
        packet->flits = static_cast<std::uint16_t>(flits_);
        packet->members.push_back({nullptr, item.at});
        return packet;
    }
    const unsigned place_, flits_;
    std::size_t next_ = 0;
    MeshPacketPool pool_;
    PacketSender sender_;
    PacketReceiver receiver_;
};

struct Result {
    unsigned arrived = 0, wrong = 0, worst_source = 0, worst_destination = 0;
    Cycle worst = 0, expected = 0;
    bool clean = false;
};

// One packet for every pair of places, each after the one before has left the network.
Result all_pairs(const MeshRouterParameters& router, unsigned flits) {
    const MeshShape shape{4, 3};
    ClockDomain clock("clock", period_of_mhz(1000));
    CheckingBinder binder;
    MeshGrid grid("grid", clock, shape, std::vector<NodePorts>(shape.places()), router, {}, binder);
    std::vector<std::unique_ptr<ProbeNode>> nodes;
    Cycle at = 3;
    for (unsigned place = 0; place < shape.places(); ++place) {
        nodes.push_back(
            std::make_unique<ProbeNode>(("node_" + std::to_string(place)).c_str(), clock, place, flits, router));
        binder.bind(nodes.back()->packet_out, grid.router(place).in(MeshPort::node));
        binder.bind(grid.router(place).out(MeshPort::node), nodes.back()->packet_in);
        for (unsigned to = 0; to < shape.places(); ++to, at += 150) nodes.back()->script.push_back({at, to});
    }
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS), sc_core::SC_EXIT_ON_STARVATION);
    Result result;
    for (unsigned place = 0; place < shape.places(); ++place)
        for (const ProbeNode::Arrival& arrival : nodes[place]->arrivals) {
            const Cycle expected = router.stages * shape.routers_between(arrival.source, place) + 2 + flits - 1;
            ++result.arrived;
            if (arrival.arrived - arrival.created == expected) continue;
            ++result.wrong;
            result.worst_source = arrival.source;
            result.worst_destination = place;
            result.worst = arrival.arrived - arrival.created;
            result.expected = expected;
        }
    result.clean = binder.violations().empty() && binder.outstanding() == 0;
    return result;
}

void check_all_pairs(const MeshRouterParameters& router, unsigned flits) {
    CAPTURE(router.stages, router.vcs, router.routing, flits);
    const Result result = in_child([&] { return all_pairs(router, flits); });
    CHECK(result.arrived == 144);
    CAPTURE(result.worst_source, result.worst_destination, result.worst, result.expected);
    CHECK(result.wrong == 0);
    CHECK(result.clean);
}

}  // namespace

TEST_CASE("routers that no packet passes cost nothing") {
    const MeshShape shape{6, 6};
    ClockDomain clock("clock", period_of_mhz(1000));
    Binder binder;
    const MeshRouterParameters router;
    std::vector<NodePorts> ports(shape.places(), NodePorts{false, false});
    ports[0] = ports[1] = {true, true};
    MeshGrid grid("grid", clock, shape, ports, router, {}, binder);
    ProbeNode from("from", clock, 0, 1, router), to("to", clock, 1, 1, router);
    for (unsigned place : {0U, 1U}) {
        ProbeNode& node = place ? to : from;
        binder.bind(node.packet_out, grid.router(place).in(MeshPort::node));
        binder.bind(grid.router(place).out(MeshPort::node), node.packet_in);
    }
    from.script = {{1000, 1}};
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_MS), sc_core::SC_EXIT_ON_STARVATION);
    CHECK(to.arrivals.size() == 1);
    CHECK(clock.ticks() < 40);  // of two routers and two nodes; 36 routers had more than 1000 cycles
}

TEST_CASE("zero-load latency is stages times routers, and 2, and a cycle per further flit") {
    for (unsigned stages : {3U, 4U, 5U, 7U, 12U})
        for (unsigned flits : {1U, 5U, 8U}) {
            MeshRouterParameters router;
            router.stages = stages;
            check_all_pairs(router, flits);
        }
}

TEST_CASE("zero-load latency does not depend on virtual channels or on the first dimension") {
    for (const char* routing : {"xy", "yx"})
        for (unsigned vcs : {1U, 4U}) {
            MeshRouterParameters router;
            router.vcs = vcs;
            router.routing = routing;
            check_all_pairs(router, 5);
        }
}

TEST_CASE("a packet longer than a buffer flows without a gap where the buffer covers the credit's way") {
    MeshRouterParameters router;
    check_all_pairs(router, 20);
}
