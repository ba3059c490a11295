// The banked FIFO behind an interface queue that blocks at its head (MECHANISMS 3.4), and what the controller counts.
#include <catch2/catch.hpp>

#include "heddle/memory_controller/memory_controller.h"
#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

constexpr std::uint64_t bank_bytes = 2048;
constexpr Cycle pipeline = 100, burst = 2;

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    LineDriver driver{"driver", clock};
    MemoryController memory;

    Bench(unsigned bank_queue_entries, unsigned interface_entries)
        : memory("memory", clock, with(bank_queue_entries, interface_entries)) {
        driver.memory_out.bind(memory.request_in);
    }
    static MemoryControllerParameters with(unsigned bank_queue_entries, unsigned interface_entries) {
        MemoryControllerParameters parameters;
        parameters.scheduler = "banked_fifo";
        parameters.bank_queue_entries = bank_queue_entries;
        parameters.interface_entries = interface_entries;
        return parameters;
    }
    // The paper's example: two requests to bank 2, then four to bank 0, and behind them one to bank 1 and one to
    // bank 3. They can be seen at the port from cycle 11 on, one more in each.
    void run_example() {
        for (unsigned i = 0; i < 2; ++i) driver.read(10, 2 * bank_bytes + i * 128);
        for (unsigned i = 0; i < 4; ++i) driver.read(10, i * 128);
        driver.read(10, bank_bytes);
        driver.read(10, 3 * bank_bytes);
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
        memory.settle_counters();
    }
    Cycle data_end(unsigned request) const { return driver[request].answered - pipeline - 1; }
};

}  // namespace

// Activates: bank 2 in 11, bank 0 in 17 (tRRD). Columns: bank 2 in 23 and 25, bank 0 in 29, 31, 33, 35 (tCCD). A bank
// queue has room again in the cycle after a column command.
TEST_CASE("banked fifo: the paper's example, the last two requests to bank 0 block the interface and all behind") {
    Bench bench(2, 8);
    bench.run_example();
    const Cycle read = 12 + burst;  // from the column command to the end of the data
    for (unsigned i = 0; i < 2; ++i) CHECK(bench.data_end(i) == 23 + 2 * i + read);
    for (unsigned i = 0; i < 4; ++i) CHECK(bench.data_end(2 + i) == 29 + 2 * i + read);
    // The third and the fourth to bank 0 enter in 30 and 32, the others behind them in 33 and 34. In 33 and 35 the
    // command bus carries columns of bank 0, so that bank 1 has its activate in 34 and bank 3 in 40.
    CHECK(bench.data_end(6) == 34 + 12 + read);
    CHECK(bench.data_end(7) == 40 + 12 + read);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == (30 - 15) + (32 - 31));
    CHECK(bench.memory.interface_blocked_queue_full_cycles.value() == 0);
    CHECK(bench.memory.interface_wait_sum.value() == (30 - 15) + (32 - 16) + (33 - 17) + (34 - 18));
}

TEST_CASE("banked fifo: service time and idle banks of the paper's example") {
    Bench bench(2, 8);
    bench.run_example();
    Cycle service = 0;
    for (unsigned i = 0; i < 8; ++i) service += bench.data_end(i) - (11 + i);
    CHECK(bench.memory.service_sum.value() == service);
    // Each bank is busy from its first request in the queue to the end of its last data.
    const Cycle busy =
        (bench.data_end(1) - 11) + (bench.data_end(5) - 13) + (bench.data_end(6) - 33) + (bench.data_end(7) - 34);
    CHECK(bench.memory.bank_idle_cycles.value() == 16 * bench.clock.now() - busy);
    const std::vector<std::uint64_t>& by_bank = bench.memory.bank_requests.counts();
    CHECK(std::vector<std::uint64_t>(by_bank.begin(), by_bank.begin() + 5) ==
          std::vector<std::uint64_t>{4, 1, 2, 1, 0});
}

TEST_CASE("banked fifo: with four entries for a bank nothing of the paper's example blocks") {
    Bench bench(4, 8);
    bench.run_example();
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == 0);
    CHECK(bench.memory.interface_wait_sum.value() == 0);
    // Bank 1 has its activate in 24, and its column tCCD after the last of bank 0.
    CHECK(bench.data_end(6) == 35 + 2 + 12 + burst);
}

TEST_CASE("an interface of eight entries takes all requests while its head is blocked") {
    Bench bench(2, 8);
    bench.run_example();
    CHECK(bench.driver[7].sent == 17);
}

TEST_CASE("behind a blocked interface of two entries the initiator waits, and nothing else changes") {
    Bench bench(2, 2);
    bench.run_example();
    // Two requests fill the entries, and the seventh waits on the link. The entry that is free from 30 on is its own in
    // 31, and in 32 the eighth is sent.
    CHECK(bench.driver[7].sent == 32);
    CHECK(bench.data_end(7) == 40 + 12 + 12 + burst);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == (30 - 15) + (32 - 31));
}

TEST_CASE("banked fifo: interface blocked and idle banks are counted up to the cycle in which they are asked for") {
    Bench bench(1, 2);
    bench.driver.read(10, 0);    // enters in 11, its column command is in 23
    bench.driver.read(10, 128);  // finds its bank queue full from 12 to 24
    const auto at = [&](double ns) {
        sc_core::sc_start(sc_core::sc_time(ns, sc_core::SC_NS) - sc_core::sc_time_stamp());
        bench.memory.settle_counters();
    };
    at(15);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == 15 - 12);
    CHECK(bench.memory.bank_idle_cycles.value() == 15 * 16 - (15 - 11));
    at(30);
    CHECK(bench.memory.interface_blocked_bank_full_cycles.value() == 24 - 12);
    CHECK(bench.memory.bank_idle_cycles.value() == 30 * 16 - (30 - 11));
    at(60);  // the second one's column is in 25
    CHECK(bench.memory.bank_idle_cycles.value() == 60 * 16 - (25 + 12 + 2 - 11));
}
