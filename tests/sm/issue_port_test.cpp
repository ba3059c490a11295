// Sums of 64 bits and loads that keep their scheduler from issuing for more than a cycle.
#include <catch2/catch.hpp>

#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

Step wide_sum(std::uint16_t reg) {
    return compute(ExecutionUnit::wide_sum, reg);
}

// The cycles in which the warps issue, without their exits. Warps 0 and 2 belong to one scheduler, 1 to the other.
std::vector<std::vector<Cycle>> issues_beside_wide_sums(unsigned issue_cycles) {
    SmParameters parameters;
    parameters.schedulers = 2;
    parameters.wide_sum_issue_cycles = issue_cycles;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(3, [](auto, std::uint32_t warp) {
        return warp ? Script{alu(1), alu(2), load(3, 0x1000)} : Script{wide_sum(1), wide_sum(2), load(3, 0x2000)};
    });
    bench.launch();
    bench.run();
    std::vector<std::vector<Cycle>> cycles(3);
    for (unsigned warp = 0; warp < 3; ++warp)
        for (unsigned i = 0; i < 3; ++i) cycles[warp].push_back(kernel.issued(0, warp, i) - kernel.issued(0, 0, 0));
    return cycles;
}

}  // namespace

TEST_CASE("a sum of 64 bits is an instruction like others, if nothing else is said") {
    const auto cycles = issues_beside_wide_sums(1);
    CHECK(cycles[0] == std::vector<Cycle>{0, 1, 2});
    CHECK(cycles[1] == std::vector<Cycle>{0, 1, 3});  // the LSU takes one load in a cycle
    CHECK(cycles[2] == std::vector<Cycle>{4, 5, 6});  // after the exit of warp 0
}

TEST_CASE("a sum of 64 bits keeps its scheduler from issuing anything else, and no other one") {
    const auto cycles = issues_beside_wide_sums(4);
    CHECK(cycles[0] == std::vector<Cycle>{0, 4, 8});
    CHECK(cycles[1] == std::vector<Cycle>{0, 1, 2});
    CHECK(cycles[2] == std::vector<Cycle>{10, 11, 12});
}

TEST_CASE("a sum of 64 bits keeps the unit that multiplies longer than its scheduler") {
    SmParameters parameters;
    parameters.separate_float_unit = true;
    parameters.multiply_interval_cycles = 2;
    parameters.wide_sum_interval_cycles = 6;
    parameters.wide_sum_issue_cycles = 3;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{wide_sum(1), wide_sum(2), alu(3), compute(ExecutionUnit::fp32, 4)};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    CHECK(kernel.issued(0, 0, 1) == start + 6);      // the next sum waits for the unit
    CHECK(kernel.issued(0, 0, 2) == start + 6 + 3);  // the ALU for the scheduler only
    CHECK(kernel.issued(0, 0, 3) == start + 6 + 6);  // an fma for the unit
}

TEST_CASE("a sum of 64 bits takes as long as a product, if nothing else is said") {
    SmParameters parameters;
    parameters.multiply_interval_cycles = 3;
    parameters.separate_float_unit = true;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{wide_sum(1), wide_sum(2), alu(3)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 3);
    CHECK(kernel.issued(0, 0, 2) == kernel.issued(0, 0, 0) + 4);
}

TEST_CASE("a load keeps its scheduler from issuing anything else, and no other one") {
    SmParameters parameters;
    parameters.schedulers = 2;
    parameters.load_issue_cycles = 3;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(3, [](auto, std::uint32_t warp) {
        return warp ? Script{alu(1), alu(2), alu(3), alu(4)}
                    : Script{load(1, 0x1000), memory(Operation::store, AddressSpace::global, 2, 0x2000, 1), alu(3),
                             alu(4)};
    });
    bench.launch();
    bench.run();
    const Cycle start = kernel.issued(0, 0, 0);
    for (unsigned i = 0; i < 4; ++i) CHECK(kernel.issued(0, 0, i) == start + std::array<Cycle, 4>{0, 3, 4, 5}[i]);
    for (unsigned i = 0; i < 4; ++i) CHECK(kernel.issued(0, 1, i) == start + i);      // of the other scheduler
    for (unsigned i = 0; i < 4; ++i) CHECK(kernel.issued(0, 2, i) == start + 7 + i);  // behind warp 0 and its exit
}

TEST_CASE("loads of shared memory keep their scheduler for one cycle") {
    SmParameters parameters;
    parameters.load_issue_cycles = 3;
    SmBench bench(parameters);
    KernelShape shape;
    shape.block.x = 32;
    shape.shared_bytes = 128;
    auto& kernel = bench.add_kernel(shape, [](auto, auto) {
        return Script{memory(Operation::load, AddressSpace::shared, 1, 0), alu(2)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 1);
}
