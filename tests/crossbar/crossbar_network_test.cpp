#include "heddle/crossbar/crossbar_network.h"

#include <catch2/catch.hpp>
#include <random>

using namespace heddle;

namespace {

using Network = CrossbarNetwork<NarrowPortSet>;

// The grants of a cycle.
template <class Set>
std::vector<Grant> allocate(CrossbarNetwork<Set>& network, Cycle now) {
    std::vector<Grant> grants;
    network.allocate(now, [&](const Grant& grant) { grants.push_back(grant); });
    return grants;
}

CrossbarParameters parameters(const char* allocator, bool virtual_output_queues) {
    CrossbarParameters p;
    p.allocator = allocator;
    p.virtual_output_queues = virtual_output_queues;
    p.latency_cycles = 1;
    p.input_buffer_flits = 4096;
    p.ejection_buffer_packets = 4;
    return p;
}

Packet packet_to(unsigned output, unsigned flits, Cycle now) {
    Packet packet;
    packet.output = static_cast<std::uint16_t>(output);
    packet.flits = flits;
    packet.entered = now;
    return packet;
}

// Packets delivered per output and cycle when every input always has packets for outputs drawn uniformly.
double saturated_throughput(unsigned ports, const CrossbarParameters& p, Cycle cycles) {
    Network network(ports, ports, p);
    std::mt19937 random(11);
    std::uint64_t delivered = 0;
    const Cycle counted = cycles / 2;
    for (Cycle now = 1; now <= cycles; ++now) {
        network.release(now);
        network.pending().for_each([&](unsigned output) {
            if (!network.ready(output, now)) return;
            network.eject(output, now);
            delivered += now > cycles - counted;
        });
        for (unsigned input = 0; input < ports; ++input)
            for (unsigned burst = 0; burst < 2; ++burst)
                if (network.has_room(input, 1)) network.accept(input, packet_to(random() % ports, 1, now));
        allocate(network, now);
    }
    return static_cast<double>(delivered) / (static_cast<double>(counted) * ports);
}

}  // namespace

TEST_CASE("uniform saturated traffic: iSLIP with virtual output queues reaches full throughput") {
    CHECK(saturated_throughput(32, parameters("islip", true), 8000) > 0.98);
}

TEST_CASE("uniform saturated traffic: a FIFO per input stays at the head-of-line limit of 2 - sqrt(2)") {
    for (const char* allocator : allocator_names) {
        const double throughput = saturated_throughput(64, parameters(allocator, false), 8000);
        CHECK(throughput > 0.56);
        CHECK(throughput < 0.61);
    }
}

TEST_CASE("a packet holds its input and its output for as many cycles as it has flits") {
    Network network(2, 2, parameters("islip", true));
    network.accept(0, packet_to(0, 3, 1));
    network.accept(0, packet_to(1, 1, 1));
    network.accept(1, packet_to(0, 1, 1));
    std::vector<Cycle> granted;
    for (Cycle now = 1; now <= 6; ++now) {
        network.release(now);
        for (const Grant& grant : allocate(network, now))
            granted.push_back(now * 100 + grant.input * 10 + grant.output);
    }
    CHECK(granted == std::vector<Cycle>{100, 401, 410});
}

TEST_CASE("a grant takes a credit of the ejection buffer, which comes back the cycle after the hand-over") {
    CrossbarParameters p = parameters("islip", true);
    p.ejection_buffer_packets = 2;
    Network network(1, 1, p);
    for (int i = 0; i < 4; ++i) network.accept(0, packet_to(0, 1, 1));
    const auto grants = [&](Cycle now) {
        network.release(now);
        return allocate(network, now).size();
    };
    CHECK(grants(1) == 1);
    CHECK(grants(2) == 1);
    CHECK(grants(3) == 0);
    CHECK(network.due(3, false) == never);  // only the peer can change that
    CHECK(network.arrival(0) <= 3);
    network.release(4);
    REQUIRE(network.ready(0, 4));
    network.eject(0, 4);
    CHECK(allocate(network, 4).empty());
    CHECK(grants(5) == 1);
}

