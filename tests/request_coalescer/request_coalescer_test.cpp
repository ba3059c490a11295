// What a request coalescer merges, what it does not, and in which cycle it does so.
#include "heddle/request_coalescer/request_coalescer.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "blocking_access.h"
#include "kit/checking_binder.h"
#include "l1_cache/l1_bench.h"
#include "module_readme.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// SMs 0 to 7 are one group, 8 to 15 another. Memory answers after 40 cycles.
struct Bench {
    explicit Bench(unsigned entries = 16, unsigned merges = 4, unsigned far_latency = 0,
                   unsigned far_atomic_latency = 0)
        : clock("clock", period_of_mhz(1000)),
          driver("driver", clock),
          coalescer("coalescer", clock, parameters(entries, merges, far_latency, far_atomic_latency),
                    {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}, second_group_far()),
          memory("memory", clock) {
        binder.bind(driver.memory_out, coalescer.request_in);
        binder.bind(coalescer.l2_out, memory.request_in);
        memory.latency = [](unsigned) { return Cycle{40}; };
        for (unsigned i = 0; i < line_bytes; ++i) memory.byte(0x1000 + i) = static_cast<std::uint8_t>(i + 1);
    }
    static std::vector<bool> second_group_far() {
        std::vector<bool> far(16);
        for (unsigned sm = 8; sm < 16; ++sm) far[sm] = true;
        return far;
    }
    static RequestCoalescerParameters parameters(unsigned entries, unsigned merges, unsigned far_latency = 0,
                                                 unsigned far_atomic_latency = 0) {
        RequestCoalescerParameters result;
        result.far_latency_cycles = far_latency;
        result.far_atomic_latency_cycles = far_atomic_latency;
        result.entries = entries;
        result.merges = merges;
        return result;
    }
    unsigned read(Cycle cycle, unsigned sm, std::uint64_t address = 0x1000, unsigned bytes = line_bytes) {
        const unsigned index = driver.read(cycle, address, bytes);
        driver[index].payload->access.sm = static_cast<std::uint16_t>(sm);
        return index;
    }
    unsigned add(Cycle cycle, unsigned sm, std::uint64_t address = 0x1000) {
        const unsigned index = driver.atomic_add(cycle, address, 1);
        driver[index].payload->access.sm = static_cast<std::uint16_t>(sm);
        return index;
    }
    void run() {
        sc_core::sc_start();
        REQUIRE(driver.done());
        REQUIRE(coalescer.idle());
        REQUIRE(binder.outstanding() == 0);
    }
    std::size_t reads_of_memory() const { return memory.requests.size(); }
    std::uint8_t first_byte(unsigned index) const { return driver.data(index)[0]; }

    ClockDomain clock;
    LineDriver driver;
    RequestCoalescer coalescer;
    PlannedMemory memory;
    CheckingBinder binder;
};

// A cycle to the unit and one to memory, memory's own 40, and one back for each link.
constexpr Cycle read_cycles = 1 + 1 + 40 + 1 + 1;

}  // namespace

TEST_CASE("two SMs of a group that read the same bytes share one read, responses come one per cycle") {
    Bench bench;
    const unsigned first = bench.read(1, 0), second = bench.read(20, 5);
    bench.run();
    CHECK(bench.reads_of_memory() == 1);
    CHECK(bench.driver.latency(first) == read_cycles);
    CHECK(bench.driver[second].answered == bench.driver[first].answered + 1);
    CHECK_FALSE(bench.driver[first].payload->access.route.shared());
    CHECK(bench.driver[second].payload->access.route.shared());
    for (const unsigned index : {first, second})
        for (unsigned i = 0; i < line_bytes; ++i) REQUIRE(bench.driver.data(index)[i] == i + 1);
    CHECK(bench.coalescer.reads.value() == 2);
    CHECK(bench.coalescer.merged_reads.value() == 1);
    CHECK(bench.coalescer.reads_per_entry.counts()[2] == 1);
}

TEST_CASE("reads of another group, of other bytes, and after the reply are not merged") {
    Bench bench;
    bench.read(1, 0);
    bench.read(2, 8);
    bench.read(3, 1, 0x1000, 32);
    bench.read(4, 1, 0x1020, 32);
    const unsigned part = bench.read(5, 2, 0x1020, 32);
    bench.read(6, 99);  // an SM that nobody has named
    bench.read(100, 1);
    bench.run();
    CHECK(bench.reads_of_memory() == 6);
    CHECK(bench.coalescer.merged_reads.value() == 1);
    CHECK(bench.coalescer.unmergeable_reads.value() == 1);
    CHECK(bench.first_byte(part) == 0x21);
}

