// Banks: a lookup per bank and cycle, one miss per cycle, responses by the bank that the request came in by.
#include <catch2/catch.hpp>

#include "l1_cache/bank_bench.h"

using namespace heddle;

TEST_CASE("hits of eight banks are looked up and get their responses in one cycle") {
    BankBench bench(banked(8));
    for (unsigned bank = 0; bank < 8; ++bank) bench.drivers[bank]->read(1, bench.address(bank, 0), 4);
    std::vector<unsigned> second;
    for (unsigned bank = 0; bank < 8; ++bank)
        second.push_back(bench.drivers[bank]->read(200, bench.address(bank, 0), 4));
    bench.run();
    CHECK(bench.l1.hits.value() == 8);
    CHECK(bench.l1.misses.value() == 8);
    CHECK(bench.counter("serving_cycles") == 8 + 1);
    for (unsigned bank = 0; bank < 8; ++bank) CHECK(bench.answered(bank, second[bank]) == bench.answered(0, second[0]));
}

TEST_CASE("misses of eight banks go one per cycle, the lowest bank first") {
    BankBench bench(banked(8));
    for (unsigned bank = 8; bank-- > 0;) bench.drivers[bank]->read(1, bench.address(bank, 0), 4);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 8);
    for (unsigned bank = 0; bank < 8; ++bank) {
        CHECK(bench.memory.requests[bank].address == bench.address(bank, 0));
        CHECK(bench.memory.requests[bank].taken == bench.memory.requests[0].taken + bank);
    }
    CHECK(bench.counter("miss_port_conflicts") == 7 * 8 / 2);
    CHECK(bench.counter("served_requests") == 8);
    CHECK(bench.counter("serving_cycles") == 8);
}

TEST_CASE("a miss of a bank does not hold up hits of the others") {
    BankBench bench(banked(2));
    bench.drivers[1]->read(1, bench.address(1, 0, 2), 4);
    bench.drivers[0]->read(100, bench.address(0, 0, 2), 4);
    const unsigned hit = bench.drivers[1]->read(100, bench.address(1, 0, 2), 4);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 10 : 500; };
    bench.run();
    CHECK(bench.answered(1, hit) < 140);
}

TEST_CASE("stores, atomics, errors and commands without data of a bank get their responses from that bank") {
    BankBench bench(banked(4));
    bench.drivers[2]->write(1, bench.address(2, 0, 4), 0x5A, 4);
    const unsigned load = bench.drivers[2]->read(50, bench.address(2, 0, 4), 4);
    bench.drivers[0]->atomic_add(1, bench.address(0, 3, 4), 5);
    const unsigned far = bench.drivers[3]->read(1, bench.address(3, 7, 4), 4);
    bench.memory.failing_lines.insert(bench.address(3, 7, 4));
    const unsigned nothing =
        bench.drivers[1]->add(200, bench.drivers[1]->pool().acquire(tlm::TLM_IGNORE_COMMAND, 0, 0));
    bench.run();
    CHECK(bench.drivers[2]->data(load)[0] == 0x5A);
    CHECK_FALSE((*bench.drivers[3])[far].payload->is_response_ok());
    CHECK(bench.memory.byte(bench.address(0, 3, 4)) == 5);
    CHECK((*bench.drivers[1])[nothing].payload->is_response_ok());
}

TEST_CASE("a cycle in which requests of several banks wait is counted once") {
    L1CacheParameters parameters = banked(8);
    parameters.mshr_entries = 1;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    bench.drivers[0]->read(1, bench.address(0, 0), 4);
    for (unsigned bank = 1; bank < 8; ++bank) bench.drivers[bank]->read(20, bench.address(bank, 0), 4);
    bench.run();
    const Cycle waited = bench.memory.requests[7].taken - bench.memory.requests[0].taken;
    CHECK(bench.l1.fails_mshr_full.value() == 7);
    CHECK(bench.l1.stall_cycles.value() > waited - 25);
    CHECK(bench.l1.stall_cycles.value() < waited);
    CHECK(bench.l1.mshr_stall_cycles.value() == bench.l1.stall_cycles.value());
}

TEST_CASE("a cache without banks counts nothing about them") {
    BankBench bench(banked(1));
    CHECK_THROWS_AS(bench.counter("served_requests"), std::logic_error);
}

TEST_CASE("banks that do not fit the cache are refused with the reason") {
    const auto refusal = [](L1CacheParameters parameters) -> std::string {
        try {
            parameters.validate("l1_cache");
            return "";
        } catch (const ParameterError& error) {
            return error.what();
        }
    };
    L1CacheParameters parameters = banked(8);
    CHECK(refusal(parameters) == "");
    parameters.ports = 2;
    CHECK_THAT(refusal(parameters), Catch::Contains("l1_cache.ports: is 2"));
    parameters = banked(3);
    CHECK_THAT(refusal(parameters), Catch::Contains("l1_cache.banks: is 3"));
    parameters = banked(8);
    parameters.size_bytes = 12 * 512;
    CHECK_THAT(refusal(parameters), Catch::Contains("must divide the number of sets, 12"));
    parameters = banked(1);
    parameters.answers_in_turn = true;
    CHECK_THAT(refusal(parameters), Catch::Contains("l1_cache.answers_in_turn: is true while l1_cache.banks is 1"));
    parameters.banks = 2;
    CHECK(refusal(parameters) == "");
    parameters.separate_hit_answers = true;
    CHECK_THAT(refusal(parameters), Catch::Contains("l1_cache.answers_in_turn: is true, but"));
    parameters = banked(1);
    parameters.set_hash = "fermi";
    CHECK(refusal(parameters) == "");
    parameters.size_bytes = 48 * 1024;
    CHECK_THAT(refusal(parameters), Catch::Contains("l1_cache.set_hash: is 'fermi'") && Catch::Contains("96"));
    parameters.set_hash = "mask";
    CHECK(refusal(parameters) == "");
    CHECK(parameters.set_index()(32) == 0);
}
