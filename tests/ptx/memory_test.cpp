// Loads, stores and atomics in every space; generic addresses; accesses that must not be.
#include <catch2/catch.hpp>
#include <functional>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/ptx_module.h"
#include "runner.h"

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr std::uint64_t in_at = 0x10000000, out_at = 0x20000000;

std::string entry(const std::string& body, const std::string& before = "") {
    return ".version 6.4\n.target sm_70\n.address_size 64\n" + before +
           ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n.reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 "
           "%r<16>;\n"
           ".reg .b64 %rd<16>;\n.reg .f32 %f<8>;\n.reg .f64 %fd<8>;\n"
           "ld.param.u64 %rd0, [in];\nld.param.u64 %rd1, [out];\nmov.u32 %r0, %tid.x;\n" +
           body + "\nret;\n}\n";
}

struct Run {
    SparseMemory memory;
    RunCounts counts;
    std::shared_ptr<const ptx::PtxModule> module;
    std::unique_ptr<ptx::PtxKernel> kernel;

    explicit Run(const std::string& text, std::uint32_t threads = 32, std::uint32_t ctas = 1, std::uint32_t dynamic = 0)
        : module(ptx::parse_ptx(text, "k.ptx")),
          kernel(module->kernel("k", {ctas, 1, 1}, {threads, 1, 1}, {ptx::argument(in_at), ptx::argument(out_at)},
                                dynamic)) {}
    void go() { counts = run(*kernel, memory); }
};

const std::string lane_address = "mul.wide.u32 %rd2, %r0, 16;\nadd.u64 %rd3, %rd0, %rd2;\nadd.u64 %rd4, %rd1, %rd2;\n";

