// Random reads of memory whose every byte is known, and the proof that evaluation order does not matter.
#include <catch2/catch.hpp>
#include <random>

#include "heddle/read_only_cache/read_only_cache.h"
#include "kit/checking_binder.h"
#include "kit/foreign_copying_bridge.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

constexpr unsigned lines = 48;

std::uint8_t byte_at(std::uint64_t address) {
    return static_cast<std::uint8_t>(address * 37 + address / 128 * 11);
}

ReadOnlyCacheParameters small() {
    ReadOnlyCacheParameters parameters;
    parameters.size_bytes = 3 * 4 * line_bytes;
    parameters.mshr_merges = 2;
    parameters.latency_cycles = 3;
    parameters.miss_queue_entries = 1;
    return parameters;
}

struct Traffic : sc_core::sc_module {
    Traffic(sc_core::sc_module_name name, std::uint64_t order)
        : sc_module(name),
          clock("clock", period_of_mhz(1400)),
          driver("driver", clock),
          cache("cache", clock, small()),
          memory("memory", clock, stalling()) {
        clock.set_evaluation_order_seed(order);
        for (std::uint64_t address = 0; address < lines * line_bytes; ++address) memory.poke(address, byte_at(address));
        std::mt19937 random(5);
        Cycle at = 1;
        for (std::uint64_t i = 0; i < scaled(20000, 2000); ++i) {
            const unsigned offset = random() % line_bytes, bytes = 1 + random() % (line_bytes - offset);
            // Near one another, so that all outcomes occur.
            const std::uint64_t line = (i / 64 + random() % 20) % lines;
            driver.read(at += random() % 3, line * line_bytes + offset, bytes);
        }
    }
    static SimpleMemoryParameters stalling() {
        SimpleMemoryParameters parameters;
        parameters.stall_percent = 10;
        return parameters;
    }
    void check() {
        REQUIRE(driver.done());
        REQUIRE(cache.idle());
        for (unsigned i = 0; i < driver.size(); ++i) {
            const Payload& payload = *driver[i].payload;
            REQUIRE(payload.is_response_ok());
            for (unsigned byte = 0; byte < payload.get_data_length(); ++byte)
                REQUIRE(driver.data(i)[byte] == byte_at(payload.get_address() + byte));
        }
        CHECK(cache.accesses.value() == cache.hits.value() + cache.hits_reserved.value() + cache.misses.value());
        CHECK(cache.fills.value() == cache.misses.value());
        for (const Counter* counter : {&cache.hits, &cache.hits_reserved, &cache.misses, &cache.evictions}) {
            INFO(cache.name_of(*counter));
            CHECK(counter->value() > 10);
        }
    }
    std::string statistics() const {
        std::string text;
        for (const NamedCounter& counter : cache.counters())
            text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
        return text;
    }
    ClockDomain clock;
    LineDriver driver;
    ReadOnlyCache cache;
    SimpleMemory memory;
};

}  // namespace

TEST_CASE("random reads through a small read-only cache return the right bytes") {
    Traffic traffic("traffic", 0);
    CheckingBinder binder;
    binder.bind(traffic.driver.memory_out, traffic.cache.core_in);
    binder.bind(traffic.cache.memory_out, traffic.memory.request_in);
    sc_core::sc_start();
    traffic.check();
    CHECK(binder.outstanding() == 0);
}

TEST_CASE("a read-only cache in front of a bridge that copies") {
    Traffic traffic("traffic", 0);
    ForeignCopyingBridge bridge("bridge");
    traffic.driver.memory_out.bind(traffic.cache.core_in);
    traffic.cache.memory_out.bind(bridge.in);
    bridge.out.bind(traffic.memory.request_in);
    sc_core::sc_start();
    traffic.check();
}

TEST_CASE("statistics of a read-only cache do not depend on the order in which modules are evaluated") {
    std::vector<std::unique_ptr<Traffic>> all;
    for (std::uint64_t order = 0; order < 4; ++order) {
        all.push_back(std::make_unique<Traffic>(("order_" + std::to_string(order)).c_str(), order));
        all.back()->driver.memory_out.bind(all.back()->cache.core_in);
        all.back()->cache.memory_out.bind(all.back()->memory.request_in);
    }
    sc_core::sc_start();
    for (const auto& traffic : all) {
        traffic->check();
        CHECK(traffic->statistics() == all[0]->statistics());
    }
}
