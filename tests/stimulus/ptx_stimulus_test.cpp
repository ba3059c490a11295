// Kernels from PTX in a stimulus file: arguments, launches with host loops, memory of the module, faults.
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <set>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/stim_workload.h"
#include "interpreter.h"

using namespace heddle;
using namespace heddle::test;

namespace {

const std::string examples = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/ptx/";
const std::string data = std::string(HEDDLE_SOURCE_DIR) + "/tests/stimulus/data/";

void require_right(const RunResult& result, std::uint64_t checked_values) {
    for (const std::string& message : result.check.messages) UNSCOPED_INFO(message);
    CHECK(result.check.mismatches == 0);
    CHECK(result.check.checked_values == checked_values);
}

RunResult run_example(const std::string& name) {
    const auto workload = open_workload(examples + name + ".stim");
    FlatMemory memory;
    return run(*workload, memory);
}

RunResult run_cases(const std::string& text) {
    stim::StimWorkload workload(data + "test.stim", "ptx \"cases.ptx\"\n" + text);
    FlatMemory memory;
    return run(workload, memory);
}

std::string failure(const std::string& text) {
    try {
        run_cases(text);
    } catch (const SimulationError& error) {
        const std::string message = error.what();
        return message.rfind(data, 0) == 0 ? message.substr(data.size()) : message;
    }
    return "no error";
}

}  // namespace

TEST_CASE("ptx matmul") {
    const RunResult result = run_example("matmul");
    require_right(result, 64 * 64);
    CHECK(result.counts.of(Operation::barrier) == 16u * 8 * 8);  // CTAs, warps, two for each of four tiles
}
TEST_CASE("ptx bfs") {
    require_right(run_example("bfs"), 2000);
}

TEST_CASE("no shipped PTX stimulus is left out here") {
    const std::set<std::string> tested = {"bfs", "matmul", "vector_add"};
    for (const auto& entry : std::filesystem::directory_iterator(examples)) {
        INFO(entry.path());
        if (entry.path().extension() == ".stim") CHECK(tested.count(entry.path().stem().string()) == 1);
    }
}

TEST_CASE("the levels of the bfs example are those of a search with a queue") {
    const auto workload = open_workload(examples + "bfs.stim");
    FlatMemory memory;
    run(*workload, memory);
    const auto word = [&](std::uint64_t address) {
        std::int32_t value = 0;
        memory.read(FlatMemory::first_address + address, &value, 4);
        return value;
    };
    const std::uint64_t targets = 8192,
                        found = targets + 24576;  // 2001 and 6000 words, each up to a 4096-byte boundary
    std::vector<std::int32_t> levels(2000, -1);
    std::deque<std::uint32_t> open = {0};
    levels[0] = 0;
    for (; !open.empty(); open.pop_front())
        for (unsigned e = 0; e < 3; ++e) {
            const auto to = static_cast<std::uint32_t>(word(targets + (open.front() * 3 + e) * 4));
            if (levels[to] >= 0) continue;
            levels[to] = levels[open.front()] + 1;
            open.push_back(to);
        }
    for (unsigned v = 0; v < 2000; ++v) REQUIRE(word(found + v * 4) == levels[v]);
}

TEST_CASE("arguments take the type and size of the parameter") {
    require_right(run_cases("const THREE = 3\nbuffer OUT f64[6]\n"
                            "kernel k = entry numbers(OUT, 255, THREE * 20000, -2147483648, -1, 1 / 4.0, 1.5)"
                            " grid 1 block 1\n"
                            "expect OUT = {255, 60000, -2147483648.0, -1, 0.25, 1.5}\n"),
                  6);
    require_right(run_cases("buffer OUT f64[6]\nkernel k = entry numbers(\n  OUT, -1,\n  -1, 4294967295, 1G, 7, -3)"
                            " grid 1 block 1\n"
                            "expect OUT = {255, 65535, -1, 1073741824, 7, -3}\n"),
                  6);
}

TEST_CASE("launches share the module's variables and have arguments of their own") {
    require_right(run_cases("buffer OUT u32[4]\nkernel k = entry count(OUT, 3, 100) grid 1 block 1\n"
                            "for t in 0..3\n launch k(OUT, t, t * t + 1)\nend\nlaunch k\n"
                            "expect OUT = {41, 43, 48, 148}\n"),
                  4);
}

TEST_CASE("for loops nest, count downward and may be empty") {
    require_right(run_cases("buffer OUT u32[8]\nkernel k = entry count grid 1 block 1\n"
                            "for a in 1..-1 step -1\n for b in 0..a + 1\n  launch k(OUT, a * 4 + b, 1)\n end\nend\n"
                            "for c in 5..5\n launch k(OUT, 7, 1)\nend\n"
                            "repeat 2\n launch k(&OUT[2], 0, 1)\nend\n"
                            "expect OUT = {43, 0, 45, 0, 41, 42, 0, 0}\n"),
                  8);
}