std::string error_of(Run& run) {
    try {
        run.go();
    } catch (const SimulationError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace

TEST_CASE("small loads are extended as their type says, small stores cut") {
    Run run(entry(lane_address + R"(
        ld.global.s8 %r1, [%rd3];
        ld.global.u8 %r2, [%rd3+1];
        ld.global.s16 %r3, [%rd3+2];
        ld.global.u16 %h0, [%rd3+4];
        ld.global.s32 %rd5, [%rd3+8];
        ld.global.s8 %h1, [%rd3];
        cvt.s32.s16 %r4, %h1;
        add.s32 %r1, %r1, %r2;
        add.s32 %r1, %r1, %r3;
        st.global.u32 [%rd4], %r1;
        st.global.u16 [%rd4+4], %h0;
        st.global.u8 [%rd4+6], %r4;
        st.global.u64 [%rd4+8], %rd5;)"));
    std::vector<std::int32_t> in(128);
    for (int i = 0; i < 32; ++i) {
        in[4 * i] = static_cast<int>(0x80f07f81u) + i;
        in[4 * i + 1] = 0x1234ff00 + i;
        in[4 * i + 2] = -5 - i;
    }
    run.memory.put(in_at, in);
    run.go();
    for (int i = 0; i < 32; ++i) {
        const auto word = static_cast<std::uint32_t>(in[4 * i]);
        const int expected =
            static_cast<std::int8_t>(word) + static_cast<int>(word >> 8 & 255) + static_cast<std::int16_t>(word >> 16);
        CHECK(run.memory.get<std::int32_t>(out_at + 16 * i, 1)[0] == expected);
        CHECK(run.memory.get<std::uint16_t>(out_at + 16 * i + 4, 1)[0] == 0xff00 + i);
        CHECK(run.memory.get<std::int8_t>(out_at + 16 * i + 6, 1)[0] == static_cast<std::int8_t>(word));
        CHECK(run.memory.get<std::int64_t>(out_at + 16 * i + 8, 1)[0] == -5 - i);
    }
}

TEST_CASE("a signed parameter is extended to the width of its register, and no further") {
    const auto module = ptx::parse_ptx(R"(.version 6.4
.target sm_70
.address_size 64
.visible .entry k(.param .u64 out, .param .s8 v)
{
    .reg .b16 %h<2>; .reg .b32 %r<2>; .reg .b64 %rd<2>;
    ld.param.u64 %rd0, [out];
    ld.param.s8 %h0, [v];
    mov.u16 %h1, 7;
    mov.b32 %r0, {%h0, %h1};
    ld.param.s8 %r1, [v];
    ld.param.s8 %rd1, [v];
    st.global.v2.u32 [%rd0], {%r0, %r1};
    st.global.u64 [%rd0+8], %rd1;
    ret;
}
)",
                                       "k.ptx");
    const auto kernel =
        module->kernel("k", {1, 1, 1}, {1, 1, 1}, {ptx::argument(out_at), ptx::argument(std::int8_t{-5})});
    SparseMemory memory;
    run(*kernel, memory);
    CHECK(memory.get<std::uint32_t>(out_at, 4) ==
          std::vector<std::uint32_t>{0x0007fffb, 0xfffffffb, 0xfffffffb, 0xffffffff});
}

TEST_CASE("vector loads and stores move their elements in one instruction") {
    Run run(entry(lane_address + R"(
        ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd3];
        st.global.v2.b64 [%rd4], {%rd2, %rd2};
        st.global.v4.u32 [%rd4], {%r4, %r3, %r2, %r1};
        ld.global.nc.v2.f32 {%f0, _}, [%rd3+8];
        st.global.v4.u8 [%rd4+0], {%r1, %r2, %r3, %r4};)"));
    std::vector<std::uint32_t> in(128);
    for (unsigned i = 0; i < 128; ++i) in[i] = i * 1000 + 7;
    run.memory.put(in_at, in);
    run.go();
    const auto out = run.memory.get<std::uint32_t>(out_at, 128);
    for (unsigned i = 0; i < 32; ++i) {
        for (unsigned k = 1; k < 4; ++k) CHECK(out[4 * i + k] == in[4 * i + 3 - k]);
        CHECK((out[4 * i] & 255) == (in[4 * i] & 255));
        CHECK(out[4 * i] >> 24 == (in[4 * i + 3] & 255));
    }
    CHECK(run.counts.of(Operation::load) == 2);
    CHECK(run.counts.of(Operation::store) == 3);
}

TEST_CASE("cache operators reach the access") {
    const auto module = ptx::parse_ptx(
        entry("ld.global.cg.u32 %r1, [%rd0];\nld.global.ca.u32 %r1, [%rd0];\nld.volatile.global.u32 %r1, [%rd0];\n"
              "ld.global.L1::evict_last.u32 %r1, [%rd0];"),
        "k.ptx");
    std::vector<bool> bypass;
    for (const ptx::Step& step : module->program("k").steps)
        if (step.kind == ptx::Step::Kind::load) bypass.push_back(step.bypass_l1);
    CHECK(bypass == std::vector<bool>{true, false, true, false});
}

TEST_CASE("an access in equal steps is found to be one, and every lane's address is the same either way") {
    // Lanes whose bit is set in in[64] store to out + in[lane].
    Run run(
        entry("mul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd0, %rd2;\nld.global.u32 %r1, [%rd3];\n"
              "ld.global.u32 %r2, [%rd0+256];\nshr.u32 %r3, %r2, %r0;\nand.b32 %r3, %r3, 1;\n"
              "setp.ne.u32 %p0, %r3, 0;\ncvt.u64.u32 %rd5, %r1;\nadd.u64 %rd4, %rd1, %rd5;\n"
              "@%p0 st.global.u32 [%rd4+4], %r0;"));
    const auto consecutive = [](unsigned l) { return 4 * l + 400; };
    const auto all_one = [](unsigned) { return 64u; };
    const auto backwards = [](unsigned l) { return 400 - 4 * l; };
    const auto columns = [](unsigned l) { return 128 * l; };
    const auto one_off = [](unsigned l) { return l == 17 ? 0 : 4 * l; };
    const struct {
        std::function<unsigned(unsigned)> offset;
        LaneMask mask;
        bool strided;
    } cases[] = {
        {consecutive, all_lanes, true},   {consecutive, 0x00ffff00, true},  {consecutive, 0x80000000, true},
        {consecutive, 0x00ff0ff0, false}, {consecutive, 0x55555555, false}, {all_one, all_lanes, true},
        {all_one, 0x80010001, true},      {backwards, all_lanes, false},    {columns, all_lanes, false},
        {one_off, all_lanes, false},      {one_off, 0xfffc0000, true},      {one_off, 0x0001ffff, true},
        {one_off, 0x0003ffff, false},
    };
    for (const auto& test : cases) {
        std::vector<std::uint32_t> words(65);
        for (unsigned l = 0; l < 32; ++l) words[l] = test.offset(l);
        words[64] = test.mask;
        run.memory.put(in_at, words);
        LaneAccess access{};
        const auto executor = run.kernel->make_executor();
        WarpState* warp = executor->start_warp(0, 0);
        for (;;) {
            const WarpInstruction& instruction = executor->fetch(*warp);
            access.strided = true;  // left over from another access
            const LaneMask active = executor->execute(*warp, instruction.is_memory() ? &access : nullptr);
            if (instruction.operation == Operation::store) {
                CHECK(active == test.mask);
                break;
            }
            if (instruction.operation != Operation::load) continue;
            for (unsigned l = 0; l < 32; ++l) run.memory.read(access.address_of(l), access.data.data() + 4 * l, 4);
            executor->write_back(*warp, instruction, access);
        }
        INFO(std::hex << "mask " << test.mask << ", lane 17 at " << words[17]);
        CHECK(access.strided == test.strided);
        for (unsigned l = 0; l < 32; ++l)
            if (test.mask >> l & 1) CHECK(access.address_of(l) == out_at + words[l] + 4);
        executor->finish_warp(warp);
    }
}

TEST_CASE("shared memory, by 32-bit addresses and by generic ones, is private to the CTA") {
    const std::string text = entry(R"(
        shl.b32 %r1, %r0, 2;
        mov.u32 %r2, tile;
        add.u32 %r3, %r2, %r1;
        mov.u32 %r4, %ctaid.x;
        mad.lo.u32 %r5, %r4, 100, %r0;
        st.shared.u32 [%r3], %r5;
        bar.sync 0;
        xor.b32 %r6, %r1, 124;
        cvt.u64.u32 %rd2, %r6;
        mov.u64 %rd3, tile;
        cvta.shared::cta.u64 %rd4, %rd3;
        add.u64 %rd5, %rd4, %rd2;
        ld.u32 %r7, [%rd5];
        isspacep.shared::cta %p0, %rd5;
        selp.u32 %r8, 1000, 0, %p0;
        add.u32 %r7, %r7, %r8;
        cvta.to.shared.u64 %rd6, %rd5;
        ld.shared.u32 %r9, [%rd6];
        add.u32 %r7, %r7, %r9;
        mad.lo.u32 %r10, %r4, 32, %r0;
        mul.wide.u32 %rd7, %r10, 4;
        add.u64 %rd8, %rd1, %rd7;
        st.u32 [%rd8], %r7;)",
                                   ".shared .align 4 .b8 other[64];\n.shared .align 16 .b32 tile[32];\n");
    Run run(text, 32, 2);
    CHECK(run.kernel->shape().shared_bytes == 128);
    run.go();
    const auto out = run.memory.get<std::uint32_t>(out_at, 64);
    for (unsigned i = 0; i < 64; ++i) CHECK(out[i] == 1000 + 2 * (i / 32 * 100 + (i % 32 ^ 31)));
}

TEST_CASE("local memory is private to the thread and interleaved by words") {
    Run run(entry(R"(
        .local .align 8 .b8 depot[24];
        mov.u64 %rd2, depot;
        cvt.u64.u32 %rd3, %r0;
        shl.b64 %rd4, %rd3, 40;
        or.b64 %rd4, %rd4, %rd3;
        st.local.u64 [%rd2+8], %rd4;
        st.local.u8 [%rd2+3], %r0;
        cvta.local.u64 %rd5, %rd2;
        ld.u64 %rd6, [%rd5+8];
        ld.local.v2.u32 {%r1, %r2}, [%rd2+8];
        ld.local.u8 %r3, [%rd2+3];
        add.u32 %r2, %r2, %r1;
        add.u32 %r2, %r2, %r3;
        mul.wide.u32 %rd7, %r0, 16;
        add.u64 %rd8, %rd1, %rd7;
        st.global.u64 [%rd8], %rd6;
        st.global.u32 [%rd8+8], %r2;)"),
            64);
    run.go();
    for (std::uint64_t i = 0; i < 64; ++i) {
        CHECK(run.memory.get<std::uint64_t>(out_at + 16 * i, 1)[0] == (i << 40 | i));
        CHECK(run.memory.get<std::uint32_t>(out_at + 16 * i + 8, 1)[0] == (i << 8) + 2 * i);
        const std::uint64_t base = ptx::AddressSpaceLayout{}.local_base;
        CHECK(run.memory.get<std::uint32_t>(base + (2 * 64 + i) * 4, 1)[0] == i);
        CHECK(run.memory.get<std::uint32_t>(base + (3 * 64 + i) * 4, 1)[0] == i << 8);
        CHECK(run.memory.get<std::uint8_t>(base + i * 4 + 3, 1)[0] == i);
    }
}

TEST_CASE("a load from local memory may overwrite its own address") {
    Run run(entry(R"(
        .local .align 16 .b8 depot[48];
        mov.u64 %rd2, depot;
        mov.u64 %rd5, 0x0000000500000010;
        st.local.u64 [%rd2+8], %rd5;
        st.local.u32 [%rd2+20], 77;
        add.u64 %rd3, %rd2, 8;
        ld.local.u64 %rd3, [%rd3];
        cvta.local.u64 %rd4, %rd2;
        ld.u64 %rd4, [%rd4+8];
        mov.u32 %r1, depot;
        ld.local.v2.u32 {%r1, %r2}, [%r1+8];
        setp.ne.u32 %p0, %r0, 0;
        @%p0 exit;
        st.global.u64 [%rd1], %rd3;
        st.global.u64 [%rd1+8], %rd4;
        st.global.v2.u32 [%rd1+16], {%r1, %r2};)"));
    run.go();
    CHECK(run.memory.get<std::uint64_t>(out_at, 3) == std::vector<std::uint64_t>(3, 0x0000000500000010));
}

TEST_CASE("threads beyond 2^32 have numbers and local memory of their own") {
    constexpr std::uint32_t block = 1024, ctas = 2147483647;
    constexpr std::uint64_t threads = std::uint64_t{ctas} * block, local = ptx::AddressSpaceLayout{}.local_base;
    Run run(entry(R"(
        .local .u32 own[2];
        mov.u32 %r1, %ctaid.x;
        mov.u32 %r2, %ntid.x;
        mad.wide.u32 %rd2, %r1, %r2, %rd1;
        st.local.u32 [own+4], %r1;
        mul.wide.u32 %rd3, %r0, 8;
        add.u64 %rd4, %rd1, %rd3;
        sub.u64 %rd2, %rd2, %rd1;
        cvt.u64.u32 %rd5, %r0;
        add.u64 %rd2, %rd2, %rd5;
        st.global.u64 [%rd4], %rd2;)"),
            block, ctas);
    struct : InstructionObserver {
        void executed(const WarpState&, const WarpInstruction&, LaneMask, const LaneAccess*) override {}
    } nobody;
    const auto executor = run.kernel->make_executor();
    for (const std::uint32_t cta : {0U, 4194304U, ctas - 1}) {
        INFO("CTA " << cta);
        run_cta(*run.kernel, *executor, cta, run.memory, nobody);
        const std::uint64_t first = std::uint64_t{cta} * block;
        const auto numbers = run.memory.get<std::uint64_t>(out_at, block);
        const auto own = run.memory.get<std::uint32_t>(local + (threads + first) * 4, block);
        for (unsigned thread = 0; thread < block; ++thread) {
            REQUIRE(numbers[thread] == first + thread);
            REQUIRE(own[thread] == cta);
        }
    }
    CHECK(run.memory.get<std::uint32_t>(local + threads * 4, 1)[0] == 0);  // is still CTA 0's
}

TEST_CASE("module variables: initial contents, addresses in them, constants by generic address") {
    const std::string before =
        ".global .align 4 .u32 numbers[4] = {11, 22, 0x21, 44};\n.const .f32 pi = 0f40490FDB;\n"
        ".const .align 8 .f64 table[2] = {0d3FF0000000000000, -2.5};\n"
        ".global .align 8 .u64 pointers[2] = {numbers, generic(numbers)+8};\n";
    Run run(entry(R"(
        ld.global.u64 %rd2, [pointers+8];
        ld.u32 %r1, [%rd2];
        ld.global.u32 %r2, [numbers+4];
        ld.const.f32 %f0, [pi];
        mov.u64 %rd3, table;
        ld.const.f64 %fd0, [%rd3+8];
        cvta.const.u64 %rd4, %rd3;
        ld.f64 %fd1, [%rd4];
        setp.ne.u32 %p0, %r0, 0;
        @%p0 exit;
        st.global.u32 [%rd1], %r1;
        st.global.u32 [%rd1+4], %r2;
        st.global.f32 [%rd1+8], %f0;
        st.global.f64 [%rd1+16], %fd0;
        st.global.f64 [%rd1+24], %fd1;)",
                  before));
    const ptx::AddressSpaceLayout layout;
    run.memory.put(layout.global_base, run.module->global_image(layout));
    run.go();
    CHECK(run.memory.get<std::uint32_t>(out_at, 2) == std::vector<std::uint32_t>{33, 22});
    CHECK(run.memory.get<float>(out_at + 8, 1)[0] == 3.14159274f);
    CHECK(run.memory.get<double>(out_at + 16, 2) == std::vector<double>{-2.5, 1.0});
    CHECK(run.module->global_address("pointers") == layout.global_base + 16);
}

TEST_CASE("inner braces of initial contents hold a whole part of the array") {
    const auto contents = [](const std::string& variable) {
        const auto image = ptx::parse_ptx(".version 6.4\n" + variable, "k.ptx")->global_image();
        std::vector<std::uint32_t> words(image.size() / 4);
        std::memcpy(words.data(), image.data(), 4 * words.size());
        return words;
    };
    using Words = std::vector<std::uint32_t>;
    CHECK(contents(".global .u32 g[2][2] = {{1},{2,3}};") == Words{1, 0, 2, 3});
    CHECK(contents(".global .u32 g[2][2][2] = {{{1},{2}},{{3,4}}};") == Words{1, 0, 2, 0, 3, 4, 0, 0});
    CHECK(contents(".global .u32 g[2][2] = {1,2,{3}};") == Words{1, 2, 3, 0});
    CHECK(contents(".global .u32 g[][2] = {{1},{}};") == Words{1, 0, 0, 0});
    CHECK(contents(".global .v4 .u32 g[2] = {{1},{2,3}};") == Words{1, 0, 0, 0, 2, 3, 0, 0});
    CHECK(contents(".global .u32 g[2] = {1}, h[1] = {2}, i = 3;") == Words{1, 0, 2, 3});
}

TEST_CASE("atomics return the old value and red does not") {
    Run run(entry(R"(
        atom.global.add.u32 %r1, [%rd0], 2;
        red.global.max.s32 [%rd0+4], %r0;
        atom.min.s32 %r2, [%rd0+8], %r0;
        atom.global.exch.b32 %r3, [%rd0+12], %r0;
        atom.global.cas.b32 %r4, [%rd0+16], %r0, 77;
        atom.global.inc.u32 %r5, [%rd0+20], 4;
        atom.global.dec.u32 %r6, [%rd0+24], 9;
        mov.u32 %r7, 1;
        shl.b32 %r7, %r7, %r0;
        atom.global.or.b32 %r8, [%rd0+28], %r7;
        atom.global.xor.b32 %r8, [%rd0+32], 3;
        atom.global.and.b32 %r8, [%rd0+36], 12;
        mov.f32 %f0, 0f3F000000;
        atom.global.add.f32 %f1, [%rd0+40], %f0;
        mov.f64 %fd0, 0d3FD0000000000000;
        red.global.add.f64 [%rd0+48], %fd0;
        mov.u64 %rd2, 5000000000;
        atom.global.add.u64 %rd3, [%rd0+56], %rd2;
        atom.shared.add.u32 %r9, [sum], 1;
        mul.wide.u32 %rd4, %r0, 8;
        add.u64 %rd5, %rd1, %rd4;
        st.global.u32 [%rd5], %r1;
        st.global.u32 [%rd5+4], %r9;)",
                  ".shared .u32 sum;\n"));
    run.memory.put(in_at, std::vector<std::uint32_t>{0, 5, 3, 9, 20, 0, 0, 0, 0, 15});
    run.go();
    const auto words = run.memory.get<std::uint32_t>(in_at, 10);
    CHECK(words[0] == 64);
    CHECK(words[1] == 31);
    CHECK(words[2] == 0);
    CHECK(words[3] == 31);
    CHECK(words[4] == 77);
    CHECK(words[5] == 2);
    CHECK(words[6] == 8);
    CHECK(words[7] == 0xffffffff);
    CHECK(words[8] == 0);
    CHECK(words[9] == 12);
    CHECK(run.memory.get<float>(in_at + 40, 1)[0] == 16.0f);
    CHECK(run.memory.get<double>(in_at + 48, 1)[0] == 8.0);
    CHECK(run.memory.get<std::uint64_t>(in_at + 56, 1)[0] == 160000000000);
    for (std::uint32_t i = 0; i < 32; ++i)
        CHECK(run.memory.get<std::uint32_t>(out_at + 8 * i, 2) == std::vector<std::uint32_t>{2 * i, i});
    CHECK(run.counts.of(Operation::atomic) == 14);
}

