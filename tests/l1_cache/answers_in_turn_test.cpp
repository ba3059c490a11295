// Banks that are one pipeline: in a cycle it reads hits, or gives one load that has waited its bytes, the oldest first.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "l1_cache/bank_bench.h"

using namespace heddle;

namespace {

// Six loads of each of banks 0 and 1 wait for a line; both come back at once. Beside them banks 2 and 3 have loads that
// hit, one in every cycle, of both banks in turn. Returns the cycles in which banks 0 and 1, and banks 2 and 3, got
// their responses.
std::pair<std::vector<Cycle>, std::vector<Cycle>> answers_beside_fills(bool in_turn) {
    L1CacheParameters parameters = banked(4);
    parameters.answers_in_turn = in_turn;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index < 2 ? 10 : 220 - index; };
    for (unsigned bank : {2, 3}) bench.drivers[bank]->read(1, bench.address(bank, 0, 4), 4);
    for (unsigned i = 0; i < 12; ++i) bench.drivers[i % 2]->read(100, bench.address(i % 2, 0, 4), 4);
    for (unsigned i = 0; i < 60; ++i) bench.drivers[2 + i % 2]->read(300 + i, bench.address(2 + i % 2, 0, 4), 4);
    bench.run();
    CHECK(bench.l1.misses.value() == 4);
    CHECK(bench.l1.hits.value() == 60);
    std::pair<std::vector<Cycle>, std::vector<Cycle>> answers;
    for (unsigned i = 0; i < 12; ++i) answers.first.push_back(bench.answered(i % 2, i / 2));
    for (unsigned i = 0; i < 60; ++i) answers.second.push_back(bench.answered(2 + i % 2, 1 + i / 2));
    std::sort(answers.first.begin(), answers.first.end());
    return answers;
}

}  // namespace

TEST_CASE("a load that has waited takes the place of a hit, and then it is the hits' turn") {
    const auto [filled, hits] = answers_beside_fills(true);
    for (unsigned i = 1; i < filled.size(); ++i) CHECK(filled[i] == filled[i - 1] + 2);
    // Hits keep the order in which they came, whatever their banks, and the cycles that they have lost.
    for (unsigned i = 1; i < hits.size(); ++i) CHECK(hits[i] > hits[i - 1]);
    CHECK(hits.back() - hits.front() == 59 + 12);
}

TEST_CASE("what comes in one cycle, in different banks, is looked up in one cycle") {
    L1CacheParameters parameters = banked(4);
    parameters.answers_in_turn = true;
    BankBench bench(parameters);
    for (unsigned bank = 0; bank < 4; ++bank) bench.drivers[bank]->read(1 + bank, bench.address(bank, 0, 4), 4);
    for (unsigned bank = 0; bank < 4; ++bank) bench.drivers[bank]->read(500, bench.address(bank, 0, 4), 4);
    bench.run();
    for (unsigned bank = 1; bank < 4; ++bank) CHECK(bench.answered(bank, 1) == bench.answered(0, 1));
}

TEST_CASE("misses are looked up while loads that have waited get their bytes") {
    L1CacheParameters parameters = banked(4);
    parameters.answers_in_turn = true;
    parameters.mshr_entries = 64;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    for (unsigned i = 0; i < 8; ++i) bench.drivers[0]->read(100, bench.address(0, 0, 4), 4);
    for (unsigned i = 0; i < 40; ++i) bench.drivers[1]->read(290 + i, bench.address(1, i, 4), 4);
    bench.run();
    // The misses of bank 1 go on one per cycle: the line of bank 0 comes back among them.
    for (unsigned i = 1; i < 40; ++i) CHECK(bench.answered(1, i) - bench.answered(1, i - 1) == 1);
    CHECK(bench.answered(0, 7) < bench.answered(1, 0));
    CHECK(bench.answered(0, 0) > 300);
}

TEST_CASE("banks with a path each give their responses side by side") {
    const auto [filled, hits] = answers_beside_fills(false);
    CHECK(hits.back() - hits.front() == 59);
    CHECK(filled.back() - filled.front() < 12);
}

namespace {

L1CacheParameters in_turn() {
    L1CacheParameters parameters = banked(4);
    parameters.answers_in_turn = true;
    parameters.mshr_merges = 64;
    return parameters;
}

// Loads 0, 2 and 4 wait for one line, 1 and 3 for another, which comes a cycle after it. Returns the order of
// responses.
std::vector<unsigned> order_of_responses(const L1CacheParameters& parameters) {
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    for (unsigned i = 0; i < 5; ++i) bench.drivers[0]->read(100 + i, bench.address(0, i % 2, 4), 4);
    bench.run();
    CHECK(bench.memory.requests.size() == 2);
    std::vector<unsigned> order{0, 1, 2, 3, 4};
    std::sort(order.begin(), order.end(),
              [&](unsigned a, unsigned b) { return bench.answered(0, a) < bench.answered(0, b); });
    return order;
}

}  // namespace

