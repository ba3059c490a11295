#include <catch2/catch.hpp>
#include <functional>

#include "heddle/base/registered_queue.h"
#include "heddle/base/ticked.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;

namespace {

struct Caller : Ticked {
    Caller(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        if (action) action(now);
    }
    std::function<void(Cycle)> action;
};

// Consumes one entry per tick and sleeps as every module does.
struct Consumer : Ticked {
    Consumer(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        ++ticks;
        bool progress = false;
        if (queue.ready(now) && now >= blocked_until) {
            taken.push_back({queue.pop(now), now});
            progress = true;
        }
        sleep_or_continue(progress, now, queue);
    }
    RegisteredQueue<int> queue{64};
    std::vector<std::pair<int, Cycle>> taken;
    Cycle blocked_until = 0;
    int ticks = 0;
};

}  // namespace

// The trap: a module that is due in this cycle but has not ticked yet is asked for the next one. If the request is
// dropped because "an earlier wake-up is pending", nobody wakes it again.
TEST_CASE("ticked: a wake-up for t+1 made while still due at t is kept") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Caller first("first", clock);  // ticks before the second in every cycle
    Caller second("second", clock);
    std::vector<Cycle> second_ticks;
    second.action = [&](Cycle now) { second_ticks.push_back(now); };
    first.action = [&](Cycle now) { second.wake_at(now + 1); };
    sc_start(sc_core::SC_ZERO_TIME);
    first.wake_at(10);
    second.wake_at(10);
    sc_start();
    CHECK(second_ticks == std::vector<Cycle>{10, 11});
}

TEST_CASE("ticked: the same after the module has ticked") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Caller first("first", clock);
    Caller second("second", clock);
    std::vector<Cycle> first_ticks;
    first.action = [&](Cycle now) { first_ticks.push_back(now); };
    second.action = [&](Cycle now) { first.wake_at(now + 1); };
    sc_start(sc_core::SC_ZERO_TIME);
    first.wake_at(10);
    second.wake_at(10);
    sc_start();
    CHECK(first_ticks == std::vector<Cycle>{10, 11});
}

TEST_CASE("ticked: a burst is consumed one per cycle, then the module sleeps") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Consumer consumer("consumer", clock);
    sc_start(sc_core::SC_ZERO_TIME);
    for (int i = 0; i < 5; ++i) consumer.queue.push(i, 4);
    consumer.wake_at(4);
    sc_start();
    REQUIRE(consumer.taken.size() == 5);
    for (int i = 0; i < 5; ++i) CHECK(consumer.taken[i] == std::make_pair(i, Cycle(4 + i)));
    CHECK(consumer.ticks <= 6);
}

TEST_CASE("ticked: an entry that becomes visible later wakes its owner then") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Consumer consumer("consumer", clock);
    sc_start(sc_core::SC_ZERO_TIME);
    consumer.queue.push(1, 3);
    consumer.queue.push(2, 900);
    consumer.wake_at(3);
    sc_start();
    CHECK(consumer.taken == std::vector<std::pair<int, Cycle>>{{1, 3}, {2, 900}});
}

TEST_CASE("ticked: without progress a blocked module sleeps until somebody calls") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Consumer consumer("consumer", clock);
    Caller peer("peer", clock);
    peer.action = [&](Cycle now) { consumer.wake_at(now + 1); };
    sc_start(sc_core::SC_ZERO_TIME);
    consumer.blocked_until = 50;
    consumer.queue.push(1, 3);
    consumer.wake_at(3);
    peer.wake_at(60);
    sc_start();
    CHECK(consumer.ticks == 2);
    CHECK(consumer.taken == std::vector<std::pair<int, Cycle>>{{1, 61}});
}

TEST_CASE("ticked: of two wishes the earlier wins, unless the later one is to be kept") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Caller forgets("forgets", clock), keeps("keeps", clock);
    std::vector<Cycle> forgetful, kept;
    forgets.action = [&](Cycle now) { forgetful.push_back(now); };
    keeps.action = [&](Cycle now) { kept.push_back(now); };
    sc_start(sc_core::SC_ZERO_TIME);
    forgets.wake_at(5);
    forgets.wake_at(9);
    keeps.wake_at(5);
    keeps.wake_also_at(9);
    keeps.wake_also_at(700);
    sc_start();
    CHECK(forgetful == std::vector<Cycle>{5});
    CHECK(kept == std::vector<Cycle>{5, 9, 700});
}
