// The interval between two memory instructions of one warp (sm.warp_memory_interval_cycles).
#include <catch2/catch.hpp>

#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

constexpr Cycle interval = 4;

SmParameters with_interval() {
    SmParameters parameters;
    parameters.schedulers = 1;
    parameters.warp_memory_interval_cycles = interval;
    return parameters;
}

// When each instruction of each warp issues, after the first of warp 0.
std::vector<std::vector<Cycle>> issues(const SmParameters& parameters, unsigned warps, const Script& script) {
    SmBench bench(parameters);
    KernelShape shape;
    shape.block.x = warps * warp_lanes;
    shape.shared_bytes = 128;
    auto& kernel = bench.add_kernel(shape, [&script](auto, auto) { return script; });
    bench.launch();
    bench.run();
    std::vector<std::vector<Cycle>> cycles(warps);
    for (unsigned warp = 0; warp < warps; ++warp)
        for (unsigned i = 0; i < script.size(); ++i)
            cycles[warp].push_back(kernel.issued(0, warp, i) - kernel.issued(0, 0, 0));
    return cycles;
}

Step shared_load(std::uint16_t reg) {
    return memory(Operation::load, AddressSpace::shared, reg, 0);
}
Step store(std::uint16_t reg) {
    return memory(Operation::store, AddressSpace::global, reg, 0x2000, 1);
}
// The address of the second load is a sum that issues in cycle 1.
Cycle second_load_behind_a_sum_of(unsigned latency) {
    SmParameters parameters = with_interval();
    parameters.alu_latency_cycles = latency;
    Step second = load(2, 0x1000);
    second.instruction.source_count = 1;
    second.instruction.sources[0] = 7;
    return issues(parameters, 1, {load(1, 0x1000), alu(7), second})[0][2];
}

}  // namespace

TEST_CASE("memory interval: loads of a warp follow one another in each cycle, if nothing else is said") {
    SmParameters parameters;
    parameters.schedulers = 1;
    CHECK(issues(parameters, 1, {load(1, 0x1000), load(2, 0x1000), load(3, 0x1000)})[0] == std::vector<Cycle>{0, 1, 2});
}

TEST_CASE("memory interval: memory instructions of a warp keep it, of whatever kinds") {
    CHECK(issues(with_interval(), 1, {load(1, 0x1000), shared_load(2), store(3), load(4, 0x1000)})[0] ==
          std::vector<Cycle>{0, interval, 2 * interval, 3 * interval});
}

TEST_CASE("memory interval: other instructions of the warp issue meanwhile") {
    CHECK(issues(with_interval(), 1, {load(1, 0x1000), alu(2), alu(3), load(4, 0x1000), alu(5)})[0] ==
          std::vector<Cycle>{0, 1, 2, interval, interval + 1});
}

TEST_CASE("memory interval: a memory instruction that comes later does not wait") {
    const Script script{load(1, 0x1000), alu(2), alu(3), alu(4), alu(5), load(6, 0x1000)};
    CHECK(issues(with_interval(), 1, script)[0] == std::vector<Cycle>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("memory interval: other warps of the scheduler use the time") {
    const auto cycles = issues(with_interval(), 2, {load(1, 0x1000), load(2, 0x1000)});
    CHECK(cycles[0] == std::vector<Cycle>{0, interval});
    CHECK(cycles[1] == std::vector<Cycle>{1, interval + 2});  // behind the exit of the other warp
}

TEST_CASE("memory interval: where a register is ready later, the register counts") {
    CHECK(second_load_behind_a_sum_of(10) == 1 + 10);
}

TEST_CASE("memory interval: where a register is ready earlier, the interval counts") {
    CHECK(second_load_behind_a_sum_of(1) == interval);
}

TEST_CASE("memory interval: it ends with the warp") {
    SmParameters parameters = with_interval();
    parameters.warp_memory_interval_cycles = 1000;
    parameters.max_warps = 1;
    parameters.max_ctas = 1;
    SmBench bench(parameters);
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return Script{alu(2), load(1, 0x1000)}; });
    bench.launch(0);
    bench.launch(1, 2);
    bench.run();
    CHECK(kernel.issued(1, 0, 1) < kernel.issued(0, 0, 1) + 1000);
}
