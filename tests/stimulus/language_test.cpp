// What each construct of the language does to values.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;

namespace {

void right(const std::string& text) {
    const RunResult result = run_text(text);
    INFO(text);
    for (const std::string& message : result.check.messages) UNSCOPED_INFO(message);
    CHECK(result.check.mismatches == 0);
    CHECK(result.check.checked_values > 0);
}

// One warp stores an expression of a value x = type(lane) for every lane.
void stores(const std::string& type, const std::string& expression, const std::string& expected) {
    right("buffer R " + type + "[32]\nkernel k grid 1 block 32\n x : " + type +
          " = lane\n store R[lane] = " + expression + "\nend\nexpect R = " + expected + "\n");
}

}  // namespace

TEST_CASE("operators on every type") {
    for (const char* type : {"u32", "s32", "f32", "u64", "s64", "f64"}) {
        stores(type, "x + 3", "i + 3");
        stores(type, "x * x + 2", "i * i + 2");
        stores(type, "max(x, 9) - min(x, 4)", "max(i, 9) - min(i, 4)");
        stores(type, "select(x < 7, x, 100)", "select(i < 7, i, 100)");
        stores(type, "(x + 6) / 3 - x",
               std::string(type)[0] == 'f' ? "(i + 6) / 3.0 - i" + std::string(" tolerance 1e-5") : "(i + 6) / 3 - i");
        stores(type, "fma(x, 2, 1)", "ramp(1, 2)");
    }
    for (const char* type : {"u32", "s32", "u64", "s64"}) {
        stores(type, "x % 5 & 3 | 8 ^ x", "i % 5 & 3 | 8 ^ i");
        stores(type, "x << 3 >> 1", "i << 3 >> 1");
        stores(type, "~x", "-1 - i");
        stores(type, "x / 0", "zero");
        stores(type, "x % 0", "zero");
    }
    for (const char* type : {"s32", "s64", "f32", "f64"}) stores(type, "abs(-x - 1)", "i + 1");
    stores("s32", "(x - 16) >> 1", "(i - 16) >> 1");
    stores("u32", "x - 1", "(i - 1) & 0xffffffff");
    stores("f64", "sqrt(x * x)", "i");
    stores("f32", "exp2(x)", "exp2(i)");
    stores("f32", "rsqrt(x + 1) * rcp(x + 2)", "1.0 / sqrt(i + 1) / (i + 2) tolerance 1e-6");
    stores("f32", "sin(x) * sin(x) + cos(x) * cos(x) + log2(8.0)", "fill(4) tolerance 1e-5");
}

TEST_CASE("comparisons and logic on values give 0 or 1") {
    stores("u32", "(x == 3) + (x != 3) * 2 + (x >= 30) * 4", "select(i == 3, 1, 2) + 4 * (i >= 30)");
    stores("u32", "(x < 4 || x > 28) && !(x == 1)", "(i < 4 || i > 28) && i != 1");
    right(
        "buffer R u32[32]\nkernel k grid 1 block 32\n x : f64 = lane\n store R[lane] = x <= 2.5\nend\nexpect R = i < "
        "3\n");
}

TEST_CASE("conversions") {
    right(
        "buffer R s32[32]\nkernel k grid 1 block 32\n x = f32(lane) * 0.5\n store R[lane] = s32(x - 4.0)\nend\n"
        "expect R = s32(i * 0.5 - 4)\n");
    right(
        "buffer R u32[32]\nkernel k grid 1 block 32\n x = f32(lane) - 8.0\n store R[lane] = u32(x)\nend\n"
        "expect R = max(i - 8, 0)\n");
    right(
        "buffer R f64[32]\nkernel k grid 1 block 32\n x = u64(lane)\n store R[lane] = f64(x) / 2\nend\nexpect R = i / "
        "2.0\n");
}

TEST_CASE("built-in variables in three dimensions") {
    right(
        "buffer R u32[2*3*4*6*5*3]\nkernel k grid 2,3,4 block 6,5,3\n"
        " i = ((cta.z * 3 + cta.y) * 2 + cta.x) * 90 + (tid.z * 5 + tid.y) * 6 + tid.x\n"
        " store R[cta * ntid + tid] = i\nend\nexpect R = i\n");
    right(
        "buffer R u32[192]\nkernel k grid 2 block 96\n store R[cta * 96 + warp * 32 + lane] = ncta * 1000 + ntid.x + "
        "ncta.y\nend\n"
        "expect R = fill(2097)\n");
}

