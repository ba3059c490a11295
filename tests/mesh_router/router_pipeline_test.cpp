#include "heddle/mesh_router/router_pipeline.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace heddle;

namespace {

constexpr unsigned north = 0, east = 1, south = 2, west = 3, node = 4;
constexpr unsigned centre = 4;  // of 3 x 3: north of it 1, east 5, south 7, west 3

MergedTable::Rules rules(HoldPolicy policy) {
    MergedTable::Rules rules;
    rules.detector = Detector(policy, 5);
    return rules;
}

// The router in the middle of a 3 x 3 mesh. A departure is written as "A0>north": flit 0 of packet A.
struct Bench {
    Bench(unsigned vcs, unsigned depth, HoldPolicy policy = HoldPolicy::none)
        : table(rules(policy)),
          pipeline(vcs, depth, MeshShape{3, 3}, centre, MeshRouting::xy,
                   policy == HoldPolicy::none ? nullptr : &table) {}

    MeshPacket* packet(char name, unsigned destination, unsigned flits) {
        MeshPacket* packet = pool.acquire();
        packet->destination = static_cast<std::uint16_t>(destination);
        packet->flits = static_cast<std::uint16_t>(flits);
        packet->hops = 2;
        packet->source = static_cast<unsigned char>(name);
        packet->members.push_back({nullptr, 0});
        return packet;
    }
    // Flit number `number` of a packet comes in.
    void receive(unsigned port, MeshPacket* packet, unsigned number, unsigned vc = 0) {
        pipeline.receive(port,
                         {packet, nullptr, static_cast<std::uint8_t>(vc), number == 0, number + 1 == packet->flits});
    }
    void receive_all(unsigned port, MeshPacket* packet, unsigned vc = 0) {
        for (unsigned i = 0; i < packet->flits; ++i) receive(port, packet, i, vc);
    }
    // One cycle; what departed.
    std::string step() {
        table.release(now, pipeline.free_slots(),
                      [&](MeshPacket* packet, unsigned output) { pipeline.release(packet, output); });
        const auto& result = pipeline.step(now++);
        freed += result.freed.count;
        progress = result.progress;
        idle_held = result.held_outputs_idle;
        std::string text;
        for (const auto& departure : result.departures) {
            const MeshPacket& packet = *departure.flit.packet;
            unsigned& number = departed[packet.source];
            if (departure.flit.head) number = 0;
            CHECK(departure.flit.tail == (number + 1 == packet.flits));
            if (!text.empty()) text += ' ';
            text +=
                static_cast<char>(packet.source) + std::to_string(number++) + '>' + mesh_port_names[departure.output];
        }
        return text;
    }
    std::vector<std::string> steps(unsigned cycles) {
        std::vector<std::string> all;
        for (unsigned i = 0; i < cycles; ++i) all.push_back(step());
        return all;
    }
    MeshPacketPool pool;
    MergedTable table;
    RouterPipeline pipeline;
    Cycle now = 100;
    unsigned freed = 0, idle_held = 0;
    bool progress = false;
    std::array<unsigned, 128> departed{};
};

using Steps = std::vector<std::string>;

}  // namespace

TEST_CASE("a head is routed, gets a channel and the switch in three cycles, its flits follow") {
    Bench bench(1, 8);
    bench.receive_all(west, bench.packet('A', 5, 3));
    CHECK(bench.pipeline.buffered_flits() == 3);
    CHECK(bench.step() == "");  // route computation
    CHECK(bench.progress);
    CHECK(bench.step() == "");  // virtual-channel allocation
    CHECK(bench.progress);
    CHECK(bench.step() == "A0>east");
    CHECK(bench.freed == 1);
    CHECK(bench.steps(3) == Steps{"A1>east", "A2>east", ""});
    CHECK(bench.freed == 3);
    CHECK(bench.pipeline.empty());
    CHECK_FALSE(bench.progress);
}

TEST_CASE("the packet behind is routed when the tail in front of it has left") {
    Bench bench(1, 8);
    bench.receive_all(west, bench.packet('A', 5, 1));
    bench.receive_all(west, bench.packet('B', 1, 1));
    CHECK(bench.steps(7) == Steps{"", "", "A0>east", "", "", "B0>north", ""});
}

