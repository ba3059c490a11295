// A perfect L1: every load hits, with the bytes that memory has, unless a write of its own to the line is on its way.
#include <catch2/catch.hpp>

#include "kit/foreign_translator.h"
#include "kit/picky_bus.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"
#include "l1_bench.h"

using namespace heddle;

namespace {

L1CacheParameters perfect(unsigned banks = 1) {
    L1CacheParameters parameters;
    parameters.perfect = true;
    parameters.banks = banks;
    return parameters;
}

template <class Bus>
void run_random(const L1CacheParameters& parameters) {
    TrafficParameters traffic;
    traffic.write_percent = 20;  // the rest are atomics
    traffic.transactions = scaled(40000);
    traffic.footprint_bytes = 6144;
    ClockDomain clock("clock", period_of_mhz(1400));
    TrafficGenerator generator("generator", clock, traffic);
    L1Cache l1("l1", clock, parameters);
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
    CHECK(l1.hits.value() > 3 * l1.misses.value());
    CHECK(l1.misses.value() > 0);
}

}  // namespace

TEST_CASE("perfect L1: a load of a line that was never here is a hit with the hit's latency") {
    L1Bench bench(perfect());
    bench.fill_memory(4096, 0x5A);
    const unsigned first = bench.driver.read(1, 4100, 4);
    const unsigned second = bench.driver.read(1, 1 << 20, 128);
    bench.run();
    CHECK(bench.first_byte(first) == 0x5A);
    CHECK(bench.first_byte(second) == 0);
    CHECK(bench.l1.hits.value() == 2);
    CHECK(bench.l1.accesses.value() == 2);
    CHECK(bench.memory.requests.empty());
    CHECK(bench.driver.latency(first) == 1 + 28 + 1);
    CHECK(bench.driver[second].answered == bench.driver[first].answered + 1);
}

TEST_CASE("perfect L1: a load behind a store to its line goes to the L2, and hits again after the response") {
    L1Bench bench(perfect());
    bench.memory.takes_from = 50;  // the store waits on its way: memory still has the old value
    bench.fill_memory(0, 0x01);
    const unsigned before = bench.driver.read(1, 0, 4);
    bench.driver.write(2, 0, 0x02, 4);
    const unsigned behind = bench.driver.read(3, 0, 4);
    const unsigned elsewhere = bench.driver.read(4, 128, 4);
    const unsigned after = bench.driver.read(200, 0, 4);
    bench.run();
    CHECK(bench.first_byte(before) == 0x01);
    CHECK(bench.first_byte(behind) == 0x02);
    CHECK(bench.first_byte(after) == 0x02);
    CHECK(bench.l1.misses.value() == 1);
    CHECK(bench.l1.hits.value() == 3);
    CHECK(bench.driver[elsewhere].answered < 50);
    CHECK(bench.memory.requests.size() == 2);
}

TEST_CASE("perfect L1: a load behind an atomic to its line goes to the L2") {
    L1Bench bench(perfect());
    bench.memory.takes_from = 50;
    bench.driver.atomic_add(1, 0, 5);
    const unsigned behind = bench.driver.read(2, 0, 4);
    bench.run();
    CHECK(bench.first_byte(behind) == 5);
    CHECK(bench.l1.misses.value() == 1);
}

TEST_CASE("perfect L1: what another has written to memory is seen by the next load") {
    L1Bench bench(perfect());
    bench.fill_memory(0, 1);
    const unsigned old = bench.driver.read(1, 0, 4);
    sc_core::sc_start(20, sc_core::SC_NS);
    bench.fill_memory(0, 2);
    const unsigned fresh = bench.driver.read(30, 0, 4);
    bench.run();
    CHECK(bench.first_byte(old) == 1);
    CHECK(bench.first_byte(fresh) == 2);
}

TEST_CASE("perfect L1: random accesses return the right bytes") {
    run_random<PickyBus>(perfect());
}
TEST_CASE("perfect L1: random accesses behind whose back the address changes return the right bytes") {
    run_random<ForeignTranslator>(perfect());
}
TEST_CASE("perfect L1: random accesses by one of two banks return the right bytes") {
    L1CacheParameters parameters = perfect(2);
    parameters.miss_queue_entries = 2;
    ClockDomain clock("clock", period_of_mhz(1400));
    L1Cache l1("l1", clock, parameters);
    SimpleMemory memory("memory", clock, {});
    std::unique_ptr<TrafficGenerator> generators[2];
    CheckingBinder binder;
    for (unsigned bank = 0; bank < 2; ++bank) {
        TrafficParameters traffic;
        traffic.base = 0x10000 + bank * 0x10000;  // what the banks must not share
        traffic.seed = bank + 1;
        traffic.transactions = scaled(20000);
        generators[bank] =
            std::make_unique<TrafficGenerator>(("generator_" + std::to_string(bank)).c_str(), clock, traffic);
        binder.bind(generators[bank]->memory_out, l1.bank_in(bank));
    }
    binder.bind(l1.memory_out, memory.request_in);
    sc_core::sc_start();
    for (const auto& generator : generators) {
        CHECK(generator->done());
        CHECK(generator->first_error() == "");
        CHECK(generator->check_by_debug() == "");
    }
    CHECK(l1.idle());
    CHECK(l1.hits.value() > l1.misses.value());
}

TEST_CASE("perfect L1: blocking and debug accesses see what memory has") {
    L1Bench bench(perfect());
    bench.fill_memory(0, 3);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    std::uint8_t bytes[4] = {9, 9, 9, 9};
    Payload payload;
    payload.set_data_ptr(bytes);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    payload.set_write();
    payload.set_address(8);
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(payload, delay);
    payload.set_read();
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    payload.set_address(6);
    bench.driver.memory_out->b_transport(payload, delay);
    CHECK(payload.is_response_ok());
    CHECK(bytes[0] == 3);
    CHECK(bytes[2] == 9);
    CHECK(bench.l1.hits.value() == 1);
    CHECK(bench.memory.requests.size() == 1);
    payload.set_address(8);
    bytes[0] = 0;
    CHECK(bench.driver.memory_out->transport_dbg(payload) == 4);
    CHECK(bytes[0] == 9);
}

TEST_CASE("perfect L1: a memory without debug accesses is an error that says what to do") {
    ClockDomain clock("clock", period_of_mhz(1000));
    LineDriver driver("driver", clock);
    L1Cache l1("l1", clock, perfect());
    PickyBus bus("bus");
    SimpleMemory memory("memory", clock, {});
    bus.knows_debug = false;
    driver.memory_out.bind(l1.core_in);
    l1.memory_out.bind(bus.in);
    bus.out.bind(memory.request_in);
    driver.read(1, 256, 4);
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("l1: l1_cache.perfect=true") &&
                                               Catch::Contains("served 0 of 128 bytes at address 0x100") &&
                                               Catch::Contains("set l1_cache.perfect=false"));
}

TEST_CASE("perfect L1: settings that make no sense with it are refused") {
    for (bool L1CacheParameters::*option :
         {&L1CacheParameters::sectored, &L1CacheParameters::allocate_on_fill, &L1CacheParameters::write_allocate}) {
        L1CacheParameters parameters = perfect();
        parameters.*option = true;
        CHECK_THROWS_WITH(parameters.validate("l1_cache"), Catch::Contains("l1_cache.perfect is true as well"));
    }
    CHECK_NOTHROW(perfect().validate("l1_cache"));
}
