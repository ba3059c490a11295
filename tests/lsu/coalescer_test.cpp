// Which lines the lanes of a warp become.
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "heddle/base/gpu_access.h"
#include "heddle/lsu/coalescer.h"

using namespace heddle;

namespace {

LaneAccess access_of(const std::function<std::uint64_t(unsigned lane)>& address, unsigned bytes = 4,
                     LaneMask active = all_lanes) {
    LaneAccess access;
    access.active = active;
    access.access_bytes = static_cast<std::uint8_t>(bytes);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) access.address[lane] = address(lane);
    return access;
}

std::vector<LineGroup> groups_of(const LaneAccess& access, bool unique = false) {
    std::vector<LineGroup> groups;
    for (LaneMask left = access.active; left; left &= ~groups.back().lanes)
        groups.push_back(next_line_group(access, left, unique));
    return groups;
}

}  // namespace

TEST_CASE("32 consecutive words are one whole line") {
    const auto groups = groups_of(access_of([](unsigned lane) { return 0x1000 + lane * 4; }));
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].lanes == all_lanes);
    CHECK(groups[0].address == 0x1000);
    CHECK(groups[0].bytes == 128);
    CHECK(groups[0].words == ~0u);
    CHECK_FALSE(groups[0].gaps);
}

TEST_CASE("a misaligned base spreads a warp over two lines") {
    const auto groups = groups_of(access_of([](unsigned lane) { return 0x1000 + 32 + lane * 4; }));
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].lanes == 0x00FFFFFF);
    CHECK(groups[0].address == 0x1020);
    CHECK(groups[0].bytes == 96);
    CHECK(groups[0].words == 0xFFFFFF00);
    CHECK(groups[1].lanes == 0xFF000000);
    CHECK(groups[1].address == 0x1080);
    CHECK(groups[1].bytes == 32);
    CHECK(groups[1].words == 0xFF);
    CHECK_FALSE(groups[1].gaps);
}

TEST_CASE("a stride leaves gaps and takes more lines") {
    const auto groups = groups_of(access_of([](unsigned lane) { return 0x1000 + lane * 8; }));
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].lanes == 0xFFFF);
    CHECK(groups[0].bytes == 124);
    CHECK(groups[0].gaps);
    CHECK(groups[0].words == 0x55555555);
}

TEST_CASE("a broadcast is one small request") {
    const auto groups = groups_of(access_of([](unsigned) { return 0x1010; }));
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].lanes == all_lanes);
    CHECK(groups[0].address == 0x1010);
    CHECK(groups[0].bytes == 4);
    CHECK(groups[0].words == 0x10);
}

TEST_CASE("a fully divergent warp is 32 lines in lane order") {
    const auto groups = groups_of(access_of([](unsigned lane) { return 0x100000 - lane * 4096ull; }));
    REQUIRE(groups.size() == 32);
    for (unsigned i = 0; i < 32; ++i) {
        CHECK(groups[i].lanes == LaneMask{1} << i);
        CHECK(groups[i].address == 0x100000 - i * 4096ull);
    }
}

TEST_CASE("lines come in the order of their lowest lane") {
    // Lanes 0, 2, 4 ... go to the higher line, 1, 3, 5 ... to the lower.
    const auto groups = groups_of(access_of([](unsigned lane) { return lane % 2 ? 0x1000 : 0x2000; }));
    REQUIRE(groups.size() == 2);
    CHECK(groups[0].address == 0x2000);
    CHECK(groups[0].lanes == 0x55555555);
    CHECK(groups[1].address == 0x1000);
}

TEST_CASE("lanes that are off do not count") {
    const auto groups = groups_of(access_of([](unsigned lane) { return 0x1000 + lane * 64; }, 4, 0x0000000C));
    REQUIRE(groups.size() == 1);
    CHECK(groups[0].lanes == 0xC);
    CHECK(groups[0].address == 0x1080);
    CHECK(groups[0].bytes == 68);
}

TEST_CASE("bytes, halves, doubles and quads coalesce by size") {
    const auto lines = [](unsigned bytes) {
        return groups_of(access_of([=](unsigned lane) { return 0x4000 + lane * bytes; }, bytes));
    };
    CHECK(lines(1).size() == 1);
    CHECK(lines(1)[0].bytes == 32);
    CHECK(lines(1)[0].words == 0xFF);
    CHECK(lines(2).size() == 1);
    CHECK(lines(2)[0].bytes == 64);
    CHECK(lines(8).size() == 2);
    CHECK(lines(8)[0].bytes == 128);
    CHECK(lines(16).size() == 4);
    CHECK(lines(16)[3].lanes == 0xFF000000);
    CHECK(lines(16)[3].words == ~0u);
}

TEST_CASE("atomics on one element are one request each, on different elements they share") {
    const auto same = groups_of(access_of([](unsigned) { return 0x1000; }), true);
    REQUIRE(same.size() == 32);
    for (unsigned i = 0; i < 32; ++i) CHECK(same[i].lanes == LaneMask{1} << i);
    CHECK(groups_of(access_of([](unsigned lane) { return 0x1000 + lane * 4; }), true).size() == 1);
    // Pairs on one element: the first of each pair, then the second.
    const auto pairs = groups_of(access_of([](unsigned lane) { return 0x1000 + lane / 2 * 4; }), true);
    REQUIRE(pairs.size() == 2);
    CHECK(pairs[0].lanes == 0x55555555);
    CHECK(pairs[1].lanes == 0xAAAAAAAA);
}

TEST_CASE("stores with gaps enable exactly their bytes") {
    LaneAccess access = access_of([](unsigned lane) { return 0x1000 + lane * 8; }, 4, 0x3);
    access.data.fill(0);
    access.data[0] = 0x11;
    access.data[4] = 0x22;
    const LineGroup group = next_line_group(access, access.active, false);
    std::uint8_t data[line_bytes] = {}, enables[line_bytes] = {};
    gather_from_lanes(access, access.data.data(), group, data, enables);
    REQUIRE(group.bytes == 12);
    CHECK(data[0] == 0x11);
    CHECK(data[8] == 0x22);
    const std::vector<std::uint8_t> expected{255, 255, 255, 255, 0, 0, 0, 0, 255, 255, 255, 255};
    CHECK(std::vector<std::uint8_t>(enables, enables + 12) == expected);
}

TEST_CASE("a lane off its natural alignment is found, unless it is switched off") {
    LaneAccess access = access_of([](unsigned lane) { return lane == 7 ? 0x1001 : 0x1000; });
    CHECK(first_misaligned_lane(access) == 7);
    access.active &= ~(1u << 7);
    CHECK(first_misaligned_lane(access) == warp_lanes);
}
