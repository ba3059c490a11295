#include "heddle/memory_controller/memory_controller.h"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <sstream>

#include "memory_controller/line_driver.h"

using namespace heddle;

namespace {

struct Bench {
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    ClockDomain memory_clock;
    LineDriver driver{"driver", clock};
    MemoryController memory;

    explicit Bench(const MemoryControllerParameters& parameters = {}, double period_ns = 1.0)
        : memory_clock("memory_clock", sc_core::sc_time(period_ns, sc_core::SC_NS)),
          memory("memory", memory_clock, parameters) {
        driver.memory_out.bind(memory.request_in);
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(memory.idle());
    }
};

constexpr std::uint64_t next_row = 2048 * 16;  // same bank, default geometry

// One cycle to the controller, one back.
constexpr Cycle hops = 2, pipeline = 100, burst = 2;

}  // namespace

TEST_CASE("latency of closed bank, row hit and row conflict") {
    Bench bench;
    bench.driver.read(10, 0);
    bench.driver.read(1000, 128);
    bench.driver.read(2000, next_row);
    bench.driver.write(3000, next_row, 1);
    bench.driver.read(4000, next_row, 32);
    bench.run();
    REQUIRE(bench.driver.latency(0) == hops + 12 + 12 + burst + pipeline);       // tRCD tCL
    REQUIRE(bench.driver.latency(1) == hops + 12 + burst + pipeline);            // tCL
    REQUIRE(bench.driver.latency(2) == hops + 12 + 12 + 12 + burst + pipeline);  // tRP tRCD tCL
    REQUIRE(bench.driver.latency(3) == hops + 4 + burst + pipeline);             // tWL
    REQUIRE(bench.driver.latency(4) == hops + 12 + 1 + pipeline);
    REQUIRE(bench.memory.row_hits.value() == 3);
    REQUIRE(bench.memory.row_misses.value() == 2);
    REQUIRE(bench.memory.activates.value() == 2);
    REQUIRE(bench.memory.bank_activates.counts()[0] == 2);
    REQUIRE(bench.memory.precharges.value() == 1);
    REQUIRE(bench.memory.bus_busy_cycles.value() == 4 * 2 + 1);
    REQUIRE(bench.memory.reads.value() == 4);
    REQUIRE(bench.memory.writes.value() == 1);
    REQUIRE(bench.memory.bytes.value() == 4 * 128 + 32);
    REQUIRE(bench.memory.latency_sum.value() == 126 + 114 + 138 + 106 + 113);
}

namespace {

void row_hits_follow_each_other(unsigned width) {
    MemoryControllerParameters parameters;
    parameters.bus_bytes_per_cycle = width;
    Bench bench(parameters);
    for (unsigned i = 0; i < 16; ++i) bench.driver.read(10, i * 128);
    bench.run();
    const Cycle spacing = std::max<Cycle>(128 / width, 2);  // tCCD 2
    for (unsigned i = 1; i < 16; ++i) REQUIRE(bench.driver[i].answered - bench.driver[i - 1].answered == spacing);
    REQUIRE(bench.memory.bus_busy_cycles.value() == 16 * 128 / width);
}

}  // namespace

TEST_CASE("row hits follow each other at the speed of the bus: 16 B wide") {
    row_hits_follow_each_other(16);
}
TEST_CASE("row hits follow each other at the speed of the bus: 64 B wide") {
    row_hits_follow_each_other(64);
}
TEST_CASE("row hits follow each other at tCCD when the bus is wider") {
    row_hits_follow_each_other(128);
}

TEST_CASE("a write delays the precharge of its row") {
    Bench bench;
    bench.driver.write(10, 0, 1);
    bench.driver.read(11, next_row);
    bench.run();
    // Activate 11, write 23, data 27 to 29, precharge 29 + tWR = 41, activate 53, read 65, data end 79.
    REQUIRE(bench.driver[1].answered == 79 + pipeline + 1);
}

namespace {

void conflict_before_hit(bool fifo) {
    MemoryControllerParameters parameters;
    parameters.scheduler = fifo ? "fifo" : "fr_fcfs";
    Bench bench(parameters);
    bench.driver.read(10, 0);
    const unsigned conflict = bench.driver.read(10, next_row);
    const unsigned hit = bench.driver.read(10, 256);
    bench.run();
    REQUIRE((bench.driver[hit].answered < bench.driver[conflict].answered) != fifo);
    REQUIRE(bench.memory.row_misses.value() == (fifo ? 3 : 2));
    REQUIRE(bench.memory.row_hits.value() == (fifo ? 0 : 1));
}

}  // namespace

