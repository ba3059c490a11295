// The LSU between an SM's instructions and a memory whose responses are planned.
#include <catch2/catch.hpp>

#include "heddle/lsu/lsu.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

struct LsuBench {
    explicit LsuBench(const LsuParameters& parameters = {}, std::size_t response_capacity = 8,
                      std::size_t l1_queue = 64)
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock, response_capacity),
          lsu("lsu", clock, parameters),
          memory("memory", clock, l1_queue) {
        binder.bind(driver.memory_out, lsu.warp_in);
        binder.bind(lsu.l1_out, memory.request_in);
        for (unsigned i = 0; i < 65536; ++i) memory.byte(i) = pattern(i);
    }
    static std::uint8_t pattern(std::uint64_t address) {
        return static_cast<std::uint8_t>(address * 7 + address / 256);
    }
    static std::uint32_t word_at(std::uint64_t address) {
        std::uint32_t value = 0;
        for (unsigned i = 4; i-- > 0;) value = value << 8 | pattern(address + i);
        return value;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(lsu.idle());
        REQUIRE(binder.outstanding() == 0);
    }
    bool ok(unsigned index) const { return driver[index].payload->is_response_ok(); }
    ClockDomain clock;
    WarpDriver driver;
    Lsu lsu;
    PlannedMemory memory;
    CheckingBinder binder;
};

const auto consecutive = [](unsigned lane) { return 0x1000 + lane * 4; };
const auto divergent = [](unsigned lane) { return 0x1000 + lane * 256; };

}  // namespace

TEST_CASE("requests of a load that bypasses the L1 say so, others do not") {
    LsuBench bench;
    for (const auto& address : {WarpDriver::LaneAddress(consecutive), WarpDriver::LaneAddress(divergent)}) {
        bench.driver[bench.driver.warp(1, AccessKind::load, address)].warp->lanes.bypass_l1 = true;
        bench.driver.warp(1, AccessKind::load, address);
    }
    bench.run();
    REQUIRE(bench.memory.requests.size() == 2 * (1 + 32));
    for (unsigned i = 0; i < bench.memory.requests.size(); ++i)
        CHECK(bench.memory.requests[i].bypass_l1 == (i == 0 || (i >= 2 && i < 2 + 32)));
}

TEST_CASE("a coalesced load is one line, there and back in known time") {
    LsuBench bench;
    const unsigned load = bench.driver.warp(1, AccessKind::load, consecutive);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].word_mask == ~0u);
    // Sent in t, coalesced and sent on in t+1, taken in t+2, response in t+12, taken and sent on in t+13, usable in
    // t+14.
    CHECK(bench.driver.latency(load) == 14);
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        CHECK(bench.driver.word(load, lane) == LsuBench::word_at(consecutive(lane)));
    CHECK(bench.lsu.lines_per_instruction.counts()[1] == 1);
    CHECK(bench.lsu.pending_instruction_cycles.value() == 12);  // taken in t+1, the response in t+13
}

TEST_CASE("a divergent load sends one line per cycle and completes with the last response") {
    LsuBench bench;
    const unsigned load = bench.driver.warp(1, AccessKind::load, divergent);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 32);
    for (unsigned i = 1; i < 32; ++i) CHECK(bench.memory.requests[i].taken == bench.memory.requests[0].taken + i);
    CHECK(bench.driver.latency(load) == 14 + 31);
    CHECK(bench.lsu.line_requests.value() == 32);
    CHECK(bench.lsu.lines_per_instruction.counts()[32] == 1);
}

TEST_CASE("responses in any order reach the right lanes") {
    LsuBench bench;
    bench.memory.latency = [](unsigned index) { return 10 + index * 37 % 32 * 5; };
    const unsigned load = bench.driver.warp(1, AccessKind::load, divergent);
    bench.run();
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        CHECK(bench.driver.word(load, lane) == LsuBench::word_at(divergent(lane)));
}

