// Which lines a perfect cache may take from memory.
#include "heddle/l1_cache/perfect_lines.h"

#include <map>
#include <random>

#include <catch2/catch.hpp>
#include "kit/test_scale.h"

using namespace heddle;

TEST_CASE("perfect lines: a line is served unless a write to it is outstanding") {
    PerfectLines lines;
    CHECK(lines.serves(5));
    const unsigned first = lines.begin_write(5), second = lines.begin_write(5), other = lines.begin_write(6);
    CHECK(first == second);
    CHECK(other != first);
    CHECK_FALSE(lines.serves(5));
    lines.end_write(first);
    CHECK_FALSE(lines.serves(5));
    lines.end_write(second);
    CHECK(lines.serves(5));
    CHECK_FALSE(lines.serves(6));
    CHECK(lines.outstanding_writes() == 1);
}

TEST_CASE("perfect lines: random writes give the same as a map of counts") {
    std::mt19937 random(2);
    PerfectLines lines;
    std::multimap<std::uint64_t, unsigned> open;  // numbers by line
    for (std::uint64_t step = 0; step < scaled(20000, 2000); ++step) {
        const std::uint64_t line = random() % 400 * 4096;
        if (random() % 1000 < (step / 1000 % 2 ? 300u : 700u)) {
            open.emplace(line, lines.begin_write(line));
        } else if (const auto found = open.lower_bound(line); found != open.end()) {
            lines.end_write(found->second);
            open.erase(found);
        }
        const std::uint64_t asked = random() % 400 * 4096;
        REQUIRE(lines.serves(asked) == (open.count(asked) == 0));
        REQUIRE(lines.outstanding_writes() == open.size());
    }
}
