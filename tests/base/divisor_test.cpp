#include "heddle/base/divisor.h"

#include <catch2/catch.hpp>

using namespace heddle;

TEST_CASE("quotient and remainder are those of the language for any divisor") {
    for (const std::uint64_t value : {0ull, 1ull, 95ull, 96ull, 4096ull, 123456789012345ull, ~0ull})
        for (const unsigned number : {1u, 2u, 3u, 7u, 8u, 96u, 128u, 768u, 1u << 31, ~0u}) {
            CAPTURE(value, number);
            const Divisor divisor(number);
            CHECK(divisor.value() == number);
            CHECK(divisor.quotient(value) == value / number);
            CHECK(divisor.remainder(value) == value % number);
            CHECK(divisor.multiple(divisor.quotient(value)) + divisor.remainder(value) == value);
        }
}

TEST_CASE("a piece that is filled partly counts as one") {
    CHECK(Divisor(64).quotient_rounded_up(0) == 0);
    CHECK(Divisor(64).quotient_rounded_up(1) == 1);
    CHECK(Divisor(64).quotient_rounded_up(64) == 1);
    CHECK(Divisor(64).quotient_rounded_up(136) == 3);
    CHECK(Divisor(48).quotient_rounded_up(136) == 3);
}

TEST_CASE("powers of two") {
    CHECK(is_power_of_two(1));
    CHECK(is_power_of_two(std::uint64_t{1} << 63));
    CHECK_FALSE(is_power_of_two(0));
    CHECK_FALSE(is_power_of_two(96));
}
