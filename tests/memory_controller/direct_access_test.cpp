// What a machine without L2 sends straight from the network: partial lines, byte enables, atomics. Accesses to a byte
// take effect in the order of their arrival. And the host's debug socket beside it.
#include <tlm_utils/simple_initiator_socket.h>

#include <catch2/catch.hpp>
#include <random>

#include "heddle/memory_controller/memory_controller.h"
#include "kit/test_scale.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    MemoryController memory;

    explicit Bench(const MemoryControllerParameters& parameters = {}) : memory("memory", clock, parameters) {
        driver.memory_out.bind(memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
    }
};

// A stream of accesses and what memory must hold after each, computed byte by byte in the order of the stream.
class Stream {
public:
    Stream(Bench& bench, unsigned lines) : bench_(bench), memory_(lines * line_bytes), random_(lines) {}

    void add() {
        switch (random_() % 4) {
            case 0:
                return add_read();
            case 1:
                return add_write(false);
            case 2:
                return add_write(true);
            default:
                return add_atomic();
        }
    }
    unsigned wrong() const {
        unsigned count = 0;
        for (unsigned i = 0; i < expected_.size(); ++i)
            count += !std::equal(expected_[i].begin(), expected_[i].end(), bench_.driver.data(i));
        return count;
    }
    const std::vector<std::uint8_t>& memory() const { return memory_; }

private:
    unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
    // A range inside a line.
    std::pair<unsigned, unsigned> range() {
        const unsigned offset = below(line_bytes), length = 1 + below(line_bytes - offset);
        return {below(static_cast<unsigned>(memory_.size() / line_bytes)) * line_bytes + offset, length};
    }
    void send(LinePayload* payload, std::vector<std::uint8_t> expected) {
        bench_.driver.add(1, payload);
        expected_.push_back(std::move(expected));
    }
    void add_read() {
        const auto [address, length] = range();
        send(bench_.driver.pool().acquire(tlm::TLM_READ_COMMAND, address, length),
             {memory_.begin() + address, memory_.begin() + address + length});
    }
    void add_write(bool partial) {
        const auto [address, length] = range();
        LinePayload* payload = bench_.driver.pool().acquire(tlm::TLM_WRITE_COMMAND, address, length);
        if (partial) payload->use_byte_enables();
        for (unsigned i = 0; i < length; ++i) {
            payload->data[i] = static_cast<std::uint8_t>(random_());
            payload->enables[i] = random_() % 2 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
            if (!partial || payload->enables[i] == TLM_BYTE_ENABLED) memory_[address + i] = payload->data[i];
        }
        send(payload, {});
    }
    // Adds to some words of a line; the response has the old values.
    void add_atomic() {
        const unsigned words = 1 + below(8);
        const unsigned address = below(static_cast<unsigned>(memory_.size() / line_bytes)) * line_bytes +
                                 below(line_bytes / word_bytes - words + 1) * word_bytes;
        LinePayload* payload = bench_.driver.pool().acquire(tlm::TLM_IGNORE_COMMAND, address, words * word_bytes);
        payload->access.kind = AccessKind::atomic;
        payload->use_byte_enables();
        std::vector<std::uint8_t> expected(words * word_bytes);
        for (unsigned word = 0; word < words; ++word) {
            const std::uint32_t operand = below(1000);
            const bool enabled = random_() % 4;
            std::memcpy(&payload->data[word * word_bytes], &operand, word_bytes);
            std::fill_n(&payload->enables[word * word_bytes], word_bytes,
                        enabled ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED);
            std::uint32_t old = 0;
            std::memcpy(&old, &memory_[address + word * word_bytes], word_bytes);
            std::memcpy(&expected[word * word_bytes], enabled ? &old : &operand, word_bytes);
            const std::uint32_t sum = old + operand;
            if (enabled) std::memcpy(&memory_[address + word * word_bytes], &sum, word_bytes);
        }
        send(payload, expected);
    }

    Bench& bench_;
    std::vector<std::uint8_t> memory_;
    std::vector<std::vector<std::uint8_t>> expected_;
    std::mt19937 random_;
};

