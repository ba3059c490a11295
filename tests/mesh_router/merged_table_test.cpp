#include "heddle/mesh_router/merged_table.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace heddle;

namespace {

struct Bench {
    explicit Bench(const MergedTable::Rules& rules = dynamic()) : table(rules) {}
    static MergedTable::Rules dynamic() {
        MergedTable::Rules rules;
        rules.detector = Detector(HoldPolicy::dynamic, 5);
        return rules;
    }
    MeshPacket* packet(std::uint64_t row, unsigned members = 1, unsigned hop = 1, unsigned hops = 4) {
        MeshPacket* packet = pool.acquire();
        packet->destination = 7;
        packet->row_key = row;
        packet->read_request = true;
        packet->hop = static_cast<std::uint16_t>(hop);
        packet->hops = static_cast<std::uint16_t>(hops);
        packet->slack = 100;
        for (unsigned i = 0; i < members; ++i) packet->members.push_back({nullptr, next_++});
        return packet;
    }
    // Takes it if there is room; true if it is in the table now, by itself or merged.
    bool offer(MeshPacket* packet, Cycle deadline, unsigned output = 0) {
        if (!table.reserve(*packet)) return false;
        merged_into = table.insert(packet, output, deadline);
        return true;
    }
    std::vector<MeshPacket*> released(Cycle now, unsigned free_outputs = 31) {
        std::vector<MeshPacket*> packets;
        table.release(now, free_outputs, [&](MeshPacket* packet, unsigned) { packets.push_back(packet); });
        return packets;
    }
    MergedTable table;
    MeshPacketPool pool;
    MeshPacket* merged_into = nullptr;

private:
    Cycle next_ = 0;
};

using Packets = std::vector<MeshPacket*>;

}  // namespace

TEST_CASE("packets to one row become one, in the order of their arrival") {
    Bench bench;
    MeshPacket* first = bench.packet(1);
    REQUIRE(bench.offer(first, 10));
    CHECK(bench.merged_into == nullptr);
    CHECK(first->big);
    REQUIRE(bench.offer(bench.packet(1), 12));
    CHECK(bench.merged_into == first);
    REQUIRE(bench.offer(bench.packet(1, 2), 12));
    CHECK(bench.table.size() == 1);
    CHECK(bench.pool.live() == 1);
    REQUIRE(first->members.size() == 4);
    for (unsigned i = 0; i < 4; ++i) CHECK(first->members[i].entered == i);
    CHECK(first->flits == 2);  // 8 B and 4 times 8 B in flits of 32 B
}

TEST_CASE("another row, or another memory controller, does not merge") {
    Bench bench;
    REQUIRE(bench.offer(bench.packet(1), 10));
    REQUIRE(bench.offer(bench.packet(2), 10));
    MeshPacket* elsewhere = bench.packet(1);
    elsewhere->destination = 8;
    REQUIRE(bench.offer(elsewhere, 10));
    CHECK(bench.table.size() == 3);
    CHECK(bench.table.tally().merges == 0);
}

TEST_CASE("a packet goes on at once where merging would make it too big") {
    MergedTable::Rules rules = Bench::dynamic();
    rules.most_members = 3;
    Bench bench(rules);
    MeshPacket* first = bench.packet(1, 2);
    REQUIRE(bench.offer(first, 10));
    CHECK_FALSE(bench.offer(bench.packet(1, 2), 10));
    CHECK(bench.offer(bench.packet(2, 2), 10));
    CHECK(bench.offer(bench.packet(1), 10));
    CHECK(first->members.size() == 3);
    CHECK_FALSE(bench.offer(bench.packet(1), 10));
    CHECK(bench.table.size() == 2);
}

TEST_CASE("two packets that were let in together and are too big for one wait side by side") {
    MergedTable::Rules rules = Bench::dynamic();
    rules.most_members = 3;
    Bench bench(rules);
    MeshPacket *one = bench.packet(1, 2), *other = bench.packet(1, 2);
    REQUIRE(bench.table.reserve(*one));
    REQUIRE(bench.table.reserve(*other));
    CHECK(bench.table.insert(one, 0, 10) == nullptr);
    CHECK(bench.table.insert(other, 0, 10) == nullptr);
    CHECK(bench.table.size() == 2);
}

TEST_CASE("a full table takes only what merges") {
    MergedTable::Rules rules = Bench::dynamic();
    rules.entries = 2;
    Bench bench(rules);
    REQUIRE(bench.offer(bench.packet(1), 10));
    REQUIRE(bench.offer(bench.packet(2), 10));
    CHECK_FALSE(bench.offer(bench.packet(3), 10));
    CHECK(bench.offer(bench.packet(2), 10));
    CHECK(bench.table.size() == 2);
    CHECK(bench.released(10).size() == 1);
    CHECK(bench.offer(bench.packet(3), 10));
}

