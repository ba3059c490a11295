// The unit in front of a banked L1: one line per bank and cycle.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <set>

#include "heddle/lsu/pool/banked/banked_lsu.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

struct BankedBench {
    explicit BankedBench(unsigned banks, unsigned data_banks = 0)
        : BankedBench(banks, BankedParameters{data_banks}, LsuParameters{}) {}
    BankedBench(unsigned banks, const BankedParameters& pool, const LsuParameters& parameters)
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock, 8),
          lsu("lsu", clock, parameters, pool, BankIndex(SetIndex(64), banks)) {
        binder.bind(driver.memory_out, lsu.warp_in);
        for (unsigned bank = 0; bank < banks; ++bank) {
            memories.push_back(std::make_unique<PlannedMemory>(("memory_" + std::to_string(bank)).c_str(), clock, 64));
            binder.bind(lsu.l1_port(bank), memories.back()->request_in);
        }
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(lsu.idle());
        REQUIRE(binder.outstanding() == 0);
        lsu.settle_counters();
    }
    ClockDomain clock;
    WarpDriver driver;
    BankedLsu lsu;
    std::vector<std::unique_ptr<PlannedMemory>> memories;
    CheckingBinder binder;
};

}  // namespace

// The tag banks of an H200's L1 (stimuli/micro_silicon/h200.csv, tag_banks): a load takes as many cycles as one bank
// has of its lines.
TEST_CASE("the bank of a line is the parities of bits of its address, if the L1 has them") {
    const BankIndex banks(SetIndex(32), 4, "7,9,11,12,14,16,18,19,20,21,23,24/8,10,11,13,14,15,17,19,21,22,24");
    const auto most_in_a_bank = [&banks](unsigned lane_words) {
        std::set<std::uint64_t> lines;
        std::array<unsigned, 4> count{};
        for (unsigned lane = 0; lane < 32; ++lane) lines.insert(std::uint64_t{lane} * lane_words / 32);
        for (std::uint64_t line : lines) ++count[banks(line)];
        return *std::max_element(count.begin(), count.end());
    };
    // Cycles per load that the GPU takes for lanes so many words apart (l1_patterns): 3.0, 8.8, 10.0 and 11.0.
    CHECK(most_in_a_bank(9) == 3);
    CHECK(most_in_a_bank(33) == 8);
    CHECK(most_in_a_bank(40) == 10);
    CHECK(most_in_a_bank(72) == 11);
    for (unsigned line : {5U, 10U, 15U, 19U, 22U, 25U, 28U, 33U, 36U, 43U}) CHECK(banks(line) == 0);
}
TEST_CASE("bits of a bank's number that cannot be are named") {
    const auto refusal = [](const std::string& bits) {
        try {
            const BankIndex made(SetIndex(32), 4, bits, "l1_cache.bank_bits");
            return std::string();
        } catch (const ParameterError& error) {
            return std::string(error.what());
        }
    };
    CHECK(refusal("7/8").empty());
    CHECK(refusal("7") ==
          "l1_cache.bank_bits: is '7', which is 1 lists of bits for the numbers of 4 banks; it needs one for each bit "
          "of such a number, with slashes between them");
    CHECK(refusal("7/6") ==
          "l1_cache.bank_bits: is '6', expected numbers of bits from 7 (a line is in one bank) to 63 with commas "
          "between them, or none");
    CHECK_THAT(refusal("7/8,x"), Catch::StartsWith("l1_cache.bank_bits: is '8,x', expected"));
}

TEST_CASE("banked: an L1 of more banks than the unit has ports is refused") {
    ClockDomain clock("clock", period_of_mhz(1000));
    CHECK_NOTHROW(BankedLsu("small", clock, {}, {}, BankIndex(SetIndex(64), 32)));
    CHECK_THROWS_WITH(BankedLsu("large", clock, {}, {}, BankIndex(SetIndex(64), 64)),
                      "l1_cache.banks: is 64, must be from 1 to 32");
}

TEST_CASE("banked: eight lines of eight banks go in one cycle, 32 in four") {
    BankedBench bench(8);
    const unsigned load = bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 128; });
    bench.run();
    for (const auto& memory : bench.memories) {
        REQUIRE(memory->requests.size() == 4);
        CHECK(memory->requests[0].taken == 3);
        CHECK(memory->requests[3].taken == 6);
    }
    CHECK(bench.driver.latency(load) == 14 + 3);
    CHECK(bench.lsu.active_cycles.value() == 4);
    CHECK(bench.lsu.line_requests.value() == 32);
    CHECK(bench.lsu.bank_conflict_cycles.value() == 8 * (3 + 2 + 1));
}

TEST_CASE("banked: lines of one bank go one by one and in order") {
    BankedBench bench(8);
    bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 1024; });
    bench.run();
    REQUIRE(bench.memories[0]->requests.size() == 32);
    for (unsigned i = 0; i < 32; ++i) CHECK(bench.memories[0]->requests[i].address == i * 1024);
    CHECK(bench.lsu.active_cycles.value() == 32);
}

