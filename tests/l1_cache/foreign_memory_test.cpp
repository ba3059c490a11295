// An L1 in front of buses that change the address or copy, and in front of a memory that refuses accesses.
#include <catch2/catch.hpp>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/foreign_copying_bridge.h"
#include "kit/foreign_translator.h"
#include "kit/picky_bus.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

struct Variant {
    bool sectored = false, allocate_on_fill = false, write_allocate = false;
};

L1CacheParameters small(const Variant& variant) {
    L1CacheParameters parameters;
    parameters.size_bytes = 3 * 4 * 128;
    parameters.mshr_entries = 6;
    parameters.mshr_merges = 3;
    parameters.latency_cycles = 9;
    parameters.miss_queue_entries = 2;
    parameters.sectored = variant.sectored;
    parameters.allocate_on_fill = variant.allocate_on_fill;
    parameters.write_allocate = variant.write_allocate;
    return parameters;
}

// A copy of an atomic is a copy of an ignore command: its old values do not come back through a bridge.
template <class Bus>
void run_random(const Variant& variant, bool atomics) {
    TrafficParameters traffic;
    if (atomics) traffic.write_percent = 20;  // the rest are atomics
    traffic.transactions = scaled(40000);
    traffic.footprint_bytes = 6144;
    ClockDomain clock("clock", period_of_mhz(1400));
    TrafficGenerator generator("generator", clock, traffic);
    L1Cache l1("l1", clock, small(variant));
    Bus bus("bus");
    SimpleMemory memory("memory", clock, {});
    generator.memory_out.bind(l1.core_in);
    l1.memory_out.bind(bus.in);
    bus.out.bind(memory.request_in);
    sc_core::sc_start();
    CHECK(generator.done());
    CHECK(generator.first_error() == "");
    CHECK(generator.check_by_debug() == "");
    CHECK(l1.idle());
    CHECK(l1.hits.value() > 10);
}

struct Bench {
    explicit Bench(const L1CacheParameters& parameters = {}) : l1("l1", clock, parameters) {
        driver.memory_out.bind(l1.core_in);
        l1.memory_out.bind(bus.in);
        bus.out.bind(memory.request_in);
    }
    void refuse() {
        bus.judge = [](const Payload&) { return tlm::TLM_ADDRESS_ERROR_RESPONSE; };
    }
    unsigned debug(tlm::tlm_command command, std::uint64_t address, std::vector<std::uint8_t>& bytes) {
        Payload payload;
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(bytes.data());
        payload.set_data_length(static_cast<unsigned>(bytes.size()));
        payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
        return driver.memory_out->transport_dbg(payload);
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    LineDriver driver{"driver", clock};
    L1Cache l1;
    PickyBus bus{"bus"};
    SimpleMemory memory{"memory", clock, {}};
};

void check_debug(bool sectored) {
    L1CacheParameters parameters;
    parameters.sectored = sectored;
    Bench bench(parameters);
    bench.driver.read(1, 256);
    sc_core::sc_start();
    std::vector<std::uint8_t> bytes(400, 7), back(430), none(10);
    CHECK(bench.debug(tlm::TLM_WRITE_COMMAND, 100, bytes) == 400);
    CHECK(bench.debug(tlm::TLM_READ_COMMAND, 90, back) == 430);
    for (unsigned i = 0; i < 430; ++i) REQUIRE(back[i] == (i >= 10 && i < 410 ? 7 : 0));
    CHECK(bench.memory.peek(499) == 7);
    const unsigned hit = bench.driver.read(100, 256, 4);
    sc_core::sc_start();
    CHECK(bench.driver.data(hit)[0] == 7);
    CHECK(bench.l1.hits.value() == 1);
    bench.refuse();
    CHECK(bench.debug(tlm::TLM_WRITE_COMMAND, 256, none) == 0);
    CHECK(bench.debug(tlm::TLM_READ_COMMAND, 256, none) == 10);
    CHECK(none[0] == 7);
    CHECK(bench.debug(tlm::TLM_READ_COMMAND, 4096, none) == 0);
}

template <class Store>
void check_refused_store(Store store) {
    L1CacheParameters parameters;
    parameters.write_allocate = true;
    Bench bench(parameters);
    bench.driver.read(1, 0, 4);
    sc_core::sc_start();
    bench.refuse();
    store(bench);
    bench.bus.judge = nullptr;
    const unsigned read = bench.driver.read(1000, 0, 4);
    sc_core::sc_start();
    CHECK(bench.driver.data(read)[0] == 0);
}

void check_failed_fill(bool sectored) {
    L1CacheParameters parameters;
    parameters.sectored = sectored;
    Bench bench(parameters);
    bench.refuse();
    for (unsigned i = 0; i < 3; ++i) bench.driver.read(1, 32 * i, 64);
    sc_core::sc_start();
    for (unsigned i = 0; i < 3; ++i)
        CHECK(bench.driver[i].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.l1.idle());
}

}  // namespace

TEST_CASE("an L1 behind whose back the address changes: lines") {
    run_random<ForeignTranslator>({}, true);
}
TEST_CASE("an L1 behind whose back the address changes: sectors") {
    run_random<ForeignTranslator>({true}, true);
}
TEST_CASE("an L1 behind whose back the address changes: sectors, allocation on fill, kept stores") {
    run_random<ForeignTranslator>({true, true, true}, true);
}
TEST_CASE("an L1 in front of a bridge that copies: lines") {
    run_random<ForeignCopyingBridge>({}, false);
}
TEST_CASE("an L1 in front of a bridge that copies: sectors") {
    run_random<ForeignCopyingBridge>({true}, false);
}

TEST_CASE("fills from a foreign memory are received in the payload's own bytes") {
    Bench bench;
    unsigned outside = 0;
    bench.bus.judge = [&](const Payload& payload) {
        const auto* object = reinterpret_cast<const unsigned char*>(&payload);
        if (payload.get_data_ptr() < object || payload.get_data_ptr() >= object + sizeof(L1Fill)) ++outside;
        return tlm::TLM_OK_RESPONSE;
    };
    bench.memory.poke(4, 7);
    bench.driver.read(1, 4, 4);
    const unsigned hit = bench.driver.read(200, 4, 4);
    sc_core::sc_start();
    CHECK(outside == 0);
    CHECK(bench.driver.data(hit)[0] == 7);
    CHECK(bench.l1.hits.value() == 1);
}

TEST_CASE("debug accesses go over any number of lines, some of them in the cache: lines") {
    check_debug(false);
}
TEST_CASE("debug accesses go over any number of lines, some of them in the cache: sectors") {
    check_debug(true);
}

TEST_CASE("a store that memory refuses leaves nothing in a cache that keeps stores") {
    check_refused_store([](Bench& bench) {
        const unsigned store = bench.driver.write(200, 0, 9);
        sc_core::sc_start();
        CHECK(bench.driver[store].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    });
}
TEST_CASE("a blocking store that memory refuses leaves nothing in a cache that keeps stores") {
    check_refused_store([](Bench& bench) {
        std::vector<std::uint8_t> bytes(4, 9);
        Payload payload;
        payload.set_write();
        payload.set_address(0);
        payload.set_data_ptr(bytes.data());
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        sc_core::sc_time delay;
        bench.driver.memory_out->b_transport(payload, delay);
        CHECK(payload.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    });
}

TEST_CASE("every load that waits for a fill gets its error: lines") {
    check_failed_fill(false);
}
TEST_CASE("every load that waits for a fill gets its error: sectors") {
    check_failed_fill(true);
}
