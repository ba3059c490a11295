#include "heddle/base/ratio.h"

#include <catch2/catch.hpp>
#include <cstdint>

using namespace heddle;

TEST_CASE("ratio: of counts and of reals, 0 where nothing can be divided by") {
    CHECK(ratio(std::uint64_t{1}, std::uint64_t{4}) == 0.25);
    CHECK(ratio(std::uint64_t{7}, std::uint64_t{0}) == 0);
    CHECK(ratio(0u, 0u) == 0);
    CHECK(ratio(3.0, std::uint64_t{2}) == 1.5);
    CHECK(ratio(3.0, 0.0) == 0);
}
