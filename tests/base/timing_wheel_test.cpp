#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "heddle/base/clock_domain.h"

using namespace heddle;

TEST_CASE("timing wheel: nothing put, nothing busy") {
    TimingWheel wheel;
    wheel.resize(3);
    CHECK(wheel.next_busy(0) == never);
    CHECK(wheel.next_busy(511) == never);
}

TEST_CASE("timing wheel: finds the one busy cycle from every start and distance") {
    for (Cycle now : {Cycle{0}, Cycle{1}, Cycle{62}, Cycle{63}, Cycle{64}, Cycle{500}, Cycle{511}, Cycle{100'003}})
        for (Cycle ahead = 1; ahead < TimingWheel::slots; ++ahead) {
            TimingWheel wheel;
            wheel.resize(70);
            wheel.put(now + ahead, 69);
            REQUIRE(wheel.next_busy(now) == now + ahead);
            REQUIRE(wheel.due(now + ahead)[1] == std::uint64_t{1} << 5);
            std::fill_n(wheel.take(now + ahead), wheel.words(), 0);
            REQUIRE(wheel.next_busy(now) == never);
        }
}

TEST_CASE("timing wheel: agrees with an ordered set over a long random run") {
    TimingWheel wheel;
    wheel.resize(130);
    std::set<std::pair<Cycle, unsigned>> model;
    std::mt19937 random(3);
    Cycle now = 0;
    for (int step = 0; step < 20000; ++step) {
        for (int i = random() % 3; i > 0; --i) {
            const Cycle cycle = now + 1 + random() % (TimingWheel::slots - 1);
            const unsigned id = random() % 130;
            wheel.put(cycle, id);
            model.insert({cycle, id});
        }
        const Cycle next = wheel.next_busy(now);
        REQUIRE(next == (model.empty() ? never : model.begin()->first));
        if (next == never) continue;
        now = next;
        for (unsigned id = 0; id < 130; ++id)
            REQUIRE(((wheel.due(now)[id / 64] >> (id % 64)) & 1) == model.count({now, id}));
        while (!model.empty() && model.begin()->first == now) model.erase(model.begin());
        std::fill_n(wheel.take(now), wheel.words(), 0);
    }
}
