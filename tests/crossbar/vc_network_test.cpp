// A network with virtual channels, without SystemC.
#include "heddle/crossbar/vc_network.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "heddle/crossbar/crossbar_network.h"

using namespace heddle;

namespace {

CrossbarParameters with_channels(unsigned channels, unsigned flits = 4) {
    CrossbarParameters p;
    p.virtual_channels = channels;
    p.vc_buffer_flits = flits;
    return p;
}

// Drives a network as its owner does. Packets wait in front of each input without limit; each has a number.
template <class Network>
struct Driven {
    Driven(unsigned inputs, unsigned outputs, const CrossbarParameters& p)
        : network(inputs, outputs, p), waiting(inputs), open(outputs, true) {}

    void send(unsigned input, unsigned output, unsigned flits) {
        Packet packet;
        packet.output = static_cast<std::uint16_t>(output);
        packet.flits = flits;
        packet.payload = reinterpret_cast<tlm::tlm_generic_payload*>(static_cast<std::uintptr_t>(++sent));
        waiting[input].push_back(packet);
    }
    void step() {
        ++now;
        network.release(now);
        network.pending().for_each([&](unsigned output) {
            if (!open[output] || !network.ready(output, now)) return;
            const Packet& packet = network.eject(output, now);
            arrived.push_back({reinterpret_cast<std::uintptr_t>(packet.payload), output, now, packet.entered});
        });
        for (unsigned input = 0; input < waiting.size(); ++input) {
            auto& queue = waiting[input];
            if (next[input] == queue.size() || !network.has_room(input, queue[next[input]].flits)) continue;
            Packet packet = queue[next[input]++];
            packet.entered = now;
            network.accept(input, packet);
        }
        enter(network);
        conflicts += network.allocate(now, [&](const Grant& grant) { grants.push_back({grant, now}); });
        for (unsigned output = 0; output < open.size(); ++output)
            if (network.holder(output) < waiting.size())
                crossings.push_back(now * 10000 + network.holder(output) * 100 + output);
    }
    template <class Set>
    void enter(VcNetwork<Set>& with_channels) {
        with_channels.enter(now);
    }
    template <class Set>
    void enter(CrossbarNetwork<Set>&) {}
    void run(unsigned cycles) {
        while (cycles--) step();
    }
    // The cycle in which a packet was handed over; 0: it was not.
    Cycle arrival(std::uintptr_t number) const {
        for (const auto& packet : arrived)
            if (packet.number == number) return packet.cycle;
        return 0;
    }

    struct Arrived {
        std::uintptr_t number;
        unsigned output;
        Cycle cycle, entered;
    };
    struct TimedGrant {
        Grant grant;
        Cycle cycle;
    };
    Network network;
    std::vector<std::vector<Packet>> waiting;
    std::map<unsigned, std::size_t> next;
    std::vector<bool> open;  // outputs whose peer takes packets
    std::vector<Arrived> arrived;
    std::vector<TimedGrant> grants;
    std::vector<Cycle> crossings;  // cycle, input and output in digits: 1 02 03 is 10203
    std::uintptr_t sent = 0;
    unsigned conflicts = 0;
    Cycle now = 0;
};

using Vc = Driven<VcNetwork<NarrowPortSet>>;
using Wide = Driven<VcNetwork<WidePortSet>>;
using CutThrough = Driven<CrossbarNetwork<NarrowPortSet>>;

// Flits per output and cycle when every input always has packets for outputs drawn uniformly.
double saturated_throughput(unsigned inputs, unsigned outputs, unsigned flits, const CrossbarParameters& p,
                            Cycle cycles) {
    VcNetwork<WidePortSet> network(inputs, outputs, p);
    std::mt19937 random(11);
    std::uint64_t delivered = 0;
    const Cycle measured = cycles / 2;  // after as many to fill the buffers
    Packet packet;
    packet.flits = flits;
    for (Cycle now = 1; now <= cycles; ++now) {
        network.release(now);
        network.pending().for_each([&](unsigned output) {
            if (!network.ready(output, now)) return;
            network.eject(output, now);
            if (now > cycles - measured) delivered += flits;
        });
        for (unsigned input = 0; input < inputs; ++input) {
            if (!network.has_room(input, flits)) continue;
            packet.output = static_cast<std::uint16_t>(random() % outputs);
            network.accept(input, packet);
        }
        network.enter(now);
        network.allocate(now, [](const Grant&) {});
    }
    return static_cast<double>(delivered) / (static_cast<double>(measured) * std::min(inputs, outputs));
}

double saturated(unsigned ports, unsigned flits, unsigned channels, unsigned iterations, unsigned channel_flits = 4,
                 unsigned speedup = 1) {
    CrossbarParameters p = with_channels(channels, channel_flits);
    p.islip_iterations = iterations;
    p.input_speedup = speedup;
    p.ejection_buffer_packets = 16;
    return saturated_throughput(ports, ports, flits, p, 6000);
}

}  // namespace

