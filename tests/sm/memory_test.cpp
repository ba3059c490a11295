// Loads, stores and atomics of warps: waiting, waking, fences, exits.
#include <catch2/catch.hpp>

#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

TEST_CASE("a warp waits for its load and goes on in the cycle it comes") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    for (unsigned i = 0; i < 128; ++i) bench.memory.byte(0x1000 + i) = static_cast<std::uint8_t>(i);
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{load(1, 0x1000), alu(2), alu(3, {1})}; });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 1);
    CHECK(kernel.issued(0, 0, 2) == start + 100 + SmBench::hops);
    CHECK(bench.sm.load_latency_cycles.value() == 100 + SmBench::hops);
    REQUIRE(kernel.results.size() == 1);
    CHECK(kernel.results[0].words[1] == 0x07060504);
}

TEST_CASE("several loads of one warp are in flight at once") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{load(1, 0x1000), load(2, 0x2000), load(3, 0x3000), alu(4, {1, 2, 3})};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 2) == kernel.issued(0, 0, 0) + 2);
    CHECK(kernel.issued(0, 0, 3) == kernel.issued(0, 0, 2) + 100 + SmBench::hops);
    CHECK(bench.sm.loads.value() == 3);
}

TEST_CASE("responses in another order free only the registers of their own loads") {
    SmBench bench;
    bench.memory.latency = [](unsigned index) { return index == 0 ? 200 : 50; };
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{load(1, 0x1000), load(2, 0x2000), alu(3, {2}), alu(4, {1})};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 2) == start + 1 + 50 + SmBench::hops);
    CHECK(kernel.issued(0, 0, 3) == start + 200 + SmBench::hops);
}

TEST_CASE("another warp issues while one waits") {
    SmParameters parameters;
    parameters.schedulers = 1;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        return warp == 0 ? Script{load(1, 0x1000), alu(2, {1})} : Script{alu(1), alu(2, {1}), alu(3, {2})};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 1, 3) < kernel.issued(0, 0, 1));
    CHECK(bench.sm.stall_memory_cycles.value() > 80);
}

TEST_CASE("a store needs no waiting, its data arrive") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{store(1, 0x1000, 500), alu(2)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 1);
    CHECK(bench.memory.byte(0x1000 + 4 * 5) == (505 & 0xFF));
    CHECK(bench.sm.stores.value() == 1);
}

TEST_CASE("a fence waits for the warp's own writes, not for its loads or another warp's writes") {
    SmBench bench;
    bench.memory.latency = [](unsigned index) { return index == 0 ? 100 : 400; };
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        return warp == 0 ? Script{store(1, 0x1000, 1), load(2, 0x3000), fence(), alu(3)}
                         : Script{alu(1), alu(2, {1}), alu(3, {2}), store(3, 0x2000, 1), fence(), alu(4)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 3) == kernel.issued(0, 0, 0) + 100 + SmBench::hops);
    CHECK(kernel.issued(0, 1, 5) == kernel.issued(0, 1, 3) + 400 + SmBench::hops);
}

TEST_CASE("a fence with nothing written costs one issue slot") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{fence(), alu(1)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 1);
}

TEST_CASE("atomics bring old values back and count as writes") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 50; };
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{memory(Operation::atomic, AddressSpace::global, 1, 0x1000, 10),
                      memory(Operation::atomic, AddressSpace::global, 2, 0x1000, 1), fence(), alu(3)};
    });
    bench.launch();
    bench.run();
    REQUIRE(kernel.results.size() == 2);
    CHECK(kernel.results[0].words[3] == 0);
    CHECK(kernel.results[1].words[3] == 13);
    CHECK(kernel.issued(0, 0, 3) == kernel.issued(0, 0, 1) + 50 + SmBench::hops);
    CHECK(bench.sm.atomics.value() == 2);
}

TEST_CASE("a CTA ends only when its outstanding memory instructions have their responses") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 300; };
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{load(1, 0x1000), store(2, 0x2000, 1)}; });
    const unsigned launch = bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 2) < 10);
    CHECK(bench.driver[launch].answered > 300);
    CHECK(kernel.results.size() == 1);
}

