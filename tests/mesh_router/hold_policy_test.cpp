#include "heddle/mesh_router/hold_policy.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

using namespace heddle;

namespace {

std::vector<unsigned> dynamic_holds(unsigned per_hop, unsigned hops) {
    std::vector<unsigned> holds;
    for (unsigned hop = 1; hop <= hops; ++hop) holds.push_back(dynamic_hold(per_hop, hop, hops));
    return holds;
}

MeshPacket read_at(unsigned hop, unsigned hops) {
    MeshPacket packet;
    packet.hop = static_cast<std::uint16_t>(hop);
    packet.hops = static_cast<std::uint16_t>(hops);
    packet.read_request = true;
    return packet;
}

}  // namespace

TEST_CASE("dynamic holds are the integers of MECHANISMS 3.3") {
    using Holds = std::vector<unsigned>;
    CHECK(dynamic_holds(5, 1) == Holds{5});
    CHECK(dynamic_holds(5, 2) == Holds{3, 7});
    CHECK(dynamic_holds(5, 3) == Holds{2, 5, 8});
    CHECK(dynamic_holds(5, 4) == Holds{2, 4, 6, 8});
    CHECK(dynamic_holds(5, 5) == Holds{1, 4, 5, 6, 9});
    CHECK(dynamic_holds(5, 6) == Holds{1, 3, 4, 6, 7, 9});
}

TEST_CASE("dynamic holds sum up to D times H exactly, and never shrink by more than their rounding") {
    for (unsigned per_hop = 1; per_hop <= 20; ++per_hop)
        for (unsigned hops = 1; hops <= 63; ++hops) {
            const auto holds = dynamic_holds(per_hop, hops);
            REQUIRE(std::accumulate(holds.begin(), holds.end(), 0U) == per_hop * hops);
            for (std::size_t i = 1; i < holds.size(); ++i) REQUIRE(holds[i] + 1 >= holds[i - 1]);
        }
}

TEST_CASE("a packet beyond its last router, or before its first, is not held") {
    CHECK(dynamic_hold(5, 0, 4) == 0);
    CHECK(dynamic_hold(5, 5, 4) == 0);
}

TEST_CASE("each policy's hold of a read request") {
    const MeshPacket third = read_at(3, 4);
    CHECK(Detector(HoldPolicy::none, 5).hold(third) == 0);
    CHECK(Detector(HoldPolicy::dynamic, 5).hold(third) == 6);
    CHECK(Detector(HoldPolicy::fixed, 5).hold(third) == 5);
    CHECK(Detector(HoldPolicy::extra, 5).hold(third) == 5);
}

TEST_CASE("slack holds no longer than the SM has other work") {
    const Detector slack(HoldPolicy::slack, 5);
    MeshPacket packet = read_at(3, 4);
    CHECK(slack.hold(packet) == 0);
    packet.slack = 4;
    CHECK(slack.hold(packet) == 4);
    packet.slack = 100;
    CHECK(slack.hold(packet) == 6);
}

TEST_CASE("only read requests are held, but extra delays everything") {
    MeshPacket write = read_at(3, 4);
    write.read_request = false;
    write.slack = 100;
    for (HoldPolicy policy : {HoldPolicy::none, HoldPolicy::dynamic, HoldPolicy::fixed, HoldPolicy::slack})
        CHECK(Detector(policy, 5).hold(write) == 0);
    CHECK(Detector(HoldPolicy::extra, 5).hold(write) == 5);
}

TEST_CASE("what routers after this one will hold is the rest of the sum") {
    for (unsigned hops = 1; hops <= 11; ++hops)
        for (unsigned hop = 1; hop <= hops; ++hop) {
            unsigned rest = 0;
            for (unsigned later = hop + 1; later <= hops; ++later) rest += dynamic_hold(5, later, hops);
            REQUIRE(Detector(HoldPolicy::dynamic, 5).remaining(read_at(hop, hops)) == rest);
            REQUIRE(Detector(HoldPolicy::fixed, 5).remaining(read_at(hop, hops)) == 5 * (hops - hop));
        }
}

TEST_CASE("policies have names, and merge or not") {
    for (std::size_t i = 0; i < hold_policy_names.size(); ++i)
        CHECK(hold_policy(hold_policy_names[i]) == static_cast<HoldPolicy>(i));
    CHECK_FALSE(Detector(hold_policy("none"), 5).merges());
    CHECK_FALSE(Detector(hold_policy("extra"), 5).merges());
    for (const char* name : {"dynamic", "fixed", "slack"}) CHECK(Detector(hold_policy(name), 5).merges());
}
