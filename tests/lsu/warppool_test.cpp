// The WarpPool unit between an SM's instructions and a memory whose responses are planned: the micro-scenarios of
// MECHANISMS 2.2.8 and what lies around them.
#include <catch2/catch.hpp>
#include <numeric>

#include "heddle/lsu/pool/warppool/warppool_lsu.h"
#include "pool_bench.h"

using namespace heddle;

namespace {

using Bench = PoolBench<WarpPoolLsu>;

const auto line_0 = [](unsigned lane) { return 0x1000 + lane * 4; };
// Fills the L1's one queue entry and back-pressures the request behind it.
void block_l1(Bench& bench, Cycle until) {
    bench.memory.takes_from = until;
    bench.load(1, 40, [](unsigned) { return 0xF000; });
    bench.load(1, 40, [](unsigned) { return 0xF080; });
}
std::uint64_t reads_of(const Bench& bench, std::uint64_t line) {
    std::uint64_t count = 0;
    for (const auto& request : bench.memory.requests) count += line_of(request.address) == line;
    return count;
}

}  // namespace

TEST_CASE("warppool: a load goes through six stages") {
    Bench bench({}, 64, WarpPoolParameters{});
    const unsigned load = bench.load(1, 0, line_0);
    bench.run();
    CHECK(bench.holds(load, line_0));
    // Sent in 1, in its queue in 2 (stage 1), chosen as stage 6 in 7, visible at the memory in 8.
    REQUIRE(bench.memory.requests.size() == 1);
    CHECK(bench.memory.requests[0].taken == 8);
    CHECK(bench.driver.latency(load) == 19);
    CHECK(bench.lsu.pool.map_consecutive.value() == 1);
}

TEST_CASE("warppool: loads that bypass the L1 merge with their own kind only, and their requests say so") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 100);
    for (unsigned warp = 0; warp < 4; ++warp)
        bench.driver[bench.load(2, warp, line_0)].warp->lanes.bypass_l1 = warp % 2 == 0;
    bench.driver[bench.load(2, 5, [](unsigned lane) { return 0x2000 + lane * 4; })].warp->lanes.bypass_l1 = true;
    bench.run();
    unsigned bypassing = 0, cached = 0;
    for (const auto& request : bench.memory.requests)
        if (line_of(request.address) == 0x1000) ++(request.bypass_l1 ? bypassing : cached);
    CHECK(bypassing == 1);
    CHECK(cached == 1);
    CHECK(bench.memory.requests.back().address == 0x2000);
    CHECK(bench.memory.requests.back().bypass_l1);
}

TEST_CASE("warppool: fewer stages, less latency, and instructions follow each other in every cycle") {
    WarpPoolParameters parameters;
    parameters.pipeline_stages = 4;
    Bench bench({}, 64, parameters);
    for (unsigned i = 0; i < 8; ++i) bench.load(1, i * 3, [=](unsigned lane) { return 0x1000 + i * 128 + lane * 4; });
    bench.run();
    for (unsigned i = 0; i < 8; ++i) CHECK(bench.memory.requests[i].taken == 6 + i);
}

TEST_CASE("scenario a: four warps that load one line behind a blocked L1 are one request and four write-backs") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 40);
    std::vector<unsigned> loads;
    for (unsigned warp = 0; warp < 4; ++warp) loads.push_back(bench.load(10, warp, line_0));
    bench.run();
    CHECK(reads_of(bench, 0x1000) == 1);
    CHECK(bench.lsu.pool.slots_per_request.counts()[4] == 1);
    CHECK(bench.lsu.pool.merges.value() == 3);
    CHECK(bench.lsu.pool.duplicate_tags.value() == 0);
    for (unsigned i = 0; i < 4; ++i) {
        CHECK(bench.holds(loads[i], line_0));
        CHECK(bench.driver[loads[i]].answered == bench.driver[loads[0]].answered + i);
    }
    CHECK(bench.lsu.l1_stall_cycles.value() > 10);
}

TEST_CASE("scenario a: a fifth warp takes the second tag of the queue") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 40);
    for (unsigned warp = 0; warp < 5; ++warp) bench.load(10, warp, line_0);
    bench.run();
    CHECK(reads_of(bench, 0x1000) == 2);
    CHECK(bench.lsu.pool.slots_per_request.counts()[4] == 1);
    CHECK(bench.lsu.pool.duplicate_tags.value() == 1);
}

