// Instruction fetch, and loads of constants and read-only data by sockets of their own.
#include <catch2/catch.hpp>

#include "heddle/lsu/lsu.h"
#include "heddle/read_only_cache/read_only_cache.h"
#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

SmParameters fetching() {
    SmParameters parameters;
    parameters.instruction_fetch = true;
    return parameters;
}

std::uint64_t count(const Sm& sm, const std::string& name) {
    for (const NamedCounter& counter : sm.counters())
        if (name == counter.name()) return counter.value();
    FAIL("no counter " << name);
    return 0;
}

struct FetchBench : SmBench {
    explicit FetchBench(const SmParameters& parameters = fetching(), const ReadOnlyCacheParameters& code = {})
        : SmBench(parameters), cache("cache", clock, code), code_memory("code_memory", clock) {
        binder.bind(*sm.core_cache_outs().at(0), cache.core_in);
        binder.bind(cache.memory_out, code_memory.request_in);
    }
    ReadOnlyCache cache;
    PlannedMemory code_memory;
};

// From the fetch to the issue of what it brings: to the cache, its latency, back.
constexpr Cycle hit_cycles = 1 + 1 + 1;
// To the cache, to memory with its ten cycles, to the cache, to the SM.
constexpr Cycle miss_cycles = 1 + 1 + 10 + 1 + 1;

Script arithmetic(unsigned count) {
    Script script;
    for (unsigned i = 0; i < count; ++i) script.push_back(alu(static_cast<std::uint16_t>(i % 16)));
    return script;
}

}  // namespace

TEST_CASE("a warp issues two instructions per fetch") {
    FetchBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) { return arithmetic(6); });
    bench.launch();
    bench.run();
    // The CTA is there in cycle 2 and fetches at once.
    const Cycle start = 2 + miss_cycles;
    for (unsigned pc = 0; pc < 6; ++pc) {
        INFO("PC " << pc);
        CHECK(kernel.issued(0, 0, pc) == start + pc / 2 * (1 + hit_cycles) + pc % 2);
    }
    REQUIRE(bench.code_memory.requests.size() == 1);
    CHECK(bench.code_memory.requests[0].address == SmParameters{}.code_address);
    CHECK(bench.code_memory.requests[0].kind == AccessKind::instruction);
    CHECK(bench.code_memory.requests[0].bypass_l1);
    CHECK(count(bench.sm, "instruction_fetches") == 4);
    CHECK(count(bench.sm, "fetch_latency_cycles") == miss_cycles + 3 * hit_cycles);
}

TEST_CASE("a fetch ends with its line") {
    SmParameters parameters = fetching();
    parameters.fetch_bytes = 128;
    FetchBench bench(parameters);
    bench.add_kernel(1, [](auto, auto) { return arithmetic(20); });
    bench.launch();
    bench.run();
    CHECK(bench.code_memory.requests.size() == 2);
    CHECK(count(bench.sm, "instruction_fetches") == 2);
}

namespace {

// Lines that two CTAs fetch from memory, one after the other.
std::size_t lines_fetched(unsigned lines_of_code) {
    FetchBench bench;
    bench.add_kernel(1, [=](auto, auto) { return arithmetic(lines_of_code * 16 - 1); });
    bench.launch(0, 1);
    bench.launch(1, 10000);
    bench.run();
    return bench.code_memory.requests.size();
}

}  // namespace

TEST_CASE("code that fits into the cache is fetched from memory once") {
    CHECK(lines_fetched(16) == 16);
}
TEST_CASE("code that is larger than the cache is fetched from memory again and again") {
    CHECK(lines_fetched(20) == 2 * 20);
}

TEST_CASE("one fetch per cycle, and warps take turns") {
    SmParameters parameters = fetching();
    FetchBench bench(parameters);
    auto& kernel = bench.add_kernel(4, [](auto, auto) { return arithmetic(2); });
    bench.launch();
    bench.run();
    // All wait for the line that the first asked for; the cache answers one after the other.
    for (unsigned warp = 1; warp < 4; ++warp) CHECK(kernel.issued(0, warp, 0) >= kernel.issued(0, warp - 1, 0));
    CHECK(kernel.issued(0, 3, 0) == 2 + miss_cycles + 3);
    CHECK(bench.code_memory.requests.size() == 1);
}

