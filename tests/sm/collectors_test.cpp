// Operand collectors: what waits in them for its unit, and whom it keeps from issuing.
#include <catch2/catch.hpp>

#include "in_child.h"
#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

SmParameters one_scheduler(unsigned collectors) {
    SmParameters parameters;
    parameters.schedulers = 1;
    parameters.operand_cycles = 3;
    parameters.write_back_cycles = 2;
    parameters.operand_collectors = collectors;
    parameters.alu_latency_cycles = parameters.alu_interval_cycles = 2;
    parameters.separate_float_unit = true;
    parameters.sfu_latency_cycles = 20;
    parameters.sfu_interval_cycles = 8;
    return parameters;
}

Step sfu(std::uint16_t destination) {
    return compute(ExecutionUnit::sfu, destination, {21});
}

// When each instruction of the only warp issues, counted from the first.
std::vector<Cycle> issues_of(const SmParameters& parameters, const Script& program) {
    using Issues = std::array<Cycle, 16>;
    const auto issues = in_child([&] {
        SmBench bench(parameters);
        auto& kernel = bench.add_kernel(1, [&](auto, auto) { return program; });
        bench.launch();
        bench.run();
        Issues result{};
        for (unsigned pc = 0; pc < program.size(); ++pc) result[pc] = kernel.issued(0, 0, pc) - kernel.issued(0, 0, 0);
        return result;
    });
    return {issues.begin(), issues.begin() + static_cast<std::ptrdiff_t>(program.size())};
}

}  // namespace

TEST_CASE("without collectors independent instructions wait unissued for their unit") {
    CHECK(issues_of(one_scheduler(0), {alu(1), alu(2), alu(3)}) == std::vector<Cycle>{0, 2, 4});
}

// The unit takes one every second cycle. Of those behind the first, one waits in the register before the unit, two in
// collectors and one in the register before these. Accel-Sim issues the same traces in the same cycles.
TEST_CASE("with two collectors instructions of one unit issue until registers and collectors are full") {
    Script without_sources, with_sources;
    for (std::uint16_t i = 1; i < 10; ++i) {
        without_sources.push_back(alu(i));
        with_sources.push_back(alu(i, {20}));
    }
    CHECK(issues_of(one_scheduler(2), without_sources) == std::vector<Cycle>{0, 1, 2, 3, 4, 5, 6, 8, 10});
    CHECK(issues_of(one_scheduler(2), with_sources) == std::vector<Cycle>{0, 1, 2, 3, 4, 5, 7, 9, 11});
}

TEST_CASE("a result comes later by what its instruction has waited") {
    const auto issues = issues_of(one_scheduler(2), {alu(1, {9}), alu(2, {9}), alu(3, {9}), alu(4, {3})});
    CHECK(issues == std::vector<Cycle>{0, 1, 2, 2 + 7 + 2});
}

TEST_CASE("an instruction without source registers saves a cycle on the way") {
    CHECK(issues_of(one_scheduler(2), {alu(1), alu(2, {1})}) == std::vector<Cycle>{0, 6});
    CHECK(issues_of(one_scheduler(2), {alu(1, {9}), alu(2, {1})}) == std::vector<Cycle>{0, 7});
}

// Special functions fill the collectors, so that an instruction of another unit finds none and its result is late.
// These are Accel-Sim's cycles, too.
TEST_CASE("what waits for one unit keeps the collectors from the others") {
    const Script crowded{sfu(1), sfu(2), sfu(3), sfu(4), alu(5, {20}), alu(6, {5}), sfu(7), alu(8, {20})};
    CHECK(issues_of(one_scheduler(2), crowded) == std::vector<Cycle>{0, 1, 2, 3, 4, 17, 18, 19});
    CHECK(issues_of(one_scheduler(8), crowded) == std::vector<Cycle>{0, 1, 2, 3, 4, 11, 12, 13});
}

// The LSU takes nothing for a long time. The first loads go to it; of the next one waits in the register before it and
// two hold the collectors.
TEST_CASE("memory instructions that wait for the LSU hold collectors, and nothing else issues") {
    SmParameters parameters = one_scheduler(2);
    parameters.memory_queue_entries = 4;
    const auto issued_at = [&](unsigned loads) {
        return in_child([&] {
            SmBench bench(parameters, 8, {}, 1);
            bench.memory.takes_from = 300;
            auto& kernel = bench.add_kernel(1, [&](auto, auto) {
                Script program;
                for (unsigned i = 0; i < loads; ++i)
                    program.push_back(load(static_cast<std::uint16_t>(1 + i), i * 128));
                program.push_back(alu(20, {21}));
                return program;
            });
            bench.launch();
            bench.run();
            return kernel.issued(0, 0, loads);
        });
    };
    // Eight loads find a place in the LSU, behind it, or at its socket.
    unsigned loads = 1;
    while (issued_at(loads) < 100) ++loads;
    CHECK(issued_at(loads) > 300);
    CHECK(loads == 8 + 3);
    parameters.operand_collectors = 0;
    CHECK(issued_at(loads) < 100);
}

TEST_CASE("collectors without the cycles that they take are refused") {
    SmParameters parameters = one_scheduler(2);
    parameters.operand_cycles = 2;
    CHECK_THROWS_WITH(parameters.validate("sm"),
                      Catch::Contains("sm.operand_collectors") && Catch::Contains("sm.operand_cycles"));
}

// The second warp of each CTA ends at once, so that its slot is free when CTA 2 comes, in the place of CTA 1.
TEST_CASE("fixed_warp_slots: a CTA has the slots of the one that has ended") {
    for (const bool fixed : {false, true}) {
        const unsigned slot = in_child([fixed] {
            SmParameters parameters;
            parameters.max_warps = 4;
            parameters.max_ctas = 2;
            parameters.fixed_warp_slots = fixed;
            SmBench bench(parameters);
            bench.add_kernel(2, [](auto cta, auto warp) {
                Script program{alu(1)};
                for (unsigned i = 0; warp == 0 && i < (cta == 0 ? 100u : 4u); ++i) program.push_back(alu(1, {1}));
                if (warp == 0) program.push_back(store(1, cta * 0x1000, 7));
                return program;
            });
            for (unsigned cta = 0; cta < 3; ++cta) bench.launch(cta);
            bench.run();
            for (const auto& request : bench.memory.requests)
                if (request.cta == 2) return request.warp;
            return ~0u;
        });
        CHECK(slot == (fixed ? 2u : 1u));
    }
}