TEST_CASE("memory instructions without active lanes send nothing and hold nothing up") {
    SmBench bench;
    KernelShape shape;
    shape.block.x = 32;
    shape.shared_bytes = 128;
    auto& kernel = bench.add_kernel(shape, [](auto, auto) {
        Script steps{load(1, 0x1000), store(1, 0x1000, 1), memory(Operation::atomic, AddressSpace::global, 1, 0x1000),
                     memory(Operation::load, AddressSpace::shared, 1, 0), alu(2, {1})};
        for (unsigned i = 0; i < 4; ++i) steps[i].lanes = 0;
        return steps;
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 4) == kernel.issued(0, 0, 0) + 4);
    CHECK(bench.memory.requests.empty());
    CHECK(bench.sm.loads.value() + bench.sm.stores.value() + bench.sm.atomics.value() == 0);
    CHECK(bench.sm.shared_accesses.value() == 0);
    bench.sm.settle_counters();
    CHECK(bench.sm.thread_instructions.value() == 2 * 32);
}

TEST_CASE("a full LSU stalls the warps and nothing is lost") {
    SmBench bench;
    bench.memory.takes_from = 1000;
    auto& kernel = bench.add_kernel(8, [](auto, auto) {
        Script steps;
        for (std::uint16_t i = 0; i < 16; ++i)
            steps.push_back(memory(Operation::load, AddressSpace::global, i, i * 0x10000, 0, 256));
        return steps;
    });
    bench.launch();
    bench.run();
    CHECK(kernel.results.size() == 8 * 16);
    CHECK(bench.memory.requests.size() == 8 * 16 * 32);
    CHECK(bench.sm.stall_structural_cycles.value() > 500);
    CHECK(bench.sm.stall_lsu_cycles.value() == bench.sm.stall_structural_cycles.value());
}

TEST_CASE("a memory error ends the simulation with the SM's name") {
    SmBench bench;
    bench.memory.failing_lines = {0x1000};
    bench.add_kernel(1, [](auto, auto) { return Script{load(1, 0x1000)}; });
    bench.launch();
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("sm: ") && Catch::Contains("TLM_ADDRESS_ERROR_RESPONSE"));
}

TEST_CASE("requests carry who they come from") {
    SmBench bench;
    bench.add_kernel(2, [](auto, auto warp) { return warp == 1 ? Script{load(1, 0x1040)} : Script{}; });
    bench.launch(7);
    bench.run();
    REQUIRE(bench.memory.requests.size() == 2);
    CHECK(bench.memory.requests[0].sm == 3);
    CHECK(bench.memory.requests[0].cta == 7);
    CHECK(bench.memory.requests[0].warp == 1);
    CHECK(bench.memory.requests[0].word_mask == 0xFFFF0000);
}

namespace {

// Two warps of two schedulers load at once. Returns how much later the second issues, and checks when the last goes on.
Cycle distance_of_two_loads(unsigned memory_queue_entries, Cycle until_sent) {
    SmParameters parameters;
    parameters.schedulers = 2;
    parameters.memory_queue_entries = memory_queue_entries;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        return Script{load(1, 0x1000 + 0x1000 * warp), alu(2, {1})};
    });
    bench.launch();
    bench.run();
    const Cycle first = std::min(kernel.issued(0, 0, 0), kernel.issued(0, 1, 0));
    const Cycle last = std::max(kernel.issued(0, 0, 1), kernel.issued(0, 1, 1));
    CHECK(last == first + until_sent + 100 + SmBench::hops);
    return std::max(kernel.issued(0, 0, 0), kernel.issued(0, 1, 0)) - first;
}

// Cycles from the first to the third issue of a warp that only loads.
Cycle cycles_of_three_loads(unsigned memory_queue_entries) {
    SmParameters parameters;
    parameters.schedulers = 1;
    parameters.memory_queue_entries = memory_queue_entries;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{load(1, 0x1000), load(2, 0x2000), load(3, 0x3000), alu(4, {1, 2, 3})};
    });
    bench.launch();
    bench.run();
    CHECK(bench.sm.loads.value() == 3);
    return kernel.issued(0, 0, 2) - kernel.issued(0, 0, 0);
}

}  // namespace

TEST_CASE("without a memory queue the schedulers take turns at the LSU") {
    CHECK(distance_of_two_loads(0, 1) == 1);
}