TEST_CASE("fr_fcfs lets row hits overtake") {
    conflict_before_hit(false);
}
TEST_CASE("fifo does not let row hits overtake") {
    conflict_before_hit(true);
}

TEST_CASE("fr_fcfs opens rows of several banks in parallel, tRRD apart") {
    MemoryControllerParameters parameters;
    parameters.timing.rcd_cycles = 13;  // no column command falls on an activate
    Bench bench(parameters);
    for (unsigned bank = 0; bank < 4; ++bank) bench.driver.read(10, bank * 2048);
    bench.run();
    for (unsigned bank = 1; bank < 4; ++bank)
        REQUIRE(bench.driver[bank].answered - bench.driver[bank - 1].answered == 6);
}

TEST_CASE("an activate waits for the column command of an older request, which takes the command bus") {
    Bench bench;
    for (unsigned bank = 0; bank < 3; ++bank) bench.driver.read(10, bank * 2048);
    bench.run();
    REQUIRE(bench.driver[1].answered - bench.driver[0].answered == 6);
    // tRRD allows the third activate in the cycle of the first column command: 2 * tRRD == tRCD.
    REQUIRE(bench.driver[2].answered - bench.driver[1].answered == 6 + 1);
}

TEST_CASE("with a command bus for rows the activate goes in the same cycle") {
    MemoryControllerParameters parameters;
    parameters.row_command_bus = true;
    Bench bench(parameters);
    for (unsigned bank = 0; bank < 3; ++bank) bench.driver.read(10, bank * 2048);
    bench.run();
    REQUIRE(bench.driver[1].answered - bench.driver[0].answered == 6);
    REQUIRE(bench.driver[2].answered - bench.driver[1].answered == 6);
}

TEST_CASE("accesses to one line keep their order when one of them writes") {
    Bench bench;
    // Row 1 is opened for the first; then everything hits or misses in a way that tempts fr_fcfs to reorder.
    bench.driver.read(10, 0);
    for (unsigned i = 0; i < 10; ++i) {
        bench.driver.write(10, next_row + 128, static_cast<std::uint8_t>(i + 1));
        bench.driver.read(10, next_row + 128);
        bench.driver.read(10, 128 * i);
    }
    const unsigned atomic = bench.driver.atomic_add(10, next_row + 128, 5);
    const unsigned last = bench.driver.read(10, next_row + 128, 4);
    bench.run();
    for (unsigned i = 0; i < 10; ++i) REQUIRE(bench.driver.data(2 + 3 * i)[77] == i + 1);
    REQUIRE(bench.driver.data(atomic)[0] == 10);
    REQUIRE(bench.driver.data(last)[0] == 15);
    REQUIRE(bench.driver.data(last)[1] == 10);
    REQUIRE(bench.memory.atomics.value() == 1);
}

TEST_CASE("the bytes of an atomic pass the bus twice: they are read and written") {
    Bench bench;
    bench.driver.read(10, 0, 64);
    bench.driver.write(10, 0, 1, 32);
    bench.driver.atomic_add(10, 0, 1);
    bench.run();
    CHECK(bench.memory.read_bytes.value() == 64 + 4);
    CHECK(bench.memory.bytes.value() == 64 + 32 + 2 * 4);
}

TEST_CASE("a full queue holds requests back and counts it") {
    MemoryControllerParameters parameters;
    parameters.queue_entries = 2;
    Bench bench(parameters);
    for (unsigned i = 0; i < 20; ++i) bench.driver.read(10, i * next_row);
    bench.run();
    REQUIRE(bench.memory.interface_blocked_queue_full_cycles.value() > 100);
    REQUIRE(bench.memory.precharges.value() == 19);
    // tRC apart
    REQUIRE(bench.driver[19].answered - bench.driver[9].answered == 10 * 40);
}

TEST_CASE("occupancy and full cycles are counted up to the cycle in which they are asked for") {
    MemoryControllerParameters parameters;
    parameters.queue_entries = 1;
    Bench bench(parameters);
    bench.driver.read(10, 0);         // enters the queue in 11, its column command is in 23
    bench.driver.read(10, next_row);  // finds the queue full from 12 to 24
    const auto at = [&](double ns) {
        sc_core::sc_start(sc_core::sc_time(ns, sc_core::SC_NS) - sc_core::sc_time_stamp());
        bench.memory.settle_counters();
    };
    at(15);
    REQUIRE(bench.memory.queue_occupancy_sum.value() == 15 - 11);
    REQUIRE(bench.memory.interface_blocked_queue_full_cycles.value() == 15 - 12);
    at(18);
    REQUIRE(bench.memory.queue_occupancy_sum.value() == 18 - 11);
    REQUIRE(bench.memory.interface_blocked_queue_full_cycles.value() == 18 - 12);
    bench.run();
    bench.memory.settle_counters();
    // The second one waits for tRAS of the first row, then has tRP and tRCD.
    REQUIRE(bench.memory.queue_occupancy_sum.value() == (23 - 11) + (11 + 28 + 12 + 12 - 24));
    REQUIRE(bench.memory.interface_blocked_queue_full_cycles.value() == 24 - 12);
}

