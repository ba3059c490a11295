#include "heddle/memory_controller/schedulers/scheduler.h"

#include <catch2/catch.hpp>

using namespace heddle;

namespace {

DramRequest request(unsigned bank, std::uint64_t row) {
    DramRequest r;
    r.bank = static_cast<std::uint8_t>(bank);
    r.row = row;
    return r;
}

DramRequests queue_of(const DramBanks& banks, std::initializer_list<DramRequest> requests) {
    DramRequests queue;
    for (const DramRequest& r : requests) queue.push(r, banks.is_open(r.bank, r.row));
    return queue;
}

constexpr unsigned none = DramScheduler::none;

}  // namespace

TEST_CASE("fr_fcfs serves the oldest row hit and prepares another bank beside it") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    const DramRequests requests = queue_of(banks, {request(0, 2), request(1, 1), request(0, 1), request(0, 1)});
    auto choice = scheduler->choose(requests, banks, 100);
    REQUIRE(choice.column == 2);
    REQUIRE(choice.row == 1);  // bank 0 keeps its row as long as it is hit
    choice = scheduler->choose(queue_of(banks, {request(0, 2)}), banks, 100);
    REQUIRE(choice.column == none);
    REQUIRE(choice.row == 0);
}

TEST_CASE("fr_fcfs says when the next choice may come") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    auto choice = scheduler->choose(queue_of(banks, {request(0, 1), request(1, 1)}), banks, 2);
    REQUIRE(choice.column == none);
    REQUIRE(choice.row == none);
    REQUIRE(choice.next == 6);  // tRRD comes before tRCD
    choice = scheduler->choose(queue_of(banks, {request(0, 1)}), banks, 2);
    REQUIRE(choice.next == 12);
}

TEST_CASE("fr_fcfs says when the commands that were not chosen may come") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    auto choice = scheduler->choose(queue_of(banks, {request(0, 1)}), banks, 100);
    REQUIRE(choice.row == 0);
    REQUIRE(choice.next == never);
    choice = scheduler->choose(queue_of(banks, {request(0, 1), request(1, 1)}), banks, 100);
    REQUIRE(choice.row == 0);
    REQUIRE(choice.next == 106);  // activates are tRRD apart
    banks.activate(2, 1, 0);
    choice = scheduler->choose(queue_of(banks, {request(0, 1), request(2, 2)}), banks, 100);
    REQUIRE(choice.row == 0);
    REQUIRE(choice.next == 101);  // precharges are not
}

TEST_CASE("requests know the banks whose open row they hit") {
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    DramRequests requests = queue_of(banks, {request(0, 1), request(0, 2), request(3, 5), request(3, 6)});
    REQUIRE(requests.waiting_banks() == 0b1001);
    REQUIRE(requests.hit_banks() == 0b0001);
    requests.row_opened(3, 6);
    REQUIRE(requests.hit_banks() == 0b1001);
    requests.remove(3);
    REQUIRE(requests.hit_banks() == 0b0001);
    REQUIRE(requests.waiting(3) == 1);
    requests.row_closed(0);
    REQUIRE(requests.hit_banks() == 0);
    REQUIRE(requests.waiting_banks() == 0b1001);
}

TEST_CASE("fr_fcfs does not serve a request before an older one it conflicts with") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    DramRequests requests = queue_of(banks, {request(0, 1), request(0, 1)});
    requests[1].conflicts = 1;
    requests[0].conflicts = 1;
    REQUIRE(scheduler->choose(requests, banks, 100).column == none);
    requests[1].conflicts = 0;
    REQUIRE(scheduler->choose(requests, banks, 100).column == 1);
}

TEST_CASE("a bank of fr_fcfs serves its oldest row hit, even if the data bus is free only for a younger one") {
    const auto scheduler = make_dram_scheduler("fr_fcfs");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    banks.column(0, true, 2, 20);  // data until 26: no read before 31, a write from 22
    DramRequest write = request(0, 1);
    write.is_write = true;
    write.column = 3;
    const DramRequests requests = queue_of(banks, {request(0, 1), write});
    auto choice = scheduler->choose(requests, banks, 24);
    REQUIRE(choice.column == none);
    REQUIRE(choice.next == 31);
    choice = scheduler->choose(requests, banks, 31);
    REQUIRE(choice.column == 0);
}

TEST_CASE("fifo: requests to different banks overlap, up to the first that finds its bank busy") {
    const auto scheduler = make_dram_scheduler("fifo");
    DramBanks banks(4, DramTiming{});
    // The third request waits for the first one's bank, and the fourth behind it although its bank is idle.
    const DramRequests requests = queue_of(banks, {request(0, 1), request(1, 1), request(0, 2), request(2, 1)});
    auto choice = scheduler->choose(requests, banks, 0);
    REQUIRE(choice.row == 0);
    banks.activate(0, 1, 0);
    choice = scheduler->choose(requests, banks, 6);
    REQUIRE(choice.row == 1);
    banks.activate(1, 1, 6);
    choice = scheduler->choose(requests, banks, 12);
    REQUIRE(choice.column == 0);
    REQUIRE(choice.row == none);
}

TEST_CASE("banked fifo: every bank serves its own requests in order") {
    const auto scheduler = make_dram_scheduler("banked_fifo", 2);
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    const DramRequests requests = queue_of(banks, {request(0, 2), request(0, 1), request(2, 1)});
    const auto choice = scheduler->choose(requests, banks, 20);
    REQUIRE(choice.column == none);  // the row hit is not its bank's oldest
    REQUIRE(choice.row == 2);        // tRAS of bank 0 ends at 28
    const auto& queues = dynamic_cast<const BankQueueScheduler&>(*scheduler);
    REQUIRE_FALSE(queues.has_room(requests, 0));
    REQUIRE(queues.has_room(requests, 2));
}

TEST_CASE("fifo gives a bank to the oldest request first") {
    const auto scheduler = make_dram_scheduler("fifo");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    const DramRequests requests = queue_of(banks, {request(0, 2), request(0, 1), request(1, 1)});
    auto choice = scheduler->choose(requests, banks, 20);
    REQUIRE(choice.column == none);
    REQUIRE(choice.row == none);
    REQUIRE(choice.next == 28);  // tRAS
    choice = scheduler->choose(requests, banks, 28);
    REQUIRE(choice.row == 0);
    choice = scheduler->choose(queue_of(banks, {request(0, 1)}), banks, 28);
    REQUIRE(choice.column == 0);
    REQUIRE(choice.row == none);
}

TEST_CASE("behind a column of the oldest request fifo may go on with the next one's row") {
    const auto scheduler = make_dram_scheduler("fifo");
    DramBanks banks(4, DramTiming{});
    banks.activate(0, 1, 0);
    const auto choice = scheduler->choose(queue_of(banks, {request(0, 1), request(1, 1)}), banks, 28);
    REQUIRE(choice.column == 0);
    REQUIRE(choice.next == 29);
}

TEST_CASE("unknown schedulers are refused") {
    REQUIRE_THROWS_WITH(make_dram_scheduler("random"), Catch::Contains("fifo"));
}
