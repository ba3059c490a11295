#include "heddle/l2_slice/l2_slice.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    L2Slice l2;
    MemoryController memory{"memory", clock, {}};

    explicit Bench(const L2SliceParameters& parameters = {}) : l2("l2", clock, parameters) {
        driver.memory_out.bind(l2.request_in);
        l2.memory_out.bind(memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(l2.idle());
        REQUIRE(memory.idle());
        REQUIRE(l2.live_payloads() == 0);
    }
    std::uint8_t debug_byte(std::uint64_t address) {
        std::uint8_t byte = 0;
        Payload payload;
        payload.set_read();
        payload.set_address(address);
        payload.set_data_ptr(&byte);
        payload.set_data_length(1);
        REQUIRE(driver.memory_out->transport_dbg(payload) == 1);
        return byte;
    }
    void debug_write(std::uint64_t address, std::uint8_t byte) {
        Payload payload;
        payload.set_write();
        payload.set_address(address);
        payload.set_data_ptr(&byte);
        payload.set_data_length(1);
        REQUIRE(driver.memory_out->transport_dbg(payload) == 1);
    }
    std::uint8_t memory_byte(std::uint64_t address) { return *memory.store().read(address); }
};

L2SliceParameters one_set(unsigned ways = 2) {
    L2SliceParameters parameters;
    parameters.size_bytes = 128 * ways;
    parameters.ways = ways;
    return parameters;
}

// Controller, closed bank: a cycle there, tRCD 12, tCL 12, burst 2, pipeline 100, a cycle back.
constexpr Cycle memory_latency = 1 + 12 + 12 + 2 + 100 + 1;

}  // namespace

TEST_CASE("responses and stores follow each other at the width of their ports") {
    L2SliceParameters parameters;
    parameters.reply_bytes_per_cycle = 64;
    parameters.store_bytes_per_cycle = 32;
    Bench bench(parameters);
    bench.driver.read(10, 0);
    const unsigned line = bench.driver.read(1000, 0), sector = bench.driver.read(1000, 32, 32),
                   third = bench.driver.read(1000, 0);
    const unsigned store = bench.driver.write(2000, 0, 7), word = bench.driver.write(2000, 0, 8, 4),
                   last = bench.driver.write(2000, 0, 9);
    bench.run();
    const auto after = [&](unsigned first, unsigned second) {
        return bench.driver[second].answered - bench.driver[first].answered;
    };
    CHECK(bench.driver.latency(line) == 1 + 120 + 1);
    CHECK(after(line, sector) == 2);
    CHECK(after(sector, third) == 1);
    CHECK(bench.driver.latency(store) == 1 + 120 + 1);
    CHECK(after(store, word) == 4);
    CHECK(after(word, last) == 1);
    CHECK(bench.l2.reply_port_busy_cycles.value() == 3 * 2 + 1);
    CHECK(bench.l2.store_port_busy_cycles.value() == 4 + 1 + 4);
}

TEST_CASE("responses without data leave in a cycle each") {
    L2SliceParameters parameters;
    parameters.reply_bytes_per_cycle = 4;
    Bench bench(parameters);
    bench.driver.write(10, 0, 1);
    bench.driver.read(1000, 64, 128);  // no access to one line
    bench.driver.add(1000, bench.driver.pool().acquire(tlm::TLM_IGNORE_COMMAND, 0, 128));
    bench.driver.read(1000, 0, 4);
    bench.run();
    CHECK(bench.driver[1].payload->is_response_error());
    CHECK(bench.driver[2].payload->is_response_ok());
    for (unsigned i : {2u, 3u}) CHECK(bench.driver[i].answered == bench.driver[i - 1].answered + 1);
    CHECK(bench.l2.reply_port_busy_cycles.value() == 1);
}

TEST_CASE("atomics take longer than reads, follow each other at their own pace, and are passed by reads") {
    L2SliceParameters parameters;
    parameters.atomic_latency_cycles = 30;
    parameters.atomic_interval_percent = 250;
    Bench bench(parameters);
    bench.driver.read(10, 0);
    std::vector<unsigned> atomics;
    for (unsigned i = 0; i < 4; ++i) atomics.push_back(bench.driver.atomic_add(1000, 0, 1));
    const unsigned read = bench.driver.read(1000, 0), missing = bench.driver.atomic_add(3000, 4096, 1);
    bench.run();
    CHECK(bench.driver.latency(atomics[0]) == 1 + 120 + 30 + 1);
    const Cycle first = bench.driver[atomics[0]].answered;
    CHECK(bench.driver[atomics[1]].answered == first + 3);  // 2.5 cycles later, 5 and 7.5
    CHECK(bench.driver[atomics[2]].answered == first + 5);
    CHECK(bench.driver[atomics[3]].answered == first + 8);
    CHECK(bench.driver[read].answered == first + 10 - 30);
    CHECK(bench.driver.data(read)[0] == 4);  // it passes their responses, not them
    CHECK(bench.driver.latency(missing) == 1 + 1 + memory_latency + 120 + 30 + 1);
}

