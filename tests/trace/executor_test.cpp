// The executors of a traced kernel share the file that is read once for all of them, and nothing else that changes.
#include "trace_text.h"
#include "two_executors.h"

using namespace heddle;
using namespace heddle::test;
using namespace heddle::traces;
using heddle::traces::test::exit_line;
using heddle::traces::test::TraceText;

namespace {

constexpr unsigned blocks = 100;

// Block n accesses addresses of its own, in steps and scattered, n % 5 times.
std::string many_blocks() {
    TraceText text;
    text.grid = "(" + std::to_string(blocks) + ",1,1)";
    text.block = "(64,1,1)";
    std::string all = text.header();
    for (unsigned n = 0; n < blocks; ++n) {
        char accesses[300];
        std::snprintf(accesses, sizeof accesses,
                      "0000 ffffffff 1 R2 LDG.E.SYS 1 R2 4 1 0x%x 4 0 \n"
                      "0010 00000007 0 STG.E.SYS 2 R2 R3 4 0 0x%x 0x%x 0x%x 0 \n",
                      n * 4096, n * 4096 + 400, n * 4096 + 8, n * 4096 + 1024);
        std::string warp;
        for (unsigned i = 0; i < n % 5; ++i) warp += accesses;
        all += TraceText::block_text(std::to_string(n) + ",0,0", {warp + exit_line, accesses + std::string(exit_line)});
    }
    return all;
}

// A block can be run once, so that every run needs a kernel of its own.
CtaDigests digests_of(CtaDigests (*run)(const Kernel&, const FillMemory&), std::size_t ahead_bytes) {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks()), ahead_bytes);
    kernel.begin();
    CtaDigests digests = run(kernel, [](HostMemory&) {});
    kernel.end();
    return digests;
}

}  // namespace

TEST_CASE("two executors of a traced kernel have warp states of their own") {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks()), 1);
    CHECK_THROWS_AS(kernel.make_executor(), std::logic_error);  // before begin()
    kernel.begin();
    const auto first = kernel.make_executor(), second = kernel.make_executor();
    WarpState* warp = first->start_warp(0, 0);
    first->finish_warp(warp);
    WarpState* other = second->start_warp(1, 0);
    CHECK(other != warp);
    CHECK(first->start_warp(2, 0) == warp);
    CHECK(other->cta == 1);
}

TEST_CASE("an arithmetic instruction of a trace is executed and the next one fetched in one call") {
    const std::string lines =
        "0000 ffffffff 1 R2 FADD 2 R3 R4 0 0 \n"
        "0010 000000ff 1 R5 FFMA 3 R5 R2 R7 0 0 \n";
    TraceKernel kernel("test.traceg", bytes_of(TraceText().of(lines + exit_line)), 1);
    kernel.begin();
    const auto executor = kernel.make_executor();
    WarpState* warp = executor->start_warp(0, 0);
    CHECK(executor->fetch(*warp).operand_bits == 0b11100);
    const WarpExecutor::Executed first = executor->execute_arithmetic(*warp);
    CHECK(first.lanes == all_lanes);
    CHECK(first.next == &executor->fetch(*warp));
    CHECK(first.next->pc == 0x10);
    CHECK(first.next->operand_bits == 0b10100100);
    const WarpExecutor::Executed second = executor->execute_arithmetic(*warp);
    CHECK(second.lanes == 0xff);
    CHECK(second.next->operation == Operation::exit);
}

TEST_CASE("a traced kernel has another version in every launch") {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks()), 1), other("test.traceg", bytes_of(many_blocks()), 1);
    const std::uint64_t before = kernel.version();
    CHECK(other.version() != before);
    kernel.begin();
    CHECK(kernel.version() != before);
}

TEST_CASE("two executors of a traced kernel do what one does, on one thread and on two") {
    const CtaDigests expected = digests_of(run_with_one_executor, BlockStore::default_ahead_bytes);
    CHECK(expected[0] != expected[5]);
    for (const std::size_t ahead_bytes : {std::size_t{1}, std::size_t{1000}, BlockStore::default_ahead_bytes}) {
        CHECK(digests_of(run_with_two_executors, ahead_bytes) == expected);
        for (unsigned repeat = 0; repeat < 5; ++repeat)
            CHECK(digests_of(run_with_two_threads, ahead_bytes) == expected);
    }
}

TEST_CASE("threads that wait for blocks get an error in the file at the blocks that are lost by it") {
    TraceText text;
    text.grid = "(4,1,1)";
    const std::string file = text.header() + TraceText::block_text("0,0,0", {exit_line}) +
                             TraceText::block_text("1,0,0", {exit_line}) + "#BEGIN_TB\nthread block = what\n";
    for (unsigned repeat = 0; repeat < 20; ++repeat) {
        TraceKernel kernel("test.traceg", bytes_of(file), 1);
        kernel.begin();
        std::string errors[4];
        const auto start = [&](std::uint32_t cta) {
            try {
                const auto executor = kernel.make_executor();
                executor->finish_warp(executor->start_warp(cta, 0));
            } catch (const InputError& error) {
                errors[cta] = error.what();
            }
        };
        std::vector<std::thread> threads;
        for (std::uint32_t cta = 4; cta-- > 0;) threads.emplace_back(start, cta);
        for (std::thread& thread : threads) thread.join();
        CHECK(errors[0].empty());
        CHECK(errors[1].empty());
        CHECK_THAT(errors[2], Catch::Contains("expected 'thread block = x,y,z'"));
        CHECK(errors[3] == errors[2]);
    }
}
