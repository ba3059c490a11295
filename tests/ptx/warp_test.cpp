// What lanes tell each other, special registers, execution units.
#include <catch2/catch.hpp>
#include <functional>

#include "heddle/stimulus/ptx/ptx_module.h"
#include "runner.h"

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr std::uint64_t out_at = 0x20000000;

std::string entry(const std::string& body) {
    return ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n.reg .pred "
           "%p<8>;\n.reg .b32 %r<16>;\n"
           ".reg .b64 %rd<8>;\n.reg .f32 %f<4>;\n.reg .f64 %fd<4>;\n"
           "mov.u32 %r0, %laneid;\nmov.u32 %r1, 0;\n" +
           body +
           "\nld.param.u64 %rd0, [out];\nmov.u32 %r15, %tid.x;\nmul.wide.u32 %rd1, %r15, 4;\nadd.u64 %rd2, %rd0, "
           "%rd1;\nst.global.u32 [%rd2], %r1;\nret;\n}\n";
}

void runs(const std::string& body, const std::function<std::uint32_t(std::uint32_t)>& expected,
          std::uint32_t threads = 32) {
    const auto module = ptx::parse_ptx(entry(body), "k.ptx");
    const auto kernel = module->kernel("k", {1, 1, 1}, {threads, 1, 1}, {ptx::argument(out_at)});
    SparseMemory memory;
    run(*kernel, memory);
    const auto out = memory.get<std::uint32_t>(out_at, threads);
    INFO(body);
    for (std::uint32_t i = 0; i < threads; ++i) {
        INFO("thread " << i);
        REQUIRE(out[i] == expected(i));
    }
}

}  // namespace

TEST_CASE("shuffles") {
    const std::string value = "mul.lo.u32 %r2, %r0, 10;\n";
    runs(value + "shfl.sync.idx.b32 %r1, %r2, 5, 31, -1;", [](auto) { return 50u; });
    runs(value + "shfl.sync.up.b32 %r1|%p0, %r2, 3, 0, -1;\n@!%p0 add.u32 %r1, %r1, 1;",
         [](std::uint32_t i) { return i >= 3 ? (i - 3) * 10 : i * 10 + 1; });
    runs(value + "shfl.sync.down.b32 %r1, %r2, 4, 31, -1;",
         [](std::uint32_t i) { return i + 4 < 32 ? (i + 4) * 10 : i * 10; });
    runs(value + "shfl.sync.bfly.b32 %r1, %r2, 6, 31, -1;", [](std::uint32_t i) { return (i ^ 6) * 10; });
    runs(value + "shfl.down.b32 %r1, %r2, 1, 31;", [](std::uint32_t i) { return i + 1 < 32 ? (i + 1) * 10 : i * 10; });
    // segments of 8 lanes: mask 0x18 in bits 8-12, clamp 7
    runs(value + "shfl.sync.down.b32 %r1|%p0, %r2, 3, 0x1807, -1;\n@!%p0 mov.u32 %r1, 1;",
         [](std::uint32_t i) { return i % 8 + 3 < 8 ? (i + 3) * 10 : 1; });
    runs(value + "shfl.sync.idx.b32 %r1, %r2, 2, 0x181f, -1;", [](std::uint32_t i) { return (i / 8 * 8 + 2) * 10; });
    // lane l reads from lane r3 = 31 - l
    runs(value + "sub.u32 %r3, 31, %r0;\nshfl.sync.idx.b32 %r1, %r2, %r3, 31, -1;",
         [](std::uint32_t i) { return (31 - i) * 10; });
}

TEST_CASE("votes count the lanes that take part") {
    const std::string set = "setp.gt.u32 %p0, %r0, 3;\n";
    runs(set + "vote.sync.ballot.b32 %r1, %p0, -1;", [](auto) { return 0xfffffff0u; });
    runs(set + "vote.sync.ballot.b32 %r1, !%p0, -1;", [](auto) { return 0xfu; });
    runs(set + "vote.sync.any.pred %p1, %p0, -1;\nselp.u32 %r1, 1, 0, %p1;", [](auto) { return 1u; });
    runs(set + "vote.sync.all.pred %p1, %p0, -1;\nselp.u32 %r1, 1, 0, %p1;", [](auto) { return 0u; });
    runs(set + "vote.uni.pred %p1, %p0;\nselp.u32 %r1, 1, 0, %p1;", [](auto) { return 0u; });
    runs(
        set + "vote.sync.ballot.b32 %r1, %p0, -1;", [](auto) { return 0xf0u; }, 8);
    runs(set + "@!%p0 bra OUT;\nvote.sync.all.pred %p1, %p0, -1;\nselp.u32 %r1, 1, 0, %p1;\nOUT:",
         [](std::uint32_t i) -> std::uint32_t { return i > 3; });
    runs(set + "@%p0 bra OUT;\nactivemask.b32 %r1;\nOUT:", [](std::uint32_t i) { return i > 3 ? 0u : 15u; });
    runs(
        "activemask.b32 %r1;", [](auto) { return 0x3ffu; }, 10);
}

