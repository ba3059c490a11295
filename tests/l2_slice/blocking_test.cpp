// Blocking accesses that bring their lines into the cache.
#include <catch2/catch.hpp>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/picky_bus.h"
#include "memory_controller/line_driver.h"
#include "plain_access.h"

using namespace heddle;

namespace {

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    L2Slice l2;
    PickyBus bus{"bus"};
    MemoryController memory{"memory", clock, {}};

    explicit Bench(const L2SliceParameters& parameters = {}) : l2("l2", clock, parameters) {
        driver.memory_out.bind(l2.request_in);
        l2.memory_out.bind(bus.in);
        bus.out.bind(memory.request_in);
    }
    tlm::tlm_response_status write(std::uint64_t address, unsigned count, std::uint8_t value) {
        PlainAccess access(tlm::TLM_WRITE_COMMAND, address, count, value);
        blocking(driver.memory_out, access);
        return access.get_response_status();
    }
    std::uint8_t read(std::uint64_t address) {
        PlainAccess access(tlm::TLM_READ_COMMAND, address, 1);
        blocking(driver.memory_out, access);
        REQUIRE(access.is_response_ok());
        return access.bytes[0];
    }
    std::uint8_t memory_byte(std::uint64_t address) { return *memory.store().read(address); }
    // Every access to a line from `first` on fails.
    void refuse_from(std::uint64_t first) {
        bus.judge = [first](const Payload& payload) {
            return payload.get_address() >= first ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
        };
    }
};

L2SliceParameters one_way(bool sectored = false) {
    L2SliceParameters parameters;
    parameters.size_bytes = 128;
    parameters.ways = 1;
    parameters.sectored = sectored;
    return parameters;
}

constexpr std::uint64_t refused = 0x100000;

void check_errors(bool allocate) {
    L2SliceParameters parameters = one_way();
    parameters.lt_allocate = allocate;
    Bench bench(parameters);
    bench.refuse_from(refused);
    PlainAccess read(tlm::TLM_READ_COMMAND, refused, 4);
    blocking(bench.driver.memory_out, read);
    CHECK(read.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.write(refused + 4, 4, 1) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.write(4, 4, 1) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.read(4) == 1);
    CHECK(bench.l2.memory_errors.value() == 2);
    CHECK(bench.l2.live_payloads() == 0);
}

void check_debug(bool sectored) {
    Bench bench(one_way(sectored));
    bench.driver.write(1, 256, 3, 32);  // dirty in the cache
    sc_core::sc_start();
    PlainAccess write(tlm::TLM_WRITE_COMMAND, 100, 400, 7), read(tlm::TLM_READ_COMMAND, 90, 430);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 400);
    CHECK(bench.driver.memory_out->transport_dbg(read) == 430);
    for (unsigned i = 0; i < 430; ++i) REQUIRE(read.bytes[i] == (i >= 10 && i < 410 ? 7 : 0));
    bench.refuse_from(384);
    PlainAccess into_refused(tlm::TLM_WRITE_COMMAND, 200, 400, 9);
    CHECK(bench.driver.memory_out->transport_dbg(into_refused) == 384 - 200);
    CHECK(bench.memory_byte(383) == 9);
    CHECK(bench.memory_byte(384) == 7);
    PlainAccess from_refused(tlm::TLM_READ_COMMAND, 512, 4);
    CHECK(bench.driver.memory_out->transport_dbg(from_refused) == 0);
}

}  // namespace

TEST_CASE("a blocking read allocates, and the next one is a hit") {
    Bench bench;
    PlainAccess first(tlm::TLM_READ_COMMAND, 64, 4), second(tlm::TLM_READ_COMMAND, 68, 4);
    CHECK(blocking(bench.driver.memory_out, first) == sc_core::sc_time(120 + 12 + 12 + 2 + 100, sc_core::SC_NS));
    CHECK(blocking(bench.driver.memory_out, second) == sc_core::sc_time(120, sc_core::SC_NS));
    CHECK(bench.l2.misses.value() == 1);
    CHECK(bench.l2.hits.value() == 1);
    CHECK(bench.l2.fills.value() == 1);
    CHECK(bench.memory.reads.value() == 1);
    const unsigned timed = bench.driver.read(10, 64, 4);
    sc_core::sc_start();
    CHECK(bench.driver.latency(timed) == 122);
}

TEST_CASE("a blocking write is dirty data of the cache until its line is displaced") {
    Bench bench(one_way());
    CHECK(bench.write(0, 4, 7) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.memory_byte(0) == 0);
    CHECK(bench.read(0) == 7);
    CHECK(bench.l2.hits.value() == 1);
    CHECK(bench.read(128) == 0);
    CHECK(bench.memory_byte(0) == 7);
    CHECK(bench.l2.writebacks.value() == 1);
    CHECK(bench.l2.evictions.value() == 1);
    CHECK(bench.read(3) == 7);
    CHECK(bench.l2.live_payloads() == 0);
}