void stream_in_order(const char* scheduler, unsigned lines, unsigned row_bytes) {
    MemoryControllerParameters parameters;
    parameters.scheduler = scheduler;
    parameters.row_bytes = row_bytes;  // short rows: few lines are spread over many rows and banks
    parameters.banks = 4;
    Bench bench(parameters);
    Stream stream(bench, lines);
    const std::uint64_t accesses = scaled(20000, 2000);
    for (std::uint64_t i = 0; i < accesses; ++i) stream.add();
    bench.run();
    CHECK(stream.wrong() == 0);
    unsigned wrong = 0;
    for (unsigned address = 0; address < stream.memory().size(); ++address)
        wrong += *bench.memory.store().read(address) != stream.memory()[address];
    CHECK(wrong == 0);
}

struct Host : sc_core::sc_module {
    tlm_utils::simple_initiator_socket<Host> socket{"socket"};
    explicit Host(sc_core::sc_module_name name) : sc_module(name) {}
    Payload& access(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data, unsigned bytes) {
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(data);
        payload.set_data_length(bytes);
        payload.set_streaming_width(bytes);
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
        return payload;
    }
    Payload payload;
};

}  // namespace

TEST_CASE("partial writes, byte enables and atomics to few lines take effect in order, fr_fcfs") {
    stream_in_order("fr_fcfs", 6, 128);
}
TEST_CASE("partial writes, byte enables and atomics to many lines take effect in order, fr_fcfs") {
    stream_in_order("fr_fcfs", 64, 256);
}
TEST_CASE("partial writes, byte enables and atomics take effect in order, fifo") {
    stream_in_order("fifo", 16, 128);
}
TEST_CASE("partial writes, byte enables and atomics take effect in order, banked fifo") {
    stream_in_order("banked_fifo", 16, 128);
}

TEST_CASE("a load after a store to the same bytes sees it, whatever row is open") {
    Bench bench;
    bench.driver.read(1, 0x8000);  // opens another row of the same bank
    for (unsigned i = 0; i < 6; ++i) {
        bench.driver.write(1, 0x40 + i, static_cast<std::uint8_t>(i + 1), 1);
        bench.driver.read(1, 0x8000 + i * 128);
        bench.driver.read(1, 0x40, 8);
    }
    bench.run();
    for (unsigned i = 0; i < 6; ++i)
        for (unsigned byte = 0; byte < 8; ++byte)
            CHECK(bench.driver.data(3 + 3 * i)[byte] == (byte <= i ? byte + 1 : 0));
}

TEST_CASE("the host's socket reads and writes without time or counters, and serves nothing else") {
    Bench bench;
    Host host("host");
    host.socket.bind(bench.memory.host_in);
    std::uint8_t bytes[300], back[300] = {};
    for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = static_cast<std::uint8_t>(3 * i);
    CHECK(host.socket->transport_dbg(host.access(tlm::TLM_WRITE_COMMAND, 0x1234, bytes, 300)) == 300);
    CHECK(host.socket->transport_dbg(host.access(tlm::TLM_READ_COMMAND, 0x1234, back, 300)) == 300);
    CHECK(std::equal(std::begin(bytes), std::end(bytes), back));
    CHECK(bench.memory.writes.value() == 0);

    sc_core::sc_time delay;
    host.socket->b_transport(host.access(tlm::TLM_READ_COMMAND, 0x1234, back, 4), delay);
    CHECK(host.payload.get_response_status() == tlm::TLM_COMMAND_ERROR_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    CHECK(host.socket->nb_transport_fw(host.access(tlm::TLM_READ_COMMAND, 0x1234, back, 4), phase, delay) ==
          tlm::TLM_COMPLETED);
    CHECK(host.payload.get_response_status() == tlm::TLM_COMMAND_ERROR_RESPONSE);

    const unsigned read = bench.driver.read(10, 0x1280);
    bench.run();
    CHECK(std::equal(bench.driver.data(read), bench.driver.data(read) + 128, bytes + 0x1280 - 0x1234));
}
