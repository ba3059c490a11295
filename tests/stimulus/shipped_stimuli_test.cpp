// Every stimulus in stimuli/micro runs to its expected result, and would not do so with other results.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;

namespace {

const std::string folder = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/";

RunResult run_file(const std::string& name) {
    const auto workload = open_workload(folder + name + ".stim");
    FlatMemory memory;
    return run(*workload, memory);
}

void require_right(const RunResult& result, std::uint64_t checked_values) {
    for (const std::string& message : result.check.messages) UNSCOPED_INFO(message);
    CHECK(result.check.mismatches == 0);
    CHECK(result.check.checked_values == checked_values);
}

}  // namespace

TEST_CASE("vector_add") {
    const RunResult result = run_file("vector_add");
    require_right(result, 1 << 20);
    CHECK(result.counts.instructions == 32768u * 5);  // two loads, add, store, exit
}
TEST_CASE("vector_add_small") {
    require_right(run_file("vector_add_small"), 10000);
}
TEST_CASE("strided") {
    require_right(run_file("strided"), 32768);
}
TEST_CASE("divergent_column_walk") {
    const RunResult result = run_file("divergent_column_walk");
    require_right(result, 1024);
    CHECK(result.counts.global_loads == 32u * 1024);
}
TEST_CASE("divergent_column_walk_small") {
    require_right(run_file("divergent_column_walk_small"), 128);
}
TEST_CASE("broadcast") {
    require_right(run_file("broadcast"), 65536);
}
TEST_CASE("pointer_chase") {
    const RunResult result = run_file("pointer_chase");
    require_right(result, 2);
    CHECK(result.counts.global_loads == 4097);
}
TEST_CASE("stencil") {
    require_right(run_file("stencil"), 512 * 512);
}
TEST_CASE("histogram") {
    require_right(run_file("histogram"), 256 + 2);
}
TEST_CASE("transpose") {
    require_right(run_file("transpose"), 256 * 256);
}
TEST_CASE("barrier_ping_pong") {
    const RunResult result = run_file("barrier_ping_pong");
    require_right(result, 60 * 256);
    CHECK(result.counts.of(Operation::barrier) == 60u * 8 * 65);
}
TEST_CASE("gemm256") {
    const RunResult result = run_file("gemm256");
    require_right(result, 256 * 256);
    // Per warp: c = 0, 256 times two loads and a multiply-add, a store, the exit.
    CHECK(result.counts.instructions == 2048u * (1 + 256 * 3 + 2));
}
TEST_CASE("gemm32") {
    require_right(run_file("gemm32"), 32 * 32);
}
TEST_CASE("compute") {
    const RunResult result = run_file("compute");
    require_right(result, 480 * 256);
    CHECK(result.counts.instructions == 3840u * (2 + 80 * 15 + 2));
}
TEST_CASE("compute_small") {
    require_right(run_file("compute_small"), 60 * 64);
}

TEST_CASE("no shipped stimulus is left out here") {
    const std::vector<std::string> tested = {"barrier_ping_pong",
                                             "broadcast",
                                             "compute",
                                             "compute_small",
                                             "divergent_column_walk",
                                             "divergent_column_walk_small",
                                             "gemm256",
                                             "gemm32",
                                             "histogram",
                                             "pointer_chase",
                                             "stencil",
                                             "strided",
                                             "transpose",
                                             "vector_add",
                                             "vector_add_small"};
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        INFO(entry.path());
        CHECK(std::find(tested.begin(), tested.end(), entry.path().stem().string()) != tested.end());
    }
}

TEST_CASE("one wrong byte is found and named") {
    const auto workload = open_workload(folder + "gemm32.stim");
    FlatMemory memory;
    REQUIRE(run(*workload, memory).check.mismatches == 0);
    const std::uint64_t c7 = FlatMemory::first_address + 2 * 4096 + 7 * 4;  // A and B fill 4096 bytes each
    *memory.at(c7 + 3, 1) ^= 0x80;                                          // the sign
    const CheckResult check = workload->check(memory);
    CHECK(check.mismatches == 1);
    REQUIRE(check.messages.size() == 1);
    CHECK_THAT(check.messages[0],
               Catch::Contains("gemm32.stim:") && Catch::Contains("C[7] is -") && Catch::Contains("expected "));
}

TEST_CASE("a stimulus can be run twice") {
    const auto workload = open_workload(folder + "histogram.stim");
    FlatMemory first, second;
    CHECK(run(*workload, first).check.mismatches == 0);
    CHECK(run(*workload, second).check.mismatches == 0);
}
