#include <catch2/catch.hpp>

#include "heddle/platforms/common/text.h"

using namespace heddle;

TEST_CASE("the nearest key is a likely typo or nothing") {
    const std::vector<std::string> keys{"l1_cache.size_bytes", "l2_slice.size_bytes", "sm.max_warps", "sm.max_ctas"};
    CHECK(nearest("l2_slice.size_byte", keys) == "l2_slice.size_bytes");
    CHECK(nearest("l2_slcie.size_bytes", keys) == "l2_slice.size_bytes");
    CHECK(nearest("max_warp", keys) == "sm.max_warps");
    CHECK(nearest("sm.max_cta", keys) == "sm.max_ctas");
    CHECK(nearest("colour", keys).empty());
}

TEST_CASE("numbers are written for people") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1 000");
    CHECK(grouped(1234567) == "1 234 567");
    CHECK(with_prefix(12) == "12.0");
    CHECK(with_prefix(1234567) == "1.23 M");
    CHECK(with_prefix(345e9) == "345 G");
    CHECK(shortest(0.1) == "0.1");
    CHECK(trimmed(" \ta b\r\n") == "a b");
    CHECK(trimmed("  ").empty());
}

TEST_CASE("a paragraph is broken at the width") {
    CHECK(wrapped("one two three four", 10, 2) == "  one two\n  three\n  four\n");
    CHECK(wrapped("", 10, 2).empty());
}