TEST_CASE("indices that are not linear") {
    right(
        "buffer R u32[256]\nkernel k grid 2 block 128\n i = cta * 128 + tid\n store R[i ^ 5] = (i * i + cta * tid) % "
        "17 + i / 3\n"
        "end\nexpect R = ((i ^ 5) * (i ^ 5) + (i ^ 5) / 128 * ((i ^ 5) % 128)) % 17 + (i ^ 5) / 3\n");
    right(
        "buffer R u32[64]\nkernel k grid 1 block 64\n for k in 0..64 step 64\n  store R[(tid + k) % 64] = select(tid < "
        "9, 1, k)\n"
        " end\nend\nexpect R = i < 9\n");
}

TEST_CASE("loops count up, down, and by bounds of the CTA") {
    right(
        "buffer R s64[4]\nkernel k grid 4 block 32\n n : s64 = 0\n for a in cta..3\n  for b in 5..a step -2\n   n = n "
        "+ b\n  end\n"
        " end\n if lane == 0\n  store R[cta] = n\n end\nend\n"
        "expect R = {9 + 8 + 8, 8 + 8, 8, 0}\n");
}

TEST_CASE("conditions nest and merge") {
    right(
        "buffer R u32[64]\nkernel k grid 1 block 64\n x : u32 = 0\n if tid < 40\n  x = x + 1\n  if tid % 2 == 0\n   x "
        "= x + 10\n"
        "  else\n   x = x + 20\n  end\n else\n  x = 7\n end\n store R[tid] = x\nend\n"
        "expect R = select(i < 40, select(i % 2 == 0, 11, 21), 7)\n");
    right(
        "buffer A u32[32] = random(5, 0, 9)\nbuffer R f64[32] = fill(0.5)\nkernel k grid 1 block 32\n a = load "
        "A[lane]\n"
        " y : f64 = -1\n if a > 4\n  y = f64(a)\n end\n if y > 0\n  store R[lane] = y\n end\nend\n"
        "expect R = select(A[i] > 4, A[i], 0.5)\n");
    right(
        "buffer A u32[32] = ramp(100, 1)\nbuffer R u32[32]\nkernel k grid 1 block 32\n x : u32 = 1\n if lane >= 8\n"
        "  x = load A[lane]\n end\n store R[lane] = x\nend\nexpect R = select(i < 8, 1, A[i])\n");
}

TEST_CASE("bytes are widened and narrowed") {
    right(
        "buffer A u8[64] = i * 5\nbuffer B u8[64]\nkernel k grid 1 block 64\n a = load A[tid]\n store B[tid] = a + "
        "200\nend\n"
        "expect B = A[i] + 200\nexpect B[1..3] = {205, 210}\n");
    right(
        "buffer A u8[64] = fill(9)\nbuffer B u32[64] = fill(1)\nkernel k grid 1 block 64\n a : u32 = 3\n if tid > 4\n"
        "  a = load A[tid]\n end\n store B[tid] = a\nend\nexpect B = select(i > 4, 9, 3)\n");
}

TEST_CASE("atomics") {
    const auto atomic = [](const std::string& type, const std::string& start, const std::string& operation,
                           const std::string& expected) {
        right("buffer R " + type + "[1] = fill(" + start + ")\nkernel k grid 2 block 64\n " + operation +
              "\nend\nexpect R = fill(" + expected + ")\n");
    };
    for (const char* type : {"u32", "s32", "f32", "u64", "s64", "f64"}) {
        atomic(type, "5", "atomic.add R[0], tid", "5 + 2 * 2016");
        atomic(type, "5", "atomic.exch R[0], 8", "8");
    }
    for (const char* type : {"u32", "s32", "u64", "s64"}) {
        atomic(type, "50", "atomic.min R[0], tid + 3", "3");
        atomic(type, "50", "atomic.max R[0], tid + 3", "66");
        atomic(type, "0xff", "atomic.and R[0], 0xf0 | tid", "0xf0");
        atomic(type, "0", "atomic.or R[0], 1 << tid % 8", "255");
        atomic(type, "7", "atomic.xor R[0], tid", "7");
        atomic(type, "0", "atomic.cas R[0], tid, tid + 1", "64");
    }
    atomic("s32", "5", "atomic.min R[0], -(tid)", "-63");
    atomic("u32", "0", "atomic.inc R[0], 99", "28");
    atomic("u32", "3", "atomic.dec R[0], 99", "75");
    right(
        "buffer C u32[1]\nbuffer SEEN u32[128]\nkernel k grid 2 block 64\n t = atomic.add C[0], 1\n store SEEN[t] = t "
        "+ 1\nend\n"
        "expect SEEN = ramp(1, 1)\n");
    right(
        "buffer R u32[1]\nkernel k grid 1 block 256\n shared n u32[1]\n if tid == 0\n  store n[0] = 0\n end\n barrier\n"
        " atomic.add n[0], 2\n barrier\n if tid == 9\n  x = load n[0]\n  store R[0] = x\n end\nend\nexpect R = "
        "fill(512)\n");
}