TEST_CASE("special registers") {
    runs("mov.u32 %r1, %lanemask_lt;", [](std::uint32_t i) { return (1u << i) - 1; });
    runs("mov.u32 %r1, %lanemask_ge;", [](std::uint32_t i) { return ~((1u << i) - 1); });
    runs("mov.u32 %r1, %lanemask_eq;", [](std::uint32_t i) { return 1u << i; });
    runs("mov.u32 %r1, %lanemask_le;", [](std::uint32_t i) { return (2u << i) - 1; });
    runs("mov.u32 %r1, %lanemask_gt;", [](std::uint32_t i) { return ~((2u << i) - 1); });
    runs(
        "mov.u32 %r1, %warpid;", [](std::uint32_t i) { return i / 32; }, 80);
    runs(
        "mov.u32 %r1, %nwarpid;", [](auto) { return 3u; }, 80);
    runs("mov.u32 %r1, %clock;\nmov.u64 %rd3, %clock64;\ncvt.u32.u64 %r2, %rd3;\nsub.u32 %r1, %r2, %r1;",
         [](auto) { return 1u; });
    runs("mov.u32 %r1, %smid;", [](auto) { return 0u; });
}

TEST_CASE("thread and CTA numbers in three dimensions") {
    const std::string text =
        ".version 6.4\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<16>;\n.reg "
        ".b64 %rd<4>;\n"
        "mov.u32 %r0, %ctaid.z;\nmad.lo.u32 %r0, %r0, %nctaid.y, %ctaid.y;\nmad.lo.u32 %r0, %r0, %nctaid.x, %ctaid.x;\n"
        "mov.u32 %r1, %tid.z;\nmad.lo.u32 %r1, %r1, %ntid.y, %tid.y;\nmad.lo.u32 %r1, %r1, %ntid.x, %tid.x;\n"
        "mul.lo.u32 %r2, %ntid.x, %ntid.y;\nmul.lo.u32 %r2, %r2, %ntid.z;\nmad.lo.u32 %r2, %r2, %r0, %r1;\n"
        "ld.param.u64 %rd0, [out];\nmul.wide.u32 %rd1, %r2, 4;\nadd.u64 %rd0, %rd0, %rd1;\nst.global.u32 [%rd0], "
        "%r2;\nret;\n}\n";
    const auto module = ptx::parse_ptx(text, "k.ptx");
    const auto kernel = module->kernel("k", {2, 3, 2}, {5, 4, 3}, {ptx::argument(out_at)});
    SparseMemory memory;
    run(*kernel, memory);
    const auto out = memory.get<std::uint32_t>(out_at, 720);
    for (std::uint32_t i = 0; i < 720; ++i) REQUIRE(out[i] == i);
}

TEST_CASE("an SM tells time and place, and without one the warp's instructions are the clock") {
    const auto module = ptx::parse_ptx(entry("mov.u32 %r1, %smid;\nmov.u32 %r2, %clock;\nmov.u32 %r3, %clock_hi;\n"
                                             "mov.u32 %r4, %nsmid;\nmov.u64 %rd1, %globaltimer;"),
                                       "k.ptx");
    const auto kernel = module->kernel("k", {1, 1, 1}, {64, 1, 1}, {ptx::argument(out_at)});
    const auto executor = kernel->make_executor();
    // Lane 5 of what the instruction has written; the low half of what is 8 bytes wide.
    const auto value = [&](const WarpState& state, std::size_t instruction, bool wide = false) {
        const auto& warp = static_cast<const ptx::Warp&>(state);
        return warp.slots[module->program("k").steps[instruction].d].word[wide ? 10 : 5];
    };
    const SmView sm{11, 60, 0x500000007, 2.0};
    for (const SmView* view : {&sm, static_cast<const SmView*>(nullptr)}) {
        WarpState* warp = executor->start_warp(0, 1);
        warp->sm = view;
        for (int i = 0; i < 7; ++i) executor->execute(*warp, nullptr);
        INFO((view ? "on an SM" : "alone"));
        CHECK(value(*warp, 2) == (view ? 11 : 0));
        CHECK(value(*warp, 3) == (view ? 7 : 4));
        CHECK(value(*warp, 4) == (view ? 5 : 0));
        CHECK(value(*warp, 5) == (view ? 60 : 1));
        CHECK(value(*warp, 6, true) == (view ? 14 : 7));
        executor->finish_warp(warp);
    }
}