TEST_CASE("a CTA pays for the shared variables that its entry and the functions it calls name") {
    const auto module = ptx::parse_ptx(R"(.version 6.4
.target sm_70
.address_size 64
.shared .align 4 .b8 a[64];
.shared .align 16 .b8 b[256];
.shared .align 4 .b8 never[4096];
.extern .shared .align 16 .b8 dynamic[];
.func uses_b() { .shared .align 4 .b8 own[32]; .reg .b32 %r<2>; mov.u32 %r0, own; ld.shared.u32 %r1, [b]; ret; }
.func indirect() { call uses_b, (); call uses_b, (); ret; }
.extern .shared .align 128 .b8 aligned[];
.entry none() { ret; }
.entry direct() { .reg .b32 %r0; st.shared.u32 [a+4], %r0; ret; }
.entry by_address() { .reg .b64 %rd0; mov.u64 %rd0, b; ret; }
.entry by_call() { call indirect, (); ret; }
.entry both() { .reg .b32 %r<2>; ld.shared.v2.b32 {%r0, %r1}, [a]; call uses_b, (); ret; }
.entry behind() { .reg .b32 %r0; st.shared.u32 [a+4], %r0; mov.u32 %r0, dynamic; ret; }
.entry aligned_behind() { .reg .b32 %r0; st.shared.u32 [a+4], %r0; mov.u32 %r0, aligned; ret; }
)",
                                       "k.ptx");
    const auto bytes = [&](const std::string& entry, std::uint32_t dynamic = 0) {
        return module->kernel(entry, {1, 1, 1}, {32, 1, 1}, {}, dynamic)->shape().shared_bytes;
    };
    CHECK(bytes("none") == 0);
    CHECK(bytes("none", 100) == 100);
    CHECK(bytes("direct") == 64);
    CHECK(bytes("by_address") == 256);
    CHECK(bytes("by_call") == 256 + 32);
    CHECK(bytes("both") == 64 + 256 + 32);
    CHECK(bytes("behind", 100) == 64 + 100);
    CHECK(bytes("aligned_behind", 100) == 128 + 100);
}