TEST_CASE("a place is reserved from the head's arrival to the tail's") {
    MergedTable::Rules rules = Bench::dynamic();
    rules.entries = 2;
    Bench bench(rules);
    MeshPacket *one = bench.packet(1), *other = bench.packet(2);
    REQUIRE(bench.table.reserve(*one));
    REQUIRE(bench.table.reserve(*other));
    CHECK_FALSE(bench.table.reserve(*bench.packet(3)));
    bench.table.insert(one, 0, 10);
    // The last place is still reserved; even what could merge now might find its partner gone when it has arrived.
    CHECK_FALSE(bench.table.reserve(*bench.packet(1)));
    bench.table.insert(other, 0, 10);
    CHECK(bench.table.reserve(*bench.packet(1)));
}

TEST_CASE("merged packets go on at the first deadline, or at the last") {
    for (MergedDeadline rule : {MergedDeadline::first, MergedDeadline::max}) {
        MergedTable::Rules rules = Bench::dynamic();
        rules.deadline = rule;
        Bench bench(rules);
        REQUIRE(bench.offer(bench.packet(1), 10));
        REQUIRE(bench.offer(bench.packet(1), 8));
        REQUIRE(bench.offer(bench.packet(1), 12));
        const Cycle due = rule == MergedDeadline::first ? 8 : 12;
        CHECK(bench.table.next_deadline_after(0) <= due);
        CHECK(bench.released(due - 1).empty());
        CHECK(bench.released(due).size() == 1);
        CHECK(bench.table.next_deadline_after(due) == never);
    }
}

TEST_CASE("the hop fields are those of the packet with the smaller rest of slack") {
    // 4 routers: after the first 18 of 20 cycles are left, after the third 8. 2 routers: after the first 7.
    Bench bench;
    MeshPacket* far = bench.packet(1, 1, 1, 4);
    far->slack = 30;
    REQUIRE(bench.offer(far, 10));
    MeshPacket* near = bench.packet(1, 1, 1, 2);
    near->slack = 20;
    REQUIRE(bench.offer(near, 10));
    CHECK(far->hop == 1);
    CHECK(far->hops == 2);
    CHECK(far->slack == 20);
    REQUIRE(bench.offer(bench.packet(1, 1, 3, 4), 10));
    CHECK(far->hops == 2);
    CHECK(far->slack == 20);
}

TEST_CASE("the oldest expired packet of each free output is released, one per cycle") {
    Bench bench;
    MeshPacket* packets[5];
    const unsigned outputs[] = {0, 0, 1, 2, 0};
    const Cycle deadlines[] = {10, 10, 10, 10, 12};
    for (unsigned i = 0; i < 5; ++i) REQUIRE(bench.offer(packets[i] = bench.packet(i), deadlines[i], outputs[i]));
    CHECK(bench.table.next_deadline_after(0) == 10);
    CHECK(bench.released(9).empty());
    CHECK(bench.released(10, 0b011) == Packets{packets[0], packets[2]});
    CHECK(bench.released(11, 0b001) == Packets{packets[1]});
    CHECK(bench.released(12, 0b100) == Packets{packets[3]});
    CHECK(bench.table.next_deadline_after(11) == 12);
    CHECK(bench.released(12, 0b001) == Packets{packets[4]});
    CHECK(bench.table.size() == 0);
}

TEST_CASE("an expired packet whose output is taken goes on merging") {
    Bench bench;
    MeshPacket* waiting = bench.packet(1);
    REQUIRE(bench.offer(waiting, 10));
    CHECK(bench.released(15, 0).empty());
    REQUIRE(bench.offer(bench.packet(1), 30));
    CHECK(bench.released(16) == Packets{waiting});
    CHECK(waiting->members.size() == 2);
}

TEST_CASE("extra delays, but does not merge or make Big Packets") {
    MergedTable::Rules rules = Bench::dynamic();
    rules.detector = Detector(HoldPolicy::extra, 5);
    rules.entries = 1;  // of no account where every packet is delayed
    Bench bench(rules);
    MeshPacket *one = bench.packet(1), *other = bench.packet(1);
    REQUIRE(bench.offer(one, 10));
    REQUIRE(bench.offer(other, 10));
    CHECK_FALSE(one->big);
    CHECK(bench.table.tally().merges == 0);
    CHECK(bench.released(10) == Packets{one});
    CHECK(bench.released(11) == Packets{other});
}

TEST_CASE("the tally counts packets as injected once, merges each time") {
    Bench bench;
    REQUIRE(bench.offer(bench.packet(1), 10));
    CHECK(bench.table.tally().merged_packets == 0);
    REQUIRE(bench.offer(bench.packet(1), 10));
    CHECK(bench.table.tally().merges == 1);
    CHECK(bench.table.tally().merged_packets == 2);
    REQUIRE(bench.offer(bench.packet(1, 3), 10));  // had been merged before
    CHECK(bench.table.tally().merges == 2);
    CHECK(bench.table.tally().merged_packets == 2);
    REQUIRE(bench.offer(bench.packet(1), 10));
    CHECK(bench.table.tally().merges == 3);
    CHECK(bench.table.tally().merged_packets == 3);
}
