// Links that groups of inputs share. Cycles as in crossbar_timing_test.cpp.
#include "heddle/crossbar/group_links.h"

#include "in_child.h"
#include "scripted_crossbar.h"

using namespace heddle_bench;

namespace {

using Cycles = std::vector<Cycle>;

GroupParameters two_groups(unsigned request_bytes, unsigned reply_bytes) {
    GroupParameters group;
    group.inputs = "0,0,1";
    group.request_bytes = request_bytes;
    group.reply_bytes = reply_bytes;
    return group;
}

CrossbarParameters with(const GroupParameters& group) {
    CrossbarParameters p;
    p.group = group;
    return p;
}

std::string error_of(const GroupParameters& group, unsigned inputs = 3) {
    try {
        group_links(group, inputs, "crossbar.group");
    } catch (const ParameterError& error) {
        return error.what();
    }
    return "none";
}

// When the reads of each source, one line from an output of its own, are complete; all are sent in cycle 1.
Cycles read_at_once(const GroupParameters& group) {
    const auto done = in_child([&] {
        ScriptedCrossbar s(with(group));
        for (unsigned i = 0; i < 3; ++i) s.sources[i]->script = {{1, Kind::read, s.to(i), 128}};
        s.run();
        std::array<Cycle, 3> cycles{};
        for (unsigned i = 0; i < 3; ++i) cycles[i] = s.sources[i]->done.at(0).cycle;
        return cycles;
    });
    return {done.begin(), done.end()};
}

}  // namespace

TEST_CASE("a link passes its bytes per cycle, several packets in one if it is wide enough") {
    GroupLinks links({0, 0, 1}, GroupLinks::Side::inputs, 100);
    const auto turn = [&](unsigned input, unsigned bytes, Cycle now) {
        return now + links.pass(input, 9, bytes, now).waited;
    };
    CHECK(turn(0, 40, 10) == 10);
    CHECK(turn(1, 40, 10) == 10);
    CHECK(turn(0, 40, 10) == 10);  // begins in this cycle, ends in the next
    CHECK(turn(1, 90, 10) == 11);
    CHECK(turn(0, 1, 10) == 12);
    CHECK(turn(2, 100, 10) == 10);  // another group
    CHECK(turn(2, 1, 10) == 11);
}

TEST_CASE("what a link did not carry while it was idle cannot be made up for") {
    GroupLinks links({0}, GroupLinks::Side::outputs, 100);
    const auto turn = [&](unsigned bytes, Cycle now) { return now + links.pass(5, 0, bytes, now).waited; };
    CHECK(turn(100, 10) == 10);
    CHECK(turn(100, 1000) == 1000);
    CHECK(turn(100, 1000) == 1001);
    CHECK(turn(0, 1000) == 1002);  // takes nothing of it, but stays behind those before
    CHECK(turn(100, 1000) == 1002);
}

TEST_CASE("replies to inputs of one group share its link, another group has its own") {
    CHECK(read_at_once({}) == Cycles{16, 16, 16});
    // 136 bytes are four cycles of a link of 34.
    CHECK(read_at_once(two_groups(0, 34)) == Cycles{16, 20, 16});
    CHECK(read_at_once(two_groups(0, 1000)) == Cycles{16, 16, 16});
}

TEST_CASE("requests of inputs of one group share its link") {
    // 8 bytes each: the second waits for two cycles of a link of four bytes.
    CHECK(read_at_once(two_groups(4, 0)) == Cycles{16, 18, 16});
}

// request_coalescer marks the responses to merged reads; here the memory marks all of its own.
TEST_CASE("a reply that was merged with another takes nothing of the link") {
    ScriptedCrossbar s(with(two_groups(0, 34)));
    s.memories[1]->shares = true;
    for (unsigned i = 0; i < 2; ++i) s.sources[i]->script = {{1, Kind::read, s.to(i), 128}};
    s.sources[1]->script.push_back({2, Kind::read, s.to(2), 128});
    s.run();
    CHECK(s.sources[0]->done[0].cycle == 16);
    CHECK(s.sources[1]->done[0].cycle == 20);  // behind the first
    CHECK(s.sources[1]->done[1].cycle == 20 + 1);
}

