#include <catch2/catch.hpp>

#include "kit/test_scale.h"

using namespace heddle;

TEST_CASE("the test scale shortens long tests and ignores nonsense") {
    const auto with = [](const char* value) {
        setenv("HEDDLE_TEST_SCALE", value, 1);
        return scaled(1000, 20);
    };
    CHECK(with("0.1") == 100);
    CHECK(with("0.001") == 20);
    CHECK(with("1") == 1000);
    for (const char* nonsense : {"", "x", "0", "-1", "2", "0.5x", "nan"}) CHECK(with(nonsense) == 1000);
    unsetenv("HEDDLE_TEST_SCALE");
    CHECK(scaled(1000) == 1000);
}
