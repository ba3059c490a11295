// What a read-only cache does in which cycle, and what it refuses.
#include <catch2/catch.hpp>

#include "blocking_access.h"
#include "heddle/read_only_cache/read_only_cache.h"
#include "kit/checking_binder.h"
#include "l1_cache/l1_bench.h"

using namespace heddle;

namespace {

struct Bench {
    explicit Bench(const ReadOnlyCacheParameters& parameters = {})
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock),
          cache("cache", clock, parameters),
          memory("memory", clock) {
        binder.bind(driver.memory_out, cache.core_in);
        binder.bind(cache.memory_out, memory.request_in);
    }
    void start_kernel(Cycle cycle) {
        kernel_start = std::make_unique<KernelStart>("kernel_start", clock, cycle);
        kernel_start->kernel_events_out.bind(cache.kernel_events_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(cache.idle());
        REQUIRE(binder.outstanding() == 0);
    }
    std::uint8_t first_byte(unsigned index) const { return driver.data(index)[0]; }

    ClockDomain clock;
    LineDriver driver;
    ReadOnlyCache cache;
    PlannedMemory memory;
    CheckingBinder binder;
    std::unique_ptr<KernelStart> kernel_start;
};

// From the send to the response: one cycle to the cache, the latency, one cycle back.
constexpr Cycle hit_cycles = 1 + 1 + 1;
// To memory and back, with the memory's ten cycles; the line is passed on in the cycle in which it is taken.
constexpr Cycle miss_cycles = 1 + 1 + 10 + 1 + 1;

}  // namespace

TEST_CASE("a miss fetches the whole line for data caches to pass on, a hit takes the latency") {
    Bench bench;
    bench.memory.byte(0x1024) = 7;
    const unsigned miss = bench.driver.read(1, 0x1024, 16);
    const unsigned hit = bench.driver.read(100, 0x1024, 8);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].address == 0x1000);
    CHECK(bench.memory.requests[0].bytes == line_bytes);
    CHECK(bench.memory.requests[0].bypass_l1);
    CHECK(bench.driver.latency(miss) == miss_cycles);
    CHECK(bench.driver.latency(hit) == hit_cycles);
    CHECK(bench.first_byte(miss) == 7);
    CHECK(bench.first_byte(hit) == 7);
    CHECK(bench.cache.accesses.value() == 2);
    CHECK(bench.cache.misses.value() == 1);
    CHECK(bench.cache.hits.value() == 1);
    CHECK(bench.cache.miss_latency_cycles.value() == miss_cycles - 2);
}

TEST_CASE("reads of a line in flight merge up to the limit") {
    ReadOnlyCacheParameters parameters;
    parameters.mshr_merges = 2;
    Bench bench(parameters);
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(1, 0x1000 + 4 * i, 4);
    bench.run();
    CHECK(bench.memory.requests.size() == 1);
    CHECK(bench.cache.hits_reserved.value() == 1);
    CHECK(bench.cache.fails_merge_full.value() == 1);
    CHECK(bench.cache.merge_stall_cycles.value() > 0);
    CHECK(bench.cache.hits.value() == 1);
}

TEST_CASE("a full MSHR holds the next miss up") {
    Bench bench;  // two entries
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(1, 0x1000 + line_bytes * i);
    bench.run();
    CHECK(bench.memory.requests.size() == 3);
    CHECK(bench.cache.fails_mshr_full.value() == 1);
    CHECK(bench.driver.latency(2) > miss_cycles);
}

TEST_CASE("the least recently used line is displaced") {
    Bench bench;  // four sets of four ways
    const auto line = [](unsigned i) { return std::uint64_t{i} * 4 * line_bytes; };
    Cycle at = 1;
    for (const unsigned i : {0, 1, 2, 3, 0, 4}) bench.driver.read(at += 50, line(i));
    const unsigned kept = bench.driver.read(at += 50, line(0)), displaced = bench.driver.read(at += 50, line(1));
    bench.run();
    CHECK(bench.driver.latency(kept) == hit_cycles);
    CHECK(bench.driver.latency(displaced) == miss_cycles);
    CHECK(bench.cache.evictions.value() == 2);
}

