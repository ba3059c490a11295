// Barriers that reduce a predicate over the CTA: bar.red, CUDA's __syncthreads_count, _and and _or.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/ptx_module.h"
#include "runner.h"

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr std::uint64_t in_at = 0x10000000, count_at = 0x11000000, all_at = 0x12000000, any_at = 0x13000000;

struct Results {
    std::vector<std::int32_t> count, all, any;
};

std::vector<std::int32_t> some_input(std::size_t count) {
    std::vector<std::int32_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int32_t>(i * 7919 % 1009);
    return values;
}

// What data/nvcc_barriers.cu does, round by round over a whole CTA: threads that have left bring nothing.
Results reference(const std::vector<std::int32_t>& in, std::size_t block, int rounds, std::size_t leave) {
    Results results{std::vector<std::int32_t>(in.size()), std::vector<std::int32_t>(in.size()),
                    std::vector<std::int32_t>(in.size())};
    for (std::size_t first = 0; first < in.size(); first += block)
        for (int round = 0; round < rounds; ++round) {
            const std::size_t behind = first + (round == 0 ? block : std::min(block, leave));
            std::int32_t yes = 0;
            bool all = true, any = false;
            for (std::size_t i = first; i < behind; ++i) {
                const std::int32_t value = in[i] + round;
                yes += value % 3 == 0;
                all &= value % 16 != 0;
                any |= value % 32 == 5;
            }
            for (std::size_t i = first; i < behind; ++i) {
                results.count[i] = results.count[i] * 7 + yes;
                results.all[i] = results.all[i] * 2 + all;
                results.any[i] = results.any[i] * 2 + any;
            }
        }
    return results;
}

std::shared_ptr<const ptx::PtxModule> barriers() {
    std::ifstream file(HEDDLE_SOURCE_DIR "/tests/ptx/data/nvcc_barriers.ptx");
    REQUIRE(file);
    return ptx::parse_ptx({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, "barriers.ptx");
}

std::string entry(const std::string& body) {
    return ".version 7.8\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n.reg .pred %p<8>;\n"
           ".reg .b32 %r<16>;\n.reg .b64 %rd<8>;\nmov.u32 %r0, %tid.x;\nmov.u32 %r1, 99;\n"
           "setp.lt.u32 %p0, %r0, 40;\n" +
           body +
           "\nld.param.u64 %rd0, [out];\nmul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd2, %rd0, %rd1;\n"
           "st.global.u32 [%rd2], %r1;\nret;\n}\n";
}

// The kernel's value of every thread; 0 where it stored none.
std::vector<std::uint32_t> values(const std::string& body, std::uint32_t threads, RunCounts* counts = nullptr) {
    const auto module = ptx::parse_ptx(entry(body), "k.ptx");
    const auto kernel = module->kernel("k", {1, 1, 1}, {threads, 1, 1}, {ptx::argument(in_at)});
    SparseMemory memory;
    const RunCounts run_counts = run(*kernel, memory);
    if (counts) *counts = run_counts;
    return memory.get<std::uint32_t>(in_at, threads);
}

// The lanes of a warp are apart when they come to what follows: those of odd threads below `leave` store 7 and leave.
std::string apart(std::uint32_t leave, const std::string& then) {
    return ".shared .align 4 .b32 tile[64];\nand.b32 %r2, %r0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n"
           "setp.lt.u32 %p2, %r0, " +
           std::to_string(leave) +
           ";\n@%p1 bra ODD;\nadd.u32 %r1, %r0, 1000;\nbra JOIN;\nODD:\n@%p2 bra LEAVE;\nadd.u32 %r1, %r0, 2000;\n"
           "JOIN:\n" +
           then +
           "\nbra STORE;\nLEAVE:\nld.param.u64 %rd0, [out];\nmul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd2, %rd0, %rd1;\n"
           "mov.u32 %r1, 7;\nst.global.u32 [%rd2], %r1;\nexit;\nSTORE:";
}

std::string problem(const std::string& body) {
    const auto module = ptx::parse_ptx(entry(body), "k.ptx");
    const auto problems = module->unsupported("k");
    return problems.empty() ? "" : problems[0].message;
}

}  // namespace

TEST_CASE("__syncthreads_count, _and and _or over whole and partial warps, and with threads that have left") {
    const auto module = barriers();
    for (const std::size_t block : {1u, 31u, 32u, 33u, 100u, 256u})
        for (const std::size_t leave : {1u, 17u, 32u, 70u, 1000u}) {
            INFO("block " << block << ", leave " << leave);
            const std::size_t ctas = 3;
            const int rounds = 5;
            const auto in = some_input(block * ctas);
            SparseMemory memory;
            memory.put(in_at, in);
            const auto kernel =
                module->kernel("barriers", {ctas, 1, 1}, {static_cast<std::uint32_t>(block), 1, 1},
                               {ptx::argument(in_at), ptx::argument(count_at), ptx::argument(all_at),
                                ptx::argument(any_at), ptx::argument(rounds), ptx::argument(static_cast<int>(leave))});
            run(*kernel, memory);
            const Results expected = reference(in, block, rounds, leave);
            CHECK(memory.get<std::int32_t>(count_at, in.size()) == expected.count);
            CHECK(memory.get<std::int32_t>(all_at, in.size()) == expected.all);
            CHECK(memory.get<std::int32_t>(any_at, in.size()) == expected.any);
        }
}