namespace {

L2SliceParameters one_mshr_entry() {
    L2SliceParameters parameters;
    parameters.mshr_entries = 1;
    return parameters;
}

}  // namespace

// The only MSHR entry becomes free while the bytes of a store keep the read behind it from its lookup, so the read does
// not find it in use.
TEST_CASE("a request behind a store is looked up when the store's data have passed the port") {
    L2SliceParameters parameters = one_mshr_entry();
    parameters.store_bytes_per_cycle = 1;
    Bench bench(parameters);
    bench.driver.read(10, 0);
    bench.driver.write(60, 4096, 7);
    const unsigned read = bench.driver.read(61, 8192);
    bench.run();
    REQUIRE(bench.driver[0].answered < 61 + 128 + 120);  // its fill came before the store had passed
    CHECK(bench.driver[read].answered == 61 + 128 + 1 + memory_latency + 120 + 1);
    CHECK(bench.l2.reservation_fails.value() == 0);
}

TEST_CASE("a request behind an atomic is looked up when the atomic is done") {
    L2SliceParameters parameters = one_mshr_entry();
    parameters.atomic_interval_percent = 10000;
    Bench bench(parameters);
    bench.driver.write(10, 0, 0);
    bench.driver.read(20, 4096);
    bench.driver.atomic_add(60, 0, 1);
    const unsigned read = bench.driver.read(61, 8192);
    bench.run();
    REQUIRE(bench.driver[1].answered < 61 + 100 + 120);  // its fill came before the atomic was done
    CHECK(bench.driver[read].answered == 61 + 100 + 1 + memory_latency + 120 + 1);
    CHECK(bench.l2.reservation_fails.value() == 0);
}

TEST_CASE("latency of miss and hit") {
    Bench bench;
    bench.driver.read(10, 0);
    bench.driver.read(1000, 64, 32);
    bench.driver.write(2000, 0, 7, 4);
    bench.run();
    REQUIRE(bench.driver.latency(0) == 1 + 1 + memory_latency + 120 + 1);  // there, miss queue, memory, slice, back
    REQUIRE(bench.driver.latency(1) == 1 + 120 + 1);
    REQUIRE(bench.driver.latency(2) == 1 + 120 + 1);
    REQUIRE(bench.l2.hits.value() == 2);
    REQUIRE(bench.l2.misses.value() == 1);
    REQUIRE(bench.l2.fills.value() == 1);
    REQUIRE(bench.memory.reads.value() == 1);
    REQUIRE(bench.memory.writes.value() == 0);
    REQUIRE(bench.l2.mshr_occupancy_sum.value() == 1 + memory_latency);
    REQUIRE(bench.l2.latency_sum.value() == (1 + memory_latency + 120) + 120 + 120);
}

TEST_CASE("occupancy and stalls are counted up to the cycle in which they are asked for") {
    L2SliceParameters parameters;
    parameters.mshr_entries = 1;
    Bench bench(parameters);
    bench.driver.read(10, 0);     // looked up in 11
    bench.driver.read(10, 4096);  // waits for the entry from 12 on
    for (const unsigned now : {20, 50}) {
        sc_core::sc_start(sc_core::sc_time(now, sc_core::SC_NS) - sc_core::sc_time_stamp());
        bench.l2.settle_counters();
        REQUIRE(bench.l2.mshr_occupancy_sum.value() == now - 11);
        REQUIRE(bench.l2.fails_mshr_full.value() == now - 12);
        REQUIRE(bench.l2.reservation_fails.value() == now - 12);
    }
    bench.run();
    bench.l2.settle_counters();
    const Cycle first_fill = 11 + 1 + memory_latency;
    REQUIRE(bench.l2.fails_mshr_full.value() == first_fill - 12);
    REQUIRE(bench.l2.mshr_occupancy_sum.value() == 2 * (1 + memory_latency));
}