TEST_CASE("an access outside of every buffer names kernel, thread, line and the nearest buffer") {
    Run run(entry("mul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd0, %rd2;\nld.global.u32 %r1, [%rd3];"), 64, 2);
    ptx::AddressCheck check;
    check.add("in", in_at, 40 * 4);
    check.add("out", out_at, 64);
    run.kernel->set_address_check(&check);
    CHECK(error_of(run) ==
          "kernel k, CTA 0 (0,0,0), thread (40,0,0), PC 5, k.ptx:17: out of bounds: load of 4 bytes at global "
          "address 0x100000a0, 0 bytes behind the end of buffer 'in' (0x10000000 .. 0x1000009f)");
    Run good(entry("st.global.u32 [%rd1], %r0;"));
    good.kernel->set_address_check(&check);
    CHECK(error_of(good) == "no error");
    Run before(entry("st.global.u32 [%rd1+-16], %r0;"));
    before.kernel->set_address_check(&check);
    CHECK(error_of(before) ==
          "kernel k, CTA 0 (0,0,0), thread (0,0,0), PC 3, k.ptx:15: out of bounds: store of 4 bytes at global "
          "address 0x1ffffff0, 16 bytes before buffer 'out' (0x20000000 .. 0x2000003f)");
}

TEST_CASE("an access near 2^64 is out of bounds, whatever its width and however it is computed") {
    const auto stopped = [](const std::string& body, const std::string& access) {
        Run run(entry(body), 32, 2);
        ptx::AddressCheck check;
        check.add("low", 0x1000, 4096);
        check.add("in", in_at, 4096);
        run.kernel->set_address_check(&check);
        INFO(body);
        CHECK_THAT(error_of(run), Catch::Contains("out of bounds: " + access));
    };
    stopped("mov.u64 %rd2, -4;\nst.global.u32 [%rd2], %r0;", "store of 4 bytes at global address 0xfffffffffffffffc");
    stopped("mov.u64 %rd2, 0;\nst.global.u32 [%rd2+-4], %r0;", "store of 4 bytes at global address 0xfffffffffffffffc");
    stopped("mov.u64 %rd2, -8;\nld.global.u64 %rd3, [%rd2];", "load of 8 bytes at global address 0xfffffffffffffff8");
    stopped("mov.u64 %rd2, -16;\nld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd2];",
            "load of 16 bytes at global address 0xfffffffffffffff0");
    stopped("mov.u64 %rd2, -4;\natom.global.add.u32 %r1, [%rd2], 1;",
            "atomic of 4 bytes at global address 0xfffffffffffffffc");
    stopped("mov.u64 %rd2, -4;\nst.u32 [%rd2], %r0;", "store of 4 bytes at global address 0xfffffffffffffffc");
    // The lanes go in steps from below 2^64 to above 0, after an access that made the buffer the instruction's last
    // one.
    stopped(
        "mov.u64 %rd4, 0x1000;\nLOOP:\nmul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd4, %rd2;\n"
        "st.global.u32 [%rd3], %r0;\nmov.u64 %rd4, -64;\nbra LOOP;",
        "store of 4 bytes at global address 0xffffffffffffffc0, 4160 bytes before buffer 'low'");
    stopped("mul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd2, -4;\nst.global.u32 [%rd3], %r0;",
            "store of 4 bytes at global address 0xfffffffffffffffc");
}