TEST_CASE("the flits of a buffer come back when the last one has left") {
    CrossbarParameters p = parameters("islip", true);
    p.input_buffer_flits = 4;
    Network network(1, 2, p);
    network.accept(0, packet_to(0, 3, 1));
    CHECK(network.has_room(0, 1));
    CHECK_FALSE(network.has_room(0, 2));
    allocate(network, 1);
    network.release(3);
    CHECK_FALSE(network.has_room(0, 2));
    network.release(4);
    CHECK(network.has_room(0, 2));
    CHECK(network.has_room(0, 100));  // empty: let in alone
}

TEST_CASE("conflicts count free inputs that lose a free output") {
    Network network(3, 2, parameters("round_robin", true));
    for (unsigned input = 0; input < 3; ++input) network.accept(input, packet_to(1, 2, 1));
    unsigned grants = 0;
    const auto count = [&](const Grant&) { ++grants; };
    CHECK(network.allocate(1, count) == 2);
    CHECK(grants == 1);
    network.release(2);
    CHECK(network.allocate(2, count) == 0);  // the output is held: nobody could win
    CHECK(grants == 1);
}

namespace {

// Output and input of each grant, as output * 10 + input.
std::vector<unsigned> swept(Network& network, Cycle now) {
    if (network.next_release() <= now) network.release(now);
    std::vector<unsigned> grants;
    for (const Grant& grant : allocate(network, now)) grants.push_back(grant.output * 10 + grant.input);
    return grants;
}

}  // namespace

TEST_CASE("sweep: an input sends packets to rising outputs in one cycle, and to a lower one in the next") {
    Network network(2, 4, parameters("sweep", false));
    for (const unsigned output : {1u, 2u, 3u, 0u}) network.accept(0, packet_to(output, 3, 1));
    CHECK(swept(network, 1) == std::vector<unsigned>{10, 20, 30});
    CHECK(network.due(1, false) == 2);
    CHECK(swept(network, 2) == std::vector<unsigned>{0});
    CHECK(network.buffers().empty());
}

TEST_CASE("sweep: an output takes one packet per cycle, from the inputs in turn") {
    Network network(3, 2, parameters("sweep", false));
    for (unsigned input = 0; input < 3; ++input) {
        network.accept(input, packet_to(0, 1, 1));
        network.accept(input, packet_to(0, 1, 1));
    }
    std::vector<unsigned> grants;
    for (Cycle now = 1; now <= 4; ++now)
        for (const unsigned grant : swept(network, now)) grants.push_back(grant);
    CHECK(grants == std::vector<unsigned>{0, 1, 2, 0});
}

TEST_CASE("sweep: a packet of several flits holds its output, not its input") {
    Network network(2, 2, parameters("sweep", false));
    network.accept(0, packet_to(0, 3, 1));
    network.accept(0, packet_to(1, 1, 1));
    network.accept(1, packet_to(0, 1, 1));
    CHECK(swept(network, 1) == std::vector<unsigned>{0, 10});
    CHECK(swept(network, 2).empty());
    CHECK(network.due(2, false) == 4);
    CHECK(swept(network, 4) == std::vector<unsigned>{1});
}

TEST_CASE("sweep: an output without a credit is passed") {
    CrossbarParameters p = parameters("sweep", false);
    p.ejection_buffer_packets = 1;
    Network network(1, 2, p);
    for (const unsigned output : {0u, 0u, 1u}) network.accept(0, packet_to(output, 1, 1));
    CHECK(swept(network, 1) == std::vector<unsigned>{0});
    CHECK(swept(network, 2).empty());
    network.eject(0, 2);
    CHECK(swept(network, 3) == std::vector<unsigned>{0, 10});
}

TEST_CASE("sweep: conflicts count inputs that lose a free output and send nothing") {
    Network network(3, 3, parameters("sweep", false));
    network.accept(0, packet_to(1, 1, 1));
    network.accept(1, packet_to(0, 1, 1));
    network.accept(1, packet_to(1, 1, 1));  // its input wins the first output and loses the second
    network.accept(2, packet_to(0, 1, 1));
    unsigned grants = 0;
    const auto count = [&](const Grant&) { ++grants; };
    CHECK(network.allocate(1, count) == 1);
    CHECK(grants == 2);
}

TEST_CASE("uniform saturated traffic: sweeping, a FIFO per input passes the head-of-line limit") {
    CHECK(saturated_throughput(64, parameters("sweep", false), 8000) > 0.64);
    CHECK(saturated_throughput(32, parameters("sweep", true), 8000) > 0.98);
}
