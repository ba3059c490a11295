// Blocks come in any order, through memory or the temporary file, and errors come when it is their turn.
#include <random>

#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

constexpr unsigned blocks = 200;

// Block n loads from n * 4096 in its first warp and has n % 5 additions in its second.
std::string many_blocks(unsigned in_file = blocks) {
    TraceText text;
    text.grid = "(" + std::to_string(blocks / 10) + ",10,1)";
    text.block = "(64,1,1)";
    std::string all = text.header();
    for (unsigned n = 0; n < in_file; ++n) {
        char load[100];
        std::snprintf(load, sizeof load, "0000 ffffffff 1 R2 LDG.E.SYS 1 R2 4 1 0x%x 4 0 \n", n * 4096);
        std::string additions;
        for (unsigned i = 0; i < n % 5; ++i) additions += "0010 0000000f 1 R3 IADD3 1 R3 0 0 \n";
        all += TraceText::block_text(std::to_string(n % 20) + "," + std::to_string(n / 20) + ",0",
                                     {std::string(load) + exit_line, additions + exit_line});
    }
    return all;
}

void check_block(const TraceKernel& kernel, std::uint32_t cta) {
    SparseMemory memory;
    Recorder recorder;
    run_cta(kernel, *kernel.make_executor(), cta, memory, recorder);
    REQUIRE(recorder.seen.size() == 3 + cta % 5);
    REQUIRE(recorder.seen.at(0).address[0] == cta * 4096);
}

std::vector<std::uint32_t> shuffled(unsigned seed) {
    std::vector<std::uint32_t> order(blocks);
    for (std::uint32_t i = 0; i < blocks; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    return order;
}

}  // namespace

TEST_CASE("blocks come in file order without the temporary file") {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks()), 1);
    kernel.begin();
    for (std::uint32_t cta = 0; cta < blocks; ++cta) check_block(kernel, cta);
    CHECK(kernel.spilled_blocks() == 0);
    kernel.end();
}

TEST_CASE("blocks come in any order, with and without room in memory") {
    for (const std::size_t ahead_bytes : {std::size_t{1}, std::size_t{1000}, BlockStore::default_ahead_bytes}) {
        TraceKernel kernel("test.traceg", bytes_of(many_blocks()), ahead_bytes);
        kernel.begin();
        for (const std::uint32_t cta : shuffled(static_cast<unsigned>(ahead_bytes))) check_block(kernel, cta);
        CHECK((kernel.spilled_blocks() > 0) == (ahead_bytes < 100000));
        kernel.end();
    }
}

TEST_CASE("several blocks are resident at once") {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks()), 1);
    kernel.begin();
    const auto executor = kernel.make_executor();
    std::vector<WarpState*> warps;
    for (std::uint32_t cta = 0; cta < 50; ++cta)
        for (std::uint32_t warp = 0; warp < 2; ++warp) warps.push_back(executor->start_warp(49 - cta, warp));
    LaneAccess access{};
    for (WarpState* warp : warps) {
        while (executor->fetch(*warp).operation != Operation::exit)
            if (executor->execute(*warp, &access) == all_lanes) CHECK(access.address_of(1) == warp->cta * 4096 + 4);
        executor->finish_warp(warp);
    }
    kernel.end();
}

TEST_CASE("an error in the file shows at the first block that is lost by it") {
    const std::string text = many_blocks(150) + "#BEGIN_TB\nthread block = what\n";
    for (const std::size_t ahead_bytes : {std::size_t{1}, BlockStore::default_ahead_bytes}) {
        TraceKernel kernel("test.traceg", bytes_of(text), ahead_bytes);
        kernel.begin();
        for (std::uint32_t cta = 149; cta > 0; --cta) check_block(kernel, cta);
        check_block(kernel, 0);
        CHECK_THROWS_WITH(kernel.make_executor()->start_warp(150, 0),
                          Catch::Contains("expected 'thread block = x,y,z'"));
        CHECK_THROWS_WITH(kernel.make_executor()->start_warp(199, 0),
                          Catch::Contains("expected 'thread block = x,y,z'"));
        CHECK_THROWS_AS(kernel.end(), InputError);
    }
}

TEST_CASE("what stands behind the last block is looked at, too") {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks() + "rubbish\n"), 1);
    kernel.begin();
    for (std::uint32_t cta = 0; cta < blocks; ++cta) check_block(kernel, cta);
    CHECK_THROWS_WITH(kernel.end(), Catch::Contains("'rubbish' between thread blocks; expected '#BEGIN_TB'"));
}

TEST_CASE("a kernel can be left in the middle, and a block is there once") {
    TraceKernel kernel("test.traceg", bytes_of(many_blocks()), 1000);
    kernel.begin();
    check_block(kernel, 3);
    CHECK_THROWS_WITH(kernel.make_executor()->start_warp(3, 0), Catch::Contains("was run before"));
}