TEST_CASE("contents") {
    const auto holds = [](const std::string& declaration, const std::string& expected) {
        right("const N = 96\n" + declaration + "\nkernel k grid 1 block 32\n alu 1\nend\nexpect A = " + expected +
              "\n");
    };
    holds("buffer A f32[N]", "zero");
    holds("buffer A f32[N] = fill(2.5)", "2.5");
    holds("buffer A s32[N] = ramp(5, -2)", "5 - 2 * i");
    holds("buffer A f64[3] = {1, 2.5, -3}", "select(i == 0, 1, select(i == 1, 2.5, -3))");
    holds("buffer A u32[4] = {1,\n 2,\n # a comment inside\n 3, 4}", "i + 1");
    holds("buffer B f32[N] = random(1, 0, 1)\nbuffer A f32[N] = B[N - 1 - i]", "B[95 - i]");
    holds("buffer A f32[N] = i / 2", "i / 2 + 0.0");
    holds("buffer A u32[N] = 1K + 0x10 * i", "ramp(1024, 16)");
    holds("buffer A u64[N] = sum(k, 0, 1, sum(j, 0, 3, i * j + k))", "3 * i");
}

TEST_CASE("random contents stay in their bounds and depend on the seed") {
    right(
        "buffer A s32[1K] = random(1, -3, 3)\nbuffer B s32[1K] = random(2, -3, 3)\nbuffer S s64[1] = sum(k, 0, 1K, "
        "A[k] != B[k])\n"
        "buffer T s32[1K] = A[i] >= -3 && A[i] <= 3\nkernel k grid 1 block 32\n alu 1\nend\n"
        "expect T = fill(1)\nexpect S = max(S[0], 600)\n");
    right(
        "buffer A f32[1K] = random(9, 2, 3)\nbuffer M f64[1] = sum(k, 0, 1K, A[k]) / 1024\nkernel k grid 1 block 32\n "
        "alu 1\nend\n"
        "expect A = max(min(A[i], 3.0), 2.0)\nexpect M = fill(2.5) tolerance 0.02\n");
}

TEST_CASE("random reals stay below their upper bound when they are rounded to their type") {
    // This element is 1 - 3e-8, for which f32 has 1.
    right(
        "buffer R f32[450000] = random(87, 0, 1)\nbuffer S f32[4] = random(1, 2, 2)\nkernel k grid 1 block 32\n alu "
        "1\nend\n"
        "expect R[444188..444189] = {0.99999994}\nexpect S = fill(2)\n");
}

TEST_CASE("a cycle visits every element once, a permutation holds every number once") {
    right(
        "buffer A u32[100] = cycle(4)\nbuffer SEEN u32[100]\nkernel k grid 1 block 1\n at : u32 = 0\n for h in 0..100\n"
        "  atomic.add SEEN[at], 1\n  at = load A[at]\n end\n store A[0] = at\nend\nexpect SEEN = fill(1)\nexpect "
        "A[0..1] = {0}\n");
    right(
        "buffer A u32[100] = permutation(4)\nbuffer SEEN u32[100]\nkernel k grid 1 block 100\n a = load A[tid]\n"
        " atomic.add SEEN[a], 1\nend\nexpect SEEN = fill(1)\nexpect SEEN = histogram(A)\n");
}

