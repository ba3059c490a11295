// Kernels with more constants, indices, loops or arrays than a step has numbers for.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/stim/compiler.h"
#include "heddle/stimulus/stim/stim_workload.h"

using namespace heddle;

namespace {

constexpr unsigned most = 60000;

// A kernel whose body is `head` and then `line`, with its number for every @, so many times.
std::string kernel(const std::string& line, unsigned times, const std::string& before = "",
                   const std::string& head = "") {
    std::string text = before + "kernel k grid 1 block 32\n" + head;
    for (unsigned i = 0; i < times; ++i)
        for (const char c : line) text += c == '@' ? std::to_string(i) : std::string(1, c);
    return text + "end\n";
}

std::string message_of(const std::string& text) {
    try {
        stim::StimWorkload workload("long.stim", text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

void refuses_more_than(unsigned times, const std::string& line, const std::string& what, const std::string& before = "",
                       const std::string& head = "") {
    INFO(line);
    CHECK(message_of(kernel(line, times, before, head)) == "no error");
    CHECK_THAT(
        message_of(kernel(line, times + 1, before, head)),
        Catch::StartsWith("long.stim:") && Catch::EndsWith(": the kernel is too long; expected at most 60000 " + what));
}

}  // namespace

TEST_CASE("indices of loads and stores, conditions and loop bounds have numbers") {
    const std::string buffer = "buffer A u32[64]\n";
    refuses_more_than(most, " x = load A[lane]\n", "indices, loop bounds and conditions", buffer, " x : u32 = 0\n");
    refuses_more_than(most / 2, " store A[lane] = tid\n", "indices, loop bounds and conditions", buffer);
}

TEST_CASE("constants have numbers") {
    refuses_more_than(most - 1, " x = x + @\n", "constants", "", " x : u32 = 0\n");
}

TEST_CASE("loops have variables") {
    refuses_more_than((most - 10) / 2, " for k in 0..1\n  alu 1\n end\n", "variables, two for each loop");
}

TEST_CASE("buffers and shared arrays have numbers") {
    const stim::Source source("long.stim");
    stim::KernelSyntax syntax;
    std::vector<stim::MemoryArray> buffers(most);
    CHECK_NOTHROW(stim::compile(source, syntax, buffers));
    syntax.shared.emplace_back();
    CHECK_THROWS_WITH(stim::compile(source, syntax, buffers),
                      "long.stim:1:1: the kernel is too long; expected at most 60000 buffers and shared arrays");
}
