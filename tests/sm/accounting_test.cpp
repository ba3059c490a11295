// Every scheduler-cycle is accounted for once, whenever the counters are read.
#include <catch2/catch.hpp>
#include <random>

#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

Script random_script(std::uint32_t cta, std::uint32_t warp) {
    std::mt19937 random(cta * 64 + warp);
    Script steps;
    for (unsigned i = 0; i < 30; ++i) {
        const auto reg = static_cast<std::uint16_t>(random() % 8), other = static_cast<std::uint16_t>(random() % 8);
        switch (random() % 8) {
            case 0:
                steps.push_back(load(reg, random() % 64 * 128));
                break;
            case 1:
                steps.push_back(store(reg, random() % 64 * 128, i));
                break;
            case 2:
                steps.push_back(compute(ExecutionUnit::sfu, reg, {other}));
                break;
            case 3:
                steps.push_back(random() % 4 ? alu(reg) : fence());
                break;
            default:
                steps.push_back(alu(reg, {other}));
        }
        if (i % 10 == 9) steps.push_back(barrier());
    }
    return steps;
}

}  // namespace

TEST_CASE("issue, stalls and idle together are schedulers times cycles") {
    SmBench bench;
    bench.add_kernel(6, random_script);
    for (unsigned cta = 0; cta < 30; ++cta) bench.launch(cta, 20 + 40 * cta);
    std::mt19937 random(5);
    while (sc_core::sc_pending_activity()) {
        sc_core::sc_start(static_cast<int>(1 + random() % 50), sc_core::SC_NS);
        bench.sm.settle_counters();
        REQUIRE(bench.accounted() == 2 * bench.clock.now());
    }
    bench.run();
    CHECK(bench.sm.ctas_finished.value() == 30);
    CHECK(bench.sm.issue_cycles.value() == bench.sm.warp_instructions.value());
    for (const Counter* counter :
         {&bench.sm.stall_memory_cycles, &bench.sm.stall_structural_cycles, &bench.sm.idle_cycles}) {
        INFO(bench.sm.name_of(*counter));
        CHECK(counter->value() > 0);
    }
}

TEST_CASE("asking for counters inside a cycle counts no cycle twice") {
    // Settles in every cycle, before or after the SM ticks as the evaluation order has it.
    struct Asker : Ticked {
        Asker(sc_core::sc_module_name name, SmBench& the_bench) : Ticked(name, the_bench.clock), bench(the_bench) {}
        void tick(Cycle now) override {
            bench.sm.settle_counters();
            good &= bench.accounted() == 2 * now;
            if (now < 2000) wake_at(now + 1);
        }
        SmBench& bench;
        bool good = true;
    };
    SmBench bench;
    bench.add_kernel(6, random_script);
    Asker asker("asker", bench);
    bench.clock.set_evaluation_order_seed(3);
    sc_core::sc_start(
        sc_core::SC_ZERO_TIME);  // the order is shuffled at elaboration: no module may be scheduled before
    for (unsigned cta = 0; cta < 10; ++cta) bench.launch(cta, 20 + 40 * cta);
    asker.wake_at(1);
    bench.run();
    CHECK(asker.good);
    bench.sm.settle_counters();
    CHECK(bench.accounted() == 2 * bench.clock.now());
}

TEST_CASE("a lone warp's cycles go where it waits") {
    SmBench bench;
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{alu(1), alu(2, {1}), load(3, 0), alu(4, {3})}; });
    bench.launch();
    bench.run();
    bench.sm.settle_counters();
    CHECK(bench.sm.issue_cycles.value() == 5);
    CHECK(bench.sm.stall_alu_cycles.value() == 3);
    CHECK(bench.sm.stall_memory_cycles.value() == 100 + SmBench::hops - 1);
    CHECK(kernel.issued(0, 0, 0) == 2);
    CHECK(bench.sm.idle_cycles.value() == 2 * bench.clock.now() - 5 - 3 - 103);
}