TEST_CASE("launches in sequence see each other's stores") {
    right(
        "buffer A u32[32]\nkernel inc grid 1 block 32\n a = load A[tid]\n store A[tid] = a + 1\nend\n"
        "kernel double grid 1 block 32\n a = load A[tid]\n store A[tid] = a * 2\nend\n"
        "launch inc\nrepeat 3\n launch double\n launch inc\nend\nexpect A = fill(15)\n");
}

TEST_CASE("mismatches are counted, a few are shown, tolerance is relative above 1") {
    const std::string head = "buffer A f32[64] = fill(1000)\nkernel k grid 1 block 32\n alu 1\nend\n";
    const CheckResult wrong = run_text(head + "expect A = 1001 - (i == 0)\n").check;
    CHECK(wrong.checked_values == 64);
    CHECK(wrong.mismatches == 63);
    CHECK(wrong.messages.size() == 10);
    CHECK(wrong.messages[0] == "test.stim:5: A[1] is 1000, expected 1001");
    CHECK(run_text(head + "expect A = fill(1001) tolerance 1e-3\n").check.mismatches == 0);
    CHECK(run_text(head + "expect A = fill(1001) tolerance 1e-4\n").check.mismatches == 64);
    CHECK(run_text(head + "expect A[3..5] = fill(0)\n").check.mismatches == 2);
}

TEST_CASE("an element outside its buffer in an expectation is an input error") {
    CHECK_THROWS_WITH(run_text("buffer A f32[8]\nkernel k grid 1 block 32\n alu 1\nend\nexpect A = A[i + 1]\n"),
                      "test.stim:5:12: A[8] is out of bounds for i = 7; expected 0 to 7");
}

TEST_CASE("an expectation that reads outside its buffer at an end is refused before the run") {
    const std::string head = "buffer A f32[8]\nbuffer B u32[8] = ramp(0, 1)\nkernel k grid 1 block 32\n alu 1\nend\n";
    const auto refused = [&](const std::string& contents, const std::string& message) {
        CHECK_THROWS_WITH(stim::StimWorkload("a.stim", head + "expect A = " + contents + "\n"),
                          Catch::Contains(message + " is out of bounds"));
    };
    refused("A[i + 1]", "A[8]");
    refused("A[i - 1]", "A[-1]");
    refused("2 * sum(k, 0, 100000000000, A[i / 8 + k])", "A[99999999999]");
    refused("A[B[i] * 2]", "A[14]");
    // What a sum leads to is known at the end alone, and an empty one reads nothing.
    for (const std::string contents : {"A[sum(k, 0, 2, 4 * k)]", "fill(0)", "sum(k, 8, 8, A[k])", "A[i / 2] + i"})
        CHECK_NOTHROW(stim::StimWorkload("a.stim", head + "expect A = " + contents + "\n"));
}

TEST_CASE("an integer division by zero in a host statement gives 0, unless it is a constant") {
    const std::string head = "buffer A u32[2] = {0, 7}\nkernel k grid 1 block 32\n alu 1\nend\n";
    right(head + "set A[1] = A[1] / A[0] + 5 % A[0] + 3\nlaunch k\nexpect A = {0, 3}\n");
    CHECK_THROWS_WITH(run_text(head + "set A[1] = A[1] + 1 / 0\nlaunch k\n"),
                      "test.stim:5:21: division by zero in a constant");
}

TEST_CASE("integers without a sign are compared as such within a tolerance") {
    const std::string head = "buffer A u64[1] = fill(-1)\nkernel k grid 1 block 32\n alu 1\nend\n";
    CHECK(run_text(head + "expect A = fill(1) tolerance 2\n").check.mismatches == 1);
    CHECK(run_text(head + "expect A = fill(-3) tolerance 1e-9\n").check.mismatches == 0);
}

TEST_CASE("a loop may have as many iterations as 64 bits count") {
    for (const std::string range :
         {"-9223372036854775807..9223372036854775807", "9223372036854775807..-9223372036854775807 step -1"}) {
        stim::StimWorkload workload(
            "a.stim", "buffer A u32[1]\nkernel k grid 1 block 32\n for k in " + range + "\n  alu 1\n end\nend\n");
        const auto executor = workload.kernel(0).make_executor();
        WarpState* warp = executor->start_warp(0, 0);
        for (unsigned i = 0; i < 10; ++i) {
            REQUIRE(executor->fetch(*warp).operation == Operation::arithmetic);
            executor->execute(*warp, nullptr);
        }
    }
}