TEST_CASE("a lone packet takes as long with virtual channels as without") {
    for (unsigned latency : {1U, 4U, 9U})
        for (unsigned flits : {1U, 2U, 4U, 5U, 17U}) {
            CrossbarParameters p;
            p.latency_cycles = latency;
            CutThrough without(2, 2, p);
            without.send(1, 0, flits);
            without.run(60);
            for (unsigned channels : {1U, 4U}) {
                p.virtual_channels = channels;
                Vc with(2, 2, p);
                with.send(1, 0, flits);
                with.run(60);
                REQUIRE(with.arrived.size() == 1);
                CHECK(with.arrival(1) == without.arrival(1));
                CHECK(with.arrival(1) == 1 + latency + flits - 1);
                CHECK(with.grants.at(0).grant.waited == 0);
                CHECK(with.grants.at(0).grant.flits == flits);
            }
        }
}

TEST_CASE("packets longer than a channel's buffer flow at a flit per cycle") {
    Vc v(1, 1, with_channels(1, 4));
    for (unsigned i = 0; i < 10; ++i) v.send(0, 0, 5);
    v.run(100);
    REQUIRE(v.arrived.size() == 10);
    for (unsigned i = 0; i < 10; ++i) CHECK(v.arrived[i].cycle == 1 + 4 + 5 * (i + 1) - 1);
    // A buffer of one flit is enough, since a flit that crosses makes room for the next cycle.
    Vc tiny(1, 1, with_channels(1, 1));
    for (unsigned i = 0; i < 10; ++i) tiny.send(0, 0, 5);
    tiny.run(100);
    CHECK(tiny.arrival(10) == v.arrival(10));
}

TEST_CASE("two packets share an output flit by flit, each in a channel of its own") {
    Vc v(2, 1, with_channels(2, 8));
    v.send(0, 0, 3);
    v.send(1, 0, 3);
    v.run(20);
    // Both of the output's channels grant input 0 first, as all pointers stand there; input 1 gets the other one in
    // cycle 2.
    CHECK(v.crossings == std::vector<Cycle>{10000, 20100, 30000, 40100, 50000, 60100});
    CHECK(v.arrival(1) == 5 + 4);
    CHECK(v.arrival(2) == 6 + 4);
    // Cycles beyond those of its flits: input 0 paused twice, input 1 began one later and paused twice.
    CHECK(v.grants.at(0).grant.waited == 2);
    CHECK(v.grants.at(1).grant.waited == 3);
    CHECK(v.conflicts == 5);  // one loser in each cycle but the last
}

TEST_CASE("with one channel a packet keeps its output until its last flit") {
    Vc v(2, 1, with_channels(1, 8));
    v.send(0, 0, 3);
    v.send(1, 0, 3);
    v.run(20);
    CHECK(v.crossings == std::vector<Cycle>{10000, 20000, 30000, 40100, 50100, 60100});
}

TEST_CASE("an input interleaves packets for different outputs, one flit per cycle") {
    Vc v(1, 2, with_channels(2, 4));
    v.send(0, 0, 4);
    v.send(0, 1, 4);
    v.run(20);
    // The link has delivered the first one when the second comes, so they do not meet.
    CHECK(v.crossings == std::vector<Cycle>{10000, 20000, 30000, 40000, 50001, 60001, 70001, 80001});
    Vc held(2, 2, with_channels(2, 4));
    held.send(1, 0, 6);
    held.send(0, 0, 4);  // shares output 0 with input 1, and its own link's flits pile up
    held.send(0, 1, 4);
    held.run(30);
    std::vector<Cycle> of_input_0;
    for (const Cycle crossing : held.crossings)
        if (crossing / 100 % 100 == 0) of_input_0.push_back(crossing % 100);
    REQUIRE(of_input_0.size() == 8);
    CHECK(std::count(of_input_0.begin(), of_input_0.end(), 1) == 4);
    // A flit for output 1 crosses between flits for output 0.
    const auto first_1 = std::find(of_input_0.begin(), of_input_0.end(), 1);
    CHECK(std::find(first_1, of_input_0.end(), 0) != of_input_0.end());
}