TEST_CASE("occupancy of MSHR entries that are of a sector each is counted by sector") {
    L2SliceParameters parameters;
    parameters.sectored = parameters.sector_mshrs = true;
    Bench bench(parameters);
    bench.driver.read(10, 32, 64);
    bench.run();
    bench.l2.settle_counters();
    CHECK(bench.l2.mshr_occupancy_sum.value() == 2 * (1 + memory_latency - 1));  // 64 B: a burst of one cycle
}

TEST_CASE("hits follow each other cycle by cycle") {
    Bench bench;
    bench.driver.read(10, 0);
    for (unsigned i = 0; i < 300; ++i) bench.driver.read(1000, 0, 32);
    bench.run();
    for (unsigned i = 2; i <= 300; ++i) REQUIRE(bench.driver[i].answered == bench.driver[i - 1].answered + 1);
    REQUIRE(bench.l2.hits.value() == 300);
    REQUIRE(bench.l2.response_stalls.value() == 0);
}

TEST_CASE("accesses to a line in flight wait with the miss, up to the merge limit, in order") {
    L2SliceParameters parameters;
    parameters.mshr_merges = 4;
    Bench bench(parameters);
    bench.driver.read(10, 0);
    bench.driver.write(10, 0, 5, 8);
    const unsigned atomic = bench.driver.atomic_add(10, 0, 1);
    const unsigned read = bench.driver.read(10, 0, 8);
    const unsigned fifth = bench.driver.read(10, 0, 8);
    bench.run();
    REQUIRE(bench.l2.misses.value() == 1);
    REQUIRE(bench.l2.hits_reserved.value() == 3);
    REQUIRE(bench.l2.hits.value() == 1);
    // The fifth reaches the lookup in cycle 15 and waits until the fill in 10 + 2 + memory_latency.
    REQUIRE(bench.l2.fails_mshr_merge_full.value() == 12 + memory_latency - 15);
    REQUIRE(bench.l2.reservation_fails.value() == bench.l2.fails_mshr_merge_full.value());
    REQUIRE(bench.driver.data(0)[0] == 0);
    REQUIRE(bench.driver.data(atomic)[0] == 5);
    REQUIRE(bench.driver.data(read)[0] == 6);
    REQUIRE(bench.driver.data(read)[4] == 5);
    REQUIRE(bench.driver.data(fifth)[0] == 6);
    REQUIRE(bench.memory.reads.value() == 1);
    // Hits and fills take turns: the fifth, a hit in the cycle of the fill, gets the second response.
    const Cycle first = bench.driver[0].answered;
    REQUIRE(bench.driver[fifth].answered == first + 1);
    for (unsigned i = 1; i < 4; ++i) REQUIRE(bench.driver[i].answered == first + 1 + i);
}

TEST_CASE("causes of stalls: MSHR entries") {
    L2SliceParameters parameters;
    parameters.mshr_entries = 1;
    Bench bench(parameters);
    bench.driver.read(10, 0);
    bench.driver.read(10, 128);
    bench.run();
    REQUIRE(bench.l2.fails_mshr_full.value() == 12 + memory_latency - 12);  // looked up in 12, filled in 12 + memory
    REQUIRE(bench.l2.fails_no_replaceable_way.value() == 0);
}

TEST_CASE("causes of stalls: no replaceable way") {
    Bench bench(one_set(1));
    bench.driver.read(10, 0);
    bench.driver.read(10, 128);
    bench.run();
    REQUIRE(bench.l2.fails_no_replaceable_way.value() == memory_latency);
    REQUIRE(bench.l2.evictions.value() == 1);
    REQUIRE(bench.l2.writebacks.value() == 0);
}

TEST_CASE("a whole-line write needs no fetch, a partial one does") {
    Bench bench;
    bench.driver.write(10, 0, 3);
    bench.driver.write(1000, 256, 4, 100);
    const unsigned read = bench.driver.read(2000, 256);
    bench.run();
    REQUIRE(bench.driver.latency(0) == 122);
    REQUIRE(bench.l2.write_misses_without_fetch.value() == 1);
    REQUIRE(bench.l2.fetches.value() == 1);
    REQUIRE(bench.driver.data(read)[99] == 4);
    REQUIRE(bench.driver.data(read)[100] == 0);
    REQUIRE(bench.memory_byte(0) == 0);
    REQUIRE(bench.debug_byte(0) == 3);
}