TEST_CASE("writes and atomics are refused and reach no memory") {
    Bench bench;
    const unsigned write = bench.driver.write(1, 0x1000, 9), atomic = bench.driver.atomic_add(2, 0x1000, 1);
    bench.run();
    CHECK(bench.driver[write].payload->get_response_status() == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(bench.driver[atomic].payload->get_response_status() == tlm::TLM_COMMAND_ERROR_RESPONSE);
    CHECK(bench.cache.refused.value() == 2);
    CHECK(bench.memory.requests.empty());
}

TEST_CASE("a read across lines gets a burst error") {
    Bench bench;
    const unsigned read = bench.driver.read(1, 0x1078, 16);
    bench.run();
    CHECK(bench.driver[read].payload->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_CASE("the start of a kernel drops every line, also one in flight") {
    Bench bench;
    bench.driver.read(1, 0x1000);
    const unsigned in_flight = bench.driver.read(47, 0x2000);
    bench.start_kernel(50);
    const unsigned merged_not = bench.driver.read(52, 0x2000);
    const unsigned again = bench.driver.read(100, 0x1000);
    bench.run();
    CHECK(bench.driver.latency(in_flight) == miss_cycles);
    CHECK(bench.driver.latency(merged_not) == miss_cycles);
    CHECK(bench.driver.latency(again) == miss_cycles);
    CHECK(bench.cache.invalidations.value() == 1);
    CHECK(bench.memory.requests.size() == 4);
}

TEST_CASE("every read that waits for a line gets its error, and the line is not kept") {
    Bench bench;
    bench.memory.failing_lines.insert(0x1000);
    const unsigned first = bench.driver.read(1, 0x1000, 4), second = bench.driver.read(2, 0x1010, 4);
    const unsigned later = bench.driver.read(100, 0x1000, 4);
    bench.run();
    for (const unsigned read : {first, second, later}) CHECK(bench.driver[read].payload->is_response_error());
    CHECK(bench.memory.requests.size() == 2);
}

TEST_CASE("blocking reads return the same bytes and do not allocate; debug writes leave no stale copy") {
    Bench bench;
    bench.memory.byte(0x1000) = 3;
    bench.driver.read(1, 0x1000);
    sc_core::sc_start(100, sc_core::SC_NS);
    std::uint8_t byte = 0;
    Payload payload;
    payload.set_read();
    payload.set_address(0x1000);
    payload.set_data_ptr(&byte);
    payload.set_data_length(1);
    payload.set_streaming_width(1);
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(payload, delay);
    CHECK(byte == 3);
    CHECK(bench.cache.hits.value() == 1);
    CHECK(delay == bench.clock.period());
    payload.set_write();
    byte = 5;
    CHECK(bench.driver.memory_out->transport_dbg(payload) == 1);
    const unsigned after = bench.driver.read(200, 0x1000);
    bench.run();
    CHECK(bench.first_byte(after) == 5);
}

TEST_CASE("impossible parameters are refused by name") {
    const auto refused = [](auto change) {
        ReadOnlyCacheParameters parameters;
        change(parameters);
        CHECK_THROWS_AS(parameters.validate("instruction_cache"), ParameterError);
    };
    refused([](auto& p) { p.size_bytes = 1000; });
    refused([](auto& p) { p.ways = 0; });
    refused([](auto& p) { p.mshr_entries = 0; });
    refused([](auto& p) { p.latency_cycles = 0; });
}

TEST_CASE("a blocking read that misses goes on as a fetch does, for data caches to pass on") {
    Bench bench;
    testing::BlockingAccess access(tlm::TLM_READ_COMMAND, 0x1024, 4);
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(access, delay);
    REQUIRE(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].bypass_l1);
}