TEST_CASE("scenario c: two divergent loads of 32 lines keep the L1 busy for 64 cycles") {
    Bench bench({}, 64, WarpPoolParameters{});
    bench.load(1, 0, [](unsigned lane) { return lane * 128; });
    bench.load(1, 3, [](unsigned lane) { return 0x1000 + lane * 128; });
    bench.run();
    REQUIRE(bench.memory.requests.size() == 64);
    CHECK(bench.memory.requests[63].taken == bench.memory.requests[0].taken + 63);
    CHECK(bench.lsu.pool.map_single.value() == 64);
}

TEST_CASE("scenario c: if both want the same 32 lines, 32 requests serve both") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 100);
    const auto column = [](unsigned lane) { return lane * 128 + 4; };
    const unsigned first = bench.load(10, 0, column), second = bench.load(10, 3, column);
    bench.run();
    CHECK(bench.lsu.line_requests.value() == 2 + 32);
    CHECK(bench.lsu.pool.slots_per_request.counts()[2] == 32);
    CHECK(bench.holds(first, column));
    CHECK(bench.holds(second, column));
}

TEST_CASE("scenario d: of two lines for one queue in one cycle, one is placed a cycle later") {
    Bench bench({}, 64, WarpPoolParameters{});
    // The first load's second line meets the second load's line; both belong to queue 0.
    bench.load(1, 0, [](unsigned lane) { return lane < 16 ? 0x80 : 0x0; });
    bench.load(1, 3, [](unsigned) { return 0x1000; });
    bench.run();
    CHECK(bench.lsu.pool.stall_conflict_cycles.value() == 1);
    REQUIRE(bench.memory.requests.size() == 3);
    CHECK(bench.memory.requests[1].address == 0x0);
    CHECK(bench.memory.requests[2].address == 0x1000);
}

TEST_CASE("warppool: loads of different words of a line become one request for the bytes between") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 60);
    const auto low = [](unsigned lane) { return 0x1010 + lane % 2 * 4; };
    const auto high = [](unsigned lane) { return 0x1040 + lane % 4 * 4; };
    const unsigned a = bench.load(10, 0, low), b = bench.load(10, 5, high);
    bench.run();
    const auto& request = bench.memory.requests.back();
    CHECK(request.address == 0x1010);
    CHECK(request.bytes == 0x40);
    CHECK(request.word_mask == 0x000F0030);
    CHECK(bench.holds(a, low));
    CHECK(bench.holds(b, high));
}

TEST_CASE("warppool: an irregular pattern waits for the thread map table") {
    WarpPoolParameters parameters;
    parameters.thread_map_entries = 1;
    Bench bench({}, 64, parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    const auto mixed = [](unsigned lane) { return 0x1000 + (lane ^ 5) * 4; };
    const unsigned first = bench.load(1, 0, mixed);
    const unsigned second = bench.load(1, 3, [&](unsigned lane) { return 0x1000 + mixed(lane); });
    const unsigned regular = bench.load(1, 6, line_0);
    bench.run();
    CHECK(bench.lsu.pool.stall_map_cycles.value() > 90);
    CHECK(bench.lsu.pool.max_map_entries.value() == 1);
    CHECK(bench.lsu.pool.map_other.value() == 2);
    CHECK(bench.lsu.pool.map_entry_cycles.value() > 200);
    CHECK(bench.driver[second].answered > bench.driver[first].answered + 100);
    CHECK(bench.driver[regular].answered < bench.driver[second].answered);
    CHECK(bench.holds(first, mixed));
}

TEST_CASE("warppool: a line without a free tag waits in its coalescer, the other coalescer goes on") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 60);
    for (std::uint64_t line : {0x0, 0x1000, 0x40000}) bench.load(10, 0, [=](unsigned) { return line; });
    const unsigned other = bench.load(10, 9, [](unsigned) { return 0x80; });
    bench.run();
    CHECK(bench.lsu.pool.stall_tag_cycles.value() > 20);
    CHECK(bench.lsu.pool.max_tags.value() == 3);
    REQUIRE(bench.memory.requests.size() == 6);
    CHECK(bench.memory.requests[4].address == 0x80);
    CHECK(bench.memory.requests[5].address == 0x40000);
    CHECK(bench.driver[other].answered != never);
}

