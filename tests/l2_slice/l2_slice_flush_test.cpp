// Cache commands at control_in: what they write, what they drop, and when their response comes.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <random>

#include "heddle/l2_slice/l2_control.h"
#include "heddle/l2_slice/l2_slice.h"
#include "heddle/memory_controller/memory_controller.h"
#include "kit/picky_bus.h"
#include "memory_controller/line_driver.h"
#include "plain_access.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

// A foreign processor: runs the test's script.
struct Cpu : sc_core::sc_module {
    SC_HAS_PROCESS(Cpu);
    tlm_utils::simple_initiator_socket<Cpu> control_out{"control_out"};
    std::function<void()> script;
    bool done = false;

    explicit Cpu(sc_core::sc_module_name name) : sc_module(name) { SC_THREAD(run); }
    void run() {
        script();
        done = true;
    }
    // Returns after the response.
    tlm::tlm_response_status write(std::uint32_t value, std::uint64_t address = 0, unsigned bytes = 4) {
        Payload payload;
        sc_time delay(3, SC_NS);
        payload.set_write();
        payload.set_address(address);
        payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
        payload.set_data_length(bytes);
        payload.set_streaming_width(bytes);
        control_out->b_transport(payload, delay);
        sc_core::wait(delay);
        return payload.get_response_status();
    }
    tlm::tlm_response_status command(L2Command value) { return write(static_cast<std::uint32_t>(value)); }
};

L2SliceParameters sectored() {
    L2SliceParameters parameters;
    parameters.sectored = true;
    return parameters;
}

struct Bench {
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    LineDriver driver{"driver", clock};
    L2Slice l2;
    MemoryController memory{"memory", clock, {}};
    Cpu cpu{"cpu"};

    explicit Bench(const L2SliceParameters& parameters = {}, PickyBus* bus = nullptr) : l2("l2", clock, parameters) {
        driver.memory_out.bind(l2.request_in);
        if (bus) {
            l2.memory_out.bind(bus->in);
            bus->out.bind(memory.request_in);
        } else {
            l2.memory_out.bind(memory.request_in);
        }
        cpu.control_out.bind(l2.control_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(cpu.done);
        REQUIRE(driver.done());
        REQUIRE(l2.idle());
        REQUIRE(l2.live_payloads() == 0);
    }
    std::uint8_t memory_byte(std::uint64_t address) { return *memory.store().read(address); }
};

Cycle cycle() {
    return sc_core::sc_time_stamp().value() / sc_time(1, SC_NS).value();
}

}  // namespace

namespace {

void write_back_all(const L2SliceParameters& parameters) {
    Bench bench(parameters);
    for (unsigned line = 0; line < 100; ++line) bench.driver.write(10, line * 128, static_cast<std::uint8_t>(line + 1));
    bench.cpu.script = [&] {
        sc_core::wait(1000, SC_NS);
        REQUIRE(bench.memory.writes.value() == 0);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        // The response came when memory had acknowledged all: one write-back per cycle is the least it takes.
        REQUIRE(cycle() > 1000 + 100);
        REQUIRE(bench.memory.writes.value() == 100);
        for (unsigned line = 0; line < 100; ++line) REQUIRE(bench.memory_byte(line * 128) == line + 1);
        const Cycle before = cycle();
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        REQUIRE(bench.memory.writes.value() == 100);
        REQUIRE(cycle() < before + 10);
        bench.driver.read(0, 5 * 128);
    };
    bench.run();
    REQUIRE(bench.l2.hits.value() == 1);
    REQUIRE(bench.driver.data(100)[0] == 6);
    REQUIRE(bench.l2.writebacks.value() == 100);
}

}  // namespace

TEST_CASE("a write-back brings every dirty line to memory and leaves the lines valid and clean") {
    write_back_all({});
}
TEST_CASE("a write-back brings every dirty sector to memory and leaves the lines valid and clean") {
    write_back_all(sectored());
}

TEST_CASE("a write-back waits for the lines in flight and covers what was asked of them") {
    Bench bench;
    bench.driver.write(10, 0, 9, 4);  // part of a line, which has to be fetched
    bench.cpu.script = [&] {
        sc_core::wait(30, SC_NS);
        REQUIRE(bench.l2.fills.value() == 0);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        REQUIRE(bench.memory_byte(0) == 9);
    };
    bench.run();
}

