#include "memory_controller/schedulers/scheduler.h"

#include <catch2/catch.hpp>

using namespace heddle;

namespace {

DramRequest request(unsigned bank, std::uint64_t row) {
    DramRequest r;
    r.bank = static_cast<std::uint8_t>(bank);
    r.row = row;
    return r;
}

constexpr unsigned none = DramScheduler::none;

}  // namespace

TEST_CASE("fr_fcfs serves the oldest row hit and prepares another bank beside it") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    const DramRequests requests{request(0, 2), request(1, 1), request(0, 1), request(0, 1)};
    auto choice = scheduler->choose(requests, banks, 100);
    REQUIRE(choice.column == 2);
    REQUIRE(choice.row == 1);  // bank 0 keeps its row as long as it is hit
    choice = scheduler->choose({request(0, 2)}, banks, 100);
    REQUIRE(choice.column == none);
    REQUIRE(choice.row == 0);
}

TEST_CASE("fr_fcfs says when the next choice may come") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    auto choice = scheduler->choose({request(0, 1), request(1, 1)}, banks, 2);
    REQUIRE(choice.column == none);
    REQUIRE(choice.row == none);
    REQUIRE(choice.next == 6);  // tRRD comes before tRCD
    choice = scheduler->choose({request(0, 1)}, banks, 2);
    REQUIRE(choice.next == 12);
}

TEST_CASE("fr_fcfs does not serve a request before an older one it conflicts with") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    DramRequests requests{request(0, 1), request(0, 1)};
    requests[1].conflicts = 1;
    requests[0].conflicts = 1;
    REQUIRE(scheduler->choose(requests, banks, 100).column == none);
    requests[1].conflicts = 0;
    REQUIRE(scheduler->choose(requests, banks, 100).column == 1);
}

TEST_CASE("fifo looks at the oldest request only") {
    const auto scheduler = make_dram_scheduler("fifo");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    const DramRequests requests{request(0, 2), request(0, 1), request(1, 1)};
    auto choice = scheduler->choose(requests, banks, 20);
    REQUIRE(choice.column == none);
    REQUIRE(choice.row == none);
    REQUIRE(choice.next == 28);  // tRAS
    choice = scheduler->choose(requests, banks, 28);
    REQUIRE(choice.row == 0);
    choice = scheduler->choose({request(0, 1)}, banks, 28);
    REQUIRE(choice.column == 0);
    REQUIRE(choice.row == none);
}

TEST_CASE("unknown schedulers are refused") {
    REQUIRE_THROWS_WITH(make_dram_scheduler("random"), Catch::Contains("fifo"));
}