TEST_CASE("cycles without issue go to instruction fetch, and all cycles are accounted for") {
    FetchBench bench;
    bench.add_kernel(1, [](auto, auto) { return Script{alu(1), load(2, 0x1000), alu(3, {2}), barrier(), alu(4)}; });
    bench.launch();
    bench.run();
    bench.sm.settle_counters();
    const std::uint64_t fetch = count(bench.sm, "stall_fetch_cycles");
    CHECK(fetch > miss_cycles);
    CHECK(bench.accounted() + fetch == bench.clock.now() * SmParameters{}.schedulers);
}

TEST_CASE("a fetch that memory refuses ends the simulation with the kernel and the address") {
    FetchBench bench;
    bench.add_kernel(1, [](auto, auto) { return arithmetic(2); });
    bench.code_memory.failing_lines.insert(SmParameters{}.code_address);
    bench.launch();
    CHECK_THROWS_WITH(bench.run(), Catch::Contains("kernel scripted") && Catch::Contains("0xfe0000000000") &&
                                       Catch::Contains("sm.code_address"));
}

namespace {

struct LoadBench : SmBench {
    explicit LoadBench(const SmParameters& parameters)
        : SmBench(parameters), other_lsu("other_lsu", clock, {}), other_memory("other_memory", clock) {
        binder.bind(*sm.core_cache_outs().at(0), other_lsu.warp_in);
        binder.bind(other_lsu.l1_out, other_memory.request_in);
    }
    Lsu other_lsu;
    PlannedMemory other_memory;
};

Step constant_load(std::uint16_t reg, std::uint64_t address) {
    Step step = memory(Operation::load, AddressSpace::constant, reg, address, 0, 0);
    step.instruction.operation = Operation::arithmetic;
    return step;
}

Step read_only_load(std::uint16_t reg, std::uint64_t address) {
    Step step = load(reg, address);
    step.instruction.read_only = true;
    return step;
}

}  // namespace

TEST_CASE("constants come from memory by constant_out, other loads do not") {
    SmParameters parameters;
    parameters.constant_cache = true;
    LoadBench bench(parameters);
    bench.other_memory.byte(0x1000) = 42;
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{constant_load(1, 0x1000), alu(2, {1}), read_only_load(3, 0x2000), alu(4, {3})};
    });
    bench.launch();
    bench.run();
    REQUIRE(kernel.results.size() == 2);
    CHECK(kernel.results[0].words[31] == 42);
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 10 + SmBench::hops);
    REQUIRE(bench.other_memory.requests.size() == 1);
    CHECK(bench.other_memory.requests[0].kind == AccessKind::constant);
    CHECK(bench.memory.requests.size() == 1);
    CHECK(count(bench.sm, "constant_loads") == 1);
    CHECK(bench.sm.loads.value() == 1);
}

TEST_CASE("read-only loads go by texture_out") {
    SmParameters parameters;
    parameters.texture_cache = true;
    LoadBench bench(parameters);
    bench.other_memory.byte(0x2000) = 9;
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{read_only_load(3, 0x2000), load(4, 0x2000), alu(5, {3, 4})};
    });
    bench.launch();
    bench.run();
    REQUIRE(bench.other_memory.requests.size() == 1);
    CHECK(bench.other_memory.requests[0].kind == AccessKind::texture);
    CHECK(bench.memory.requests.size() == 1);
    CHECK(kernel.results[0].words[0] + kernel.results[1].words[0] == 9);
    CHECK(count(bench.sm, "texture_loads") == 1);
    CHECK(bench.sm.loads.value() == 2);
}

TEST_CASE("without the switches constants are arithmetic and read-only loads are loads") {
    SmBench bench;
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{constant_load(1, 0x1000), alu(2, {1}), read_only_load(3, 0x2000)};
    });
    bench.launch();
    bench.run();
    CHECK(bench.sm.core_cache_outs().empty());
    CHECK(kernel.issued(0, 0, 1) == kernel.issued(0, 0, 0) + 4);
    CHECK(bench.memory.requests.size() == 1);
}
