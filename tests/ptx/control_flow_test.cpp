// Divergence and reconvergence: the result per thread, and that lanes meet again where they should.
#include <catch2/catch.hpp>
#include <functional>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/flow.h"
#include "heddle/stimulus/ptx/ptx_module.h"
#include "runner.h"

using namespace heddle;
using namespace heddle::test;

namespace {

constexpr std::uint64_t out_at = 0x20000000;

// The body computes %r1 from the thread number %r0.
std::string entry(const std::string& body, const std::string& before = "") {
    return ".version 6.4\n.target sm_70\n.address_size 64\n" + before +
           ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n"
           "mov.u32 %r0, %tid.x;\nmov.u32 %r1, 0;\n" +
           body +
           "\nSTORE:\nld.param.u64 %rd0, [out];\nmul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd2, %rd0, %rd1;\nst.global.u32 "
           "[%rd2], %r1;\nret;\n}\n";
}

RunCounts runs(const std::string& text, const std::function<std::uint32_t(std::uint32_t)>& expected,
               std::uint32_t threads = 64) {
    const auto module = ptx::parse_ptx(text, "k.ptx");
    const auto kernel = module->kernel("k", {1, 1, 1}, {threads, 1, 1}, {ptx::argument(out_at)});
    SparseMemory memory;
    const RunCounts counts = run(*kernel, memory);
    const auto out = memory.get<std::uint32_t>(out_at, threads);
    for (std::uint32_t i = 0; i < threads; ++i) {
        INFO("thread " << i);
        REQUIRE(out[i] == expected(i));
    }
    return counts;
}

}  // namespace

TEST_CASE("if and else: the lanes meet again") {
    const RunCounts counts = runs(entry(R"(
        and.b32 %r2, %r0, 1;
        setp.eq.u32 %p0, %r2, 0;
        @%p0 bra EVEN;
        mul.lo.u32 %r1, %r0, 3;
        bra JOIN;
    EVEN:
        add.u32 %r1, %r0, 100;
    JOIN:
        add.u32 %r1, %r1, 1;)"),
                                  [](std::uint32_t i) { return (i % 2 ? i * 3 : i + 100) + 1; });
    // both sides once, everything else once per warp with all lanes
    CHECK(counts.of(Operation::store) == 2);
    CHECK(counts.instructions == 2 * 14);
}

TEST_CASE("a branch is executed by all active lanes, however many of them take it") {
    // Of 64 threads those from 32 + n on, so that the first warp is never among them; the second executes the `add`.
    const auto thread_instructions = [](unsigned n) {
        return runs(entry("setp.lt.u32 %p0, %r0, " + std::to_string(32 + n) + ";\n@!%p0 bra SOME;\nbra STORE;\n" +
                          "SOME:\nadd.u32 %r1, %r1, 1;"),
                    [n](std::uint32_t i) { return i < 32 + n ? 0 : 1; })
            .thread_instructions;
    };
    // Ten for everybody with the branch; `bra STORE` and `add` share the 64 threads between them.
    for (const unsigned n : {0U, 1U, 20U, 32U}) CHECK(thread_instructions(n) == 64 * 10);
}

TEST_CASE("nested divergence") {
    runs(entry(R"(
        and.b32 %r2, %r0, 3;
        setp.lt.u32 %p0, %r2, 2;
        @%p0 bra LOW;
        setp.eq.u32 %p1, %r2, 2;
        @%p1 bra TWO;
        mov.u32 %r1, 33;
        bra HIGH;
    TWO:
        setp.gt.u32 %p2, %r0, 20;
        @!%p2 bra SMALL;
        mov.u32 %r1, 22;
    SMALL:
        add.u32 %r1, %r1, 1;
    HIGH:
        add.u32 %r1, %r1, 1000;
        bra.uni JOIN;
    LOW:
        setp.eq.u32 %p1, %r2, 0;
        @%p1 mov.u32 %r1, 5;
        @!%p1 mov.u32 %r1, 6;
    JOIN:
        add.u32 %r1, %r1, %r0;)"),
         [](std::uint32_t i) {
             const std::uint32_t part = i % 4;
             if (part < 2) return 5 + part + i;
             return (part == 2 ? (i > 20 ? 22 : 0) + 1 : 33) + 1000 + i;
         });
}

TEST_CASE("loops with a trip count per lane keep the stack flat and meet at the end") {
    const RunCounts counts = runs(
        entry(R"(
        mov.u32 %r2, 0;
    LOOP:
        setp.ge.u32 %p0, %r2, %r0;
        @%p0 bra DONE;
        add.u32 %r1, %r1, %r2;
        add.u32 %r2, %r2, 1;
        bra LOOP;
    DONE:
        add.u32 %r1, %r1, 7;)"),
        [](std::uint32_t i) { return i * (i - 1) / 2 + 7; }, 32);
    CHECK(counts.of(Operation::store) == 1);
    CHECK(counts.instructions == 2 + 1 + 31 * 5 + 2 + 1 + 5);
}