TEST_CASE("a dirty line is written back when displaced and comes back as written, even at once") {
    Bench bench(one_set(1));
    bench.driver.write(10, 0, 3);
    bench.driver.write(10, 128, 4);                   // displaces line 0
    const unsigned again = bench.driver.read(10, 0);  // fetched right behind its own write-back
    const unsigned other = bench.driver.read(10, 128);
    bench.run();
    REQUIRE(bench.driver.data(again)[127] == 3);
    REQUIRE(bench.driver.data(other)[0] == 4);
    REQUIRE(bench.l2.writebacks.value() == 2);
    REQUIRE(bench.l2.evictions.value() == 3);
    REQUIRE(bench.memory_byte(0) == 3);
    REQUIRE(bench.memory_byte(255) == 4);
}

TEST_CASE("the least recently used line is displaced") {
    Bench bench(one_set(2));
    bench.driver.read(10, 0);
    bench.driver.read(1000, 128);
    bench.driver.read(2000, 0);
    bench.driver.read(3000, 256);
    bench.driver.read(4000, 0);
    bench.driver.read(5000, 128);
    bench.run();
    REQUIRE(bench.l2.hits.value() == 2);
    REQUIRE(bench.l2.misses.value() == 4);
}

TEST_CASE("sectors: only what is missing is fetched, only what is dirty is written back") {
    L2SliceParameters parameters = one_set(1);
    parameters.sectored = true;
    Bench bench(parameters);
    bench.driver.read(10, 0, 32);
    bench.driver.read(1000, 4, 8);                    // hits the sector
    bench.driver.read(2000, 32, 64);                  // two more sectors
    bench.driver.write(3000, 96, 9, 32);              // a whole sector: no fetch
    bench.driver.write(4000, 0, 8, 4);                // hits
    const unsigned all = bench.driver.read(5000, 0);  // now all are there
    bench.driver.read(6000, 128, 32);                 // displaces: sectors 0 and 3 are dirty
    bench.run();
    REQUIRE(bench.l2.fetches.value() == 3);
    REQUIRE(bench.l2.hits.value() == 3);
    REQUIRE(bench.l2.misses.value() == 4);
    REQUIRE(bench.l2.write_misses_without_fetch.value() == 1);
    REQUIRE(bench.memory.bytes.value() == 32 + 64 + 32 + 128);
    REQUIRE(bench.driver.data(all)[3] == 8);
    REQUIRE(bench.driver.data(all)[96] == 9);
    REQUIRE(bench.memory_byte(3) == 8);
    REQUIRE(bench.memory_byte(127) == 9);
    REQUIRE(bench.memory_byte(64) == 0);
}

TEST_CASE("sectors: a miss brings the neighbour of its sector") {
    L2SliceParameters parameters = one_set(1);
    parameters.sectored = true;
    parameters.fetch_sectors = 2;
    Bench bench(parameters);
    bench.driver.read(10, 32, 32);
    bench.driver.read(1000, 0, 32);       // came with it
    bench.driver.write(2000, 64, 7, 32);  // a whole sector: no fetch
    const unsigned last = bench.driver.read(3000, 96, 4);
    const unsigned all = bench.driver.read(4000, 0);
    bench.run();
    REQUIRE(bench.l2.fetches.value() == 2);
    REQUIRE(bench.l2.hits.value() == 2);
    REQUIRE(bench.l2.sector_misses.value() == 3);
    REQUIRE(bench.memory.bytes.value() == 64 + 32);
    REQUIRE(bench.driver.data(last)[0] == 0);
    REQUIRE(bench.driver.data(all)[64] == 7);
}

TEST_CASE("slices of an interleaved memory use all their sets") {
    L2SliceParameters parameters;
    parameters.size_bytes = 128 * 16;
    parameters.ways = 1;
    parameters.address_map = {8, 256};
    Bench bench(parameters);
    for (unsigned round = 0; round < 2; ++round)
        for (unsigned i = 0; i < 16; ++i)
            bench.driver.read(10 + round * 5000, (i / 2 * 8 + 5) * 256 + i % 2 * 128);  // 16 lines of partition 5
    bench.run();
    REQUIRE(bench.l2.hits.value() == 16);
    REQUIRE(bench.l2.evictions.value() == 0);
}

