// The outcomes of loads in the L1 and their latencies.
#include <array>
#include <catch2/catch.hpp>

#include "in_child.h"
#include "l1_bench.h"

using namespace heddle;

namespace {

// A direct-mapped or two-way cache of a few lines makes every outcome reachable.
L1CacheParameters small() {
    L1CacheParameters parameters;
    parameters.size_bytes = 1024;
    parameters.ways = 2;
    parameters.latency_cycles = 5;
    return parameters;
}
constexpr std::uint64_t same_set = 512;  // four sets of two ways

void check_ports(unsigned ports, Cycle cycles_for_three) {
    L1CacheParameters parameters = small();
    parameters.ports = ports;
    parameters.request_queue_entries = 8;
    parameters.mshr_merges = 1;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 50; };
    // Loads of the outstanding line and stores to another pile up; when the line has come they go in pairs.
    bench.driver.read(1, 0, 4);
    std::vector<unsigned> hits;
    for (unsigned i = 0; i < 4; ++i) {
        hits.push_back(bench.driver.read(1, 0, 4));
        bench.driver.write(1, 128, 1, 4);
    }
    bench.run();
    CHECK(bench.l1.hits.value() == 4);
    CHECK(bench.driver[hits[3]].answered - bench.driver[hits[0]].answered == cycles_for_three);
}

}  // namespace

TEST_CASE("a hit takes the queue, the hit latency and the way back") {
    L1CacheParameters parameters;
    L1Bench bench(parameters);
    bench.fill_memory(0, 0x11);
    const unsigned miss = bench.driver.read(1, 0, 128);
    const unsigned hit = bench.driver.read(200, 0, 32);
    bench.run();
    // Sent in t, visible in t+1 (lookup), response in t+1+latency, usable in t+2+latency.
    CHECK(bench.driver.latency(hit) == 2 + parameters.latency_cycles);
    // Sent t, looked up and sent on t+1, taken t+2, response of memory t+12, of the L1 t+13, usable t+14.
    CHECK(bench.driver.latency(miss) == 14);
    CHECK(bench.first_byte(miss) == 0x11);
    CHECK(bench.first_byte(hit) == 0x11);
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.l1.misses.value() == 1);
    CHECK(bench.l1.accesses.value() == 2);
    CHECK(bench.l1.fills.value() == 1);
    CHECK(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].bytes == 128);
}

TEST_CASE("hits stream at one per cycle") {
    L1Bench bench(small());
    bench.driver.read(1, 0);
    for (unsigned i = 0; i < 40; ++i) bench.driver.read(100, i % 32 * 4, 4);
    bench.run();
    CHECK(bench.driver[40].answered - bench.driver[1].answered == 39);
    CHECK(bench.l1.stall_cycles.value() == 0);
}

TEST_CASE("a load of a line that is in flight waits with the miss") {
    L1Bench bench(small());
    bench.fill_memory(0, 0x22);
    bench.memory.latency = [](unsigned) { return 100; };
    const unsigned first = bench.driver.read(1, 0, 4), second = bench.driver.read(10, 64, 4);
    bench.run();
    CHECK(bench.memory.requests.size() == 1);
    CHECK(bench.l1.misses.value() == 1);
    CHECK(bench.l1.hits_reserved.value() == 1);
    CHECK(bench.first_byte(second) == 0x22);
    CHECK(bench.driver[second].answered == bench.driver[first].answered + 1);
}

TEST_CASE("a response says whether its load had to wait for the line") {
    L1Bench bench;
    const unsigned miss = bench.driver.read(1, 0, 4), merged = bench.driver.read(2, 64, 4),
                   hit = bench.driver.read(200, 0, 4);
    bench.driver[hit].payload->access.missed_l1 = true;
    bench.run();
    CHECK(bench.driver[miss].payload->access.missed_l1);
    CHECK(bench.driver[merged].payload->access.missed_l1);
    CHECK_FALSE(bench.driver[hit].payload->access.missed_l1);
}