TEST_CASE("a column command that found no room for its response is issued when a response has left") {
    MemoryControllerParameters parameters;
    parameters.queue_entries = 1;
    parameters.pipeline_latency_cycles = 0;
    parameters.timing.cl_cycles = 0;  // room for one response
    Bench bench(parameters);
    for (unsigned i = 0; i < 8; ++i) bench.driver.read(10, i * 128);
    bench.run();
    REQUIRE(bench.memory.reads.value() == 8);
}

TEST_CASE("controllers of an interleaved memory see consecutive local addresses") {
    MemoryControllerParameters parameters;
    parameters.address_map = {8, 256};
    Bench bench(parameters);
    for (unsigned i = 0; i < 16; ++i) bench.driver.read(10, i * 2048 + 3 * 256);  // 16 chunks of partition 3
    bench.run();
    REQUIRE(bench.memory.row_misses.value() == 2);  // 16 * 256 local bytes are two rows
}

TEST_CASE("what is no line access is answered with its status") {
    Bench bench;
    LinePayload* crossing = bench.driver.pool().acquire(tlm::TLM_READ_COMMAND, 120, 16);
    LinePayload* nothing = bench.driver.pool().acquire(tlm::TLM_IGNORE_COMMAND, 0, 4);
    LinePayload* streaming = bench.driver.pool().acquire(tlm::TLM_READ_COMMAND, 0, 16);
    streaming->set_streaming_width(4);
    bench.driver.add(10, crossing);
    bench.driver.add(10, nothing);
    bench.driver.add(10, streaming);
    bench.run();
    REQUIRE(crossing->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    REQUIRE(nothing->get_response_status() == tlm::TLM_OK_RESPONSE);
    REQUIRE(streaming->get_response_status() == tlm::TLM_BURST_ERROR_RESPONSE);
    REQUIRE(bench.memory.reads.value() == 0);
}

TEST_CASE("blocking and debug transport see the same memory") {
    Bench bench;
    std::vector<std::uint8_t> bytes(1000);
    for (unsigned i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
    Payload debug;
    debug.set_write();
    debug.set_address(0xffffffff00000040);
    debug.set_data_ptr(bytes.data());
    debug.set_data_length(1000);
    REQUIRE(bench.driver.memory_out->transport_dbg(debug) == 1000);
    REQUIRE(bench.memory.writes.value() == 0);

    std::uint8_t word[4];
    Payload blocking;
    blocking.set_read();
    blocking.set_address(0xffffffff00000040 + 500);
    blocking.set_data_ptr(word);
    blocking.set_data_length(4);
    blocking.set_streaming_width(4);
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(blocking, delay);
    REQUIRE(blocking.is_response_ok());
    REQUIRE(delay == sc_core::sc_time(12 + 12 + 1 + 100, sc_core::SC_NS));
    for (unsigned i = 0; i < 4; ++i) REQUIRE(word[i] == bytes[500 + i]);
    REQUIRE(bench.memory.reads.value() == 1);

    const unsigned at = bench.driver.read(10, 0xffffffff00000080);
    bench.run();
    for (unsigned i = 0; i < 128; ++i) REQUIRE(bench.driver.data(at)[i] == bytes[64 + i]);
}

namespace {

MemoryControllerParameters with_scheduler(const char* scheduler) {
    MemoryControllerParameters parameters;
    parameters.scheduler = scheduler;
    return parameters;
}

void random_traffic(const MemoryControllerParameters& parameters, double period_ns = 1.0) {
    Bench bench(parameters, period_ns);
    std::mt19937 random(7);
    std::vector<std::uint8_t> reference(64 * 1024, 0);
    std::vector<std::vector<std::uint8_t>> expected;
    for (unsigned i = 0; i < 20000; ++i) {
        const unsigned offset = random() % 128, address = random() % 512 * 128 + offset;
        const unsigned bytes = 1 + random() % (128 - offset);
        if (random() % 2) {
            const auto value = static_cast<std::uint8_t>(random());
            bench.driver.write(1, address, value, bytes);
            std::fill_n(reference.begin() + address, bytes, value);
            expected.emplace_back();
        } else {
            bench.driver.read(1, address, bytes);
            expected.emplace_back(reference.begin() + address, reference.begin() + address + bytes);
        }
    }
    bench.run();
    unsigned wrong = 0;
    for (unsigned i = 0; i < expected.size(); ++i)
        wrong += !std::equal(expected[i].begin(), expected[i].end(), bench.driver.data(i));
    REQUIRE(wrong == 0);
    REQUIRE(bench.memory.row_hits.value() + bench.memory.row_misses.value() == 20000);
    if (!parameters.timing.refi_cycles) REQUIRE(bench.memory.row_misses.value() == bench.memory.activates.value());
    const std::vector<std::uint64_t>& by_bank = bench.memory.bank_requests.counts();
    REQUIRE(std::accumulate(by_bank.begin(), by_bank.end(), std::uint64_t{0}) == 20000);
    REQUIRE(bench.memory.service_sum.value() + 20000 * pipeline ==
            bench.memory.latency_sum.value() + bench.memory.interface_wait_sum.value());
}

}  // namespace

TEST_CASE("random traffic: every read sees the last write, fr_fcfs") {
    random_traffic(with_scheduler("fr_fcfs"));
}
TEST_CASE("random traffic: every read sees the last write, fifo") {
    random_traffic(with_scheduler("fifo"));
}
TEST_CASE("random traffic: every read sees the last write, banked fifo") {
    random_traffic(with_scheduler("banked_fifo"));
}
TEST_CASE("random traffic: every read sees the last write, bank groups and refresh") {
    MemoryControllerParameters parameters;
    parameters.timing.bank_groups = 4;
    parameters.timing.refi_cycles = 700;
    parameters.timing.rfc_cycles = 100;
    random_traffic(parameters);
}
namespace {

void random_traffic_with_closed_rows(const char* policy, const char* scheduler) {
    MemoryControllerParameters parameters = with_scheduler(scheduler);
    parameters.page_policy = policy;
    parameters.timing.bank_groups = 4;
    parameters.timing.refi_cycles = 700;
    parameters.timing.rfc_cycles = 100;
    random_traffic(parameters);
}

}  // namespace

TEST_CASE("random traffic: every read sees the last write, closed rows, fr_fcfs") {
    random_traffic_with_closed_rows("closed", "fr_fcfs");
}
TEST_CASE("random traffic: every read sees the last write, closed rows, fifo") {
    random_traffic_with_closed_rows("closed", "fifo");
}
TEST_CASE("random traffic: every read sees the last write, rows closed after the last hit, fr_fcfs") {
    random_traffic_with_closed_rows("closed_adaptive", "fr_fcfs");
}
TEST_CASE("random traffic: every read sees the last write, rows closed after the last hit, banked fifo") {
    random_traffic_with_closed_rows("closed_adaptive", "banked_fifo");
}

namespace {

void random_traffic_of_pseudo_channels(const char* scheduler) {
    MemoryControllerParameters parameters = with_scheduler(scheduler);
    parameters.timing.pseudo_channels = 4;
    parameters.timing.refi_cycles = 700;
    parameters.timing.rfc_cycles = 100;
    parameters.row_command_bus = true;
    random_traffic(parameters);
}

}  // namespace

TEST_CASE("random traffic: every read sees the last write, pseudo-channels, fr_fcfs") {
    random_traffic_of_pseudo_channels("fr_fcfs");
}
TEST_CASE("random traffic: every read sees the last write, pseudo-channels, fifo") {
    random_traffic_of_pseudo_channels("fifo");
}
TEST_CASE("random traffic: every read sees the last write, pseudo-channels, banked fifo") {
    random_traffic_of_pseudo_channels("banked_fifo");
}

TEST_CASE("random traffic: every read sees the last write, slow memory clock") {
    MemoryControllerParameters parameters;
    parameters.bank_hash = true;
    random_traffic(parameters, 1.515);
}
TEST_CASE("random traffic: every read sees the last write, fast memory clock") {
    MemoryControllerParameters parameters;
    parameters.bank_hash = true;
    random_traffic(parameters, 0.37);
}

TEST_CASE("outstanding requests are reported") {
    Bench bench;
    bench.driver.read(10, 0x1234 & ~3u, 4);
    sc_core::sc_start(12, sc_core::SC_NS);
    std::ostringstream out;
    bench.memory.report_outstanding(out);
    REQUIRE(out.str().find("memory: read of 0x1234 (bank 2, row 0) queued since cycle 11") != std::string::npos);
    bench.run();
    out.str("");
    bench.memory.report_outstanding(out);
    REQUIRE(out.str().empty());
}