TEST_CASE("packets leave by all ports at once") {
    Bench bench(1, 8);
    bench.receive_all(west, bench.packet('A', 5, 1));
    bench.receive_all(east, bench.packet('B', 3, 1));
    bench.receive_all(south, bench.packet('C', 1, 1));
    bench.receive_all(north, bench.packet('D', 7, 1));
    bench.receive_all(node, bench.packet('E', 4, 1));
    bench.steps(2);
    const std::string departures = bench.step();
    for (const char* flit : {"A0>east", "B0>west", "C0>north", "D0>south", "E0>node"})
        CHECK_THAT(departures, Catch::Contains(flit));
}

TEST_CASE("a flit needs a credit") {
    Bench bench(1, 2);
    MeshPacket* packet = bench.packet('A', 5, 4);
    bench.receive(west, packet, 0);
    bench.receive(west, packet, 1);
    CHECK(bench.steps(4) == Steps{"", "", "A0>east", "A1>east"});
    bench.receive(west, packet, 2);
    bench.receive(west, packet, 3);
    CHECK(bench.steps(3) == Steps{"", "", ""});
    CHECK_FALSE(bench.progress);
    bench.pipeline.credit(east, 0);
    CHECK(bench.steps(2) == Steps{"A2>east", ""});
    bench.pipeline.credit(east, 0);
    CHECK(bench.step() == "A3>east");
}

TEST_CASE("with one channel packets are not interleaved") {
    Bench bench(1, 8);
    bench.receive_all(west, bench.packet('A', 1, 3));
    bench.receive_all(south, bench.packet('B', 1, 3));
    const Steps steps = bench.steps(10);
    // B gets the channel in the cycle after A's tail has left it, and the switch in the next one.
    const bool west_first = steps[2] == "A0>north";
    const std::string first = west_first ? "A" : "B", second = west_first ? "B" : "A";
    CHECK(Steps(steps.begin() + 2, steps.end()) == Steps{first + "0>north", first + "1>north", first + "2>north", "",
                                                         second + "0>north", second + "1>north", second + "2>north",
                                                         ""});
}

TEST_CASE("a packet whose tail is not here keeps its channel") {
    Bench bench(1, 8);
    MeshPacket* whole = bench.packet('A', 1, 2);
    bench.receive(west, whole, 0);
    CHECK(bench.steps(3) == Steps{"", "", "A0>north"});
    bench.receive_all(south, bench.packet('B', 1, 1));
    CHECK(bench.steps(4) == Steps{"", "", "", ""});
    bench.receive(west, whole, 1);
    CHECK(bench.steps(3) == Steps{"A1>north", "", "B0>north"});
}

TEST_CASE("with two channels packets share the link flit by flit") {
    Bench bench(2, 8);
    bench.receive_all(west, bench.packet('A', 1, 3));
    bench.receive_all(south, bench.packet('B', 1, 3));
    Steps steps = bench.steps(8);
    steps.erase(steps.begin(), steps.begin() + 2);
    for (std::size_t i = 1; i < steps.size(); ++i) CHECK(steps[i][0] != steps[i - 1][0]);
}

TEST_CASE("the grant holder lets others pass only while a Big Packet cannot send") {
    Bench bench(2, 8);
    MeshPacket* big = bench.packet('A', 1, 3);
    big->big = true;
    bench.receive(west, big, 0);
    bench.receive(west, big, 1);
    bench.steps(2);
    CHECK(bench.step() == "A0>north");
    bench.receive_all(south, bench.packet('B', 1, 2));
    CHECK(bench.steps(2) == Steps{"A1>north", ""});
    CHECK(bench.idle_held == 1);  // north
    CHECK(bench.step() == "B0>north");
    CHECK(bench.idle_held == 0);
    bench.receive(west, big, 2);
    CHECK(bench.steps(2) == Steps{"A2>north", "B1>north"});
    CHECK(bench.idle_held == 0);
}

TEST_CASE("a held output counts as idle in cycles in which no input has a flit") {
    Bench bench(1, 8);
    MeshPacket* big = bench.packet('A', 1, 2);
    big->big = true;
    bench.receive(west, big, 0);
    bench.steps(3);
    bench.step();
    CHECK(bench.idle_held == 1);
    CHECK(bench.pipeline.held_outputs() == 1);
}