TEST_CASE("misaligned accesses, accesses beyond shared or local memory, mixed windows and traps stop the run") {
    const auto fails = [](const std::string& body, const std::string& message, const std::string& before = "") {
        Run run(entry(body, before));
        const std::string found = error_of(run);
        INFO(found);
        CHECK(found.find(message) != std::string::npos);
    };
    fails("ld.global.u64 %rd2, [%rd0+4];", "misaligned load of 8 bytes at global address 0x10000004");
    fails("st.shared.u32 [tile+64], %r0;",
          "store of 4 bytes at shared address 0x40: the CTA has 64 bytes of shared memory", ".shared .u32 tile[16];\n");
    fails(".local .u32 x[2];\nld.local.u32 %r1, [x+16];",
          "load of 4 bytes at local address 0x10: a thread has 16 bytes of local memory");
    fails(
        "setp.gt.u32 %p0, %r0, 4;\nmov.u64 %rd2, tile;\ncvta.shared.u64 %rd3, %rd2;\nselp.b64 %rd4, %rd3, %rd0, "
        "%p0;\nld.u32 %r1, [%rd4];",
        "thread (5,0,0), PC 7, k.ptx:20: the lanes of one generic access point to different spaces: global and shared "
        "(0x6000000000)",
        ".shared .u32 tile[16];\n");
    fails("setp.eq.u32 %p0, %r0, 9;\n@%p0 trap;", "thread (9,0,0), PC 4, k.ptx:16: trap");
    fails(".local .align 8 .b8 x[16];\nld.local.u64 %rd2, [x+4];", "misaligned load of 8 bytes at local address 0x4");
    fails(
        ".local .align 8 .b8 x[16];\nmov.u64 %rd2, x;\ncvta.local.u64 %rd2, %rd2;\nst.v4.u8 [%rd2+1], {%h1, %h2, %h3, "
        "%h4};",
        "misaligned store of 4 bytes at local address 0x1");
    fails("mov.u64 %rd2, 0x5000000000;\natom.add.u32 %r1, [%rd2], 1;",
          "generic access to .const memory at 0x5000000000");
    fails("mov.u64 %rd2, 64;\nld.const.u32 %r1, [%rd2];", "load at .const address 0x40, of 4 bytes",
          ".const .u32 c;\n");
}

