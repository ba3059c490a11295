// When instructions issue: latencies, initiation intervals, schedulers, shared memory.
#include <catch2/catch.hpp>

#include "in_child.h"
#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

TEST_CASE("a dependent instruction waits for the ALU, an independent one does not") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{alu(1), alu(2), alu(3, {2}), alu(4)}; });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(start == 2);  // sent in 1, visible and issued in 2
    CHECK(kernel.issued(0, 0, 1) == start + 1);
    CHECK(kernel.issued(0, 0, 2) == start + 1 + 4);
    CHECK(kernel.issued(0, 0, 3) == start + 1 + 4 + 1);
    CHECK(bench.sm.warp_instructions.value() == 5);
    bench.sm.settle_counters();
    CHECK(bench.sm.thread_instructions.value() == 5 * 32);
}

TEST_CASE("results are written in order") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{compute(ExecutionUnit::sfu, 1), alu(1), alu(2, {1})};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 20);
    CHECK(kernel.issued(0, 0, 2) == start + 24);
}

TEST_CASE("special units have their latency and initiation interval") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{compute(ExecutionUnit::sfu, 1), compute(ExecutionUnit::sfu, 2),
                      compute(ExecutionUnit::tensor, 3, {1}), compute(ExecutionUnit::fp64, 4, {3}), alu(5, {4})};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 8);
    CHECK(kernel.issued(0, 0, 2) == start + 20);
    CHECK(kernel.issued(0, 0, 3) == start + 20 + 16);
    CHECK(kernel.issued(0, 0, 4) == start + 20 + 16 + 8);
}

namespace {

Step division(std::uint16_t reg) {
    Step step = compute(ExecutionUnit::sfu, reg, {9});
    step.instruction.routine = Routine::integer_division;
    return step;
}

}  // namespace

TEST_CASE("a division is one special function, if nothing else is said") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{division(1), alu(2), alu(3, {1})}; });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 1);
    CHECK(kernel.issued(0, 0, 2) == start + 20);
    CHECK(bench.sm.warp_instructions.value() == 4);
}

TEST_CASE("a division of PTX takes the time and the issue slots of the instructions that it becomes") {
    SmParameters parameters;
    parameters.integer_division = {18, 3};
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{division(1), alu(2), division(4), alu(3, {4})};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    const Cycle last = start + 3 * 20 + 14 * 4;  // three special functions, then 15 of the ALU, one after the other
    CHECK(kernel.issued(0, 0, 1) == last + 1);
    CHECK(kernel.issued(0, 0, 2) == last + 2);
    CHECK(kernel.issued(0, 0, 3) == last + 2 + 3 * 20 + 15 * 4);
    CHECK(bench.sm.warp_instructions.value() == 2 * 18 + 3);
    bench.sm.settle_counters();
    CHECK(bench.sm.thread_instructions.value() == (2 * 18 + 3) * 32);
}

TEST_CASE("floating point and branches wait for the ALU where they have no units of their own") {
    SmParameters parameters;
    parameters.alu_interval_cycles = 4;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{alu(1), compute(ExecutionUnit::fp32, 2), compute(ExecutionUnit::branch, 3), alu(4)};
    });
    bench.launch();
    bench.run();
    for (unsigned i = 1; i < 4; ++i) CHECK(kernel.issued(0, 0, i) == kernel.issued(0, 0, 0) + 4 * i);
}

namespace {

// From one issue to the next of two integer products, an fma, a product and an addition.
std::vector<Cycle> product_gaps(const SmParameters& parameters) {
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{compute(ExecutionUnit::multiply, 1), compute(ExecutionUnit::multiply, 2),
                      compute(ExecutionUnit::fp32, 3), compute(ExecutionUnit::multiply, 4), alu(5)};
    });
    bench.launch();
    bench.run();
    std::vector<Cycle> gaps;
    for (unsigned i = 1; i < 5; ++i) gaps.push_back(kernel.issued(0, 0, i) - kernel.issued(0, 0, i - 1));
    return gaps;
}

}  // namespace