TEST_CASE("the merge limit makes the next load wait") {
    L1CacheParameters parameters = small();
    parameters.mshr_merges = 3;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 4; ++i) bench.driver.read(1, 0, 4);
    bench.run();
    CHECK(bench.l1.misses.value() == 1);
    CHECK(bench.l1.hits_reserved.value() == 2);
    CHECK(bench.l1.fails_merge_full.value() == 1);
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.l1.stall_cycles.value() > 90);
    CHECK(bench.l1.merge_stall_cycles.value() == bench.l1.stall_cycles.value());
    CHECK(bench.memory.requests.size() == 1);
}

TEST_CASE("without a free MSHR entry a miss waits") {
    L1CacheParameters parameters = small();
    parameters.mshr_entries = 2;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(1, i * 128, 4);
    bench.run();
    CHECK(bench.l1.fails_mshr_full.value() == 1);
    CHECK(bench.l1.misses.value() == 3);
    CHECK(bench.memory.requests[2].taken > bench.memory.requests[0].taken + 100);
    CHECK(bench.l1.stall_cycles.value() > 90);
    CHECK(bench.l1.mshr_stall_cycles.value() == bench.l1.stall_cycles.value());
}

TEST_CASE("a miss waits while all ways of its set are reserved") {
    L1Bench bench(small());
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(1, i * same_set, 4);
    bench.run();
    CHECK(bench.l1.fails_no_way.value() == 1);
    CHECK(bench.l1.misses.value() == 3);
    CHECK(bench.l1.evictions.value() == 1);
}

TEST_CASE("a stall that needs no tick to begin is counted from the cycle in which it begins") {
    L1Bench bench(small());
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(1, i * same_set, 4);
    sc_core::sc_start(50 * bench.clock.period());
    bench.l1.settle_counters();
    CHECK(bench.l1.fails_no_way.value() == 1);
    bench.run();
    CHECK(bench.l1.fails_no_way.value() == 1);
    // Looked up two cycles after the first, which was asked for in the cycle before it went below; served when the
    // first one's response arrives.
    CHECK(bench.l1.stall_cycles.value() == bench.memory.requests[2].taken - bench.memory.requests[0].taken - 2);
    CHECK(bench.l1.way_stall_cycles.value() == bench.l1.stall_cycles.value());
}

TEST_CASE("a full miss queue stalls, and only as long as it is full") {
    L1CacheParameters parameters = small();
    parameters.miss_queue_entries = 2;
    parameters.request_queue_entries = 1;
    L1Bench bench(parameters);
    bench.memory.takes_from = 300;
    // The memory's queue takes 64 unseen, then the L1's own queue fills.
    for (unsigned i = 0; i < 80; ++i) bench.driver.write(1, i * 128, 1);
    bench.run();
    CHECK(bench.l1.fails_miss_queue.value() > 0);
    CHECK(bench.l1.stores.value() == 80);
    CHECK(bench.memory.requests.size() == 80);
}

TEST_CASE("LRU over 96 sets keeps what was used last") {
    L1CacheParameters parameters;  // 48 KB, 4 ways
    REQUIRE(parameters.sets() == 96);
    L1Bench bench(parameters);
    const std::uint64_t stride = 96 * 128;
    Cycle at = 1;
    for (unsigned i = 0; i < 4; ++i) bench.driver.read(at += 100, i * stride, 4);
    bench.driver.read(at += 100, 0, 4);           // line 0 becomes the youngest
    bench.driver.read(at += 100, 4 * stride, 4);  // displaces line 1
    bench.driver.read(at += 100, 0, 4);
    bench.driver.read(at += 100, 128, 4);  // another set is not disturbed
    const unsigned lost = bench.driver.read(at += 100, stride, 4);
    bench.run();
    CHECK(bench.l1.hits.value() == 2);
    CHECK(bench.l1.misses.value() == 7);
    CHECK(bench.l1.evictions.value() == 2);
    CHECK(bench.memory.requests.back().address == stride);
    CHECK(bench.driver.latency(lost) == 14);
}

TEST_CASE("one port looks up one request per cycle") {
    check_ports(1, 6);
}

TEST_CASE("two ports look up two requests per cycle") {
    check_ports(2, 3);
}