TEST_CASE("a later instruction may complete first") {
    LsuBench bench;
    bench.memory.latency = [](unsigned index) { return index == 0 ? 200 : 10; };
    const unsigned slow = bench.driver.warp(1, AccessKind::load, consecutive);
    const unsigned fast = bench.driver.warp(2, AccessKind::load, [](unsigned lane) { return 0x4000 + lane * 4; });
    bench.run();
    CHECK(bench.driver[fast].answered < bench.driver[slow].answered);
}

TEST_CASE("a store with gaps writes its bytes only") {
    LsuBench bench;
    const unsigned store = bench.driver.warp(1, AccessKind::store, [](unsigned lane) { return 0x1000 + lane * 8; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(store, lane, 0xA0A0A000 + lane);
    bench.run();
    CHECK(bench.memory.requests.size() == 2);
    CHECK(bench.memory.requests[0].enables.size() == bench.memory.requests[0].bytes);
    CHECK(bench.memory.byte(0x1008) == 1);
    CHECK(bench.memory.byte(0x1009) == 0xA0);
    CHECK(bench.memory.byte(0x100C) == LsuBench::pattern(0x100C));
    CHECK(bench.memory.byte(0x10F8) == 31);
    CHECK(bench.ok(store));
}

TEST_CASE("atomics of lanes on one counter execute in lane order") {
    LsuBench bench;
    for (unsigned i = 0; i < 4; ++i) bench.memory.byte(0x1000 + i) = 0;
    const unsigned atomic = bench.driver.warp(1, AccessKind::atomic, [](unsigned) { return 0x1000; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(atomic, lane, 1);
    bench.run();
    CHECK(bench.memory.requests.size() == 32);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) CHECK(bench.driver.word(atomic, lane) == lane);
    CHECK(bench.memory.byte(0x1000) == 32);
}

TEST_CASE("compare-and-swap carries its second operand") {
    LsuBench bench;
    for (unsigned i = 0; i < 128; ++i) bench.memory.byte(0x1000 + i) = 0;
    const unsigned cas = bench.driver.warp(1, AccessKind::atomic, consecutive);
    WarpAccess& lanes = bench.driver.lanes(cas);
    lanes.atomic_op = AtomicOp::cas;
    lanes.compare.fill(0);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        bench.driver.set_word(cas, lane, 9);
        lanes.compare[lane * 4] = lane % 2;  // only even lanes match
    }
    bench.run();
    CHECK(bench.memory.byte(0x1000) == 9);
    CHECK(bench.memory.byte(0x1004) == 0);
    CHECK(bench.memory.byte(0x1008) == 9);
}

TEST_CASE("a plain access of 300 bytes is cut into lines") {
    LsuBench bench;
    const unsigned read = bench.driver.plain(1, tlm::TLM_READ_COMMAND, 0x1050, std::vector<std::uint8_t>(300));
    std::vector<std::uint8_t> data(300);
    for (unsigned i = 0; i < 300; ++i) data[i] = static_cast<std::uint8_t>(i ^ 0x5A);
    const unsigned write = bench.driver.plain(100, tlm::TLM_WRITE_COMMAND, 0x2050, data);
    bench.run();
    CHECK(bench.ok(read));
    CHECK(bench.ok(write));
    CHECK(bench.memory.requests.size() == 6);
    CHECK(bench.memory.requests[0].bytes == 0x30);
    CHECK(bench.memory.requests[2].bytes == 300 - 0x30 - 128);
    for (unsigned i = 0; i < 300; ++i) {
        REQUIRE(bench.driver[read].payload->get_data_ptr()[i] == LsuBench::pattern(0x1050 + i));
        REQUIRE(bench.memory.byte(0x2050 + i) == data[i]);
    }
    CHECK(bench.memory.byte(0x204F) == LsuBench::pattern(0x204F));
    CHECK(bench.memory.byte(0x2050 + 300) == LsuBench::pattern(0x2050 + 300));
}

TEST_CASE("a plain ignore command completes at once and leaves the data alone") {
    LsuBench bench;
    const unsigned nothing = bench.driver.plain(1, tlm::TLM_IGNORE_COMMAND, 0x1000, std::vector<std::uint8_t>(8, 0x3C));
    bench.run();
    CHECK(bench.ok(nothing));
    CHECK(bench.memory.requests.empty());
    CHECK(bench.driver[nothing].payload->get_data_ptr()[0] == 0x3C);
}

TEST_CASE("one failing line fails its instruction and no other") {
    LsuBench bench;
    bench.memory.failing_lines = {0x1100};
    const unsigned fails = bench.driver.warp(1, AccessKind::load, divergent);
    const unsigned good = bench.driver.warp(2, AccessKind::load, consecutive);
    bench.run();
    CHECK(bench.driver[fails].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.ok(good));
}

TEST_CASE("an instruction without active lanes completes and sends nothing") {
    LsuBench bench;
    bench.driver.warp(1, AccessKind::load, consecutive, 4, 0);
    bench.run();
    CHECK(bench.memory.requests.empty());
    CHECK(bench.lsu.lines_per_instruction.counts()[0] == 1);
}

TEST_CASE("a misaligned lane is named in the error") {
    LsuBench bench;
    bench.driver.warp(1, AccessKind::load, [](unsigned lane) { return lane == 3 ? 4098 : 4096; });
    CHECK_THROWS_WITH(sc_core::sc_start(),
                      Catch::Contains("lsu: lane 3") && Catch::Contains("4098") && Catch::Contains("size 4"));
}

TEST_CASE("an L1 that takes nothing pushes back to the SM, and nothing is lost") {
    LsuBench bench({}, 8, 1);
    bench.memory.takes_from = 500;
    for (unsigned i = 0; i < 10; ++i) bench.driver.warp(1, AccessKind::load, consecutive);
    sc_core::sc_start(400, sc_core::SC_NS);
    // One line is in the L1's queue and one back-pressured, one instruction is in the coalescer, four are queued, one
    // is back-pressured.
    CHECK(bench.driver[7].sent != never);
    CHECK(bench.driver[8].sent == never);
    bench.run();
    CHECK(bench.memory.requests.size() == 10);
    CHECK(bench.lsu.l1_stall_cycles.value() > 400);
}

TEST_CASE("an initiator that takes no responses for long loses none") {
    LsuParameters parameters;
    parameters.pending_instructions = 2;
    LsuBench bench(parameters, 1);
    bench.driver.reads_responses_from = 500;
    for (unsigned i = 0; i < 12; ++i) bench.driver.warp(1, AccessKind::load, consecutive);
    bench.run();
    for (unsigned i = 0; i < 12; ++i) CHECK(bench.driver.word(i, 5) == LsuBench::word_at(consecutive(5)));
}

TEST_CASE("blocking warp and plain accesses return the same data") {
    LsuBench bench;
    bench.driver.warp(1, AccessKind::load, divergent);
    bench.run();
    PayloadPool<WarpPayload> pool;
    WarpPayload* load = pool.acquire(tlm::TLM_READ_COMMAND, divergent(0), 128);
    load->lanes = bench.driver.lanes(0);
    load->lanes.data.fill(0);
    load->set_data_ptr(load->lanes.data.data());
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(*load, delay);
    CHECK(load->is_response_ok());
    CHECK(std::equal(load->lanes.data.begin(), load->lanes.data.begin() + 128, bench.driver.lanes(0).data.begin()));
    CHECK(delay > 32 * bench.clock.period());
    load->release();
}

TEST_CASE("debug accesses cross lines and move no counters") {
    LsuBench bench;
    std::vector<std::uint8_t> data(300, 0x21);
    Payload write;
    write.set_command(tlm::TLM_WRITE_COMMAND);
    write.set_address(0x1010);
    write.set_data_ptr(data.data());
    write.set_data_length(300);
    write.set_streaming_width(300);
    sc_core::sc_start(1, sc_core::SC_NS);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 300);
    CHECK(bench.memory.byte(0x1010) == 0x21);
    CHECK(bench.memory.byte(0x1010 + 299) == 0x21);
    CHECK(bench.lsu.instructions.value() == 0);
}