TEST_CASE("integer products take the time of the ALU, if there is no unit beside it") {
    SmParameters parameters;
    parameters.multiply_interval_cycles = 2;
    CHECK(product_gaps(parameters) == std::vector<Cycle>{2, 2, 1, 2});
}

TEST_CASE("integer products take the time of the floating-point unit") {
    SmParameters parameters;
    parameters.multiply_interval_cycles = 2;
    parameters.separate_float_unit = true;
    CHECK(product_gaps(parameters) == std::vector<Cycle>{2, 2, 1, 1});
}

TEST_CASE("units for floating point and branches work beside the ALU") {
    SmParameters parameters;
    parameters.alu_interval_cycles = 4;
    parameters.separate_float_unit = true;
    parameters.branch_interval_cycles = 7;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{alu(1), compute(ExecutionUnit::fp32, 2), compute(ExecutionUnit::branch, 3),
                      alu(4), compute(ExecutionUnit::fp32, 5), compute(ExecutionUnit::branch, 6)};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 1);
    CHECK(kernel.issued(0, 0, 2) == start + 2);
    CHECK(kernel.issued(0, 0, 3) == start + 4);
    CHECK(kernel.issued(0, 0, 4) == start + 5);
    CHECK(kernel.issued(0, 0, 5) == start + 2 + 7);
}

TEST_CASE("collecting operands and writing back stand between an instruction and what needs its result") {
    SmParameters parameters;
    parameters.alu_latency_cycles = 2;
    parameters.operand_cycles = 3;
    parameters.write_back_cycles = 2;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{alu(1), alu(2, {1}), alu(3, {2}), alu(4)}; });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 6);  // the first has no registers to read
    CHECK(kernel.issued(0, 0, 2) == start + 6 + 7);
    CHECK(kernel.issued(0, 0, 3) == start + 6 + 7 + 1);
}

TEST_CASE("latencies beyond the timers' horizon are kept exactly") {
    SmParameters parameters;
    parameters.sfu_latency_cycles = 777;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{compute(ExecutionUnit::sfu, 1), alu(2, {1})}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 777);
}

