#include <catch2/catch.hpp>

#include "kit/simple_memory.h"
#include "kit/traffic_generator.h"

using namespace heddle;

namespace {

// Passes everything to a good memory at once, and spoils one response to a chosen command.
struct SpoilingMemory : Ticked, LtTarget {
    AtIn request_in{*this, *this, "request_in", 8};
    SpoilingMemory(sc_core::sc_module_name name, ClockDomain& domain, SimpleMemory& memory, tlm::tlm_command command)
        : Ticked(name, domain), good(memory), spoils(command) {}
    void tick(Cycle now) override {
        bool progress = false;
        if (request_in.requests().ready(now) && request_in.can_respond(now)) {
            Payload* payload = request_in.requests().pop(now);
            sc_core::sc_time delay;
            good.serve_blocking(*payload, delay, 0);
            if (++count > 5000 && !spoiled && payload->get_command() == spoils) spoil(*payload);
            request_in.respond(payload, now);
            progress = true;
        }
        request_in.service(now);
        sleep_or_continue(progress, now, request_in);
    }
    void spoil(Payload& payload) {
        spoiled = true;
        if (payload.is_write()) {
            const unsigned char* enables = payload.get_byte_enable_ptr();
            if (enables && !enables[0]) spoiled = false;
            if (spoiled) good.poke(payload.get_address(), payload.get_data_ptr()[0] ^ 0x10);
        } else {
            for (unsigned i = 0; i < payload.get_data_length(); ++i) payload.get_data_ptr()[i] ^= 0x10;
        }
    }
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override {
        good.serve_blocking(payload, delay, port);
    }
    unsigned serve_debug(Payload& payload, unsigned port) override { return good.serve_debug(payload, port); }
    SimpleMemory& good;
    const tlm::tlm_command spoils;
    bool spoiled = false;
    std::uint64_t count = 0;
};

// How many wrong responses the generator noticed, and what the debug check said.
std::pair<std::uint64_t, std::string> run_spoiled(tlm::tlm_command command) {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    TrafficParameters traffic;
    traffic.read_percent = 45;  // 10 % atomics
    TrafficParameters idle = traffic;
    idle.transactions = 0;
    TrafficGenerator generator("generator", clock, traffic), unused("unused", clock, idle);
    SimpleMemory good("good", clock, {});
    SpoilingMemory memory("memory", clock, good, command);
    generator.memory_out.bind(memory.request_in);
    unused.memory_out.bind(good.request_in);
    sc_core::sc_start();
    CHECK(generator.done());
    CHECK(memory.spoiled);
    return {generator.errors(), generator.check_by_debug()};
}

}  // namespace

TEST_CASE("traffic generator: the same seed gives the same run, another one another") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    TrafficParameters traffic;
    TrafficGenerator a("a", clock, traffic), b("b", clock, traffic);
    traffic.seed = 8;
    TrafficGenerator c("c", clock, traffic);
    SimpleMemory ma("ma", clock, {}), mb("mb", clock, {}), mc("mc", clock, {});
    a.memory_out.bind(ma.request_in);
    b.memory_out.bind(mb.request_in);
    c.memory_out.bind(mc.request_in);
    sc_core::sc_start();
    CHECK(a.done());
    CHECK(c.done());
    CHECK(a.fingerprint() == b.fingerprint());
    CHECK(a.fingerprint() != c.fingerprint());
}

TEST_CASE("simple memory: an uncontended access takes its latency") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    TrafficParameters one;
    one.transactions = 1;
    SimpleMemoryParameters parameters;
    parameters.latency_cycles = 25;
    TrafficGenerator generator("generator", clock, one);
    SimpleMemory memory("memory", clock, parameters);
    generator.memory_out.bind(memory.request_in);
    sc_core::sc_start();
    CHECK(generator.done());
    // The request is sent at 1 and seen at 2; the response is sent at 2 + 25 and seen at 28.
    CHECK(sc_core::sc_time_stamp() == sc_core::sc_time(28, sc_core::SC_NS));
}

TEST_CASE("traffic generator: notices one spoiled read") {
    CHECK(run_spoiled(tlm::TLM_READ_COMMAND).first == 1);
}

TEST_CASE("traffic generator: notices a write that stored a wrong byte") {
    const auto noticed = run_spoiled(tlm::TLM_WRITE_COMMAND);
    CHECK((noticed.first > 0 || !noticed.second.empty()));
}

TEST_CASE("traffic generator: notices an atomic with a wrong old value") {
    CHECK(run_spoiled(tlm::TLM_IGNORE_COMMAND).first > 0);
}