TEST_CASE("a miss that finds the miss queue full beside another one follows in the next cycle") {
    L1CacheParameters parameters = small();
    parameters.ports = 2;
    parameters.request_queue_entries = 8;
    parameters.mshr_merges = 1;
    parameters.miss_queue_entries = 1;
    L1Bench bench(parameters);
    bench.memory.latency = [](unsigned) { return 50; };
    // The second load waits for the line, and the misses behind it. Then each cycle looks up two, and sends one.
    bench.driver.read(1, 0, 4);
    for (const std::uint64_t line : {0, 128, 256, 384}) bench.driver.read(1, line, 4);
    bench.run();
    const auto& sent = bench.memory.requests;
    REQUIRE(sent.size() == 4);
    CHECK(sent[2].taken - sent[1].taken == 1);
    CHECK(sent[3].taken - sent[2].taken == 1);
}

TEST_CASE("an error of the L2 reaches every waiting load and leaves no line behind") {
    L1Bench bench(small());
    bench.memory.failing_lines = {128};
    bench.memory.latency = [](unsigned) { return 60; };
    const unsigned a = bench.driver.read(1, 128, 4), b = bench.driver.read(1, 160, 4), c = bench.driver.read(1, 0, 4);
    const unsigned again = bench.driver.read(200, 128, 4);
    bench.run();
    for (unsigned failed : {a, b, again})
        CHECK(bench.driver[failed].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.driver[c].payload->is_response_ok());
    CHECK(bench.l1.misses.value() == 3);
}

