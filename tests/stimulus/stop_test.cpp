// Work of the host that would take hours ends soon after it is asked to.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstring>
#include <thread>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/functional/functional_run.h"
#include "heddle/stimulus/stim/stim_workload.h"

using namespace heddle;

namespace {

// Takes what is written and keeps none of it.
class NoMemory final : public HostMemory {
public:
    void read(std::uint64_t, void* data, std::size_t bytes) override { std::memset(data, 0, bytes); }
    void write(std::uint64_t, const void*, std::size_t) override {}
};

const std::string kernel = "kernel k grid 1 block 32\n store a[0] = 1\nend\n";

// Whether the work is given up within seconds of a request that comes while it runs.
template <class Work>
bool is_given_up(Work work) {
    using namespace std::chrono_literals;
    StopRequest::clear();
    const auto begin = std::chrono::steady_clock::now();
    std::thread requester([] {
        std::this_thread::sleep_for(200ms);
        StopRequest::set(2);
    });
    bool stopped = false;
    try {
        work();
    } catch (const Stopped&) {
        stopped = true;
    }
    requester.join();
    StopRequest::clear();
    return stopped && std::chrono::steady_clock::now() - begin < 10s;
}

}  // namespace

TEST_CASE("contents that take hours are given up on request") {
    CHECK(is_given_up([] {
        stim::StimWorkload workload("a.stim", "buffer a u32[64] = sum(k, 0, 100000000000, k)\n" + kernel);
        NoMemory memory;
        workload.initialise(memory);
    }));
    CHECK(is_given_up([] {
        stim::StimWorkload workload("a.stim", "buffer a u8[256M] = fill(1)\n" + kernel);
        NoMemory memory;
        while (true) workload.initialise(memory);
    }));
    // A buffer that another one looks into is worked out when the file is read.
    CHECK(is_given_up([] {
        stim::StimWorkload workload("a.stim",
                                    "buffer b u32[64] = sum(k, 0, 100000000000, k)\n"
                                    "buffer a u32[64] = b[i] + 1\n" +
                                        kernel);
    }));
}

TEST_CASE("a check and a host program that take hours are given up on request") {
    CHECK(is_given_up([] {
        stim::StimWorkload workload("a.stim",
                                    "buffer a u32[64]\n" + kernel + "expect a = sum(k, 0, 100000000000, k)\n");
        NoMemory memory;
        workload.check(memory);
    }));
    CHECK(is_given_up([] {
        stim::StimWorkload workload("a.stim", "buffer a u32[64]\n" + kernel + "launch k\n");
        NoMemory memory;
        while (true) {
            workload.initialise(memory);
            while (workload.next_launch(memory) != Workload::no_more) {
            }
        }
    }));
}

TEST_CASE("a loop whose body never does anything takes instructions, so that whoever runs it can end it") {
    stim::StimWorkload workload("a.stim",
                                "buffer a u32[64]\nkernel k grid 1 block 32\n for i in 0..100000000000\n"
                                "  if lane > 100\n   store a[0] = 1\n  end\n end\nend\n");
    const auto executor = workload.kernel(0).make_executor();
    WarpState* warp = executor->start_warp(0, 0);
    for (unsigned i = 0; i < 100; ++i) {
        const WarpInstruction& instruction = executor->fetch(*warp);
        REQUIRE(instruction.operation == Operation::arithmetic);
        CHECK(instruction.line == 3);
        CHECK(executor->execute(*warp, nullptr) == all_lanes);
    }
}

// 1000 passes of a loop without an instruction are free, and the instruction behind it is reached.
TEST_CASE("a loop of a few passes still costs nothing") {
    const auto instructions_of = [](const std::string& passes) {
        stim::StimWorkload workload("a.stim",
                                    "buffer a u32[64]\nkernel k grid 1 block 32\n for i in 0.." + passes +
                                        "\n  if i == 7\n   store a[0] = 1\n  end\n end\n store a[1] = 2\nend\n");
        struct Counter : InstructionObserver {
            unsigned count = 0;
            void executed(const WarpState&, const WarpInstruction&, LaneMask, const LaneAccess*) override { ++count; }
        } counter;
        SparseMemory memory;
        run_grid(workload.kernel(0), memory, counter);
        CHECK(memory.get<std::uint32_t>(stim::Buffers::first_address, 2) == std::vector<std::uint32_t>{1, 2});
        return counter.count;
    };
    CHECK(instructions_of("250") == 3);
    CHECK(instructions_of("100000") > 3);
    CHECK(instructions_of("100000") < 1000);
}