TEST_CASE("two schedulers issue in the same cycle, two warps of one scheduler do not") {
    SmBench bench;
    auto& kernel = bench.add_kernel(3, [](auto, auto) { return Script{alu(1)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 0) == kernel.issued(0, 1, 0));
    CHECK(kernel.issued(0, 2, 0) > kernel.issued(0, 0, 0));
}

TEST_CASE("the schedulers share one SFU unless each has its own") {
    SmParameters parameters;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(2, [](auto, auto) { return Script{compute(ExecutionUnit::sfu, 1)}; });
    bench.launch();
    bench.run();
    const Cycle a = kernel.issued(0, 0, 0), b = kernel.issued(0, 1, 0);
    CHECK(std::max(a, b) == std::min(a, b) + 8);
    CHECK(bench.sm.stall_structural_cycles.value() == 8);
    CHECK(bench.sm.stall_lsu_cycles.value() == 0);
    bench.sm.settle_counters();
    CHECK(bench.sm.sfu_busy_cycles.value() == 2 * 8);
    bench.sm.settle_counters();
    CHECK(bench.sm.sfu_busy_cycles.value() == 2 * 8);
    CHECK(bench.sm.fp64_busy_cycles.value() == 0);
}

// Which of two schedulers gets the SFU that they share: the first warp's or the second's.
TEST_CASE("own_turns: who goes first depends on how long the SM has had CTAs, not on the cycle") {
    const auto first_of = [](bool own_turns, Cycle launch) {
        return in_child([=] {
            SmParameters parameters;
            parameters.own_turns = own_turns;
            SmBench bench(parameters);
            auto& kernel = bench.add_kernel(2, [](auto, auto) { return Script{compute(ExecutionUnit::sfu, 1)}; });
            bench.launch(0, launch);
            bench.run();
            return kernel.issued(0, 0, 0) < kernel.issued(0, 1, 0) ? 0u : 1u;
        });
    };
    CHECK(first_of(false, 1) != first_of(false, 2));
    CHECK(first_of(true, 1) == first_of(true, 2));
}

TEST_CASE("an SFU per scheduler serves both at once") {
    SmParameters parameters;
    parameters.special_units_per_scheduler = true;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(2, [](auto, auto) { return Script{compute(ExecutionUnit::sfu, 1)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 0) == kernel.issued(0, 1, 0));
}

TEST_CASE("GTO finishes one warp's run before the next") {
    SmParameters parameters;
    parameters.schedulers = 1;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(2, [](auto, auto) { return Script{alu(1), alu(2), alu(3)}; });
    bench.launch();
    bench.run();
    for (unsigned i = 0; i < 8; ++i) CHECK(kernel.issues[i].warp == i / 4);  // with its exit
}

TEST_CASE("LRR alternates") {
    SmParameters parameters;
    parameters.schedulers = 1;
    parameters.scheduler = "lrr";
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(2, [](auto, auto) { return Script{alu(1), alu(2), alu(3)}; });
    bench.launch();
    bench.run();
    for (unsigned i = 0; i < 8; ++i) CHECK(kernel.issues[i].warp == i % 2);
}

TEST_CASE("shared memory: latency, conflicts, and the data") {
    SmBench bench;
    KernelShape shape;
    shape.block.x = 32;
    shape.shared_bytes = 8192;
    auto& kernel = bench.add_kernel(shape, [](auto, auto) {
        return Script{memory(Operation::store, AddressSpace::shared, 1, 0, 100),
                      memory(Operation::load, AddressSpace::shared, 2, 0),
                      alu(3, {2}),
                      memory(Operation::load, AddressSpace::shared, 4, 0, 0, 128),
                      memory(Operation::load, AddressSpace::shared, 5, 0),
                      alu(6, {4})};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 1);
    CHECK(kernel.issued(0, 0, 2) == start + 24);
    const Cycle conflict = kernel.issued(0, 0, 3);
    CHECK(kernel.issued(0, 0, 4) == conflict + 32);  // the banks are busy
    CHECK(kernel.issued(0, 0, 5) == conflict + 24 + 31);
    CHECK(bench.sm.shared_conflict_cycles.value() == 31);
    CHECK(bench.sm.shared_accesses.value() == 4);
    CHECK(kernel.results[0].words[7] == 107);
    CHECK(bench.memory.requests.empty());
}

TEST_CASE("shared memory: each further pass adds its latency, and one cycle to the time it is busy") {
    SmParameters parameters;
    parameters.shared_pass_latency_cycles = 3;
    SmBench bench(parameters);
    KernelShape shape;
    shape.shared_bytes = 8192;
    shape.block.x = warp_lanes;
    auto& kernel = bench.add_kernel(shape, [](auto, auto) {
        return Script{memory(Operation::load, AddressSpace::shared, 1, 0, 0, 16),
                      memory(Operation::load, AddressSpace::shared, 2, 0), alu(3, {1})};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 4);
    CHECK(kernel.issued(0, 0, 2) == start + parameters.shared_latency_cycles + 3 * 3);
}

TEST_CASE("a shared access outside the CTA's part names kernel, CTA, warp and line") {
    SmBench bench;
    KernelShape shape;
    shape.name = "reverse";
    shape.block.x = 64;
    shape.grid.x = 8;
    shape.shared_bytes = 256;
    bench.add_kernel(shape, [](auto, auto warp) {
        return warp == 0 ? Script{} : Script{alu(1), memory(Operation::load, AddressSpace::shared, 2, 200)};
    });
    bench.launch(5);
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("kernel reverse, CTA 5, warp 1, line 1") &&
                                               Catch::Contains("shared memory address 256 of lane 14"));
}