TEST_CASE("instructions go to their units") {
    const auto module = ptx::parse_ptx(
        entry("add.u32 %r1, %r1, 1;\nadd.f64 %fd0, %fd0, %fd1;\nsqrt.rn.f32 %f0, %f1;\ndiv.u32 %r1, %r1, 3;\n"
              "fma.rn.f32 %f0, %f1, %f2, %f0;\ncvt.f64.f32 %fd0, %f0;\nsin.approx.f32 %f0, %f0;\nmul.lo.u32 %r1, %r1, "
              "3;\nset.gt.u32.f64 %r1, %fd0, %fd1;\ntestp.finite.f64 %p0, %fd0;\nset.gt.u32.f32 %r1, %f0, %f1;\n"
              "testp.finite.f32 %p0, %f0;\nset.gt.u32.u32 %r1, %r1, %r0;"),
        "k.ptx");
    std::vector<ExecutionUnit> units;
    for (std::size_t i = 2; i < 15; ++i) units.push_back(module->program("k").steps[i].instruction.unit);
    CHECK(units == std::vector<ExecutionUnit>{ExecutionUnit::alu, ExecutionUnit::fp64, ExecutionUnit::sfu,
                                              ExecutionUnit::sfu, ExecutionUnit::fp32, ExecutionUnit::fp64,
                                              ExecutionUnit::sfu, ExecutionUnit::multiply, ExecutionUnit::fp64,
                                              ExecutionUnit::fp64, ExecutionUnit::fp32, ExecutionUnit::fp32,
                                              ExecutionUnit::alu});
    const WarpInstruction& fma = module->program("k").steps[6].instruction;
    CHECK(fma.source_count == 3);
    CHECK(fma.destination_count == 1);
    CHECK(fma.line == 17);
}

namespace {

// Whether each instruction of the body is a sum of 64 bits.
std::vector<bool> wide_sums(const std::string& body, std::size_t instructions) {
    const auto module = ptx::parse_ptx(entry(body), "k.ptx");
    std::vector<bool> wide;
    for (std::size_t i = 2; i < 2 + instructions; ++i)
        wide.push_back(module->program("k").steps.at(i).instruction.unit == ExecutionUnit::wide_sum);
    return wide;
}

}  // namespace

TEST_CASE("sums of 64-bit registers are told from others, and from sums with a constant") {
    CHECK(wide_sums("add.s64 %rd1, %rd1, %rd2;\nsub.s64 %rd1, %rd1, %rd2;\nmad.wide.s32 %rd1, %r1, 4, %rd2;\n"
                    "mad.lo.s64 %rd1, %rd1, %rd2, %rd2;\nadd.s64 %rd1, %rd1, 128;\nmul.wide.s32 %rd1, %r1, 4;\n"
                    "add.s32 %r1, %r1, %r2;\nmad.lo.s32 %r1, %r1, %r2, %r2;\nadd.f64 %fd0, %fd0, %fd1;\n"
                    "ld.global.u32 %r1, [%rd1];",
                    9) == std::vector<bool>{true, true, true, true, false, false, false, false, false});
}

TEST_CASE("addresses of shared memory are no sums of 64 bits, unless something else needs them") {
    CHECK(wide_sums("add.s64 %rd4, %rd4, %rd5;\nadd.s64 %rd6, %rd4, %rd5;\nld.shared.u32 %r1, [%rd6];\n"
                    "st.shared.u32 [%rd6+4], %r1;",
                    2) == std::vector<bool>{false, false});
    CHECK(wide_sums("add.s64 %rd4, %rd4, %rd5;\nadd.s64 %rd6, %rd4, %rd5;\nld.shared.u32 %r1, [%rd4];\n"
                    "ld.global.u32 %r1, [%rd6];",
                    2) == std::vector<bool>{true, true});
    CHECK(wide_sums("add.s64 %rd4, %rd4, %rd5;\nadd.s64 %rd6, %rd4, %rd5;\nst.shared.u64 [%rd6], %rd4;", 2) ==
          std::vector<bool>{true, true});
    CHECK(wide_sums("add.s64 %rd4, %rd4, %rd5;", 1) == std::vector<bool>{false});  // nobody needs it
}