TEST_CASE("halves: the first read of a line from the other half comes later, the next finds the copy") {
    Bench bench(16, 4, 100);
    const unsigned far = bench.read(1, 8), near = bench.read(2, 0), merged = bench.read(120, 9);
    const unsigned copied = bench.read(400, 10, 0x1020, 32), other = bench.read(600, 8, 0x2000);
    bench.run();
    CHECK(bench.driver.latency(far) == read_cycles + 100);
    CHECK(bench.driver.latency(near) == read_cycles);  // a reply on its way from the other half holds up no other
    CHECK(bench.driver[merged].answered == bench.driver[far].answered + 1);
    CHECK(bench.driver.latency(copied) == read_cycles);
    CHECK(bench.driver.latency(other) == read_cycles + 100);
    CHECK(bench.coalescer.far_reads.value() == 2);
    for (const unsigned index : {far, near, merged}) CHECK(bench.first_byte(index) == 1);
    CHECK(bench.first_byte(copied) == 0x21);
}

TEST_CASE("halves: reads of a line whose copy is on its way come with it, not before and not a whole way later") {
    Bench bench(16, 4, 100);
    const unsigned other = bench.read(1, 8, 0x2000);  // begins to wait first
    const unsigned far = bench.read(20, 8), part = bench.read(30, 9, 0x1020, 32), late = bench.read(70, 9, 0x1040, 32);
    bench.run();
    const Cycle copy = bench.driver[far].answered;
    CHECK(bench.driver.latency(far) == read_cycles + 100);
    CHECK(bench.driver.latency(other) == read_cycles + 100);
    CHECK(bench.driver[part].answered == copy + 1);
    CHECK(bench.driver[late].answered == copy + 2);
    CHECK(bench.coalescer.far_reads.value() == 2);
    CHECK(bench.coalescer.copy_waits.value() == 2);
    CHECK(bench.first_byte(part) == 0x21);
    CHECK(bench.first_byte(late) == 0x41);
}

TEST_CASE(
    "halves: every atomic of an SM of the other half takes longer, whatever has been read, and holds up no other") {
    Bench bench(16, 4, 100, 150);
    const unsigned far = bench.add(1, 8), near = bench.add(2, 0), read = bench.read(400, 8);
    const unsigned again = bench.add(600, 8), copied = bench.read(1000, 9);
    bench.run();
    CHECK(bench.driver.latency(far) == read_cycles + 150);
    CHECK(bench.driver.latency(near) == read_cycles);
    CHECK(bench.driver.latency(read) == read_cycles + 100);
    CHECK(bench.driver.latency(again) == read_cycles + 150);
    CHECK(bench.driver.latency(copied) == read_cycles + 100);  // the atomic before it has dropped the copy
    CHECK(bench.coalescer.far_atomics.value() == 2);
    CHECK(bench.first_byte(copied) == 4);
}

TEST_CASE("halves: replies on their way from the other half take no time from others") {
    Bench bench(16, 4, 100, 150);
    std::vector<unsigned> far, near;
    for (Cycle cycle = 1; cycle < 801; cycle += 2) {  // the response of a far one and that of a near one never meet
        far.push_back(bench.add(cycle, 8));
        near.push_back(bench.add(cycle + 1, 0));
    }
    bench.run();
    const auto late = [&](const std::vector<unsigned>& atomics, Cycle latency) {
        return std::count_if(atomics.begin(), atomics.end(),
                             [&](unsigned index) { return bench.driver.latency(index) != latency; });
    };
    CHECK(late(far, read_cycles + 150) == 0);
    CHECK(late(near, read_cycles) == 0);
}

TEST_CASE("halves: who waits for a copy may leave before replies that began to wait earlier") {
    LateReplies replies(2);
    Payload first, second;
    CHECK(replies.due(1, true) == never);
    replies.push(&first, 30);
    replies.push(&second, 20);
    CHECK(replies.filled());
    CHECK(replies.due(1, true) == 20);
    CHECK_FALSE(replies.ready(19));
    REQUIRE(replies.ready(20));
    CHECK(replies.pop() == &second);
    CHECK_FALSE(replies.ready(20));
    CHECK(replies.pop() == &first);
    CHECK(replies.empty());
}

