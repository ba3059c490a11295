// The executors of a kernel of the directed language share nothing that changes.
#include <catch2/catch.hpp>

#include "heddle/stimulus/stim/stim_workload.h"
#include "two_executors.h"

using namespace heddle;
using namespace heddle::test;
using stim::StimWorkload;

namespace {

// Loops whose length depends on the CTA, a condition on loaded values, shared memory and a barrier.
constexpr const char* text =
    "buffer A u32[8192] = i * 7 + 3\n"
    "buffer B u32[8192]\n"
    "kernel k grid 64 block 128\n"
    " shared s u32[128]\n"
    " x = load A[cta * 128 + tid]\n"
    " for n in 0..cta % 5 + 1\n"
    "  x = x * 3 + n\n"
    "  y = load A[(cta * 128 + tid + n) % 8192]\n"
    "  x = x + y\n"
    " end\n"
    " store s[tid] = x\n"
    " barrier\n"
    " z = load s[127 - tid]\n"
    " if z % 2 == 0\n"
    "  z = z + x\n"
    " else\n"
    "  z = z - x\n"
    " end\n"
    " store B[cta * 128 + tid] = z\n"
    "end\n";

}  // namespace

TEST_CASE("two executors of a directed kernel have warp states of their own") {
    StimWorkload workload("test.stim", text);
    const auto first = workload.kernel(0).make_executor(), second = workload.kernel(0).make_executor();
    WarpState* warp = first->start_warp(0, 0);
    first->finish_warp(warp);
    WarpState* other = second->start_warp(1, 0);
    CHECK(other != warp);
    CHECK(first->start_warp(2, 0) == warp);
    CHECK(other->cta == 1);
}

TEST_CASE("two executors of a directed kernel do what one does, on one thread and on two") {
    StimWorkload workload("test.stim", text);
    const FillMemory fill = [&](HostMemory& memory) { workload.initialise(memory); };
    const CtaDigests expected = run_with_one_executor(workload.kernel(0), fill);
    CHECK(expected[0] != expected[5]);
    CHECK(run_with_two_executors(workload.kernel(0), fill) == expected);
    const FillMemory fill_from_thread = [](HostMemory& memory) { StimWorkload("test.stim", text).initialise(memory); };
    for (unsigned repeat = 0; repeat < 10; ++repeat)
        CHECK(run_with_two_threads(workload.kernel(0), fill_from_thread) == expected);
}
