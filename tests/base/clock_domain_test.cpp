#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <random>

#include "heddle/base/error.h"
#include "heddle/base/ticked.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

namespace {

struct Recorder : Ticked {
    Recorder(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) {}
    void tick(Cycle now) override {
        ticks.push_back(now);
        times.push_back(sc_time_stamp());
        if (action) action(now);
    }
    std::vector<Cycle> ticks;
    std::vector<sc_time> times;
    std::function<void(Cycle)> action;
};

std::unique_ptr<Recorder> make_recorder(ClockDomain& domain, int index) {
    return std::make_unique<Recorder>(("recorder_" + std::to_string(index)).c_str(), domain);
}

}  // namespace

TEST_CASE("clock domain: a wake-up comes at the start of its cycle and only then") {
    ClockDomain clock("clock", sc_time(2, SC_NS));
    Recorder recorder("recorder", clock);
    sc_start(sc_core::SC_ZERO_TIME);
    recorder.wake_at(3);
    recorder.wake_at(7);  // later than a pending one: the earliest wins, the owner asks again at its tick
    recorder.action = [&](Cycle now) {
        if (now == 3) recorder.wake_at(7);
    };
    sc_start();
    CHECK(recorder.ticks == std::vector<Cycle>{3, 7});
    CHECK(recorder.times == std::vector<sc_time>{sc_time(6, SC_NS), sc_time(14, SC_NS)});
    CHECK(clock.ticks() == 2);
}

TEST_CASE("clock domain: an earlier wake-up overtakes an armed later one") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Recorder recorder("recorder", clock);
    sc_start(sc_core::SC_ZERO_TIME);
    recorder.wake_at(100);
    recorder.wake_at(5);
    sc_start();
    REQUIRE(!recorder.ticks.empty());
    CHECK(recorder.ticks.front() == 5);
}

TEST_CASE("clock domain: idle cycles cost no kernel event") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    Recorder recorder("recorder", clock);
    recorder.action = [&](Cycle now) {
        if (now < 100'000'000) recorder.wake_at(now + 1'000'000);
    };
    sc_start(sc_core::SC_ZERO_TIME);
    const auto before = sc_core::sc_delta_count();
    recorder.wake_at(1);
    sc_start();
    CHECK(recorder.ticks.size() == 101);
    CHECK(sc_core::sc_delta_count() - before < 250);
}

TEST_CASE("clock domain: wake-ups far beyond the wheel arrive in their cycle") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    std::vector<std::unique_ptr<Recorder>> recorders;
    const std::vector<Cycle> distances{510, 511, 512, 513, 1023, 1024, 1025, 5000, 100000};
    for (std::size_t i = 0; i < distances.size(); ++i) recorders.push_back(make_recorder(clock, static_cast<int>(i)));
    sc_start(sc_core::SC_ZERO_TIME);
    for (std::size_t i = 0; i < distances.size(); ++i) recorders[i]->wake_at(distances[i]);
    sc_start();
    for (std::size_t i = 0; i < distances.size(); ++i) CHECK(recorders[i]->ticks == std::vector<Cycle>{distances[i]});
}

TEST_CASE("clock domain: random near and far wake-ups are never lost") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    std::mt19937 random(1);
    std::vector<std::unique_ptr<Recorder>> recorders;
    std::uint64_t expected = 0, on_time = 0;
    std::vector<Cycle> wanted(40, never);
    for (int i = 0; i < 40; ++i) {
        recorders.push_back(make_recorder(clock, i));
        recorders[i]->action = [&, i](Cycle now) {
            if (now != wanted[i]) return;  // spurious
            ++on_time;
            if (now > 200'000) return;
            wanted[i] = now + 1 + random() % (random() % 4 ? 20 : 2000);
            ++expected;
            recorders[i]->wake_at(wanted[i]);
        };
    }
    sc_start(sc_core::SC_ZERO_TIME);
    for (int i = 0; i < 40; ++i) {
        wanted[i] = 1 + i;
        ++expected;
        recorders[i]->wake_at(wanted[i]);
    }
    sc_start();
    CHECK(on_time == expected);
    CHECK(expected > 10'000);
}

TEST_CASE("clock domain: more than 512 modules, each in its own cycle and all in one") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    std::vector<std::unique_ptr<Recorder>> recorders;
    recorders.reserve(1300);
    for (int i = 0; i < 1300; ++i) recorders.push_back(make_recorder(clock, i));
    for (int i = 0; i < 1300; ++i)
        recorders[i]->action = [&, i](Cycle now) {
            if (now < 5000) recorders[i]->wake_at(5000);
        };
    sc_start(sc_core::SC_ZERO_TIME);
    for (int i = 0; i < 1300; ++i) recorders[i]->wake_at(1 + i);
    sc_start();
    for (int i = 0; i < 1300; ++i) REQUIRE(recorders[i]->ticks == std::vector<Cycle>{Cycle(1 + i), 5000});
}