TEST_CASE("break and continue in nested loops") {
    runs(entry(R"(
        mov.u32 %r2, 0;
    OUTER:
        add.u32 %r2, %r2, 1;
        setp.gt.u32 %p0, %r2, 10;
        @%p0 bra STORE;
        and.b32 %r3, %r2, 1;
        and.b32 %r4, %r0, 1;
        setp.eq.u32 %p1, %r3, %r4;
        @%p1 bra OUTER;
        mov.u32 %r5, 0;
    INNER:
        add.u32 %r1, %r1, %r5;
        add.u32 %r5, %r5, 1;
        mul.lo.u32 %r6, %r5, %r2;
        setp.gt.u32 %p2, %r6, %r0;
        @%p2 bra OUTER;
        setp.lt.u32 %p3, %r5, 5;
        @%p3 bra INNER;
        setp.eq.u32 %p4, %r0, 40;
        @%p4 bra STORE;
        bra OUTER;)"),
         [](std::uint32_t i) {
             std::uint32_t sum = 0;
             for (std::uint32_t k = 1; k <= 10; ++k) {
                 if (k % 2 == i % 2) continue;
                 bool broken = false;
                 for (std::uint32_t j = 0; j < 5; ++j) {
                     sum += j;
                     if ((broken = (j + 1) * k > i)) break;
                 }
                 if (!broken && i == 40) break;
             }
             return sum;
         });
}

TEST_CASE("a chain of cases, some falling through") {
    runs(entry(R"(
        rem.u32 %r2, %r0, 5;
        setp.eq.u32 %p0, %r2, 0; @%p0 bra C0;
        setp.eq.u32 %p0, %r2, 1; @%p0 bra C1;
        setp.eq.u32 %p0, %r2, 2; @%p0 bra C2;
        mov.u32 %r1, 9;
        bra STORE;
    C0: add.u32 %r1, %r1, 1;
    C1: add.u32 %r1, %r1, 10;
        bra JOIN;
    C2: add.u32 %r1, %r1, 100;
    JOIN:
        add.u32 %r1, %r1, 1000;)"),
         [](std::uint32_t i) -> std::uint32_t {
             switch (i % 5) {
                 case 0:
                     return 1011;
                 case 1:
                     return 1010;
                 case 2:
                     return 1100;
                 default:
                     return 9;
             }
         });
}

TEST_CASE("some lanes leave early, by ret and by a guarded exit, and the warp ends once") {
    const RunCounts counts = runs(entry(R"(
        setp.gt.u32 %p0, %r0, 50;
        @%p0 ret;
        and.b32 %r2, %r0, 7;
        setp.eq.u32 %p1, %r2, 3;
        @%p1 bra LEAVE;
        mov.u32 %r1, 4;
        bra STORE;
    LEAVE:
        exit;)"),
                                  [](std::uint32_t i) -> std::uint32_t { return i > 50 || i % 8 == 3 ? 0 : 4; });
    CHECK(counts.of(Operation::exit) == 2);
    CHECK(counts.of(Operation::store) == 2);
}

TEST_CASE("a whole warp that leaves by a guarded exit ends there") {
    const RunCounts counts = runs(entry("setp.ge.u32 %p0, %r0, 32;\n@%p0 exit;\nmov.u32 %r1, 1;"),
                                  [](std::uint32_t i) -> std::uint32_t { return i < 32; });
    CHECK(counts.of(Operation::exit) == 2);
    CHECK(counts.of(Operation::store) == 1);
    CHECK(counts.predicated_off == 1);
}

TEST_CASE("a way out of one side of a branch does not keep the lanes of both sides apart") {
    const auto mask_behind = [](const std::string& leave, std::uint32_t leaves, std::uint32_t mask) {
        INFO(leave);
        runs(
            entry("and.b32 %r2, %r0, 1;\nsetp.ne.u32 %p1, %r2, 0;\nsetp.eq.u32 %p2, %r0, " + std::to_string(leaves) +
                  ";\n@%p1 bra ODD;\nbra JOIN;\nODD:\n@%p2 " + leave +
                  ";\nJOIN:\nactivemask.b32 %r1;\nbra STORE;\nEND:\nexit;"),
            [&](std::uint32_t i) { return i == leaves ? 0 : mask; }, 32);
    };
    for (const std::string leave : {"bra END", "ret", "exit", "trap"}) mask_behind(leave, 99, 0xffffffff);
    for (const std::string leave : {"bra END", "ret", "exit"}) mask_behind(leave, 5, 0xffffffdf);
}

