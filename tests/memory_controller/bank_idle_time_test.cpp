#include "heddle/memory_controller/bank_idle_time.h"

#include <catch2/catch.hpp>

using namespace heddle;

TEST_CASE("a bank is idle until its first request, and from the end of its data to the next") {
    BankIdleTime idle(1);
    CHECK(idle.end(0, 10) == 10);
    CHECK(idle.settle(15) == 0);
    idle.begin(0, 30);
    CHECK(idle.end(0, 50) == 20);
}

TEST_CASE("a bank whose data are still on their way is not idle when the next request comes") {
    BankIdleTime idle(1);
    CHECK(idle.end(0, 10) == 10);
    idle.begin(0, 30);
    CHECK(idle.settle(25) == 0);
    CHECK(idle.end(0, 28) == 0);
    idle.begin(0, 40);
    CHECK(idle.settle(41) == 1);
}

TEST_CASE("idle time that has been asked for is not counted again") {
    BankIdleTime idle(4);
    CHECK(idle.settle(10) == 4 * 10);
    CHECK(idle.end(2, 15) == 5);
    CHECK(idle.settle(20) == 3 * 10);
    CHECK(idle.settle(20) == 0);
}