TEST_CASE("clock domain: spurious ticks come in busy cycles only, to some of the modules") {
    ClockDomain clock("clock", sc_time(1, SC_NS));
    clock.set_spurious_ticks_seed(5);
    std::vector<std::unique_ptr<Recorder>> recorders;
    recorders.reserve(70);
    for (int i = 0; i < 70; ++i) recorders.push_back(make_recorder(clock, i));
    sc_start(sc_core::SC_ZERO_TIME);
    for (Cycle cycle = 10; cycle < 1010; cycle += 10) recorders[0]->wake_also_at(cycle);
    recorders[69]->wake_at(500);
    sc_start();
    CHECK(recorders[0]->ticks.size() == 100);
    for (int i = 1; i < 70; ++i) {
        const std::vector<Cycle>& ticks = recorders[i]->ticks;
        CHECK((ticks.size() > 5 && ticks.size() < 50));  // 25 of 100 cycles
        CHECK(std::all_of(ticks.begin(), ticks.end(), [](Cycle cycle) { return cycle % 10 == 0; }));
    }
    const std::vector<Cycle>& last = recorders[69]->ticks;
    CHECK(std::count(last.begin(), last.end(), Cycle{500}) == 1);
}

TEST_CASE("clock domain: due modules are called in order of creation, or shuffled by a seed") {
    ClockDomain plain("plain", sc_time(1, SC_NS)), shuffled("shuffled", sc_time(1, SC_NS));
    shuffled.set_evaluation_order_seed(42);
    std::vector<int> plain_order, shuffled_order, sorted;
    std::vector<std::unique_ptr<Recorder>> recorders;
    for (int i = 0; i < 100; ++i) {
        recorders.push_back(std::make_unique<Recorder>(("a_" + std::to_string(i)).c_str(), plain));
        recorders.back()->action = [&, i](Cycle) { plain_order.push_back(i); };
        recorders.push_back(std::make_unique<Recorder>(("b_" + std::to_string(i)).c_str(), shuffled));
        recorders.back()->action = [&, i](Cycle) { shuffled_order.push_back(i); };
        sorted.push_back(i);
    }
    sc_start(sc_core::SC_ZERO_TIME);
    for (auto& recorder : recorders) recorder->wake_at(1);
    sc_start();
    CHECK(plain_order == sorted);
    CHECK(shuffled_order != sorted);
    std::sort(shuffled_order.begin(), shuffled_order.end());
    CHECK(shuffled_order == sorted);
}