TEST_CASE("bytes on links and cycles of waiting for them are counted, and only where there are any") {
    ScriptedCrossbar s(with(two_groups(0, 34)));
    for (unsigned i = 0; i < 2; ++i) s.sources[i]->script = {{1, Kind::read, s.to(i), 128}};
    s.run();
    CHECK_FALSE(s.crossbar->request_statistics().links);
    REQUIRE(s.crossbar->reply_statistics().links);
    CHECK(s.crossbar->reply_statistics().links->wait_cycles.value() == 4);
    CHECK(s.crossbar->reply_statistics().links->bytes.counts() == std::vector<std::uint64_t>{2 * 136, 0});
    CHECK(s.crossbar->reply_statistics().latency_cycles.value() == 6 + 10);
}

// Eight inputs have long stores and short loads for an output each, more than the link carries: a load leaves the
// switch in fewer cycles than the store before it, while both wait for the link.
TEST_CASE("packets from one input to one output do not overtake each other on their link") {
    constexpr unsigned ports = 8;
    GroupParameters group;
    group.inputs = "0,0,0,0,0,0,0,0";
    group.request_bytes = 136;
    group.reply_bytes = 136;
    ScriptedCrossbar s(with(group), ports, ports);
    for (unsigned i = 0; i < 40; ++i)
        for (unsigned port = 0; port < ports; ++port)
            s.sources[port]->script.push_back({1, i % 2 ? Kind::read : Kind::write, s.to(port, i), i % 2 ? 4u : 128u});
    s.run();
    CHECK(s.crossbar->request_statistics().links->wait_cycles.value() > 0);
    for (unsigned port = 0; port < ports; ++port) {
        REQUIRE(s.memories[port]->arrivals.size() == 40);
        for (unsigned i = 0; i < 40; ++i) CHECK(s.memories[port]->arrivals[i].address == s.to(port, i));
    }
}

TEST_CASE("a group whose link is free does not wait behind another that goes to the same output") {
    ScriptedCrossbar s(with(two_groups(1, 0)));
    s.sources[0]->script = {{1, Kind::read, s.to(0), 4}, {2, Kind::read, s.to(1), 4}};
    s.sources[2]->script = {{6, Kind::read, s.to(1, 1), 4}};
    s.run();
    // The second of the first source waits for seven cycles of its link, which carries a byte per cycle.
    CHECK(s.memories[1]->arrivals.at(0).address == s.to(1, 1));
    CHECK(s.arrivals(1) == Cycles{6 + 6, 2 + 6 + 7});
}

TEST_CASE("groups that do not fit are refused with key, value and what was expected") {
    using Catch::Contains;
    CHECK(error_of({}) == "none");
    CHECK(error_of(two_groups(1, 0)) == "none");
    CHECK(error_of(two_groups(0, 65535)) == "none");
    CHECK_THAT(error_of(two_groups(0, 0)), Contains("crossbar.group.inputs") && Contains("no width"));
    CHECK_THAT(error_of(two_groups(65536, 0)), Contains("crossbar.group.request_bytes") && Contains("65536"));
    CHECK_THAT(error_of(two_groups(0, 65536)), Contains("crossbar.group.reply_bytes") && Contains("65536"));
    CHECK_THAT(error_of(two_groups(1, 1), 4), Contains("crossbar.group.inputs") && Contains("are 4 inputs"));
    GroupParameters group = two_groups(1, 1);
    group.inputs = "none";
    CHECK_THAT(error_of(group), Contains("crossbar.group.request_bytes") && Contains("inputs is none"));
    group.request_bytes = 0;
    CHECK_THAT(error_of(group), Contains("crossbar.group.reply_bytes") && Contains("inputs is none"));
    group.inputs = "0,0,x";
    CHECK_THAT(error_of(group), Contains("crossbar.group.inputs") && Contains("'x' as entry 2"));
    CrossbarParameters p = with(two_groups(1, 1));
    p.virtual_channels = 2;
    CHECK_THROWS_WITH(p.validate("crossbar"), Contains("crossbar.group.inputs") && Contains("virtual_channels is 2"));
}
