// The promises of kernel.h: shapes, states, operands, masks, errors while running.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;
using stim::StimWorkload;

TEST_CASE("a kernel's shape is what its header says") {
    StimWorkload workload(
        "test.stim",
        "kernel k grid 3, 4, 5 block 10, 7 registers 33\n shared a f32[5]\n shared b u8[3]\n alu 1\nend\n");
    const KernelShape& shape = workload.kernel(0).shape();
    CHECK(shape.name == "k");
    CHECK(shape.ctas() == 60);
    CHECK(shape.threads_per_cta() == 70);
    CHECK(shape.warps_per_cta() == 3);
    CHECK(shape.registers_per_thread == 33);
    CHECK(shape.shared_bytes == 48);  // 20 bytes, aligned to 16, then 3
    CHECK(workload.expected_ctas() == 60);
}

TEST_CASE("the last warp of a block has only the lanes that exist") {
    StimWorkload workload("test.stim", "buffer A u32[70]\nkernel k grid 1 block 70\n store A[tid] = tid\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    LaneAccess access;
    WarpState* warp = executor->start_warp(0, 2);
    CHECK(executor->fetch(*warp).operation == Operation::store);
    CHECK(executor->execute(*warp, &access) == 0x3fu);
    CHECK(access.active == 0x3fu);
    CHECK(access.access_bytes == 4);
    CHECK(access.address_of(5) == 0x10000000u + 69 * 4);
    CHECK(executor->fetch(*warp).operation == Operation::exit);
    CHECK(executor->execute(*warp, nullptr) == 0x3fu);
    CHECK(executor->fetch(*warp).operation == Operation::exit);
    executor->finish_warp(warp);
}

TEST_CASE("warp states are pooled") {
    StimWorkload workload("test.stim", "kernel k grid 9 block 32\n alu 2\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    WarpState* first = executor->start_warp(0, 0);
    executor->finish_warp(first);
    WarpState* second = executor->start_warp(7, 0);
    CHECK(second == first);
    CHECK(second->cta == 7);
    CHECK(executor->fetch(*second).operation == Operation::arithmetic);
    executor->finish_warp(second);
}

TEST_CASE("buffers are laid out from 0x10000000, each on a 4096-byte boundary") {
    StimWorkload workload("test.stim",
                          "buffer A u8[1]\nbuffer B u8[4097]\nbuffer C f64[8]\nkernel k grid 1 block 32\n"
                          " a = load B[0]\n c = load C[lane / 8]\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    LaneAccess access;
    WarpState* warp = executor->start_warp(0, 0);
    executor->execute(*warp, &access);
    CHECK(access.address_of(0) == 0x10001000u);
    CHECK(access.access_bytes == 1);
    executor->execute(*warp, &access);
    CHECK(access.address_of(31) == 0x10003000u + 3 * 8);
    CHECK(access.access_bytes == 8);
}

TEST_CASE("sources and destinations carry the dependences") {
    StimWorkload workload("test.stim",
                          "buffer A u32[32]\nkernel k grid 1 block 32\n x = load A[lane]\n y = x + 1\n z = load A[y]\n"
                          " store A[z] = x\n alu 1 dependent\n alu 1\n atomic.cas A[0], x, y\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    FlatMemory memory;
    workload.initialise(memory);
    LaneAccess access;
    WarpState* warp = executor->start_warp(0, 0);
    std::vector<WarpInstruction> seen;
    while (seen.empty() || seen.back().operation != Operation::exit) {
        seen.push_back(executor->fetch(*warp));
        executor->execute(*warp, &access);
        access.data.fill(0);
        if (seen.back().operation == Operation::load) executor->write_back(*warp, seen.back(), access);
    }
    REQUIRE(seen.size() == 8);
    const auto x = seen[0].destinations[0], y = seen[1].destinations[0], z = seen[2].destinations[0];
    CHECK((x != y && y != z && x != z));
    CHECK(seen[0].source_count == 0);
    CHECK((seen[1].source_count == 1 && seen[1].sources[0] == x));
    CHECK((seen[2].source_count == 1 && seen[2].sources[0] == y));
    CHECK((seen[3].source_count == 2 && seen[3].sources[0] == z && seen[3].sources[1] == x));
    CHECK(seen[3].destination_count == 0);
    CHECK(
        (seen[4].source_count == 1 && seen[4].destination_count == 1 && seen[4].sources[0] == seen[4].destinations[0]));
    CHECK((seen[5].source_count == 0 && seen[5].destination_count == 0));
    CHECK((seen[6].source_count == 2 && seen[6].destination_count == 0));
    CHECK(seen[6].line == 9);
    CHECK(workload.kernel(0).scoreboard_registers() == 4);  // x, y, z and the chain of `alu 1 dependent`
}

TEST_CASE("execution units") {
    StimWorkload workload(
        "test.stim",
        "buffer A f64[32]\nkernel k grid 1 block 32\n x = load A[lane]\n x = x + x\n y = sqrt(f32(x))\n"
        " z = y / 3.0\n w = y + z\n tensor 1\n fp64 1\n fp32 1\n alu 1\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    LaneAccess access;
    WarpState* warp = executor->start_warp(0, 0);
    std::vector<ExecutionUnit> units;
    while (executor->fetch(*warp).operation != Operation::exit) {
        const WarpInstruction& instruction = executor->fetch(*warp);
        if (instruction.operation == Operation::arithmetic) units.push_back(instruction.unit);
        executor->execute(*warp, &access);
    }
    using U = ExecutionUnit;
    CHECK(units == std::vector<U>{U::fp64, U::fp64, U::sfu, U::sfu, U::fp32, U::tensor, U::fp64, U::fp32, U::alu});
}

TEST_CASE("load.cg asks to bypass the L1, load does not") {
    StimWorkload workload("test.stim",
                          "buffer A u32[32]\nkernel k grid 1 block 32\n x = load.cg A[lane]\n y = load A[lane]\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    LaneAccess access;
    WarpState* warp = executor->start_warp(0, 0);
    executor->execute(*warp, &access);
    CHECK(access.bypass_l1);
    executor->execute(*warp, &access);
    CHECK_FALSE(access.bypass_l1);
}

TEST_CASE("an access out of bounds names everything") {
    const char* const head = "buffer A u32[100]\nkernel k grid 2 block 64\n";
    const auto fails = [&](const std::string& body, const std::string& message) {
        try {
            run_text(head + body + "\nend\n");
            FAIL("no error");
        } catch (const SimulationError& error) {
            CHECK(error.what() == message);
        }
    };
    fails("x = load A[cta * 64 + tid]",
          "test.stim:3: kernel k, CTA 1, warp 1, lane 4: load of A[100] is out of bounds; A has 100 elements");
    fails("store A[lane - 1] = 0",
          "test.stim:3: kernel k, CTA 0, warp 0, lane 0: store of A[-1] is out of bounds; A has 100 elements");
    fails("v : u32 = lane\natomic.add A[v * 4], 1",
          "test.stim:4: kernel k, CTA 0, warp 0, lane 25: atomic of A[100] is out of bounds; A has 100 elements");
    fails("x = load A[tid % 2 * 8G]",
          "test.stim:3: kernel k, CTA 0, warp 0, lane 1: load of A[8589934592] is out of bounds; A has 100 elements");
}

TEST_CASE("lanes an if has switched off may point anywhere") {
    const RunResult result = run_text(
        "buffer A u32[40]\nkernel k grid 1 block 64\n if tid < 40\n  store A[tid] = tid + 1\n end\nend\nexpect A = i + "
        "1\n");
    CHECK(result.check.mismatches == 0);
    CHECK(result.counts.of(Operation::store) == 2);
    CHECK(result.counts.thread_instructions == 40 + 64);
}