TEST_CASE("banked: a bank that takes nothing holds back its own lines and the next instruction") {
    BankedBench bench(2);
    bench.memories[1]->takes_from = 100;
    bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 128; });
    const unsigned next = bench.driver.warp(2, AccessKind::load, [](unsigned) { return 0; });
    bench.run();
    CHECK(bench.memories[0]->requests.size() == 17);
    CHECK(bench.memories[0]->requests[15].taken == 18);
    CHECK(bench.driver[next].answered > bench.memories[0]->requests[15].taken);
}

namespace {

// Loads of 16 lines in each of two banks that take nothing for a while, and one of a line of the second bank, whose
// link closes first: the last load's first pass sends to the other, then the unit has nothing to do before the next
// pass.
struct StalledBench : sc_core::sc_module {
    explicit StalledBench(sc_core::sc_module_name name) : sc_module(name), bench(2, {32, 8, 1, 1}, {}) {
        for (auto& memory : bench.memories) memory->takes_from = 1000;
        bench.driver.warp(1, AccessKind::load, [](unsigned) { return line_bytes; });
        for (unsigned i = 0; i < 5; ++i)
            bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane * 132; });
    }
    BankedBench bench;
};

// Has the unit called in every cycle.
struct Caller : Ticked {
    Caller(sc_core::sc_module_name name, BankedBench& bench) : Ticked(name, bench.clock), called(bench.lsu) {
        wake_at(1);
    }
    void tick(Cycle now) override {
        called.wake_at(now + 1);
        if (now < 1000) wake_at(now + 1);
    }
    Ticked& called;
};

}  // namespace

TEST_CASE("banked: waits for the L1 are counted alike, however often the unit is called meanwhile") {
    StalledBench asleep("asleep"), awake("awake");
    const Caller caller("caller", awake.bench);
    asleep.bench.run();
    awake.bench.run();
    CHECK(asleep.bench.lsu.l1_stall_cycles.value() == awake.bench.lsu.l1_stall_cycles.value());
    CHECK(asleep.bench.lsu.l1_stall_cycles.value() > 400);
}