TEST_CASE("an access over two lines is refused, the next one is served") {
    L1Bench bench(small());
    const unsigned crossing = bench.driver.read(1, 120, 16), good = bench.driver.read(2, 120, 8);
    bench.run();
    CHECK(bench.driver[crossing].payload->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    CHECK(bench.driver[good].payload->is_response_ok());
}

TEST_CASE("parameters are refused by name before anything is built from them") {
    ClockDomain clock("clock", period_of_mhz(1000));
    L1CacheParameters parameters;
    parameters.ways = 0;
    CHECK_THROWS_WITH(L1Cache("l1", clock, parameters), Catch::Contains("l1_cache.ways"));
}

namespace {

// Hits stream while the response of a miss arrives; returns the cycles from the first to the last response of a hit.
Cycle cycles_of_hits_beside_a_miss(bool separate, bool& together) {
    L1CacheParameters parameters = small();
    parameters.separate_hit_answers = separate;
    L1Bench bench(parameters);
    bench.fill_memory(same_set, 0x22);
    bench.memory.latency = [](unsigned) { return 20; };
    bench.driver.read(1, 0);
    const unsigned miss = bench.driver.read(100, same_set);
    std::vector<unsigned> hits;
    for (unsigned i = 0; i < 40; ++i) hits.push_back(bench.driver.read(100, i % 32 * 4, 4));
    bench.run();
    CHECK(bench.first_byte(miss) == 0x22);
    CHECK(bench.l1.hits.value() == 40);
    for (unsigned hit : hits) together |= bench.driver[hit].answered == bench.driver[miss].answered;
    return bench.driver[hits.back()].answered - bench.driver[hits.front()].answered;
}

}  // namespace

TEST_CASE("hits and misses share the response link to the core") {
    bool together = false;
    CHECK(cycles_of_hits_beside_a_miss(false, together) == 40);
    CHECK(!together);
}

TEST_CASE("hits with a response link of their own are not held back by the response of a miss") {
    bool together = false;
    CHECK(cycles_of_hits_beside_a_miss(true, together) == 39);
    CHECK(together);
}

namespace {

struct SharedRun {
    unsigned hits = 0, invalidations = 0, wrong = 0;
};

// Three passes over 16 lines; before the second a kernel that takes so much shared memory starts.
SharedRun run_beside(std::uint32_t shared_bytes, bool sectored) {
    L1CacheParameters parameters;
    parameters.size_bytes = 16 * 1024;
    parameters.ways = 32;  // 4 sets
    parameters.shared_carveouts = "0,8,14,15";
    parameters.sectored = sectored;
    L1Bench bench(parameters);
    KernelStart start("start", bench.clock, 400, shared_bytes);
    start.kernel_events_out.bind(bench.l1.kernel_events_in);
    for (unsigned line = 0; line < 17; ++line) bench.fill_memory(line * 128, static_cast<std::uint8_t>(line + 1));
    std::vector<unsigned> loads;
    for (unsigned pass = 0; pass < 3; ++pass) {
        for (unsigned line = 0; line < 16; ++line) loads.push_back(bench.driver.read(1 + 500 * pass, line * 128, 128));
        // In flight when the kernel starts: not kept, and its way is not used again if it is gone.
        if (pass == 0) bench.driver.read(395, 16 * 128, 128);
    }
    bench.run();
    SharedRun run{static_cast<unsigned>(bench.l1.hits.value()), static_cast<unsigned>(bench.l1.invalidations.value())};
    for (unsigned i = 0; i < loads.size(); ++i) run.wrong += bench.first_byte(loads[i]) != i % 16 + 1;
    return run;
}

}  // namespace

TEST_CASE("an L1 that shares its storage has what the least sufficient carve-out leaves") {
    struct Case {
        std::uint32_t shared_bytes;
        unsigned hits;  // of 16 lines, which are 2 KB
    };
    for (const Case each : {Case{0, 16}, {8192, 16}, {8193, 16}, {14336, 16}, {14337, 0}, {15360, 0}})
        for (const bool sectored : {false, true}) {
            CAPTURE(each.shared_bytes, sectored);
            const SharedRun run = in_child([&] { return run_beside(each.shared_bytes, sectored); });
            CHECK(run.hits == each.hits);
            CHECK(run.invalidations == 1);
            CHECK(run.wrong == 0);
        }
}

TEST_CASE("an L1 that shares its storage refuses a kernel for which no carve-out is enough") {
    CHECK_THROWS_WITH(run_beside(15 * 1024 + 1, false),
                      Catch::Contains("l1: a kernel takes 15361 bytes of shared memory, more than the largest of "
                                      "l1_cache.shared_carveouts=0,8,14,15 (KB)"));
}

TEST_CASE("carve-outs: the list is checked") {
    L1CacheParameters parameters;
    parameters.size_bytes = 128 * 1024;
    parameters.ways = 256;
    for (const char* good : {"none", "0", "96,8,0,64"}) {
        parameters.shared_carveouts = good;
        CHECK_NOTHROW(parameters.validate("l1"));
    }
    for (const char* bad : {"", "0,,8", "8 16", "128", "-8", "0,8,", "many"}) {
        parameters.shared_carveouts = bad;
        CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("l1.shared_carveouts"));
    }
    parameters.ways = 2;
    parameters.shared_carveouts = "0,100";  // a way of all sets is 64 KB
    CHECK_THROWS_WITH(parameters.validate("l1"), Catch::Contains("has 100 KB, which leaves no L1 of whole ways"));
    const SharedCarveouts carveouts("100,0,8", "key");
    CHECK(carveouts.least(0) == 0u);
    CHECK(carveouts.least(1) == 8192u);
    CHECK(carveouts.least(8193) == 102400u);
    CHECK_FALSE(carveouts.least(102401));
}

TEST_CASE("a look at the counters in the middle of a run shows stalls and entries in use, and changes no sum") {
    L1CacheParameters parameters;
    parameters.mshr_entries = 2;
    const auto run = [&](bool look) {
        L1Bench bench(parameters);
        bench.memory.latency = [](unsigned) { return 200; };
        for (unsigned i = 0; i < 4; ++i) bench.driver.read(1, i * line_bytes, 4);
        if (look)
            for (const unsigned cycle : {100, 150, 300}) {
                sc_core::sc_start(cycle * bench.clock.period() - sc_core::sc_time_stamp());
                bench.l1.settle_counters();
                if (cycle != 100) continue;
                CHECK(bench.l1.mshr_stall_cycles.value() > 80);
                CHECK(bench.l1.mshr_occupancy_cycles.value() > 2 * 80);
            }
        bench.run();
        bench.l1.settle_counters();
        return std::array{bench.l1.stall_cycles.value(), bench.l1.mshr_stall_cycles.value(),
                          bench.l1.mshr_occupancy_cycles.value()};
    };
    const auto sums = in_child([&] { return run(false); });
    CHECK(run(true) == sums);
}