// Flits of input 0 for output 0 pile up while it shares that output with input 1, so that those for output 1 catch up.
TEST_CASE("with two ports on the switch an input sends to two outputs in one cycle") {
    for (unsigned speedup : {1U, 2U}) {
        CrossbarParameters p = with_channels(2, 4);
        p.input_speedup = speedup;
        Vc v(2, 2, p);
        v.send(1, 0, 6);
        v.send(0, 0, 4);
        v.send(0, 1, 4);
        v.run(30);
        REQUIRE(v.arrived.size() == 3);
        REQUIRE(v.crossings.size() == 14);
        const auto crosses = [&](Cycle cycle, unsigned input, unsigned output) {
            return std::count(v.crossings.begin(), v.crossings.end(), cycle * 10000 + input * 100 + output) != 0;
        };
        unsigned two_of_input_0 = 0;
        for (Cycle cycle = 1; cycle <= 30; ++cycle) {
            two_of_input_0 += crosses(cycle, 0, 0) && crosses(cycle, 0, 1);
            CHECK_FALSE((crosses(cycle, 0, 0) && crosses(cycle, 1, 0)));  // an output still takes one flit per cycle
        }
        CHECK(two_of_input_0 == (speedup == 1 ? 0 : 2));
    }
}

TEST_CASE("a blocked output blocks the channels of its packets and no others") {
    CrossbarParameters p = with_channels(2, 4);
    p.ejection_buffer_packets = 1;
    Vc v(1, 2, p);
    v.open[0] = false;
    for (unsigned i = 0; i < 5; ++i) v.send(0, 0, 1);  // one in the ejection buffer, four fill a channel
    for (unsigned i = 0; i < 5; ++i) v.send(0, 1, 1);
    v.run(60);
    CHECK(v.arrived.size() == 5);
    CHECK(v.arrival(10) != 0);
    CHECK(v.network.buffers().used_flits(0) == 4);
    v.send(0, 0, 1);  // does not fit
    v.send(0, 1, 1);  // behind it on the link
    v.run(20);
    CHECK(v.arrival(12) == 0);
    CHECK(v.network.due(v.now, false) == never);  // only the peer can change that
    v.open[0] = true;
    v.run(60);
    CHECK(v.arrived.size() == 12);
    // With a single channel the others wait as well.
    Vc single(1, 2, [] {
        CrossbarParameters one = with_channels(1, 4);
        one.ejection_buffer_packets = 1;
        return one;
    }());
    single.open[0] = false;
    for (unsigned i = 0; i < 2; ++i) single.send(0, 0, 1);
    single.send(0, 1, 1);
    single.run(60);
    CHECK(single.arrived.empty());
}

TEST_CASE("a packet with an output channel has a place in the ejection buffer, which is free a cycle after hand-over") {
    CrossbarParameters p = with_channels(4, 4);
    p.ejection_buffer_packets = 2;
    p.latency_cycles = 1;
    Vc v(4, 1, p);
    v.open[0] = false;
    for (unsigned input = 0; input < 4; ++input) v.send(input, 0, 2);
    v.run(10);
    CHECK(v.grants.size() == 2);
    CHECK(v.network.granted_packets(0) == 2);
    CHECK(v.network.due(v.now, false) == never);
    v.open[0] = true;
    v.step();  // hands one over
    v.open[0] = false;
    CHECK(v.arrived.size() == 1);
    CHECK(v.grants.size() == 2);
    const std::size_t crossed = v.crossings.size();
    CHECK(crossed == 4);
    CHECK(v.network.due(v.now, false) == v.now + 1);
    v.step();
    CHECK(v.crossings.size() == 5);
    v.run(10);
    CHECK(v.grants.size() == 3);
    CHECK(v.network.granted_packets(0) == 2);
}

void check_order(unsigned speedup) {
    std::mt19937 random(3);
    CrossbarParameters p = with_channels(4, 4);
    p.ejection_buffer_packets = 3;
    p.input_speedup = speedup;
    Vc v(5, 3, p);
    std::map<std::uintptr_t, unsigned> input_of;
    for (unsigned i = 0; i < 600; ++i) {
        const unsigned input = random() % 5;
        v.send(input, random() % 3, 1 + random() % 6);
        input_of[v.sent] = input;
    }
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
        for (unsigned output = 0; output < 3; ++output) v.open[output] = random() % 3 != 0;
        v.step();
    }
    REQUIRE(v.arrived.size() == 600);
    std::map<std::pair<unsigned, unsigned>, std::uintptr_t> last;
    for (const auto& packet : v.arrived) {
        std::uintptr_t& before = last[{input_of[packet.number], packet.output}];
        CHECK(packet.number > before);
        before = packet.number;
    }
    CHECK(v.network.due(v.now, false) == never);
    for (unsigned input = 0; input < 5; ++input) CHECK(v.network.waiting_packets(input) == 0);
    for (unsigned output = 0; output < 3; ++output) CHECK(v.network.granted_packets(output) == 0);
}