TEST_CASE("warppool: loads go before stores, however long a store waits") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 60);
    bench.access(10, 0, AccessKind::store, [](unsigned lane) { return 0x2000 + lane * 4; });
    bench.load(11, 6, line_0);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 4);
    CHECK(bench.memory.requests[2].kind == AccessKind::load);
    CHECK(bench.memory.requests[3].kind == AccessKind::store);
    CHECK(bench.lsu.pool.stall_store_cycles.value() > 30);
}

TEST_CASE("warppool: a store that has waited beyond its limit goes first") {
    WarpPoolParameters parameters;
    parameters.store_wait_limit_cycles = 5;
    Bench bench({}, 1, parameters);
    block_l1(bench, 60);
    bench.access(10, 0, AccessKind::store, [](unsigned lane) { return 0x2000 + lane * 4; });
    bench.load(11, 6, line_0);
    bench.run();
    CHECK(bench.memory.requests[2].kind == AccessKind::store);
}

TEST_CASE("warppool: doubles are split into half warps") {
    Bench bench({}, 1, WarpPoolParameters{});
    block_l1(bench, 60);
    const unsigned load = bench.load(
        10, 0, [](unsigned) { return 0x1008; }, 8);
    bench.access(
        10, 3, AccessKind::store, [](unsigned) { return 0x2008; }, 8);
    bench.run();
    CHECK(bench.lsu.lines_per_instruction.counts()[2] == 2);
    CHECK(bench.lsu.pool.slots_per_request.counts()[2] == 1);  // the halves of the load meet again
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        for (unsigned byte = 0; byte < 8; ++byte)
            REQUIRE(bench.driver.lanes(load).data[lane * 8 + byte] == Bench::pattern(0x1008 + byte));
    CHECK(bench.memory.byte(0x2008) == 0);
}

TEST_CASE("warppool: atomics of lanes on one counter execute in lane order and merge with nothing") {
    Bench bench({}, 64, WarpPoolParameters{});
    for (unsigned i = 0; i < 4; ++i) bench.memory.byte(0x1000 + i) = 0;
    const unsigned atomic = bench.access(1, 0, AccessKind::atomic, [](unsigned) { return 0x1000; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) bench.driver.set_word(atomic, lane, 1);
    bench.run();
    CHECK(bench.memory.requests.size() == 32);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) CHECK(bench.driver.word(atomic, lane) == lane);
    CHECK(bench.lsu.pool.inserts.value() == 0);
}