TEST_CASE("halves: a store drops the copy, and copies are as many as the other half holds") {
    CopyTags copies(CopyTags::ways);
    const auto is_there = [&](std::uint64_t line) { return copies.touch(line) != never; };
    for (unsigned line = 0; line < CopyTags::ways; ++line) {
        CHECK_FALSE(is_there(line * line_bytes));
        copies.insert(line * line_bytes, 7);
    }
    CHECK(copies.touch(0) == 7);
    copies.insert(CopyTags::ways * line_bytes, 8);  // in the place of line 1
    CHECK(is_there(0));
    CHECK_FALSE(is_there(line_bytes));
    copies.drop(0);
    CHECK_FALSE(is_there(0));
    CHECK(is_there(2 * line_bytes));
    copies.clear();
    CHECK_FALSE(is_there(2 * line_bytes));

    Bench bench(16, 4, 100);
    bench.read(1, 8);
    bench.driver.write(300, 0x1000, 7, 4);
    const unsigned again = bench.read(400, 8);
    bench.run();
    CHECK(bench.driver.latency(again) == read_cycles + 100);
    CHECK(bench.first_byte(again) == 7);
}

TEST_CASE("the fifth read opens a new entry, the sixth merges with it") {
    Bench bench;
    for (unsigned sm = 0; sm < 8; ++sm) bench.read(1, sm);
    bench.run();
    CHECK(bench.reads_of_memory() == 2);
    CHECK(bench.coalescer.merged_reads.value() == 6);
    for (unsigned sm = 0; sm < 8; ++sm) CHECK(bench.first_byte(sm) == 1);
    CHECK(bench.coalescer.reads_per_entry.counts()[4] == 2);
}

TEST_CASE("with merges=1 nothing merges") {
    Bench bench(16, 1);
    for (unsigned sm = 0; sm < 4; ++sm) bench.read(1, sm);
    bench.run();
    CHECK(bench.reads_of_memory() == 4);
    CHECK(bench.coalescer.merged_reads.value() == 0);
}

TEST_CASE("a full table lets reads pass") {
    Bench bench(1);
    bench.read(1, 0);
    const unsigned passed = bench.read(2, 0, 0x2000), again = bench.read(3, 1, 0x2000), merged = bench.read(4, 1);
    bench.run();
    CHECK(bench.reads_of_memory() == 3);
    CHECK(bench.coalescer.full_passes.value() == 2);
    CHECK(bench.coalescer.merged_reads.value() == 1);
    // The merged read is answered before them.
    CHECK(bench.driver.latency(passed) == read_cycles + 1);
    CHECK(bench.driver.latency(again) == read_cycles + 1);
    CHECK(bench.first_byte(merged) == 1);
}

TEST_CASE("a store or an atomic to any byte of the line ends the merging with what is outstanding") {
    Bench bench;
    const unsigned before = bench.read(1, 0), other_group = bench.read(2, 8);
    bench.driver.write(3, 0x1010, 99, 4);
    const unsigned after = bench.read(4, 1), with_it = bench.read(5, 2);
    bench.driver.atomic_add(6, 0x1040, 1);
    const unsigned last = bench.read(7, 3);
    bench.run();
    CHECK(bench.driver.data(before)[0x10] == 0x11);
    CHECK(bench.driver.data(other_group)[0x10] == 0x11);
    CHECK(bench.driver.data(after)[0x10] == 99);
    CHECK(bench.driver.data(with_it)[0x10] == 99);
    CHECK(bench.driver.data(with_it)[0x40] == 0x41);
    CHECK(bench.driver.data(last)[0x40] == 0x42);
    CHECK(bench.coalescer.closed_by_stores.value() == 3);
    CHECK(bench.coalescer.merged_reads.value() == 1);
}

TEST_CASE("debug, host and blocking writes and the start of a kernel end the merging, too") {
    Bench bench;
    KernelStart kernel_start("kernel_start", bench.clock, 130);
    kernel_start.kernel_events_out.bind(bench.coalescer.kernel_events_in);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    BlockingAccess write(tlm::TLM_WRITE_COMMAND, 0x1000, 1, 7);
    bench.read(1, 0);
    sc_core::sc_start(10, sc_core::SC_NS);
    CHECK(bench.driver.memory_out->transport_dbg(write) == 1);
    const unsigned after_debug = bench.read(20, 1);
    sc_core::sc_start(20, sc_core::SC_NS);
    sc_core::sc_time delay;
    write.data[0] = 8;
    bench.driver.memory_out->b_transport(write, delay);
    const unsigned after_blocking = bench.read(40, 2);
    bench.read(120, 0);
    bench.read(140, 1);
    bench.run();
    CHECK(bench.first_byte(after_debug) == 7);
    CHECK(bench.first_byte(after_blocking) == 8);
    CHECK(bench.coalescer.merged_reads.value() == 0);
    CHECK(bench.coalescer.closed_by_stores.value() == 1);  // debug accesses count nothing
}

