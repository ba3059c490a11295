#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "base/relay.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/traffic_generator.h"

using namespace heddle;

TEST_CASE("worked example: the relay of the README passes everything on, checked on both sides") {
    ClockDomain clock("clock", period_of_mhz(1400));
    TrafficParameters traffic;
    traffic.read_percent = 50;  // the memory executes atomics: 5 % of them
    TrafficGenerator generator("generator", clock, traffic);
    Relay relay("relay", clock, 4);
    SimpleMemory memory("memory", clock, {});
    CheckingBinder binder;
    binder.bind(generator.memory_out, relay.request_in);
    binder.bind(relay.request_out, memory.request_in);
    sc_core::sc_start();
    CHECK(generator.done());
    CHECK(generator.first_error() == "");
    CHECK(generator.check_by_debug() == "");
    CHECK(relay.passed() == traffic.transactions);
    CHECK(binder.transactions() == 2 * traffic.transactions);
    CHECK(binder.outstanding() == 0);
    CHECK(binder.violations().empty());
    CHECK(generator.live_payloads() == 0);
}

namespace {

// Three relays in a row and a stalling memory; the seed decides in which order the due modules of a cycle are called.
struct System : sc_core::sc_module {
    System(sc_core::sc_module_name name, std::uint64_t order_seed) : sc_module(name) {
        clock.set_evaluation_order_seed(order_seed);
        generator.memory_out.bind(a.request_in);
        a.request_out.bind(b.request_in);
        b.request_out.bind(c.request_in);
        c.request_out.bind(memory.request_in);
    }
    static SimpleMemoryParameters stalling() {
        SimpleMemoryParameters parameters;
        parameters.stall_percent = 15;
        return parameters;
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    TrafficGenerator generator{"generator", clock, {}};
    Relay a{"a", clock, 2}, b{"b", clock, 1}, c{"c", clock, 3};
    SimpleMemory memory{"memory", clock, stalling()};
};

}  // namespace

TEST_CASE("evaluation order: shuffled systems answer every request in the same cycle") {
    std::vector<std::unique_ptr<System>> systems;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        systems.push_back(std::make_unique<System>(("system_" + std::to_string(seed)).c_str(), seed));
    sc_core::sc_start();
    for (const auto& system : systems) {
        CHECK(system->generator.done());
        CHECK(system->generator.first_error() == "");
        CHECK(system->generator.fingerprint() == systems[0]->generator.fingerprint());
        CHECK(system->a.passed() == systems[0]->a.passed());
    }
}

TEST_CASE("worked example: the README shows the relay as it is") {
    const auto text_of = [](const char* path) {
        std::ifstream file(std::string(HEDDLE_SOURCE_DIR) + path);
        return std::string(std::istreambuf_iterator<char>(file), {});
    };
    const std::string header = text_of("/tests/base/relay.h"), readme = text_of("/modules/base/README.md");
    const std::size_t begin = header.find("class Relay"), end = header.find("\n};");
    REQUIRE(begin != std::string::npos);
    REQUIRE(end != std::string::npos);
    CHECK(readme.find(header.substr(begin, end + 3 - begin)) != std::string::npos);
}