TEST_CASE("warppool: an error of a merged line reaches each of its loads and no other") {
    Bench bench({}, 1, WarpPoolParameters{});
    bench.memory.failing_lines = {0x1000};
    block_l1(bench, 60);
    const unsigned a = bench.load(10, 0, line_0), b = bench.load(10, 3, line_0);
    const unsigned good = bench.load(10, 6, [](unsigned lane) { return 0x2000 + lane * 4; });
    sc_core::sc_start();
    REQUIRE(bench.driver.done());
    for (unsigned index : {a, b})
        CHECK(bench.driver[index].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
    CHECK(bench.driver[good].payload->is_response_ok());
}

TEST_CASE("warppool: instructions without active lanes complete and send nothing") {
    Bench bench({}, 64, WarpPoolParameters{});
    bench.access(1, 0, AccessKind::store, line_0, 4, 0);
    bench.load(2, 0, line_0, 4, 0);
    bench.run();
    CHECK(bench.memory.requests.empty());
}

TEST_CASE("warppool: plain accesses keep their order and are cut into lines") {
    Bench bench({}, 64, WarpPoolParameters{});
    std::vector<std::uint8_t> data(300, 0x5A);
    bench.driver.plain(1, tlm::TLM_WRITE_COMMAND, 0x2050, data);
    const unsigned read = bench.driver.plain(1, tlm::TLM_READ_COMMAND, 0x2000, std::vector<std::uint8_t>(512));
    bench.run();
    const unsigned char* bytes = bench.driver[read].payload->get_data_ptr();
    CHECK(bytes[0x4F] == Bench::pattern(0x204F));
    for (unsigned i = 0; i < 300; ++i) REQUIRE(bytes[0x50 + i] == 0x5A);
}

TEST_CASE("warppool: a full instruction queue holds its initiator back, others' places stay theirs") {
    WarpPoolParameters parameters;
    parameters.instruction_queue_entries = 2;
    LsuParameters unit;
    unit.queue_entries = 1;
    Bench bench(unit, 1, parameters);
    block_l1(bench, 200);
    for (unsigned i = 0; i < 10; ++i)
        bench.access(10, 0, AccessKind::store, [=](unsigned lane) { return 0x1000 + i * 128 + lane * 4; });
    sc_core::sc_start(150, sc_core::SC_NS);
    // Two are in the coalescers, two in their instruction queue, one in the input queue, one is back-pressured.
    CHECK(bench.driver[2 + 5].sent != never);
    CHECK(bench.driver[2 + 6].sent == never);
    bench.run();
    CHECK(bench.lsu.pool.iq_full_cycles.value() > 100);
    CHECK(bench.lsu.pool.iq_occupancy_cycles.counts()[0] > 200);
}

namespace {

struct Notifications : PhaseObserver {
    void phase_seen(Payload& payload, const tlm::tlm_phase& phase, Cycle visible) override {
        seen.push_back({&payload, phase.get_name(), visible});
    }
    struct Notification {
        Payload* payload;
        std::string phase;
        Cycle visible;
    };
    std::vector<Notification> seen;
};

}  // namespace

TEST_CASE("warppool: the unit notifies when an instruction has left its queue and when it has left the unit") {
    Notifications notifications;
    Bench bench({}, 64, WarpPoolParameters{});
    bench.driver.memory_out.observe_phases(notifications);
    const unsigned load = bench.load(1, 0, [](unsigned lane) { return lane * 128; });
    bench.run();
    REQUIRE(notifications.seen.size() == 2);
    CHECK(notifications.seen[0].payload == bench.driver[load].payload);
    CHECK(notifications.seen[0].phase.find("LEFT_QUEUE") != std::string::npos);
    CHECK(notifications.seen[1].phase.find("LEFT_UNIT") != std::string::npos);
    CHECK(notifications.seen[0].visible == 6);                                // popped in 5
    CHECK(notifications.seen[1].visible == bench.memory.requests[31].taken);  // sent in the cycle before
}

TEST_CASE("warppool: a write-back queue that is full holds the memory back") {
    Bench bench({}, 64, WarpPoolParameters{});
    bench.memory.takes_from = 60;
    std::vector<unsigned> loads;
    bench.load(1, 40, [](unsigned) { return 0xF000; });
    for (unsigned line = 0; line < 4; ++line)
        for (unsigned warp = 0; warp < 4; ++warp)
            loads.push_back(bench.load(1, warp, [=](unsigned lane) { return line * 128 + lane * 4; }));
    bench.run();
    CHECK(bench.lsu.pool.loads_written_back.value() == 17);
    for (unsigned i = 1; i < loads.size(); ++i)
        CHECK(bench.driver[loads[i]].answered != bench.driver[loads[i - 1]].answered);
}

TEST_CASE("warppool: blocking and debugging accesses pass the pool by") {
    Bench bench({}, 64, WarpPoolParameters{});
    bench.load(1, 0, line_0);
    bench.run();
    std::vector<std::uint8_t> data(300, 0x21);
    Payload write;
    write.set_command(tlm::TLM_WRITE_COMMAND);
    write.set_address(0x1010);
    write.set_data_ptr(data.data());
    write.set_data_length(300);
    write.set_streaming_width(300);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 300);
    CHECK(bench.memory.byte(0x1010) == 0x21);
    sc_core::sc_time delay;
    bench.driver.memory_out->b_transport(write, delay);
    CHECK(write.is_response_ok());
}

TEST_CASE("warppool: a quantum that ends while the unit sleeps is counted") {
    WarpPoolParameters parameters;
    parameters.quantum_cycles = 100;
    Bench bench({}, 64, parameters);
    bench.load(1, 0, line_0);
    bench.run();
    const auto quanta = [&] {
        bench.lsu.settle_counters();
        const auto& counts = bench.lsu.pool.quantum_miss_percent.counts();
        return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    };
    CHECK(quanta() == 0);
    for (unsigned times = 0; times < 2; ++times) {
        sc_core::sc_start(100 * bench.clock.period());
        CHECK(quanta() == 1);  // the one with a response
    }
}