TEST_CASE("after an invalidation the slice reads what others have written to memory") {
    Bench bench;
    bench.driver.read(10, 0);
    bench.driver.read(990, 4096);
    const auto change_memory = [&](std::uint64_t address, std::uint8_t value) {
        Payload payload;
        payload.set_write();
        payload.set_address(address);
        payload.set_data_ptr(&value);
        payload.set_data_length(1);
        payload.set_streaming_width(1);
        bench.l2.memory_out->transport_dbg(payload);
    };
    bench.cpu.script = [&] {
        sc_core::wait(1000, SC_NS);
        REQUIRE(bench.l2.fills.value() == 1);
        REQUIRE(bench.cpu.command(L2Command::invalidate) == tlm::TLM_OK_RESPONSE);  // also what is in flight
        change_memory(0, 7);
        change_memory(4096, 8);
        bench.driver.read(0, 0, 4);
        bench.driver.read(0, 4096, 4);
        sc_core::wait(1000, SC_NS);
        change_memory(0, 1);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        bench.driver.read(0, 0, 4);  // the line is still there, as it was
    };
    bench.run();
    REQUIRE(bench.driver.data(2)[0] == 7);
    REQUIRE(bench.driver.data(3)[0] == 8);
    REQUIRE(bench.driver.data(4)[0] == 7);
    REQUIRE(bench.l2.hits.value() == 1);
    REQUIRE(bench.l2.misses.value() == 4);
}

namespace {

void drop_dirty_line(bool keep) {
    Bench bench;
    bench.driver.write(10, 0, 9);
    bench.cpu.script = [&] {
        sc_core::wait(1000, SC_NS);
        const auto command = keep ? L2Command::write_back_invalidate : L2Command::invalidate;
        REQUIRE(bench.cpu.command(command) == tlm::TLM_OK_RESPONSE);
        bench.driver.read(0, 0, 4);
    };
    bench.run();
    REQUIRE(bench.driver.data(1)[0] == (keep ? 9 : 0));
    REQUIRE(bench.l2.misses.value() == 2);
}

void command_in_traffic(L2SliceParameters parameters) {
    parameters.size_bytes = 16 * 1024;
    parameters.mshr_entries = 4;
    parameters.mshr_merges = 2;
    parameters.miss_queue_entries = 2;
    Bench bench(parameters);
    std::mt19937 random(5);
    std::vector<std::uint8_t> bytes(64 * 1024);
    std::vector<std::pair<unsigned, std::uint8_t>> expected;
    for (unsigned i = 0; i < 4000; ++i) {
        const unsigned address = random() % 512 * 128 + random() % 4 * 32, length = 1 + random() % 32;
        if (random() % 2) {
            const auto value = static_cast<std::uint8_t>(random());
            bench.driver.write(10, address, value, length);
            std::fill_n(bytes.begin() + address, length, value);
        } else {
            expected.emplace_back(bench.driver.read(10, address, length), bytes[address]);
        }
    }
    bench.cpu.script = [&] {
        unsigned commands = 0;
        for (; !bench.driver.done(); ++commands) {
            sc_core::wait(sc_time(20.0 + static_cast<double>(random() % 2000), SC_NS));
            const auto command = commands % 2 ? L2Command::write_back_invalidate : L2Command::write_back;
            REQUIRE(bench.cpu.command(command) == tlm::TLM_OK_RESPONSE);
        }
        REQUIRE(commands > 10);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        for (unsigned address = 0; address < bytes.size(); address += 32)
            REQUIRE(bench.memory_byte(address) == bytes[address]);
    };
    bench.run();
    for (const auto& [read, value] : expected) REQUIRE(bench.driver.data(read)[0] == value);
}

}  // namespace

TEST_CASE("an invalidation alone drops dirty lines") {
    drop_dirty_line(false);
}
TEST_CASE("an invalidation with a write-back keeps what was dirty") {
    drop_dirty_line(true);
}
TEST_CASE("cache commands in the middle of traffic change no data") {
    command_in_traffic({});
}
TEST_CASE("cache commands in the middle of traffic change no data of sectors") {
    command_in_traffic(sectored());
}
TEST_CASE("cache commands in the middle of traffic change no data of sectors that are fetched when they are read") {
    L2SliceParameters parameters = sectored();
    parameters.fetch_on_read = true;
    command_in_traffic(parameters);
}

TEST_CASE("a write-back that memory refuses is the response to the cache command") {
    PickyBus bus("bus");
    bus.judge = [](const Payload& payload) {
        return payload.is_write() ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
    };
    Bench bench({}, &bus);
    bench.driver.write(10, 0, 7);
    bench.cpu.script = [&] {
        sc_core::wait(500, SC_NS);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);  // nothing is dirty any more
    };
    bench.run();
    REQUIRE(bus.refused == 1);
    REQUIRE(bench.l2.memory_errors.value() == 1);
}