TEST_CASE("with a memory queue each scheduler has its own places") {
    // The queue costs a cycle, then the two go one after the other.
    CHECK(distance_of_two_loads(4, 2) == 0);
}

TEST_CASE("one place in the memory queue allows an issue every other cycle") {
    // Issued in t, sent in t+1, its place free in t+2.
    CHECK(cycles_of_three_loads(1) == 4);
}

TEST_CASE("two places in the memory queue allow an issue in every cycle") {
    CHECK(cycles_of_three_loads(2) == 2);
}

TEST_CASE("a scheduler whose places are taken does not hold back another") {
    SmParameters parameters;
    parameters.schedulers = 2;
    parameters.memory_queue_entries = 1;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    // Warps 0 and 2 belong to the first scheduler; warp 1 comes later, alone on the second.
    auto& kernel = bench.add_kernel(3, [](auto, auto warp) {
        return warp == 1 ? Script{alu(1), load(2, 0x9000)} : Script{load(1, 0x1000 + warp * 0x1000), load(2, 0x5000)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 1, 1) == kernel.issued(0, 1, 0) + 1);
    CHECK(bench.memory.requests.size() == 5);
}

TEST_CASE("an atomic may keep its warp from issuing until it has returned, whatever the next instruction needs") {
    SmParameters parameters;
    parameters.atomic_holds_warp = true;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned index) { return index == 0 ? 400 : 200; };
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{store(1, 0x2000, 7), memory(Operation::atomic, AddressSpace::global, 2, 0x1000, 1), alu(3),
                      alu(4)};
    });
    bench.launch();
    bench.run();
    const Cycle returned = kernel.issued(0, 0, 1) + 200 + SmBench::hops;
    CHECK(kernel.issued(0, 0, 2) == returned);
    CHECK(kernel.issued(0, 0, 3) <= returned + 2);  // the store is still outstanding
}

TEST_CASE("an atomic on shared memory may keep its warp from issuing until the cycle before its result") {
    SmParameters parameters;
    parameters.atomic_holds_warp = true;
    parameters.shared_latency_cycles = 25;
    SmBench bench(parameters);
    KernelShape shape;
    shape.block.x = 32;
    shape.shared_bytes = 8192;
    auto& kernel = bench.add_kernel(shape, [](auto, auto) {
        return Script{memory(Operation::atomic, AddressSpace::shared, 2, 0, 1), alu(3),
                      memory(Operation::load, AddressSpace::shared, 4, 0, 1), alu(5)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 24);
    CHECK(kernel.issued(0, 0, 3) <= kernel.issued(0, 0, 2) + 2);  // loads hold nobody
}

TEST_CASE("an atomic on shared memory keeps its warp from issuing however long it takes") {
    SmParameters parameters;
    parameters.atomic_holds_warp = true;
    parameters.shared_latency_cycles = 200;
    SmBench bench(parameters);
    KernelShape shape;
    shape.block.x = 32;
    shape.shared_bytes = 8192;
    auto& kernel = bench.add_kernel(shape, [](auto, auto) {
        return Script{memory(Operation::atomic, AddressSpace::shared, 2, 0, 1), alu(3)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 199);
}

TEST_CASE("a scheduler's memory instructions take turns, and a turn that was missed is made up for") {
    SmParameters parameters;
    parameters.schedulers = 2;
    parameters.memory_queue_entries = 2;
    parameters.memory_interval_cycles = 4;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(2, [](auto, auto) {
        Script script;
        for (unsigned i = 0; i < 8; ++i) script.push_back(load(1 + i, 0x1000 + 0x1000 * i));
        return script;
    });
    bench.launch();
    bench.run();
    // One warp on each scheduler. Its first load leaves in the next cycle, the others four cycles apart, and each
    // leaves its entry to another one, which issues a cycle later. If both warps have one to send, one of them waits a
    // cycle.
    for (unsigned warp : {0, 1}) {
        const Cycle first = kernel.issued(0, warp, 0);
        CHECK(kernel.issued(0, warp, 1) == first + 1);
        for (unsigned i = 2; i < 8; ++i) {
            CHECK(kernel.issued(0, warp, i) >= first + 2 + 4 * (i - 2));
            CHECK(kernel.issued(0, warp, i) <= first + 3 + 4 * (i - 2));
        }
    }
}
