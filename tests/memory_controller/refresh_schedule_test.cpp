#include "heddle/memory_controller/refresh_schedule.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace heddle;

namespace {

struct Refresh {
    BankMask banks;
    Cycle at;
    bool operator==(const Refresh& other) const { return banks == other.banks && at == other.at; }
};

DramTiming with_period(unsigned period, unsigned pseudo_channels, bool single_banks) {
    DramTiming timing;
    timing.refi_cycles = period;
    timing.pseudo_channels = pseudo_channels;
    timing.refresh_single_banks = single_banks;
    return timing;
}

struct Due {
    std::vector<Refresh> given;
    std::uint64_t count;

    Due(RefreshSchedule& schedule, Cycle now)
        : count(schedule.catch_up(now, [this](BankMask banks, Cycle at) {
              given.push_back({banks, at});
          })) {}
};

}  // namespace

TEST_CASE("all banks of a channel are refreshed together") {
    RefreshSchedule schedule(8, with_period(1000, 1, false), 300);
    CHECK(schedule.next() == 700);
    CHECK(Due(schedule, 699).count == 0);
    const Due first(schedule, 700);
    CHECK(first.count == 1);
    CHECK(first.given == std::vector<Refresh>{{0xff, 700}});
    CHECK(schedule.next() == 1700);
}

TEST_CASE("pseudo-channels are refreshed in turn") {
    RefreshSchedule schedule(8, with_period(1000, 4, false), 0);
    CHECK(Due(schedule, 1800).given == std::vector<Refresh>{{0x11, 1000}, {0x22, 1250}, {0x44, 1500}, {0x88, 1750}});
    CHECK(schedule.next() == 2000);
}

TEST_CASE("single banks are refreshed in turn, each once in a period that they do not divide") {
    RefreshSchedule schedule(8, with_period(1003, 2, true), 0);
    Cycle last[8] = {};
    for (unsigned i = 0; i < 32; ++i) {
        const Cycle now = schedule.next();
        const Due due(schedule, now);
        CHECK(due.given == std::vector<Refresh>{{bank_bit(i % 8), now}});
        if (i >= 8) CHECK(now - last[i % 8] == 1003);
        last[i % 8] = now;
    }
}

TEST_CASE("of refreshes that nobody asked about the last of each bank is given, and all are counted") {
    RefreshSchedule schedule(4, with_period(1000, 1, true), 0);
    const Due due(schedule, 10600);
    CHECK(due.count ==
          39);  // bank 0 from 1000, 1 from 1250 and 2 from 1500 ten times each, bank 3 from 1750 nine times
    CHECK(due.given == std::vector<Refresh>{{0b1000, 9750}, {0b0001, 10000}, {0b0010, 10250}, {0b0100, 10500}});
    CHECK(schedule.next() == 10750);
}

TEST_CASE("without a period there is no refresh") {
    CHECK(RefreshSchedule(4, with_period(0, 1, false), 0).next() == never);
}