TEST_CASE("a cache command covers what a blocking access has written before it") {
    Bench bench;
    bench.cpu.script = [&] {
        std::uint8_t value = 9;
        Payload payload;
        sc_time delay;
        payload.set_write();
        payload.set_address(4096);
        payload.set_data_ptr(&value);
        payload.set_data_length(1);
        payload.set_streaming_width(1);
        bench.driver.memory_out->b_transport(payload, delay);
        REQUIRE(payload.is_response_ok());
        REQUIRE(bench.memory_byte(4096) == 0);
        REQUIRE(bench.cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        REQUIRE(bench.memory_byte(4096) == 9);
    };
    bench.run();
}

namespace {

// Calls a script in a thread of its own.
struct Thread : sc_core::sc_module {
    SC_HAS_PROCESS(Thread);
    std::function<void()> script;
    Thread(sc_core::sc_module_name name, std::function<void()> what) : sc_module(name), script(std::move(what)) {
        SC_THREAD(run);
    }
    void run() { script(); }
};

}  // namespace

TEST_CASE("an invalidation drops what a blocking access from before it brings in") {
    PickyBus bus("bus");
    bus.after = sc_time(300, SC_NS);
    Bench bench({}, &bus);
    const auto read = [&] {
        PlainAccess access(tlm::TLM_READ_COMMAND, 0, 4);
        blocking(bench.driver.memory_out, access);
        return access.bytes[0];
    };
    Thread reader("reader", [&] { CHECK(read() == 0); });
    bench.cpu.script = [&] {
        sc_core::wait(100, SC_NS);
        PlainAccess others(tlm::TLM_WRITE_COMMAND, 0, 4, 7);
        REQUIRE(bench.l2.memory_out->transport_dbg(others) == 4);
        REQUIRE(bench.cpu.command(L2Command::invalidate) == tlm::TLM_OK_RESPONSE);
        CHECK(cycle() < 310);
        CHECK(read() == 7);
    };
    bench.run();
}

TEST_CASE("what is no cache command gets an error response") {
    Bench bench;
    bench.cpu.script = [&] {
        CHECK(bench.cpu.write(1, 4) == tlm::TLM_ADDRESS_ERROR_RESPONSE);
        CHECK(bench.cpu.write(1, 0, 2) == tlm::TLM_BURST_ERROR_RESPONSE);
        CHECK(bench.cpu.write(0) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        CHECK(bench.cpu.write(4) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    };
    bench.run();
}

namespace {

// Rejects what is written at or above an address.
struct FaultyMemory : sc_core::sc_module {
    tlm_utils::simple_target_socket<FaultyMemory> socket{"socket"};
    explicit FaultyMemory(sc_core::sc_module_name name) : sc_module(name) {
        socket.register_b_transport(this, &FaultyMemory::b_transport);
    }
    void b_transport(Payload& payload, sc_time&) {
        const bool bad = payload.is_write() && payload.get_address() >= 4096;
        payload.set_response_status(bad ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
    }
};

}  // namespace

TEST_CASE("L2Control passes a command to all slices, an error of one is the response") {
    ClockDomain clock{"clock", sc_time(1, SC_NS)};
    LineDriver drivers[2]{{"driver_0", clock}, {"driver_1", clock}};
    L2Slice slices[2]{{"slice_0", clock, {}}, {"slice_1", clock, {}}};
    FaultyMemory memories[2]{FaultyMemory("memory_0"), FaultyMemory("memory_1")};
    L2Control control("control", 2);
    Cpu cpu("cpu");
    for (unsigned i = 0; i < 2; ++i) {
        drivers[i].memory_out.bind(slices[i].request_in);
        slices[i].memory_out.bind(memories[i].socket);
        control.slice_out[i].bind(slices[i].control_in);
        for (unsigned line = 0; line < 30; ++line) drivers[i].write(10, line * 128, 1);
    }
    cpu.control_out.bind(control.control_in);
    cpu.script = [&] {
        sc_core::wait(1000, SC_NS);
        CHECK(cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        CHECK(slices[0].writebacks.value() == 30);
        CHECK(slices[1].writebacks.value() == 30);
        CHECK(cycle() < 1000 + 2 * 30);  // both at the same time
        drivers[1].write(0, 4096, 1);
        sc_core::wait(1000, SC_NS);
        CHECK(cpu.command(L2Command::write_back) == tlm::TLM_GENERIC_ERROR_RESPONSE);
        CHECK(cpu.command(L2Command::write_back) == tlm::TLM_OK_RESPONSE);
        CHECK(cpu.write(17) == tlm::TLM_GENERIC_ERROR_RESPONSE);
    };
    sc_core::sc_start();
    REQUIRE(cpu.done);
}
