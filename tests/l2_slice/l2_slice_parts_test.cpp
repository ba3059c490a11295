// Stores of parts of sectors, where the rest of a sector is fetched when it is read.
#include <array>
#include <catch2/catch.hpp>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

L2SliceParameters parameters(unsigned ways = 2) {
    L2SliceParameters parameters;
    parameters.size_bytes = 128 * ways;
    parameters.ways = ways;
    parameters.sectored = true;
    parameters.fetch_on_read = true;
    return parameters;
}

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    L2Slice l2;
    MemoryController memory{"memory", clock, {}};

    explicit Bench(const L2SliceParameters& parameters) : l2("l2", clock, parameters) {
        driver.memory_out.bind(l2.request_in);
        l2.memory_out.bind(memory.request_in);
    }
    // Memory holds other bytes than zeros before the slice is used.
    void run() {
        std::array<std::uint8_t, 512> bytes;
        for (unsigned byte = 0; byte < bytes.size(); ++byte) bytes[byte] = static_cast<std::uint8_t>(byte % 100 + 1);
        Payload payload;
        payload.set_write();
        payload.set_address(0);
        payload.set_data_ptr(bytes.data());
        payload.set_data_length(bytes.size());
        sc_core::sc_start(1, sc_core::SC_NS);
        REQUIRE(driver.memory_out->transport_dbg(payload) == bytes.size());
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(l2.idle());
        REQUIRE(l2.live_payloads() == 0);
    }
    unsigned memory_byte(std::uint64_t address) { return *memory.store().read(address); }
};

}  // namespace

TEST_CASE("a store of a part of a sector fetches nothing, a load of the sector does") {
    Bench bench(parameters());
    const unsigned first = bench.driver.write(10, 4, 200, 4);
    const unsigned second = bench.driver.write(1000, 12, 201, 4);  // finds the sector
    const unsigned read = bench.driver.read(2000, 0, 32);
    const unsigned again = bench.driver.read(3000, 0, 32);
    bench.run();
    REQUIRE(bench.driver.latency(first) == 1 + 120 + 1);
    REQUIRE(bench.driver.latency(second) == 1 + 120 + 1);
    REQUIRE(bench.driver.latency(read) > 1 + 120 + 1);
    REQUIRE(bench.driver.latency(again) == 1 + 120 + 1);
    REQUIRE(bench.l2.write_misses_without_fetch.value() == 1);
    REQUIRE(bench.l2.hits.value() == 2);
    REQUIRE(bench.l2.fetches.value() == 1);
    REQUIRE(bench.memory.reads.value() == 1);
    for (const unsigned access : {read, again}) {
        const std::uint8_t* const data = bench.driver.data(access);
        for (unsigned byte = 0; byte < 32; ++byte)
            REQUIRE(data[byte] == (byte / 4 == 1 ? 200u : byte / 4 == 3 ? 201u : byte + 1));
    }
}

TEST_CASE("a sector whose bytes have all been stored needs no fetch") {
    Bench bench(parameters());
    for (unsigned word = 0; word < 8; ++word)
        bench.driver.write(10, 32 + 4 * word, static_cast<std::uint8_t>(200 + word), 4);
    const unsigned read = bench.driver.read(1000, 32, 32);
    bench.run();
    REQUIRE(bench.memory.reads.value() == 0);
    for (unsigned byte = 0; byte < 32; ++byte) REQUIRE(bench.driver.data(read)[byte] == 200 + byte / 4);
}

TEST_CASE("of a displaced line the stored bytes are written back, and no others") {
    Bench bench(parameters(1));
    bench.driver.write(10, 4, 200, 4);
    bench.driver.write(20, 64, 201, 32);
    bench.driver.read(1000, 256, 32);
    const unsigned read = bench.driver.read(2000, 0);
    bench.run();
    REQUIRE(bench.l2.writebacks.value() == 1);
    for (unsigned byte = 0; byte < 128; ++byte) {
        const unsigned expected = byte / 4 == 1 ? 200 : byte / 32 == 2 ? 201 : byte % 100 + 1;
        REQUIRE(bench.memory_byte(byte) == expected);
        REQUIRE(bench.driver.data(read)[byte] == expected);
    }
}

TEST_CASE("an atomic of a sector of which a part is stored waits for the rest") {
    Bench bench(parameters());
    bench.driver.write(10, 4, 0, 4);
    const unsigned atomic = bench.driver.atomic_add(1000, 4, 7);
    const unsigned read = bench.driver.read(2000, 0, 32);
    bench.run();
    REQUIRE(bench.driver.latency(atomic) > 1 + 120 + 1);
    REQUIRE(bench.memory.reads.value() == 1);
    REQUIRE(bench.driver.data(read)[4] == 7);
    REQUIRE(bench.driver.data(read)[8] == 9);
}
