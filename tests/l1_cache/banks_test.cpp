// Banks: a lookup per bank and cycle, one miss per cycle, responses by the bank that the request came in by.
#include <algorithm>
#include <catch2/catch.hpp>
#include <stdexcept>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

L1CacheParameters banked(unsigned banks) {
    L1CacheParameters parameters;
    parameters.size_bytes = 32 * 1024;
    parameters.banks = banks;
    return parameters;
}

// A driver per bank, all in front of one cache.
struct BankBench {
    explicit BankBench(const L1CacheParameters& parameters)
        : clock("clock", period_of_mhz(1000)), l1("l1", clock, parameters), memory("memory", clock) {
        for (unsigned bank = 0; bank < parameters.banks; ++bank) {
            drivers.push_back(std::make_unique<LineDriver>(("driver_" + std::to_string(bank)).c_str(), clock));
            binder.bind(drivers.back()->memory_out, l1.bank_in(bank));
        }
        binder.bind(l1.memory_out, memory.request_in);
    }
    // The line-th line of a bank.
    static std::uint64_t address(unsigned bank, unsigned line, unsigned banks = 8) {
        return (std::uint64_t{line} * banks + bank) * line_bytes;
    }
    Cycle answered(unsigned bank, unsigned index) const { return (*drivers[bank])[index].answered; }
    std::uint64_t counter(const std::string& name) const {
        for (const NamedCounter& counter : l1.counters())
            if (name == counter.name()) return counter.value();
        throw std::logic_error("no counter is called " + name);
    }
    void run() {
        sc_core::sc_start();
        for (auto& driver : drivers) REQUIRE(driver->done());
        CHECK(l1.idle());
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
    }
    ClockDomain clock;
    L1Cache l1;
    PlannedMemory memory;
    std::vector<std::unique_ptr<LineDriver>> drivers;
    CheckingBinder binder;
};

}  // namespace

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

namespace {

// Four loads of each of three banks wait for a line, which come back at once; beside them bank 3 has loads that hit.
// Returns the cycles in which banks 0 to 2 and bank 3 got their responses.
std::pair<std::vector<Cycle>, std::vector<Cycle>> answers_beside_fills(bool in_turn) {
    L1CacheParameters parameters = banked(4);
    parameters.answers_in_turn = in_turn;
    BankBench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 10 : 260 - index; };
    bench.drivers[3]->read(1, bench.address(3, 0, 4), 4);
    for (unsigned i = 0; i < 12; ++i) bench.drivers[i % 3]->read(100, bench.address(i % 3, 0, 4), 4);
    for (unsigned i = 0; i < 60; ++i) bench.drivers[3]->read(300, bench.address(3, 0, 4), 4);
    bench.run();
    CHECK(bench.l1.misses.value() == 4);
    CHECK(bench.l1.hits.value() == 60);
    std::pair<std::vector<Cycle>, std::vector<Cycle>> answers;
    for (unsigned i = 0; i < 12; ++i) answers.first.push_back(bench.answered(i % 3, i / 3));
    for (unsigned i = 1; i <= 60; ++i) answers.second.push_back(bench.answered(3, i));
    std::sort(answers.first.begin(), answers.first.end());
    return answers;
}

}  // namespace

TEST_CASE("banks that share one path to the core give hits or one load that has waited in a cycle") {
    const auto [filled, hits] = answers_beside_fills(true);
    for (unsigned i = 1; i < filled.size(); ++i) CHECK(filled[i] > filled[i - 1]);
    unsigned together = 0, held = 0;
    for (Cycle hit : hits) together += static_cast<unsigned>(std::count(filled.begin(), filled.end(), hit));
    for (unsigned i = 1; i < hits.size(); ++i) held += static_cast<unsigned>(hits[i] - hits[i - 1] - 1);
    CHECK(together == 0);
    CHECK(held == 12);                            // each load that has waited holds the hits up by a cycle
    CHECK(filled.back() - filled.front() == 22);  // in turns with hits
}

TEST_CASE("banks with a path each give their responses side by side") {
    const auto [filled, hits] = answers_beside_fills(false);
    CHECK(hits.back() - hits.front() == 59);
    CHECK(filled.back() - filled.front() < 12);
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