TEST_CASE("clock domain: unequal periods keep their own cycle count") {
    ClockDomain core("core", period_of_mhz(1400)), noc("noc", period_of_mhz(700)), dram("dram", period_of_mhz(924));
    CHECK(core.period().value() == 714286);
    CHECK(noc.period().value() == 1428571);
    CHECK(dram.period().value() == 1082251);
    Recorder a("a", core), b("b", noc), c("c", dram);
    for (Recorder* recorder : {&a, &b, &c})
        recorder->action = [recorder](Cycle now) {
            REQUIRE(sc_time_stamp() == static_cast<double>(now) * recorder->domain().period());
            REQUIRE(recorder->domain().now() == now);
            recorder->wake_at(now + 1);
        };
    sc_start(sc_core::SC_ZERO_TIME);
    for (Recorder* recorder : {&a, &b, &c}) recorder->wake_at(1);
    sc_start(sc_time(10'000, SC_NS));
    CHECK(a.ticks.size() == 13999);  // 14000 cycles of 714.286 ps are 4 fs longer than 10 us
    CHECK(b.ticks.size() == 7000);
    CHECK(c.ticks.size() == 9240);
}

TEST_CASE("clock domain: cycles and delays convert both ways, inside a tick and between ticks") {
    ClockDomain clock("clock", sc_time(2, SC_NS)), other("other", sc_time(3, SC_NS));
    Recorder inside("inside", clock);
    inside.action = [&](Cycle) {
        CHECK(clock.now() == 5);
        CHECK(clock.until(6) == sc_time(2, SC_NS));
        CHECK(clock.until(8) == sc_time(6, SC_NS));
        CHECK(clock.until(2) == sc_core::SC_ZERO_TIME);
        CHECK(clock.cycle_after(sc_core::SC_ZERO_TIME) == 5);
        CHECK(clock.cycle_after(sc_time(1.5, SC_NS)) == 5);
        CHECK(clock.cycle_after(sc_time(2, SC_NS)) == 6);
        CHECK(clock.first_cycle_not_before(sc_time(2, SC_NS)) == 6);
        CHECK(clock.first_cycle_not_before(sc_time(2.001, SC_NS)) == 7);
        CHECK(other.now() == 3);  // 10 ns, although that domain has never run
        CHECK(other.until(4) == sc_time(2, SC_NS));
    };
    sc_start(sc_core::SC_ZERO_TIME);
    inside.wake_at(5);
    sc_start(sc_time(13, SC_NS));
    CHECK(inside.ticks.size() == 1);
    CHECK(clock.now() == 6);  // 13 ns: in the middle of cycle 6
    CHECK(clock.until(7) == sc_time(1, SC_NS));
    CHECK(clock.first_cycle_not_before(sc_core::SC_ZERO_TIME) == 7);
}

TEST_CASE("clock domain: a period of zero is refused") {
    CHECK_THROWS_AS(ClockDomain("clock", sc_core::SC_ZERO_TIME), ParameterError);
}

TEST_CASE("clock domain: a wake-up asked for in a constructor comes, whatever the order") {
    struct Early : Recorder {
        Early(sc_core::sc_module_name name, ClockDomain& domain, Cycle at) : Recorder(name, domain) { wake_at(at); }
    };
    ClockDomain plain("plain", sc_time(1, SC_NS)), shuffled("shuffled", sc_time(1, SC_NS));
    shuffled.set_evaluation_order_seed(7);
    std::vector<std::unique_ptr<Early>> modules;
    for (Cycle at = 1; at <= 100; ++at)  // more modules than a word of the wheel has bits
        for (ClockDomain* domain : {&plain, &shuffled})
            modules.push_back(std::make_unique<Early>(sc_core::sc_gen_unique_name("early"), *domain, at * 7));
    sc_start();
    for (std::size_t i = 0; i < modules.size(); ++i) CHECK(modules[i]->ticks == std::vector<Cycle>{(i / 2 + 1) * 7});
}

TEST_CASE("clock domain: running ahead calls the same cycles, with their own time, while the kernel's stands still") {
    ClockDomain clock("clock", sc_time(2, SC_NS));
    Recorder recorder("recorder", clock);
    std::vector<Cycle> expected;
    for (Cycle cycle = 1; cycle < 3000; cycle += 1 + cycle % 3 + (cycle % 100 == 0 ? 700 : 0))
        expected.push_back(cycle);
    recorder.action = [&](Cycle now) {
        CHECK(clock.start_of_cycle() == static_cast<double>(now) * clock.period());
        CHECK(clock.now() == now);
        CHECK(clock.until(now + 1) == clock.period());
        CHECK(clock.until(now + 5) == 5 * clock.period());
        CHECK(clock.cycle_after(3 * clock.period()) == now + 3);
        CHECK(clock.first_cycle_not_before(sc_time(2.001, SC_NS)) == now + 2);
        const std::size_t next = recorder.ticks.size();
        if (next < expected.size()) recorder.wake_at(expected[next]);
    };
    sc_start(sc_core::SC_ZERO_TIME);
    recorder.wake_at(1);
    clock.run_ahead_until(2000);
    sc_start(sc_time(4000, SC_NS));
    sc_start(sc_time(4000, SC_NS));
    CHECK(recorder.ticks == expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        INFO(expected[i]);
        CHECK(recorder.times[i] == static_cast<double>(expected[i] < 2000 ? 1 : expected[i]) * clock.period());
    }
}

TEST_CASE("clock domain: running ahead waits for whatever else the kernel has to do") {
    struct Watcher : sc_core::sc_module {
        SC_HAS_PROCESS(Watcher);
        Watcher(sc_core::sc_module_name name, const Recorder& watched) : sc_module(name), recorder(watched) {
            SC_METHOD(look);
            sensitive << event;
            dont_initialize();
        }
        void look() { seen.emplace_back(recorder.ticks.back(), sc_time_stamp()); }
        const Recorder& recorder;
        sc_core::sc_event event;
        std::vector<std::pair<Cycle, sc_time>> seen;
    };
    ClockDomain clock("clock", sc_time(2, SC_NS));
    Recorder recorder("recorder", clock);
    Watcher watcher("watcher", recorder);
    recorder.action = [&](Cycle now) {
        if (now == 30 || now == 70) watcher.event.notify(clock.kernel_delay_until(now + 5) + sc_time(1, SC_NS));
        if (now < 100) recorder.wake_at(now + 1);
    };
    sc_start(sc_core::SC_ZERO_TIME);
    recorder.wake_at(1);
    clock.run_ahead_until(1000);
    sc_start(sc_time(2000, SC_NS));
    REQUIRE(watcher.seen.size() == 2);
    CHECK(watcher.seen[0] == std::make_pair(Cycle{35}, sc_time(71, SC_NS)));
    CHECK(watcher.seen[1] == std::make_pair(Cycle{75}, sc_time(151, SC_NS)));
    CHECK(recorder.ticks.size() == 100);
}