TEST_CASE("a launch can have a grid of its own") {
    require_right(run_cases("buffer OUT u32[2]\nkernel k = entry arrive(OUT) grid 5 block 1\n"
                            "for t in 1..4\n launch k grid t, 2\nend\nlaunch k\nlaunch k(&OUT[1]) grid 7\n"
                            "expect OUT = {17, 7}\n"),
                  2);
}

TEST_CASE("while looks at memory, set changes it") {
    require_right(
        run_cases("buffer N s32[2] = {3, 0}\nbuffer R f32[1]\nkernel k = entry arrive(&N[1]) grid 1 block 1\n"
                  "while N[0] > 0 && N[1] < 100\n launch k\n set N[0] = N[0] - 1\n set R[0] = R[0] + 0.5\nend\n"
                  "while N[0] != 0\n launch k\nend\n"
                  "expect N = {0, 3}\nexpect R = fill(1.5)\n"),
        3);
}

TEST_CASE("dynamic shared memory") {
    require_right(run_cases("buffer OUT u32[1]\nkernel k = entry pooled(OUT) grid 1 block 1 shared 64\n"
                            "expect OUT = fill(77)\n"),
                  1);
}

TEST_CASE("directed kernels and PTX kernels in one file") {
    require_right(run_cases("buffer OUT u32[2]\nkernel k = entry arrive(OUT) grid 4 block 1\n"
                            "kernel copy grid 1 block 1\n x = load OUT[0]\n store OUT[1] = x\nend\n"
                            "expect OUT = {4, 4}\n"),
                  2);
}

TEST_CASE("a stimulus with a data-dependent loop can be run twice") {
    const auto workload = open_workload(examples + "bfs.stim");
    FlatMemory first, second;
    CHECK(run(*workload, first).check.mismatches == 0);
    CHECK(run(*workload, second).check.mismatches == 0);
    CHECK(workload->expected_ctas() == 0);  // unknown
}

TEST_CASE("expected CTAs count repeats") {
    stim::StimWorkload workload(data + "test.stim",
                                "ptx \"cases.ptx\"\nbuffer A u32[1]\nkernel k = entry arrive(A) grid 5 block 1\n"
                                "repeat 3\n launch k\n set A[0] = 1\nend\nlaunch k\n");
    CHECK(workload.expected_ctas() == 20);
}

TEST_CASE("contents from a file") {
    require_right(run_cases("buffer A u8[5] = file \"five.bin\"\nbuffer B u32[1]\n"
                            "kernel k = entry arrive(B) grid 1 block 1\n"
                            "expect A = ramp(1, 1)\nexpect A = file \"five.bin\"\n"),
                  10);
    const RunResult wrong = run_cases(
        "buffer A u8[6]\nbuffer B u32[1]\nkernel k = entry arrive(B) grid 1 block 1\nexpect A[1..6] = file "
        "\"five.bin\"\n");
    CHECK(wrong.check.mismatches == 5);
    REQUIRE(wrong.check.messages.size() == 5);
    CHECK(wrong.check.messages[0] == data + "test.stim:5: A[1] is 0, expected 1");
}

TEST_CASE("an access outside of the buffers names everything") {
    const std::string message = failure(
        "buffer OUT u32[4]\nkernel k = entry count(OUT, 0, 1) grid 2 block 32\nlaunch k\nlaunch k(OUT, 5, 1)\n");
    INFO(message);
    CHECK_THAT(message, Catch::Contains("count") && Catch::Contains("CTA 0") && Catch::Contains("thread (0,0,0)") &&
                            Catch::Contains("PC ") && Catch::Contains("cases.ptx") && Catch::Contains("0x10000014"));
}

TEST_CASE("host loops that go wrong") {
    const std::string head = "buffer N u32[4] = fill(1)\nkernel k = entry arrive(N) grid 1 block 1\n";
    CHECK(failure(head + "while N[0] != 0 limit 5\n launch k\nend\n") ==
          "test.stim:4:1: the condition still holds after 5 passes; expected it to end within the limit");
    CHECK(failure(head + "while N[0] != 0\n launch k\nend\n") ==
          "test.stim:4:1: the condition still holds after 1000 passes; expected it to end within the limit");
    CHECK(failure(head + "for t in 3..9\n launch k(&N[t])\nend\n") ==
          "test.stim:5:14: index 4 is outside of buffer 'N'; expected 0 to 3");
    CHECK(failure(head + "set N[0 - 1] = 2\nlaunch k\n") ==
          "test.stim:4:9: index -1 is outside of buffer 'N'; expected 0 to 3");
    CHECK(failure(head + "for t in 0..100000000\n set N[0] = t\nend\nlaunch k\n") ==
          "test.stim:5:6: the loops do not end; expected at most 10000000 launches and passes");
}
