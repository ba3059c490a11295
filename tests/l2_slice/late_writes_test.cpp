#include "heddle/l2_slice/late_writes.h"

#include <catch2/catch.hpp>

using namespace heddle;

TEST_CASE("late writes lie over a line until they are forgotten") {
    LateWrites late;
    const std::uint8_t a[] = {1, 2, 3}, b[] = {9};
    late.add(256 + 10, a, 3, false);
    late.add(256 + 11, b, 1, false);
    late.add(512, b, 1, true);
    std::uint8_t line[line_bytes] = {};
    late.find(256)->bytes.apply(line);
    REQUIRE(line[9] == 0);
    REQUIRE(line[10] == 1);
    REQUIRE(line[11] == 9);
    REQUIRE(line[12] == 3);
    REQUIRE(line[0] == 0);
    REQUIRE_FALSE(late.find(256)->owed);
    REQUIRE(late.find(512)->owed);
    late.forget(256);
    REQUIRE_FALSE(late.find(256));
    REQUIRE_FALSE(late.empty());
    late.forget(512);
    REQUIRE(late.empty());
}

TEST_CASE("a line owes bytes to memory as soon as one write does") {
    LateWrites late;
    const std::uint8_t byte = 1;
    late.add(0, &byte, 1, true);
    late.add(1, &byte, 1, false);
    REQUIRE(late.find(0)->owed);
}

TEST_CASE("bytes that something newer carries are no longer late") {
    LateWrites late;
    std::uint8_t bytes[64];
    std::fill_n(bytes, 64, 7);
    late.add(128, bytes, 64, true);
    late.forget(128, 16, 16);
    std::vector<std::pair<unsigned, unsigned>> runs;
    late.find(128)->bytes.for_each_run(
        [&](unsigned first, const std::uint8_t*, unsigned count) { runs.emplace_back(first, count); });
    REQUIRE(runs == std::vector<std::pair<unsigned, unsigned>>{{0, 16}, {32, 32}});
    late.forget(128, 0, 64);
    REQUIRE(late.empty());
}