TEST_CASE("what is no line access gets a response with its status") {
    Bench bench;
    LinePayload* crossing = bench.driver.pool().acquire(tlm::TLM_READ_COMMAND, 100, 100);
    LinePayload* nothing = bench.driver.pool().acquire(tlm::TLM_IGNORE_COMMAND, 0, 4);
    bench.driver.add(10, crossing);
    bench.driver.add(10, nothing);
    bench.run();
    REQUIRE(crossing->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    REQUIRE(nothing->get_response_status() == tlm::TLM_OK_RESPONSE);
    REQUIRE(bench.l2.accesses.value() == 0);
}

TEST_CASE("a debug write while the line is in flight is not lost") {
    Bench bench;
    const unsigned first = bench.driver.read(10, 0);
    sc_core::sc_start(100, sc_core::SC_NS);  // memory has read the line, the response is in flight
    REQUIRE(bench.memory.reads.value() == 1);
    bench.debug_write(5, 77);
    REQUIRE(bench.debug_byte(5) == 77);
    const unsigned second = bench.driver.read(1000, 0);
    bench.run();
    REQUIRE(bench.driver.data(first)[5] == 77);
    REQUIRE(bench.driver.data(second)[5] == 77);
    REQUIRE(bench.memory_byte(5) == 77);
}

TEST_CASE("a debug read while writes wait for the line sees the state before them") {
    Bench bench;
    bench.debug_write(5, 1);
    bench.driver.write(10, 4, 9, 8);
    sc_core::sc_start(100, sc_core::SC_NS);
    REQUIRE(bench.debug_byte(5) == 1);
    bench.run();
    REQUIRE(bench.debug_byte(5) == 9);
}

TEST_CASE("a debug write while the line is being written back is not lost") {
    Bench bench(one_set(1));
    bench.driver.write(10, 0, 3);
    bench.driver.read(10, 128);  // displaces line 0
    sc_core::sc_start(14, sc_core::SC_NS);
    REQUIRE(bench.l2.writebacks.value() == 1);
    REQUIRE(bench.memory_byte(0) == 0);
    REQUIRE(bench.debug_byte(0) == 3);
    bench.debug_write(0, 50);
    REQUIRE(bench.debug_byte(0) == 50);
    REQUIRE(bench.debug_byte(1) == 3);
    bench.run();
    REQUIRE(bench.memory_byte(0) == 50);
    REQUIRE(bench.memory_byte(1) == 3);
}

TEST_CASE("blocking transport without allocation: nominal latency, same data, memory is written at once") {
    L2SliceParameters parameters;
    parameters.lt_allocate = false;
    Bench bench(parameters);
    std::uint8_t word[4] = {1, 2, 3, 4};
    Payload payload;
    payload.set_address(64);
    payload.set_data_ptr(word);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_write();
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(payload, delay);
    REQUIRE(payload.is_response_ok());
    REQUIRE(delay == sc_core::sc_time(120, sc_core::SC_NS));
    REQUIRE(bench.memory_byte(66) == 3);
    std::fill_n(word, 4, 0);
    payload.set_read();
    delay = sc_core::SC_ZERO_TIME;
    bench.driver.memory_out->b_transport(payload, delay);
    REQUIRE(word[3] == 4);
    REQUIRE(delay == sc_core::sc_time(120 + 12 + 12 + 2 + 100, sc_core::SC_NS));
    const unsigned at = bench.driver.read(10, 0);
    bench.run();
    REQUIRE(bench.driver.latency(at) > 122);
    REQUIRE(bench.driver.data(at)[64] == 1);
    delay = sc_core::SC_ZERO_TIME;
    bench.driver.memory_out->b_transport(payload, delay);
    REQUIRE(delay == sc_core::sc_time(120, sc_core::SC_NS));
}

TEST_CASE("outstanding requests are reported") {
    Bench bench(one_set(1));
    bench.driver.read(10, 0x1000);
    bench.driver.read(10, 0x2000);
    sc_core::sc_start(50, sc_core::SC_NS);
    std::ostringstream out;
    bench.l2.report_outstanding(out);
    REQUIRE(out.str() ==
            "l2: 1 requests queued, the oldest for 0x2000 waits: fails_no_replaceable_way\n"
            "l2: line 0x1000 is fetched for 1 requests\n");
    bench.run();
    out.str("");
    bench.l2.report_outstanding(out);
    REQUIRE(out.str().empty());
}

TEST_CASE("bad parameters are named") {
    L2SliceParameters p;
    p.size_bytes = 1000;
    REQUIRE_THROWS_WITH(p.validate("l2"), Catch::Contains("l2.size_bytes"));
    p = {};
    p.ways = 0;
    REQUIRE_THROWS_WITH(p.validate("l2"), Catch::Contains("l2.ways"));
    p = {};
    p.miss_queue_entries = 1;
    REQUIRE_THROWS_WITH(p.validate("l2"), Catch::Contains("l2.miss_queue_entries"));
    p = {};
    p.latency_cycles = 0;
    REQUIRE_THROWS_WITH(p.validate("l2"), Catch::Contains("l2.latency_cycles"));
    REQUIRE_NOTHROW(L2SliceParameters{}.validate("l2"));
}
