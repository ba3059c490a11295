#include "heddle/l2_slice/late_writes.h"

#include <catch2/catch.hpp>

using namespace heddle;

TEST_CASE("late writes lie over a line until they are forgotten") {
    LateWrites late;
    const std::uint8_t a[] = {1, 2, 3}, b[] = {9};
    late.add(256 + 10, a, 3);
    late.add(256 + 11, b, 1);
    late.add(512, b, 1);
    std::uint8_t line[line_bytes] = {};
    late.apply(256, line);
    REQUIRE(line[9] == 0);
    REQUIRE(line[10] == 1);
    REQUIRE(line[11] == 9);
    REQUIRE(line[12] == 3);
    REQUIRE(line[0] == 0);
    late.forget(256);
    REQUIRE_FALSE(late.empty());
    late.forget(512);
    REQUIRE(late.empty());
}

TEST_CASE("bytes of a newer write-back are no longer late") {
    LateWrites late;
    std::uint8_t bytes[64];
    std::fill_n(bytes, 64, 7);
    late.add(0, bytes, 64);
    Payload writeback;
    writeback.set_write();
    writeback.set_address(16);
    writeback.set_data_length(16);
    late.forget_covered(writeback);
    std::vector<std::pair<std::uint64_t, unsigned>> runs;
    late.for_each_run(
        0, [&](std::uint64_t address, const std::uint8_t*, unsigned count) { runs.emplace_back(address, count); });
    REQUIRE(runs == std::vector<std::pair<std::uint64_t, unsigned>>{{0, 16}, {32, 32}});
}