TEST_CASE("packets of one input for one output stay in order, whatever is between them") {
    for (unsigned speedup : {1U, 2U, 3U, 4U}) check_order(speedup);
}

TEST_CASE("an output serves all inputs equally, with short and with long packets") {
    for (unsigned flits : {1U, 5U})
        for (unsigned channels : {1U, 4U}) {
            Wide v(80, 2, with_channels(channels));
            for (unsigned input = 0; input < 80; ++input)
                for (unsigned i = 0; i < 40; ++i) v.send(input, 0, flits);
            v.run(80 * flits * 20);
            std::vector<unsigned> served(80);
            for (const auto& grant : v.grants) ++served[grant.grant.input];
            const auto [least, most] = std::minmax_element(served.begin(), served.end());
            CHECK(v.crossings.size() == 80 * flits * 20);  // no cycle is lost
            CHECK(*most - *least <= channels);
        }
}

TEST_CASE("no packet starves beside streams to and from everywhere") {
    for (unsigned iterations : {1U, 3U}) {
        CrossbarParameters p = with_channels(4);
        p.islip_iterations = iterations;
        Vc v(8, 8, p);
        std::mt19937 random(5);
        for (unsigned input = 1; input < 8; ++input)
            for (unsigned i = 0; i < 400; ++i) v.send(input, i % 4 ? 0 : random() % 8, 1 + i % 5);
        v.run(200);
        v.send(0, 0, 5);
        const std::uintptr_t lone = v.sent;
        v.run(200);
        // Seven others share the output, which takes turns by flits: 5 flits in turns of 8, and the latency.
        CHECK(v.arrival(lone) != 0);
        CHECK(v.arrival(lone) < 200 + 100);
    }
}

// The measured values are in the module's README.
TEST_CASE("uniform saturated traffic: one channel is a FIFO, more channels and iterations carry more") {
    const double fifo = saturated(64, 1, 1, 1);  // the head-of-line limit of 2 - sqrt(2)
    CHECK(fifo > 0.56);
    CHECK(fifo < 0.61);
    // Pointers do not drift apart if the packets at the heads keep changing: one round finds 1 - 1/e of the matches.
    const double one_round = saturated(64, 1, 4, 1);
    CHECK(one_round > 0.60);
    CHECK(one_round < 0.65);
    CHECK(saturated(64, 1, 2, 2) > fifo + 0.08);
    CHECK(saturated(64, 1, 4, 2) > saturated(64, 1, 2, 2) + 0.06);
    CHECK(saturated(64, 1, 8, 2) > saturated(64, 1, 4, 2) + 0.03);
}

TEST_CASE("uniform saturated traffic: packets that do not fit into a channel block their link") {
    const double fit = saturated(32, 5, 4, 2, 8), do_not_fit = saturated(32, 5, 4, 2, 4);
    CHECK(fit > 0.73);
    CHECK(do_not_fit > 0.64);
    CHECK(fit > do_not_fit + 0.05);
}

TEST_CASE(
    "uniform saturated traffic: two ports of an input on the switch carry more, with short and with long packets") {
    for (unsigned flits : {1U, 5U}) {
        const double one = saturated(64, flits, 4, 1), two = saturated(64, flits, 4, 1, 4, 2);
        CHECK(two > one + 0.05);
        CHECK(two < 1);
    }
}

// Replies of 32 L2 slices to 80 SMs, and to 40 nodes.
TEST_CASE("uniform saturated traffic: a network with more outputs than inputs carries more") {
    CrossbarParameters p = with_channels(4);
    p.ejection_buffer_packets = 16;
    const auto carried = [&](unsigned outputs) { return saturated_throughput(32, outputs, 5, p, 6000); };
    CHECK(carried(80) == Approx(0.85).margin(0.02));
    CHECK(carried(40) == Approx(0.64).margin(0.02));
    p.input_speedup = 2;
    CHECK(carried(80) == Approx(0.98).margin(0.02));
    CHECK(carried(40) == Approx(0.80).margin(0.02));
}
