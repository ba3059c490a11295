// The cost rule of stimuli/README.md, statement by statement: what is free and what is an instruction.
#include <catch2/catch.hpp>

#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;

namespace {

// Instructions of one warp, without the exit.
std::uint64_t cost(const std::string& body) {
    return run_text("buffer A f32[1K]\nbuffer U u32[1K]\nkernel k grid 1 block 32\n" + body + "\nend\n")
               .counts.instructions -
           1;
}

}  // namespace

TEST_CASE("indices, conditions on them and loops are free") {
    CHECK(cost("i = cta * 256 + tid") == 0);
    CHECK(cost("i = (lane * 7 + warp) % 32 / 2 ^ 1\nj = min(i, 5)\nstore U[j] = 0") == 1);
    CHECK(cost("for k in 0..10\n alu 1\nend") == 10);
    CHECK(cost("for k in 0..10 step 3\n alu 1\nend") == 4);
    CHECK(cost("for k in 10..0 step -4\n alu 1\nend") == 3);
    CHECK(cost("for k in 5..5\n alu 1\nend") == 0);
    CHECK(cost("for k in 0..3\n for j in k..3\n  alu 1\n end\nend") == 6);
    CHECK(cost("if lane < 16\n alu 1\nend") == 1);
    CHECK(cost("if lane < 0\n alu 1\nend") == 0);
    CHECK(cost("if lane < 16\n alu 1\nelse\n alu 2\nend") == 3);
    CHECK(cost("if cta == 0\n alu 1\nelse\n alu 2\nend") == 1);
}

TEST_CASE("memory operations are one instruction each") {
    CHECK(cost("x = load A[lane]") == 1);
    CHECK(cost("store A[lane] = 1") == 1);
    CHECK(cost("store A[lane] = lane * 2 + 1") == 1);
    CHECK(cost("atomic.add U[0], 1") == 1);
    CHECK(cost("x = atomic.exch U[0], lane") == 1);
    CHECK(cost("barrier\nfence") == 2);
}

TEST_CASE("every operator on a value is one instruction, a multiply-add together one") {
    CHECK(cost("x = 0.0") == 1);
    CHECK(cost("x : u32 = lane") == 1);
    CHECK(cost("x = load A[0]\ny = x") == 2);
    CHECK(cost("x = load A[0]\ny = x + 1.0") == 2);
    CHECK(cost("x = load A[0]\ny = x * x + x") == 2);
    CHECK(cost("x = load A[0]\ny = x + x * x") == 2);
    CHECK(cost("x = load A[0]\ny = x * x + x * x") == 3);
    CHECK(cost("x = load A[0]\ny = x * x - x") == 3);
    CHECK(cost("x = load A[0]\ny = (x + 1.0) * (x - 1.0)") == 4);
    CHECK(cost("x = load A[0]\ny = x + 2.0 * 3.0") == 2);
    CHECK(cost("x = load A[0]\ny = x + lane * 2") == 2);
    CHECK(cost("x = load A[0]\ny = sqrt(x)\nz = -y\nw = max(y, z)") == 4);
    CHECK(cost("x = load U[0]\ny = f32(x)") == 2);
    CHECK(cost("x = load U[0]\ny = load A[x + 1]") == 3);
    CHECK(cost("x = load A[0]\nif x > 1.0\n alu 1\nend") == 2);
    CHECK(cost("x = load U[0]\nif x == 0 && lane < 4\n alu 1\nend") == 4);
}

TEST_CASE("runs are as long as they say") {
    CHECK(cost("alu 100") == 100);
    CHECK(cost("sfu 7 dependent\nalu 3 independent") == 10);
    CHECK(cost("for k in 0..3\n alu 5\nend") == 15);
    CHECK(cost("tensor 2\nfp64 1") == 3);
}

TEST_CASE("every warp runs the program") {
    CHECK(run_text("kernel k grid 3,2 block 40,2\n alu 9\nend\n").counts.instructions == 6u * 3 * 10);
    CHECK(run_text("kernel k grid 2 block 32\n alu 1\nend\nkernel j grid 1 block 32\n alu 4\nend\n")
              .counts.instructions == 9);
    CHECK(run_text("kernel k grid 1 block 32\n alu 1\nend\nkernel j grid 1 block 32\n alu 4\nend\n"
                   "launch j\nrepeat 2\n launch k\n repeat 3\n  launch j\n end\nend\n")
              .counts.instructions == 5 + 2 * (2 + 3 * 5));
}
