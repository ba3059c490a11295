// A controller with several ports: who is accepted, where responses go, and the order of accesses to one byte.
#include <algorithm>
#include <catch2/catch.hpp>

#include "heddle/memory_controller/memory_controller.h"
#include "kit/checking_binder.h"
#include "kit/socket_contract.h"
#include "kit/traffic_generator.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

MemoryControllerParameters with_ports(unsigned ports, unsigned queue_entries = 32) {
    MemoryControllerParameters parameters;
    parameters.ports = ports;
    parameters.queue_entries = queue_entries;
    return parameters;
}

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    MemoryController memory;
    std::vector<std::unique_ptr<LineDriver>> drivers;
    CheckingBinder binder;

    explicit Bench(unsigned ports) : memory("memory", clock, with_ports(ports)) {
        for (unsigned port = 0; port < ports; ++port) {
            drivers.push_back(std::make_unique<LineDriver>(("driver_" + std::to_string(port)).c_str(), clock));
            binder.bind(drivers.back()->memory_out, memory.port_in(port));
        }
    }
    void run() {
        sc_core::sc_start();
        for (auto& driver : drivers) REQUIRE(driver->done());
        REQUIRE(memory.idle());
        REQUIRE(binder.violations().empty());
        REQUIRE(binder.outstanding() == 0);
    }
};

// Sends line accesses one after another, but takes no response before cycle `take_from`: of those it has sent, one can
// be in its queue and one waits for END_RESP.
struct SlowTaker : Ticked {
    AtOut memory_out{*this, "memory_out", 1};
    explicit SlowTaker(sc_core::sc_module_name name, ClockDomain& domain, Cycle from)
        : Ticked(name, domain), take_from(from) {}
    void start_of_simulation() override { wake_at(1); }
    LinePayload* add(tlm::tlm_command command, std::uint64_t address, std::uint8_t value = 0) {
        LinePayload* payload = pool.acquire(command, address, line_bytes);
        payload->data.fill(value);
        to_send.push_back(payload);
        return payload;
    }
    void tick(Cycle now) override {
        if (next < to_send.size() && memory_out.can_send(now)) memory_out.send(to_send[next++], now);
        if (now >= take_from && memory_out.responses().ready(now)) {
            static_cast<void>(memory_out.responses().pop(now));
            ++taken;
        }
        memory_out.service(now);
        if (taken < to_send.size()) wake_at(now + 1);
    }
    const Cycle take_from;
    PayloadPool<LinePayload> pool;
    std::vector<LinePayload*> to_send;
    std::size_t next = 0, taken = 0;
};

struct TwoPorts {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    MemoryController memory{"memory", clock, with_ports(2)};
    SlowTaker slow{"slow", clock, 2000};
    LineDriver fast{"fast", clock};
    TwoPorts() {
        slow.memory_out.bind(memory.port_in(0));
        fast.memory_out.bind(memory.port_in(1));
        // Fill what the slow one can take, so that its third response stays in the controller.
        slow.add(tlm::TLM_READ_COMMAND, 0x100);
        slow.add(tlm::TLM_READ_COMMAND, 0x180);
    }
};

struct PortTraffic : sc_core::sc_module {
    PortTraffic(sc_core::sc_module_name name, unsigned ports, std::uint64_t transactions, std::uint64_t order)
        : sc_module(name),
          clock("clock", period_of_mhz(1400)),
          memory_clock("memory_clock", period_of_mhz(924)),
          memory("memory", memory_clock, with_ports(ports, 6)) {
        clock.set_evaluation_order_seed(order);
        memory_clock.set_evaluation_order_seed(order);
        for (unsigned port = 0; port < ports; ++port) {
            TrafficParameters traffic;
            traffic.transactions = transactions;
            traffic.base = 0x10000 + port * 0x10000;
            traffic.seed = port + 1;
            traffic.idle_percent = port * 20;
            generators.push_back(
                std::make_unique<TrafficGenerator>(("generator_" + std::to_string(port)).c_str(), clock, traffic));
            binder.bind(generators.back()->memory_out, memory.port_in(port));
        }
    }
    void check() {
        for (auto& generator : generators) {
            CHECK(generator->done());
            CHECK(generator->first_error() == "");
            CHECK(generator->check_by_debug() == "");
            CHECK(generator->live_payloads() == 0);
        }
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
        CHECK(memory.idle());
    }
    std::string result() const {
        std::string text;
        for (const NamedCounter& counter : memory.counters())
            text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
        for (const auto& generator : generators) text += std::to_string(generator->fingerprint()) + "\n";
        return text;
    }
    ClockDomain clock, memory_clock;
    MemoryController memory;
    std::vector<std::unique_ptr<TrafficGenerator>> generators;
    CheckingBinder binder;
};