TEST_CASE("channels of one port take turns at the switch, and share no flits") {
    Bench bench(4, 4);
    for (unsigned vc = 0; vc < 4; ++vc)
        bench.receive_all(west, bench.packet(static_cast<char>('A' + vc), vc % 2 ? 5 : 1, 2), vc);
    unsigned flits = 0;
    std::string all;
    for (const std::string& step : bench.steps(14)) {
        CHECK(step.find(' ') == std::string::npos);  // one flit per cycle and port
        flits += !step.empty();
        all += step + ' ';
    }
    CHECK(flits == 8);
    for (const char* flit :
         {"A0>north", "A1>north", "B0>east", "B1>east", "C0>north", "C1>north", "D0>east", "D1>east"})
        CHECK_THAT(all, Catch::Contains(flit));
}

TEST_CASE("a held packet leaves its channel free and goes on when its time is over") {
    Bench bench(1, 8, HoldPolicy::fixed);
    MeshPacket* read = bench.packet('A', 5, 1);
    read->read_request = true;
    bench.receive_all(west, read);
    bench.receive_all(west, bench.packet('B', 5, 1));
    CHECK(bench.step() == "");  // cycle 100: to the table
    CHECK(bench.freed == 1);
    CHECK(bench.table.size() == 1);
    CHECK(bench.table.tally().candidates == 1);
    CHECK(bench.table.tally().held == 1);
    CHECK(bench.table.tally().hold_cycles == 5);
    CHECK(read->held_cycles == 5);
    CHECK(bench.steps(4) == Steps{"", "", "B0>east", ""});
    // Released in cycle 105 and routed in it, as if it had come in then.
    CHECK(bench.steps(3) == Steps{"", "", "A0>east"});
    CHECK(bench.now == 108);
}

TEST_CASE("writes pass a coalescing router as they pass a plain one") {
    Bench bench(1, 8, HoldPolicy::fixed);
    bench.receive_all(west, bench.packet('A', 5, 2));
    CHECK(bench.steps(4) == Steps{"", "", "A0>east", "A1>east"});
    CHECK(bench.table.tally().candidates == 0);
}

TEST_CASE("a packet that finds the table full goes on") {
    Bench bench(1, 8, HoldPolicy::fixed);
    for (unsigned i = 0; i < 16; ++i) {
        MeshPacket* filler = bench.packet('F', 5, 1);
        filler->row_key = 10 + i;
        REQUIRE(bench.table.reserve(*filler));
        bench.table.insert(filler, east, 1000);
    }
    MeshPacket* read = bench.packet('A', 5, 1);
    read->read_request = true;
    bench.receive_all(west, read);
    CHECK(bench.steps(3) == Steps{"", "", "A0>east"});
    CHECK(bench.table.tally().candidates == 1);
    CHECK(bench.table.tally().held == 0);
}

TEST_CASE("a Big Packet longer than the buffer is taken into the table flit by flit") {
    Bench bench(1, 2, HoldPolicy::fixed);
    MeshPacket* big = bench.packet('A', 5, 9);
    big->read_request = true;
    for (unsigned i = 1; i < 32; ++i) big->members.push_back({nullptr, 0});
    // The neighbour sends one flit per cycle, in a buffer of two: none may wait.
    for (unsigned i = 0; i < 9; ++i) {
        bench.receive(west, big, i);
        CHECK(bench.step() == "");
        CHECK(bench.freed == i + 1);
        CHECK(bench.pipeline.buffered_flits() == 0);
        CHECK(bench.table.size() == (i == 8 ? 1 : 0));
    }
    // Its time of 5 cycles was over before its tail came.
    std::string departures;
    for (unsigned i = 0; i < 14; ++i) {
        const std::string departure = bench.step();
        if (departure.empty()) continue;
        departures += departure + ' ';
        bench.pipeline.credit(east, 0);
    }
    CHECK(departures == "A0>east A1>east A2>east A3>east A4>east A5>east A6>east A7>east A8>east ");
    CHECK(bench.pipeline.empty());
}

TEST_CASE("packets to one row from two ports leave as one") {
    Bench bench(1, 8, HoldPolicy::fixed);
    MeshPacket *one = bench.packet('A', 5, 1), *other = bench.packet('B', 5, 1);
    one->read_request = other->read_request = true;
    one->row_key = other->row_key = 3;
    bench.receive_all(west, one);
    bench.steps(3);
    bench.receive_all(south, other);
    CHECK(bench.step() == "");
    CHECK(bench.table.size() == 1);
    CHECK(bench.table.tally().merges == 1);
    CHECK(one->members.size() == 2);
    CHECK(bench.pool.live() == 1);
    CHECK(bench.steps(4) == Steps{"", "", "", "A0>east"});
}