TEST_CASE("a prefetch to the L1 is a load of a byte without a register") {
    Run run(entry("mul.wide.u32 %rd2, %r0, 129;\nadd.u64 %rd3, %rd0, %rd2;\nprefetch.global.L1 [%rd3+3];"));
    CHECK(run.kernel->prefetches());
    const auto executor = run.kernel->make_executor();
    WarpState* warp = executor->start_warp(0, 0);
    unsigned prefetches = 0;
    for (const WarpInstruction* next = &executor->fetch(*warp); next->operation != Operation::exit;
         next = &executor->fetch(*warp)) {
        LaneAccess access;
        const bool memory = next->is_memory();
        CHECK(executor->execute(*warp, memory ? &access : nullptr) == all_lanes);
        if (!memory) continue;
        ++prefetches;
        CHECK(next->prefetch);
        CHECK(next->operation == Operation::load);
        CHECK(next->destination_count == 0);
        CHECK(access.access_bytes == 1);
        CHECK(access.address_of(5) == in_at + 5 * 129 + 3);
        executor->write_back(*warp, *next, access);
    }
    CHECK(prefetches == 1);
    executor->finish_warp(warp);
}

TEST_CASE("lanes whose prefetch points outside of global memory and the buffers take no part") {
    Run run(entry(
        "mov.u64 %rd2, tile;\ncvta.shared.u64 %rd3, %rd2;\nmul.wide.u32 %rd4, %r0, 4;\nadd.u64 %rd4, %rd0, %rd4;\n"
        "setp.gt.u32 %p0, %r0, 3;\nselp.b64 %rd5, %rd3, %rd4, %p0;\nprefetch.L1 [%rd5];",
        ".shared .u32 tile[4];\n"));
    const auto prefetching = [&] {
        const auto executor = run.kernel->make_executor();
        WarpState* warp = executor->start_warp(0, 0);
        while (!executor->fetch(*warp).prefetch) executor->execute(*warp, nullptr);
        LaneAccess access;
        const LaneMask lanes = executor->execute(*warp, &access);
        CHECK(access.active == lanes);
        executor->finish_warp(warp);
        return lanes;
    };
    CHECK(prefetching() == 0xf);
    ptx::AddressCheck check;
    check.add("in", in_at, 9);
    run.kernel->set_address_check(&check);
    CHECK(prefetching() == 0x7);
}

TEST_CASE("other prefetches do nothing") {
    Run run(entry("prefetch.global.L2 [%rd0];\nprefetch.local.L1 [%rd0];\nprefetchu.L1 [%rd0];"));
    CHECK_FALSE(run.kernel->prefetches());
    run.go();
}