TEST_CASE("banked: what one instruction stores the next loads, plain accesses and atomics too") {
    BankedBench bench(8);
    const auto scattered = [](unsigned lane) { return 0x1000 + lane * 132; };
    const unsigned store = bench.driver.warp(1, AccessKind::store, scattered);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(store, lane, 1000 + lane);
    const unsigned add = bench.driver.warp(1, AccessKind::atomic, [](unsigned) { return 0x1000; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(add, lane, 1);
    const unsigned load = bench.driver.warp(1, AccessKind::load, scattered);
    bench.driver.plain(1, tlm::TLM_WRITE_COMMAND, 0x4050, std::vector<std::uint8_t>(300, 0x5A));
    const unsigned read = bench.driver.plain(1, tlm::TLM_READ_COMMAND, 0x4000, std::vector<std::uint8_t>(512));
    bench.run();
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        CHECK(bench.driver.word(add, lane) == 1000 + lane);
        CHECK(bench.driver.word(load, lane) == 1000 + lane + (lane == 0 ? 32 : 0));
    }
    for (unsigned i = 0; i < 300; ++i) REQUIRE(bench.driver[read].payload->get_data_ptr()[0x50 + i] == 0x5A);
}

TEST_CASE("banked: an instruction takes the data banks for a cycle per word of one bank") {
    BankedBench bench(4, 32);
    struct Pattern {
        unsigned stride;   // words between neighbouring lanes
        Cycle until_next;  // from the first line of the load to that of the next
    };
    // Words of one line; every second, every eighth word; 32 lines whose words are of different banks, four per cycle;
    // 32 lines of one bank.
    const std::vector<Pattern> patterns{{1, 1}, {2, 2}, {8, 8}, {33, 8}, {32, 32}};
    Cycle at = 1;
    for (const Pattern& pattern : patterns) {
        const std::uint64_t stride = 4 * pattern.stride;
        bench.driver.warp(at, AccessKind::load, [stride](unsigned lane) { return lane * stride; });
        bench.driver.warp(at, AccessKind::load, [](unsigned) { return 1 << 20; });
        at += 200;
    }
    bench.run();
    std::vector<Cycle> first(patterns.size(), never), next(patterns.size(), never);
    for (const auto& memory : bench.memories)
        for (const auto& request : memory->requests) {
            const std::size_t pattern = request.taken / 200;
            Cycle& seen = (request.address >= 1 << 20 ? next : first)[pattern];
            seen = std::min(seen, request.taken);
        }
    for (std::size_t i = 0; i < patterns.size(); ++i) {
        INFO("stride " << patterns[i].stride);
        CHECK(next[i] - first[i] == patterns[i].until_next);
    }
    CHECK(bench.lsu.lane_cycles.value() == 1 + 2 + 8 + 8 + 32 + patterns.size());
    CHECK(bench.lsu.data_bank_lane_cycles.value() == 2 + 8 + 32);
}

namespace {

// Loads of 32 lines whose words are in one data bank: 32 passes of two cycles each. Two of the four oldest take turns.
struct TurnsBench : BankedBench {
    TurnsBench() : BankedBench(4, {32, 2, 2, 4}, queue_of(32)) {}
    static LsuParameters queue_of(unsigned entries) {
        LsuParameters parameters;
        parameters.queue_entries = entries;
        return parameters;
    }
    unsigned load(unsigned warp, std::uint64_t first = 0) {
        const unsigned index =
            driver.warp(1, AccessKind::load, [first](unsigned lane) { return first + lane * line_bytes; });
        driver[index].warp->access.warp = static_cast<std::uint16_t>(warp);
        return index;
    }
    // From the first answer of the run on.
    std::vector<Cycle> answers() const {
        std::vector<Cycle> result;
        for (unsigned i = 0; i < driver.size(); ++i) result.push_back(driver[i].answered - driver[0].answered);
        return result;
    }
};

}  // namespace

// As load_turns shows on an H200 (docs/validation/h200_microbenchmarks.md).
TEST_CASE("banked in turn: loads of one warp follow each other, each pass two cycles after the one before") {
    TurnsBench bench;
    for (unsigned i = 0; i < 4; ++i) bench.load(0);
    bench.run();
    CHECK(bench.answers() == std::vector<Cycle>{0, 64, 128, 192});
    CHECK(bench.lsu.lane_cycles.value() == 4 * 64);
    CHECK(bench.lsu.bank_conflict_cycles.value() == 4 * 2 * 4 * (7 + 6 + 5 + 4 + 3 + 2 + 1));
}

TEST_CASE("banked in turn: loads of two warps take the cycles in between, a third one waits for the first") {
    TurnsBench bench;
    for (unsigned warp = 0; warp < 4; ++warp) bench.load(warp);
    bench.run();
    CHECK(bench.answers() == std::vector<Cycle>{0, 1, 64, 65});
}

TEST_CASE("banked in turn: of the oldest four loads one of another warp overtakes those that wait for their own") {
    TurnsBench bench;
    const unsigned first = bench.load(0), second = bench.load(0), third = bench.load(0), other = bench.load(1);
    bench.run();
    CHECK(bench.driver[other].answered == bench.driver[first].answered + 3);  // it comes three cycles later
    CHECK(bench.driver[second].answered == bench.driver[first].answered + 64);
    CHECK(bench.driver[third].answered == bench.driver[second].answered + 64);
}

TEST_CASE("banked in turn: a load behind four of another warp comes into sight when the first of them is done") {
    TurnsBench bench;
    for (unsigned i = 0; i < 4; ++i) bench.load(0);
    bench.load(1);
    bench.run();
    const std::vector<Cycle> answers = bench.answers();
    CHECK(answers[4] == 63);  // its first pass goes in the cycle after the last one of the first load
    CHECK(answers[3] == 3 * 64);
}

TEST_CASE("banked in turn: what a warp stores it loads, and plain accesses keep their places") {
    TurnsBench bench;
    const auto scattered = [](unsigned lane) { return 0x10000 + lane * 132; };
    bench.load(1);
    const unsigned store = bench.driver.warp(1, AccessKind::store, scattered);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(store, lane, 1000 + lane);
    const unsigned first = bench.driver.warp(1, AccessKind::load, scattered);
    const unsigned add = bench.driver.warp(1, AccessKind::atomic, [](unsigned) { return 0x10000; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(add, lane, 1);
    const unsigned second = bench.driver.warp(1, AccessKind::load, scattered);
    bench.load(2);
    bench.driver.plain(1, tlm::TLM_WRITE_COMMAND, 0x10000, std::vector<std::uint8_t>(4, 0));
    const unsigned last = bench.driver.warp(1, AccessKind::load, scattered);
    bench.driver[last].warp->access.warp = 3;
    bench.run();
    CHECK(bench.driver.word(first, 0) == 1000);
    CHECK(bench.driver.word(second, 0) == 1032);
    CHECK(bench.driver.word(last, 0) == 0);
    CHECK(bench.driver.word(last, 31) == 1031);
}

TEST_CASE("banked in turn: impossible parameters are refused by name") {
    const auto refusal = [](const BankedParameters& parameters) {
        try {
            parameters.validate("lsu.banked");
            return std::string();
        } catch (const ParameterError& error) {
            return std::string(error.what());
        }
    };
    CHECK(refusal({32, 2, 2, 4}).empty());
    CHECK_THAT(refusal({32, 0, 1, 1}), Catch::Contains("pass_cycles"));
    CHECK_THAT(refusal({32, 1, 2, 1}), Catch::Contains("in_sight"));
    CHECK_THAT(refusal({0, 2, 1, 1}), Catch::Contains("data_banks"));
}