TEST_CASE("of loads that have waited the oldest goes first, whichever line came first") {
    CHECK(order_of_responses(in_turn()) == std::vector<unsigned>{0, 1, 2, 3, 4});
}

TEST_CASE("where each bank has its own path, loads that have waited go line by line") {
    CHECK(order_of_responses(banked(4)) == std::vector<unsigned>{0, 2, 4, 1, 3});
}

TEST_CASE("of loads that have waited in different banks the oldest goes first") {
    BankBench bench(in_turn());
    // The line of the younger loads, in bank 0, comes first.
    bench.memory.latency = [](unsigned index) { return index == 0 ? 200 : 150; };
    for (unsigned i = 0; i < 4; ++i) bench.drivers[1]->read(100 + i, bench.address(1, 0, 4), 4);
    for (unsigned i = 0; i < 60; ++i) bench.drivers[0]->read(110 + i, bench.address(0, 0, 4), 4);
    bench.run();
    // From the cycle in which the older loads have their line, they go before what is left of the others.
    for (unsigned i = 1; i < 4; ++i) CHECK(bench.answered(1, i) == bench.answered(1, 0) + i);
    CHECK(bench.answered(0, 0) < bench.answered(1, 0));
    CHECK(bench.answered(0, 59) > bench.answered(1, 3));
}

TEST_CASE("loads that have waited for the fetch of another come at their pace") {
    L1CacheParameters parameters = in_turn();
    parameters.waited_interval_percent = 120;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    for (unsigned i = 0; i < 13; ++i) bench.drivers[0]->read(100, bench.address(0, 0, 4), 4);
    bench.run();
    // Five in six cycles.
    CHECK(bench.answered(0, 5) - bench.answered(0, 0) == 6);
    CHECK(bench.answered(0, 10) - bench.answered(0, 0) == 12);
    for (unsigned i = 1; i < 13; ++i) CHECK(bench.answered(0, i) - bench.answered(0, i - 1) <= 2);
}

TEST_CASE("loads that have waited for their own fetch come one per cycle") {
    L1CacheParameters parameters = in_turn();
    parameters.waited_interval_percent = 200;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    for (unsigned i = 0; i < 13; ++i) bench.drivers[0]->read(100, bench.address(0, i, 4), 4);
    bench.run();
    for (unsigned i = 1; i < 13; ++i) CHECK(bench.answered(0, i) - bench.answered(0, i - 1) == 1);
}

TEST_CASE("turns are compared across the end of their numbers") {
    Payload first, second, third;
    OldestFirst answers;
    answers.push(3, &third, false);
    answers.push(65534, &first, false);
    answers.push(0, &second, false);
    CHECK(answers.pop() == &first);
    CHECK(answers.turn() == 0);
    CHECK(answers.pop() == &second);
    CHECK(answers.pop() == &third);
    CHECK(answers.empty());
}

TEST_CASE("a pace without a shared path, or faster than one per cycle, is refused") {
    const auto refusal = [](const L1CacheParameters& parameters) -> std::string {
        try {
            parameters.validate("l1_cache");
            return "";
        } catch (const ParameterError& error) {
            return error.what();
        }
    };
    L1CacheParameters parameters = banked(4);
    parameters.waited_interval_percent = 120;
    CHECK_THAT(refusal(parameters),
               Catch::Contains("l1_cache.waited_interval_percent: is 120 while l1_cache.answers_in_turn is false"));
    parameters.answers_in_turn = true;
    CHECK(refusal(parameters) == "");
    parameters.waited_interval_percent = 99;
    CHECK_THAT(refusal(parameters), Catch::Contains("l1_cache.waited_interval_percent: is 99"));
}

TEST_CASE("of answers with the same turn the first to come goes first, however many come after it") {
    OldestFirst answers;
    std::array<Payload, 40> payloads;
    for (unsigned i = 0; i < 4; ++i) answers.push(7, &payloads[i], false);
    for (unsigned i = 4; i < payloads.size(); ++i) {
        CHECK(answers.pop() == &payloads[i - 4]);
        answers.push(7, &payloads[i], false);
    }
}

// Bank 1 looks up a line of bank 0's set: `bank_bits` need not follow the sets.
TEST_CASE("a load that has waited is answered though the hit that held it up has lost its line") {
    L1CacheParameters parameters = banked(2);
    parameters.size_bytes = 8 * 1024;
    parameters.ways = 1;
    parameters.bank_bits = "13";
    parameters.answers_in_turn = true;
    parameters.latency_cycles = 5;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 2 ? 400 : 50; };
    bench.drivers[0]->read(1, 0, 4);
    for (unsigned i = 0; i < 3; ++i) bench.drivers[1]->read(100, 0x2080, 4);
    bench.drivers[0]->read(152, 0, 4);
    bench.drivers[1]->read(152, 0x2000, 4);  // displaces the line of the hit
    bench.run();
    CHECK(bench.answered(1, 2) - bench.answered(1, 0) == 3);
}