TEST_CASE("a blocking write of whole sectors needs no fetch") {
    Bench bench(one_way(true));
    CHECK(bench.write(32, 64, 9) == tlm::TLM_OK_RESPONSE);
    CHECK(bench.memory.reads.value() == 0);
    CHECK(bench.read(95) == 9);
    CHECK(bench.read(0) == 0);
    CHECK(bench.memory.reads.value() == 1);
}

TEST_CASE("a blocking access to the line for which a stalled request waits does not give it two ways") {
    L2SliceParameters parameters;
    parameters.size_bytes = 128 * 4;
    parameters.ways = 4;
    parameters.mshr_entries = 1;
    Bench bench(parameters);
    bench.driver.read(10, 0);
    const unsigned waiting = bench.driver.write(10, 128, 5, 4);  // no MSHR entry for its fetch
    sc_core::sc_start(30, sc_core::SC_NS);
    CHECK(bench.write(132, 4, 6) == tlm::TLM_OK_RESPONSE);
    sc_core::sc_start();
    CHECK(bench.driver[waiting].payload->is_response_ok());
    CHECK(bench.read(128) == 5);
    CHECK(bench.read(132) == 6);
    CHECK(bench.l2.fetches.value() == 2);
}

TEST_CASE("an error of memory is the response to the blocking access that needs it") {
    check_errors(true);
}
TEST_CASE("an error of memory is the response to the blocking access that needs it, without allocation") {
    check_errors(false);
}

TEST_CASE("a blocking write without allocation that memory refuses leaves the cached copy alone") {
    L2SliceParameters parameters = one_way();
    parameters.lt_allocate = false;
    Bench bench(parameters);
    bench.driver.write(1, 0, 3);
    sc_core::sc_start();
    bench.refuse_from(0);
    CHECK(bench.write(0, 4, 9) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.read(0) == 3);
}

TEST_CASE("a displaced line that memory refuses is reported and stays in the cache") {
    Bench bench(one_way());
    CHECK(bench.write(refused, 128, 8) == tlm::TLM_OK_RESPONSE);
    bench.refuse_from(refused);
    REQUIRE_THROWS_WITH(bench.read(0), Catch::Contains("l2: memory responds to the write-back of line 0x100000 with "
                                                       "TLM_ADDRESS_ERROR_RESPONSE"));
    CHECK(bench.read(refused) == 8);
}

TEST_CASE("a write-back of timed traffic that memory refuses ends the run") {
    Bench bench(one_way());
    bench.refuse_from(refused);
    bench.driver.write(10, refused, 4);
    bench.driver.read(10, 0);
    REQUIRE_THROWS_WITH(sc_core::sc_start(), Catch::Contains("the write-back of line 0x100000"));
}

TEST_CASE("every request that waits for a line gets the error of its fetch") {
    Bench bench;
    bench.refuse_from(refused);
    bench.driver.read(10, refused);
    bench.driver.write(10, refused, 4, 8);
    bench.driver.atomic_add(10, refused, 1);
    const unsigned other = bench.driver.read(10, 0);
    sc_core::sc_start();
    for (unsigned i = 0; i < 3; ++i)
        CHECK(bench.driver[i].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.driver[other].payload->is_response_ok());
    CHECK(bench.l2.idle());
}

TEST_CASE("debug accesses go over any number of lines and say how much was served: lines") {
    check_debug(false);
}
TEST_CASE("debug accesses go over any number of lines and say how much was served: sectors") {
    check_debug(true);
}

TEST_CASE("without debug transport below, debug accesses serve what the cache has") {
    Bench bench(one_way());
    bench.bus.knows_debug = false;
    bench.write(0, 4, 7);
    PlainAccess read(tlm::TLM_READ_COMMAND, 0, 200), write(tlm::TLM_WRITE_COMMAND, 1, 2, 5);
    CHECK(bench.driver.memory_out->transport_dbg(read) == 128);
    CHECK(read.bytes[3] == 7);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 2);
    PlainAccess elsewhere(tlm::TLM_WRITE_COMMAND, 128, 4, 5);
    CHECK(bench.driver.memory_out->transport_dbg(elsewhere) == 0);
    bench.read(128);  // displaces the line
    CHECK(bench.memory_byte(1) == 5);
    CHECK(bench.memory_byte(3) == 7);
}

TEST_CASE("without debug transport below, debug accesses serve the sectors that the cache has") {
    Bench bench(one_way(true));
    bench.bus.knows_debug = false;
    bench.write(0, 64, 7);
    PlainAccess read(tlm::TLM_READ_COMMAND, 16, 100), write(tlm::TLM_WRITE_COMMAND, 16, 100, 5);
    CHECK(bench.driver.memory_out->transport_dbg(read) == 48);
    CHECK(read.bytes[47] == 7);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 48);
    CHECK(bench.read(15) == 7);
    CHECK(bench.read(16) == 5);
    CHECK(bench.read(63) == 5);
}