TEST_CASE("an instruction whose guard is false everywhere is issued and does nothing") {
    const RunCounts counts = runs(
        entry("setp.gt.u32 %p0, %r0, 1000;\n@%p0 mov.u32 %r1, 1;\n@%p0 st.global.u32 [8], %r0;"),
        [](std::uint32_t) { return 0u; }, 32);
    CHECK(counts.predicated_off == 2);
    CHECK(counts.of(AddressSpace::global) == 1);
}

TEST_CASE("barriers: a value passes to the next thread's warp; a guarded barrier is jumped over") {
    runs(
        entry(R"(
        shl.b32 %r2, %r0, 2;
        mov.u32 %r3, tile;
        add.u32 %r4, %r3, %r2;
        st.shared.u32 [%r4], %r0;
        setp.lt.u32 %p0, %r0, 1000;
        @%p0 bar.sync 0;
        add.u32 %r5, %r0, 33;
        rem.u32 %r5, %r5, 96;
        shl.b32 %r5, %r5, 2;
        add.u32 %r5, %r5, %r3;
        ld.shared.u32 %r1, [%r5];)",
              ".shared .u32 tile[96];\n"),
        [](std::uint32_t i) { return (i + 33) % 96; }, 96);
}

TEST_CASE("calls are inlined: nested, twice, divergent, with early returns, guarded") {
    const std::string functions = R"(
.func (.param .b32 out) twice(.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [x];
    add.u32 %r2, %r1, %r1;
    st.param.b32 [out+0], %r2;
    ret;
}
.func (.reg .b32 %out) pick(.reg .b32 %x, .reg .b32 %y)
{
    .reg .pred %p<2>;
    .reg .b32 %t;
    mov.u32 %out, %y;
    setp.gt.u32 %p1, %x, 10;
    @%p1 ret;
    { .param .b32 a; .param .b32 b;
      st.param.b32 [a], %x;
      call.uni (b), twice, (a);
      ld.param.b32 %t, [b]; }
    add.u32 %out, %t, 1;
    ret;
}
)";
    const std::string body = R"(
        call (%r1), pick, (%r0, 500);
        call (%r2), pick, (%r1, %r0);
        setp.eq.u32 %p0, %r0, 5;
        @%p0 call (%r1), pick, (3, 9);
        add.u32 %r1, %r1, %r2;)";
    const auto pick = [](std::uint32_t x, std::uint32_t y) { return x > 10 ? y : 2 * x + 1; };
    runs(entry(body, functions), [&](std::uint32_t i) {
        const std::uint32_t first = pick(i, 500), second = pick(first, i);
        return (i == 5 ? 7 : first) + second;
    });
}

TEST_CASE("a function may read its parameter as another type of the same size, and has its own local memory") {
    const std::string function = R"(
.func (.param .b32 out) bits(.param .b32 x)
{
    .local .align 4 .b8 depot[8];
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.b32 %r1, [x+0];
    mov.u64 %rd1, depot;
    st.local.u32 [%rd1+4], %r1;
    ld.local.u32 %r2, [%rd1+4];
    shr.u32 %r3, %r2, 23;
    st.param.u32 [out], %r3;
    ret;
}
)";
    runs(entry(R"(
        .reg .f32 %f;
        cvt.rn.f32.u32 %f, %r0;
        { .param .b32 a; .param .b32 b;
          st.param.f32 [a+0], %f;
          call.uni (b), bits, (a);
          ld.param.b32 %r1, [b+0]; })",
               function),
         [](std::uint32_t i) {
             std::uint32_t exponent = 0;
             for (std::uint32_t k = i; k > 1; k /= 2) ++exponent;
             return i == 0 ? 0 : 127 + exponent;
         });
}