// The socket contract on port 1 while port 0 is busy with other addresses.
struct SecondPort : ContractDevice {
    explicit SecondPort(ClockDomain& clock) : controller("memory_controller", clock, with_ports(2, 6)) {
        TrafficParameters traffic;
        traffic.transactions = 5000;
        traffic.base = 0x4000000;
        other = std::make_unique<TrafficGenerator>("other", clock, traffic);
        other->memory_out.bind(controller.request_in);
    }
    tlm::tlm_target_socket<32>& socket() override { return controller.port_in(1); }
    bool executes_atomics() const override { return true; }
    std::string problems() override {
        std::string all = controller.idle() ? "" : "the controller is not idle at the end\n";
        if (!other->done()) all += "the other port's traffic did not finish\n";
        return all + other->first_error() + other->check_by_debug();
    }
    MemoryController controller;
    std::unique_ptr<TrafficGenerator> other;
};

std::unique_ptr<ContractDevice> make_second_port(ClockDomain& clock) {
    return std::make_unique<SecondPort>(clock);
}

}  // namespace

TEST_CASE("ports are named request_in, request_in_1, ...") {
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    MemoryController memory("memory", clock, with_ports(3));
    CHECK(&memory.port_in(0) == &memory.request_in);
    CHECK(std::string(memory.port_in(0).basename()) == "request_in");
    CHECK(std::string(memory.port_in(1).basename()) == "request_in_1");
    CHECK(std::string(memory.port_in(2).basename()) == "request_in_2");
    CHECK_THROWS_WITH(with_ports(0).validate("memory_controller"), Catch::Contains("memory_controller.ports"));
}

TEST_CASE("ports take turns, one request per cycle") {
    Bench bench(3);
    // Hits of one row are served in the order in which they enter.
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned port = 0; port < 3; ++port) bench.drivers[port]->read(10, (3 * i + port) % 16 * 128);
    bench.run();
    std::vector<std::pair<Cycle, unsigned>> answers;
    for (unsigned port = 0; port < 3; ++port)
        for (unsigned i = 0; i < 8; ++i) answers.emplace_back((*bench.drivers[port])[i].answered, port);
    std::sort(answers.begin(), answers.end());
    for (unsigned i = 0; i < answers.size(); ++i) CHECK(answers[i].second == i % 3);
    // Entered in 11, 12, ...: only the first needed an activate.
    CHECK(bench.memory.row_hits.value() == 23);
    CHECK(bench.memory.latency_sum.value() > 0);
}

TEST_CASE("an idle port takes no turn") {
    Bench bench(4);
    for (unsigned i = 0; i < 16; ++i) bench.drivers[2]->read(10, i * 128);
    bench.run();
    const LineDriver& driver = *bench.drivers[2];
    for (unsigned i = 1; i < 16; ++i) CHECK(driver[i].answered - driver[i - 1].answered == 2);  // tCCD
}

TEST_CASE("a read does not overtake an older write whose response is held back") {
    TwoPorts bench;
    bench.slow.add(tlm::TLM_WRITE_COMMAND, 0x1000, 77);
    const unsigned read = bench.fast.read(500, 0x1000);
    sc_core::sc_start();
    REQUIRE(bench.fast.done());
    CHECK(bench.fast[read].answered > 2000);
    CHECK(bench.fast.data(read)[3] == 77);
    CHECK(bench.memory.idle());
}

TEST_CASE("a write does not overtake an older read whose response is held back") {
    TwoPorts bench;
    const LinePayload* read = bench.slow.add(tlm::TLM_READ_COMMAND, 0x1000, 1);
    const unsigned write = bench.fast.write(500, 0x1000, 99), after = bench.fast.read(500, 0x1000);
    sc_core::sc_start();
    REQUIRE(bench.fast.done());
    CHECK(bench.fast[write].answered > 2000);
    CHECK(read->data[3] == 0);
    CHECK(bench.fast.data(after)[3] == 99);
}

TEST_CASE("random traffic over two ports returns the right bytes") {
    PortTraffic bench("bench", 2, 20000, 0);
    sc_core::sc_start();
    bench.check();
    CHECK(bench.memory.interface_blocked_queue_full_cycles.value() > 100);
}

TEST_CASE("random traffic over four ports returns the right bytes") {
    PortTraffic bench("bench", 4, 10000, 0);
    sc_core::sc_start();
    bench.check();
    CHECK(bench.memory.interface_blocked_queue_full_cycles.value() > 100);
}

TEST_CASE("results of several ports do not depend on the order in which modules are evaluated") {
    std::vector<std::unique_ptr<PortTraffic>> benches;
    for (std::uint64_t order = 0; order < 5; ++order)
        benches.push_back(std::make_unique<PortTraffic>(("order_" + std::to_string(order)).c_str(), 3, 3000, order));
    sc_core::sc_start();
    for (const auto& bench : benches) {
        bench->check();
        CHECK(bench->result() == benches[0]->result());
    }
}

HEDDLE_SOCKET_CONTRACT_TERMINAL("memory_controller.request_in_1", make_second_port)