TEST_CASE("an error goes to all merged reads") {
    Bench bench;
    bench.memory.failing_lines.insert(0x1000);
    for (unsigned sm = 0; sm < 3; ++sm) bench.read(1, sm);
    bench.run();
    CHECK(bench.reads_of_memory() == 1);
    for (unsigned sm = 0; sm < 3; ++sm)
        CHECK(bench.driver[sm].payload->get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_CASE("only plain loads of global memory merge") {
    Bench bench;
    bench.read(1, 0);
    const auto other = [&](auto change) {
        LinePayload* payload = bench.driver[bench.read(2, 1)].payload;
        change(*payload);
    };
    other([](LinePayload& payload) { payload.access.kind = AccessKind::texture; });
    other([](LinePayload& payload) { payload.access.kind = AccessKind::constant; });
    other([](LinePayload& payload) { payload.access.kind = AccessKind::instruction; });
    other([](LinePayload& payload) { payload.access.space = AddressSpace::local; });
    other([](LinePayload& payload) { payload.access.foreign = true; });
    other([](LinePayload& payload) {
        payload.use_byte_enables();
        payload.enables.fill(0xFF);
    });
    bench.run();
    CHECK(bench.reads_of_memory() == 7);
    CHECK(bench.coalescer.unmergeable_reads.value() == 6);
}

TEST_CASE("a merged read needs no room below; one that is sent waits, and so does what is behind it") {
    Bench bench;
    bench.memory.takes_from = 200;
    for (unsigned i = 0; i < 67; ++i) bench.read(1, 0, 0x10000 + i * line_bytes);
    const unsigned waits = bench.read(100, 0), behind = bench.read(100, 1);
    bench.run();
    CHECK(bench.driver[waits].answered > 240);
    CHECK(bench.driver[behind].answered > 240);
    CHECK(bench.coalescer.full_passes.value() > 0);
    for (unsigned index = 1; index < bench.memory.requests.size(); ++index)
        CHECK(bench.memory.requests[index].taken >= bench.memory.requests[index - 1].taken);
}

TEST_CASE("the README of the request coalescer agrees with the code") {
    Bench bench;
    const ModuleReadme readme("request_coalescer");
    CHECK(readme.sections() == ModuleReadme::expected_sections());
    CHECK(readme.parameters() == ParameterTable{RequestCoalescerParameters()}.rows());
    CHECK(readme.statistics() == statistics_of(bench.coalescer));
    for (const Signal* signal : bench.coalescer.signals()) {
        INFO(signal->name());
        CHECK(readme.waveform().find("`" + signal->name() + "`") != std::string::npos);
    }
}

TEST_CASE("impossible parameters are refused by name") {
    CHECK_THROWS_AS(Bench::parameters(0, 4).validate("request_coalescer"), ParameterError);
    CHECK_THROWS_AS(Bench::parameters(65536, 4).validate("request_coalescer"), ParameterError);
    CHECK_THROWS_AS(Bench::parameters(4, 0).validate("request_coalescer"), ParameterError);
    CHECK_THROWS_AS(Bench::parameters(4, 65).validate("request_coalescer"), ParameterError);
    CHECK_THROWS_AS(Bench::parameters(4, 4, 10001).validate("request_coalescer"), ParameterError);
    CHECK_THROWS_AS(Bench::parameters(4, 4, 100, 10001).validate("request_coalescer"), ParameterError);
    CHECK_THROWS_WITH(Bench::parameters(4, 4, 0, 150).validate("request_coalescer"),
                      Catch::Contains("far_latency_cycles is 0"));
}

TEST_CASE("halves: a foreign initiator is in no half") {
    Bench bench(16, 4, 100, 120);
    const unsigned read = bench.read(1, 8), add = bench.add(200, 8);
    for (const unsigned index : {read, add}) bench.driver[index].payload->access.foreign = true;
    bench.run();
    CHECK(bench.driver.latency(read) == read_cycles);
    CHECK(bench.coalescer.far_reads.value() + bench.coalescer.far_atomics.value() == 0);
}