TEST_CASE("parameters of functions are extended and cut as their types say") {
    const std::string functions = R"(
.func (.param .b32 out) byte(.param .b8 x)
{ .reg .b32 %r; ld.param.s8 %r, [x]; st.param.b32 [out], %r; ret; }
.func (.param .b32 out) byte_in_16(.param .b8 x)
{ .reg .b16 %h; .reg .b32 %r; ld.param.s8 %h, [x]; cvt.u32.u16 %r, %h; st.param.b32 [out], %r; ret; }
.func (.param .b32 out) half(.param .b16 x)
{ .reg .b32 %r; ld.param.s16 %r, [x]; st.param.b32 [out], %r; ret; }
.func (.param .b32 out) word(.param .b32 x)
{ .reg .b64 %rd; ld.param.s32 %rd, [x]; shr.u64 %rd, %rd, 8; st.param.b32 [out], %rd; ret; }
.func (.param .b32 out) unsigned(.param .b8 x)
{ .reg .b32 %r; ld.param.u8 %r, [x]; st.param.b32 [out], %r; ret; }
)";
    const auto result = [&](const std::string& function, const std::string& type, std::uint32_t expected) {
        INFO(function);
        runs(
            entry("{ .param .b32 b; .param ." + type + " a; sub.u32 %r2, %r0, 5; st.param." + type +
                      " [a], %r2; call (b), " + function + ", (a); ld.param.b32 %r1, [b]; }",
                  functions),
            [=](std::uint32_t) { return expected; }, 1);
    };
    result("byte", "b8", 0xfffffffb);
    result("byte_in_16", "b8", 0xfffb);
    result("half", "b16", 0xfffffffb);
    result("word", "b32", 0xffffffff);
    result("unsigned", "b8", 0xfb);
}

TEST_CASE("immediate post-dominators of a diamond, a loop and a way out") {
    // 0 -> 1|2 -> 3 -> 1 (back) | 4; 4 -> 5 or exit
    std::vector<ptx::FlowNode> nodes(6);
    nodes[0].successors = {1, 2};
    nodes[1].successors = {3};
    nodes[2].successors = {3};
    nodes[3].successors = {1, 4};
    nodes[4].successors = {5};
    nodes[4].may_exit = true;
    nodes[5].may_exit = true;
    CHECK(ptx::immediate_post_dominators(nodes) ==
          std::vector<std::uint32_t>{3, 3, 3, 4, ptx::no_index, ptx::no_index});
}

TEST_CASE("a branch to an exit does not keep the lanes of an outer branch apart") {
    // 0 -> 1|6, 1 -> 2|3, 2 -> 4|6, 3 -> 4, 4 -> 4 (back) | 5, 5 -> 6: node 6 is an exit that 0, 2 and 5 branch to.
    std::vector<ptx::FlowNode> nodes(7);
    nodes[0].successors = {1, 6};
    nodes[1].successors = {2, 3};
    nodes[2].successors = {4, 6};
    nodes[3].successors = {4};
    nodes[4].successors = {4, 5};
    nodes[5].successors = {6};
    nodes[6].may_exit = true;
    CHECK(ptx::reconvergence_points(nodes) == std::vector<std::uint32_t>{6, 4, 4, 4, 5, 6, ptx::no_index});
}

TEST_CASE("the lanes of a branch to an exit leave together where no outer branch is concerned") {
    // 0 -> 1|3, 1 -> 2|3, 2 -> 3: the lanes of 0 meet in the exit anyway
    std::vector<ptx::FlowNode> nodes(4);
    nodes[0].successors = {1, 3};
    nodes[1].successors = {2, 3};
    nodes[2].successors = {3};
    nodes[3].may_exit = true;
    CHECK(ptx::reconvergence_points(nodes) == std::vector<std::uint32_t>{3, 3, 3, ptx::no_index});
}

TEST_CASE("the lanes of a loop that only a guarded exit ends meet again inside of it") {
    // 0 -> 1|2, 1 -> 2, 2 -> 0 (back) or exit
    std::vector<ptx::FlowNode> nodes(3);
    nodes[0].successors = {1, 2};
    nodes[1].successors = {2};
    nodes[2].successors = {0};
    nodes[2].may_exit = true;
    CHECK(ptx::reconvergence_points(nodes) == std::vector<std::uint32_t>{2, 2, ptx::no_index});
}

TEST_CASE("registers per thread are what is live at once") {
    std::string body;
    for (int i = 2; i < 14; ++i) body += "add.u32 %r" + std::to_string(i) + ", %r0, " + std::to_string(i) + ";\n";
    for (int i = 2; i < 14; ++i) body += "add.u32 %r1, %r1, %r" + std::to_string(i) + ";\n";
    std::string many = ".reg .b64 %w<20>;\n";
    for (int i = 0; i < 20; ++i) many += "cvt.u64.u32 %w" + std::to_string(i) + ", %r0;\n";
    for (int i = 1; i < 20; ++i) many += "add.u64 %w0, %w0, %w" + std::to_string(i) + ";\n";
    many += "cvt.u32.u64 %r1, %w0;";
    CHECK(ptx::parse_ptx(entry(body), "k.ptx")->program("k").registers_per_thread == 16);
    CHECK(ptx::parse_ptx(entry(many), "k.ptx")->program("k").registers_per_thread == 48);
    std::string limited = entry(many);
    limited.insert(limited.find("{\n"), ".maxnreg 32 ");
    CHECK(ptx::parse_ptx(limited, "k.ptx")->program("k").registers_per_thread == 32);
}
