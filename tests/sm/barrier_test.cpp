// Barriers: who they wait for and when they open.
#include <catch2/catch.hpp>

#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

TEST_CASE("a barrier opens for all warps in the cycle after the last one came") {
    SmBench bench;
    auto& kernel = bench.add_kernel(4, [](auto, auto warp) {
        return warp == 3 ? Script{compute(ExecutionUnit::sfu, 1), alu(2, {1}), barrier(), alu(3)}
                         : Script{alu(1), alu(2), barrier(), alu(3)};
    });
    bench.launch();
    bench.run();
    const Cycle last = kernel.issued(0, 3, 2);
    CHECK(last > kernel.issued(0, 0, 2) + 10);
    // Two schedulers with two warps each: all four are through in two cycles.
    for (unsigned warp = 0; warp < 4; ++warp) {
        CHECK(kernel.issued(0, warp, 3) > last);
        CHECK(kernel.issued(0, warp, 3) <= last + 4);
    }
    CHECK(bench.sm.barriers.value() == 4);
    CHECK(bench.sm.stall_barrier_cycles.value() > 0);
}

TEST_CASE("warps of both schedulers leave a barrier together, however the schedulers take turns") {
    SmBench bench;
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        Script steps;
        for (unsigned round = 0; round < 20; ++round) {
            steps.push_back(warp == round % 2 ? compute(ExecutionUnit::alu, 1, {1}) : alu(2));
            steps.push_back(barrier());
        }
        return steps;
    });
    bench.launch();
    bench.run();
    for (unsigned round = 0; round < 19; ++round) {
        const Cycle last = std::max(kernel.issued(0, 0, 2 * round + 1), kernel.issued(0, 1, 2 * round + 1));
        CHECK(std::min(kernel.issued(0, 0, 2 * round + 2), kernel.issued(0, 1, 2 * round + 2)) == last + 1);
    }
}

TEST_CASE("a barrier takes its latency, and an interval for each warp that arrives") {
    SmParameters parameters;
    parameters.barrier_latency_cycles = 14;
    parameters.barrier_interval_cycles = 2;
    SmBench bench(parameters);
    const unsigned warps = 40;  // so many that the barrier opens later than a timer can be set
    auto& kernel = bench.add_kernel(warps, [](auto, auto) { return Script{barrier(), barrier(), alu(1)}; });
    bench.launch();
    bench.run();
    for (unsigned round = 0; round < 2; ++round) {
        Cycle first = never, last = 0;
        for (unsigned warp = 0; warp < warps; ++warp) {
            first = std::min(first, kernel.issued(0, warp, round));
            last = std::max(last, kernel.issued(0, warp, round));
        }
        const Cycle opens = std::max(last, first + (warps - 1) * 2) + 14;
        Cycle next = never;
        for (unsigned warp = 0; warp < warps; ++warp) next = std::min(next, kernel.issued(0, warp, round + 1));
        CHECK(next == opens);
    }
}

TEST_CASE("a barrier waits until the CTA's writes are acknowledged") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 200; };
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        return warp == 0 ? Script{store(1, 0x1000, 42), barrier(), alu(2)} : Script{barrier(), load(2, 0x1000)};
    });
    bench.launch();
    bench.run();
    const Cycle acknowledged = kernel.issued(0, 0, 0) + 200 + SmBench::hops;
    CHECK(kernel.issued(0, 0, 2) == acknowledged + 1);
    CHECK(kernel.issued(0, 1, 1) == acknowledged + 1);
    REQUIRE(kernel.results.size() == 1);
    CHECK(kernel.results[0].words[0] == 42);
}

TEST_CASE("a barrier that does not wait for stores opens with the last arrival, and what was stored is seen") {
    SmParameters parameters;
    parameters.barrier_awaits_stores = false;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        return warp == 0 ? Script{store(1, 0x1000, 42), barrier(), alu(2)} : Script{barrier(), load(2, 0x1000)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 2) <= kernel.issued(0, 0, 1) + 2);
    CHECK(kernel.issued(0, 1, 1) <= kernel.issued(0, 0, 1) + 2);
    REQUIRE(kernel.results.size() == 1);
    CHECK(kernel.results[0].words[0] == 42);
}

TEST_CASE("a barrier that does not wait for stores waits for atomics") {
    SmParameters parameters;
    parameters.barrier_awaits_stores = false;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 200; };
    auto& kernel = bench.add_kernel(2, [](auto, auto warp) {
        return warp == 0 ? Script{memory(Operation::atomic, AddressSpace::global, 1, 0x1000, 1), barrier(), alu(2)}
                         : Script{barrier(), alu(2)};
    });
    bench.launch();
    bench.run();
    const Cycle acknowledged = kernel.issued(0, 0, 0) + 200 + SmBench::hops;
    CHECK(kernel.issued(0, 0, 2) == acknowledged + 1);
    CHECK(kernel.issued(0, 1, 1) == acknowledged + 1);
}

TEST_CASE("a register that is ready one cycle after the barrier opens is not read too early") {
    // The acknowledgement that opens the barrier comes in a different cycle for each CTA.
    SmParameters parameters;
    parameters.max_ctas = 1;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned index) { return 1 + index; };
    auto& kernel = bench.add_kernel(2, [](auto cta, auto warp) {
        return warp == 0 ? Script{store(1, 0x1000 + cta * 128, 1), barrier()}
                         : Script{compute(ExecutionUnit::sfu, 1), barrier(), alu(2, {1})};
    });
    for (unsigned cta = 0; cta < 40; ++cta) bench.launch(cta);
    bench.run();
    for (unsigned cta = 0; cta < 40; ++cta)
        CHECK(kernel.issued(cta, 1, 2) >= kernel.issued(cta, 1, 0) + parameters.sfu_latency_cycles);
}

TEST_CASE("a warp that has ended is not waited for, whether it ends before or after the others come") {
    SmBench bench;
    auto& kernel = bench.add_kernel(3, [](auto, auto warp) {
        if (warp == 0) return Script{};
        if (warp == 1) return Script{barrier(), alu(1)};
        return Script{compute(ExecutionUnit::sfu, 1), alu(2, {1})};  // ends late, without a barrier
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 1, 1) == kernel.issued(0, 2, 2) + 1);
}

TEST_CASE("barriers of two CTAs do not mix") {
    SmBench bench;
    auto& kernel = bench.add_kernel(2, [](auto cta, auto warp) {
        return cta == 0 && warp == 1 ? Script{compute(ExecutionUnit::sfu, 1), alu(2, {1}), barrier(), alu(3)}
                                     : Script{barrier(), alu(3)};
    });
    bench.launch(0);
    bench.launch(1);
    bench.run();
    CHECK(kernel.issued(1, 0, 1) < kernel.issued(0, 0, 1));
}