TEST_CASE("a barrier's reduction in all its spellings") {
    const auto same = [](std::uint32_t value, std::uint32_t threads) {
        return std::vector<std::uint32_t>(threads, value);
    };
    CHECK(values("bar.red.popc.u32 %r1, 0, %p0;", 70) == same(40, 70));
    CHECK(values("bar.red.popc.u32 %r1, 0, !%p0;", 70) == same(30, 70));
    CHECK(values("bar.cta.red.popc.u32 %r1, 0, %p0;", 70) == same(40, 70));
    CHECK(values("barrier.red.popc.u32 %r1, 0, %p0;", 70) == same(40, 70));
    CHECK(values("barrier.cta.red.popc.aligned.u32 %r1, 0, %p0;", 70) == same(40, 70));
    const std::string take = "\nselp.u32 %r1, 1, 0, %p1;";
    CHECK(values("bar.red.and.pred %p1, 0, %p0;" + take, 70) == same(0, 70));
    CHECK(values("bar.red.and.pred %p1, 0, %p0;" + take, 40) == same(1, 40));
    CHECK(values("barrier.cta.red.or.aligned.pred %p1, 0, !%p0;" + take, 40) == same(0, 40));
    CHECK(values("barrier.cta.red.or.pred %p1, 0, !%p0;" + take, 41) == same(1, 41));
}

// The lanes of an exit are looked at when it is fetched, directly behind the barrier.
TEST_CASE("a thread may leave on the result of a barrier") {
    const auto left = values("bar.red.or.pred %p1, 0, !%p0;\n@%p1 exit;", 50);
    CHECK(left == std::vector<std::uint32_t>(50, 0));
    CHECK(values("bar.red.or.pred %p1, 0, !%p0;\n@%p1 exit;", 40) == std::vector<std::uint32_t>(40, 99));
}

TEST_CASE("what a barrier with a reduction cannot do is said before the run") {
    CHECK(problem("bar.red.popc.u32 %r1, 1, %p0;") == "a barrier other than 0 is not supported");
    CHECK(problem("bar.red.popc.u32 %r1, 0, 64, %p0;") == "a barrier for a part of the CTA's threads is not supported");
    CHECK_THAT(problem("bar.red.xor.pred %p1, 0, %p0;"), Catch::Contains("bar.red.xor.pred"));
    CHECK_THROWS_AS(problem("bar.red.popc.u32 %r1, 0;"), InputError);
}

TEST_CASE("a barrier is passed when all live lanes of the warp have come, on whatever way") {
    const std::string swap =
        "shl.b32 %r3, %r0, 2;\nmov.u32 %r4, tile;\nadd.u32 %r5, %r4, %r3;\nst.shared.u32 [%r5], %r1;\nbar.sync 0;\n"
        "xor.b32 %r3, %r3, 4;\nadd.u32 %r5, %r4, %r3;\nld.shared.u32 %r1, [%r5];";
    for (const std::uint32_t leave : {0u, 40u}) {
        RunCounts counts;
        const auto swapped = values(apart(leave, swap), 64, &counts);
        for (std::uint32_t i = 0; i < 64; ++i) {
            INFO("thread " << i << " where those below " << leave << " leave");
            const std::uint32_t odd = (i | 1) < leave ? 0 : (i | 1) + 2000;
            CHECK(swapped[i] == (i % 2 == 0 ? odd : i < leave ? 7 : i - 1 + 1000));
        }
        CHECK(counts.of(Operation::barrier) == 2);
    }
}

TEST_CASE("a barrier's reduction counts the lanes of all ways, once") {
    CHECK(values(apart(0, "bar.red.popc.u32 %r1, 0, %p0;"), 64) == std::vector<std::uint32_t>(64, 40));
    const auto some = values(apart(9, "bar.red.popc.u32 %r1, 0, %p0;"), 64);
    CHECK(some[0] == 36);
    CHECK(some[1] == 7);
}

// They wait for the others, which no instruction brings to the barrier.
TEST_CASE("lanes at a barrier go on when the others of their warp have left") {
    CHECK(values("and.b32 %r2, %r0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra ODD;\nbar.red.popc.u32 %r1, 0, %p0;\n"
                 "bra STORE;\nODD:\nadd.u32 %r3, %r0, 1;\nexit;\nSTORE:",
                 2) == std::vector<std::uint32_t>{1, 0});
}

TEST_CASE("lanes of a warp that come to different barriers end the run") {
    CHECK_THROWS_WITH(
        values("and.b32 %r2, %r0, 1;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra ODD;\nbar.sync 0;\nbra JOIN;\nODD:\n"
               "bar.sync 0;\nJOIN:",
               64),
        "kernel k, CTA 0 (0,0,0), thread (1,0,0), PC 8, k.ptx:18: lanes of one warp come to different barriers, others "
        "wait at that of line 15; let all lanes of a warp come to the same one, behind the branch");
}
