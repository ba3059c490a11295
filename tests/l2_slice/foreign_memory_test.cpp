// A slice in front of what a foreign virtual prototype may have: buses that change the address, that copy, that know no
// debug transport, and DRAM models that take aligned powers of two only.
#include <catch2/catch.hpp>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/foreign_copying_bridge.h"
#include "kit/foreign_translator.h"
#include "kit/picky_bus.h"
#include "kit/test_scale.h"
#include "l2_slice/random_driver.h"

using namespace heddle;

namespace {

L2SliceParameters small_l2(bool sectored) {
    L2SliceParameters parameters;
    parameters.size_bytes = 128 * 12;
    parameters.ways = 4;
    parameters.sectored = sectored;
    parameters.mshr_entries = 6;
    parameters.mshr_merges = 3;
    parameters.latency_cycles = 10;
    parameters.request_queue_entries = 3;
    parameters.miss_queue_entries = 2;
    parameters.fill_queue_entries = 2;
    return parameters;
}

RandomDriver::Plan plan_of(std::uint64_t seed, unsigned untimed_percent, bool debug) {
    RandomDriver::Plan plan;
    plan.seed = seed;
    plan.accesses = static_cast<unsigned>(scaled(60000));
    plan.lines = 40;
    plan.max_outstanding = 24;
    plan.untimed_percent = untimed_percent;
    plan.pause_percent = untimed_percent ? 1 : 0;
    plan.debug = debug;
    return plan;
}

template <class Bus>
struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    RandomDriver driver;
    L2Slice l2;
    Bus bus{"bus"};
    MemoryController memory{"memory", clock, {}};

    Bench(const RandomDriver::Plan& plan, const L2SliceParameters& parameters)
        : driver("driver", clock, plan), l2("l2", clock, parameters) {
        driver.memory_out.bind(l2.request_in);
        l2.memory_out.bind(bus.in);
        bus.out.bind(memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        CHECK(driver.done());
        CHECK(driver.wrong() == 0);
        CHECK(l2.idle());
        CHECK(driver.wrong_bytes_at_end() == 0);
        CHECK(l2.live_payloads() == 0);
        CHECK(l2.writebacks.value() > 100);
    }
};

template <class Bus>
void run_random(bool sectored, unsigned untimed_percent) {
    Bench<Bus> bench(plan_of(3 + sectored, untimed_percent, true), small_l2(sectored));
    bench.run();
}

void run_without_debug(bool sectored, bool allocate) {
    L2SliceParameters parameters = small_l2(sectored);
    parameters.lt_allocate = allocate;
    Bench<PickyBus> bench(plan_of(20 + sectored, 40, false), parameters);
    bench.bus.knows_debug = false;
    bench.run();
    CHECK(bench.driver.untimed() > scaled(1000));
}

void run_by_dram_rules(bool sectored, unsigned untimed_percent, bool allocate) {
    L2SliceParameters parameters = small_l2(sectored);
    parameters.lt_allocate = allocate;
    Bench<PickyBus> bench(plan_of(30 + sectored, untimed_percent, false), parameters);
    bench.bus.knows_debug = false;
    bench.bus.judge = PickyBus::dram_rules;
    sc_core::sc_start();
    CHECK(bench.driver.done());
    CHECK(bench.driver.wrong() == 0);
    CHECK(bench.bus.refused == 0);
    CHECK(bench.driver.wrong_bytes_at_end() == 0);
    CHECK(bench.l2.live_payloads() == 0);
}

}  // namespace

TEST_CASE("behind a bus that changes the address: lines") {
    run_random<ForeignTranslator>(false, 0);
}
TEST_CASE("behind a bus that changes the address: sectors") {
    run_random<ForeignTranslator>(true, 0);
}
TEST_CASE("behind a bus that changes the address: MSHR entries of sectors") {
    L2SliceParameters parameters = small_l2(true);
    parameters.sector_mshrs = true;
    Bench<ForeignTranslator> bench(plan_of(5, 30, true), parameters);
    bench.run();
}
TEST_CASE("behind a bus that changes the address, blocking and debug accesses in between: lines") {
    run_random<ForeignTranslator>(false, 30);
}
TEST_CASE("behind a bus that changes the address, blocking and debug accesses in between: sectors") {
    run_random<ForeignTranslator>(true, 30);
}
TEST_CASE("behind a bridge that copies: lines") {
    run_random<ForeignCopyingBridge>(false, 30);
}
TEST_CASE("behind a bridge that copies: sectors") {
    run_random<ForeignCopyingBridge>(true, 30);
}

TEST_CASE("blocking and timed, no debug transport below: lines") {
    run_without_debug(false, true);
}
TEST_CASE("blocking and timed, no debug transport below: sectors") {
    run_without_debug(true, true);
}
TEST_CASE("blocking and timed, no debug transport below, no allocation: lines") {
    run_without_debug(false, false);
}
TEST_CASE("blocking and timed, no debug transport below, no allocation: sectors") {
    run_without_debug(true, false);
}

TEST_CASE("a DRAM model gets aligned powers of two without byte enables: lines") {
    run_by_dram_rules(false, 0, true);
}
TEST_CASE("a DRAM model gets aligned powers of two without byte enables: sectors") {
    run_by_dram_rules(true, 0, true);
}
TEST_CASE("a DRAM model gets aligned powers of two from blocking accesses, too: lines") {
    run_by_dram_rules(false, 40, true);
}
TEST_CASE("a DRAM model gets aligned powers of two from blocking accesses, too: sectors") {
    run_by_dram_rules(true, 40, true);
}
TEST_CASE("a DRAM model gets aligned powers of two without allocation, too: sectors") {
    run_by_dram_rules(true, 40, false);
}

TEST_CASE("fetches from a foreign memory are received in the payload's own bytes") {
    L2SliceParameters parameters = small_l2(false);
    Bench<PickyBus> bench(plan_of(40, 0, true), parameters);
    unsigned outside = 0;
    bench.bus.judge = [&](const Payload& payload) {
        const auto* object = reinterpret_cast<const unsigned char*>(&payload);
        if (payload.get_data_ptr() < object || payload.get_data_ptr() >= object + sizeof(L2Line)) ++outside;
        return tlm::TLM_OK_RESPONSE;
    };
    sc_core::sc_start();
    CHECK(bench.driver.wrong() == 0);
    CHECK(outside == 0);
}

TEST_CASE("blocking reads through a bus that changes the address find what was written") {
    Bench<ForeignTranslator> bench(plan_of(1, 0, true), small_l2(true));
    unsigned wrong = 0;
    const auto access = [&](tlm::tlm_command command, unsigned line, std::uint8_t* bytes) {
        Payload payload;
        payload.set_command(command);
        payload.set_address(0x10000 + line * line_bytes + 36);
        payload.set_data_ptr(bytes);
        payload.set_data_length(4);
        payload.set_streaming_width(4);
        sc_core::sc_time delay;
        bench.driver.memory_out->b_transport(payload, delay);
        wrong += !payload.is_response_ok();
    };
    for (unsigned line = 0; line < 100; ++line) {
        std::uint8_t bytes[4] = {static_cast<std::uint8_t>(line), 1, 2, 3};
        access(tlm::TLM_WRITE_COMMAND, line, bytes);
    }
    for (unsigned line = 0; line < 100; ++line) {
        std::uint8_t bytes[4] = {};
        access(tlm::TLM_READ_COMMAND, line, bytes);
        wrong += bytes[0] != line || bytes[3] != 3;
    }
    CHECK(wrong == 0);
}
