// The three ways to write addresses, the versions of the format, and where addresses end up.
#include <random>

#include "heddle/stimulus/trace/trace_executor.h"
#include "kit/test_scale.h"
#include "trace_text.h"

using namespace heddle;
using namespace heddle::traces;
using namespace heddle::traces::test;

namespace {

Seen first_of(const TraceText& text, const std::string& line) {
    return run(text.of(line + exit_line)).seen.at(0);
}

std::vector<std::uint64_t> addresses(const Seen& seen) {
    std::vector<std::uint64_t> result;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        if (seen.active >> lane & 1) result.push_back(seen.address[lane]);
    return result;
}

}  // namespace

TEST_CASE("base and stride name every lane of the run") {
    const Seen all = first_of({}, "0000 ffffffff 1 R2 LDG.E.SYS 1 R2 4 1 0x7f0000001000 4 0 \n");
    CHECK(all.active == all_lanes);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) CHECK(all.address[lane] == 0x7f0000001000u + 4 * lane);
    const Seen some = first_of({}, "0000 000000f0 1 R2 LDG.E.64.SYS 1 R2 8 1 0x1000 -16 0 \n");
    CHECK(some.active == 0xf0);
    CHECK(addresses(some) == std::vector<std::uint64_t>{0x1000, 0xff0, 0xfe0, 0xfd0});
    CHECK(some.address[4] == 0x1000);
    const Seen same = first_of({}, "0000 80000000 1 R2 LDG.E.SYS 1 R2 4 1 0xffffffff00 1024 0 \n");
    CHECK(same.address[31] == 0xffffffff00);
    const Seen far = first_of({}, "0000 00000003 1 R2 LDG.E.SYS 1 R2 4 1 0x1000 68719476736 0 \n");
    CHECK(addresses(far) == std::vector<std::uint64_t>{0x1000, 0x1000001000});
}

TEST_CASE("a list names every active lane") {
    const Seen near = first_of({}, "0000 00000105 1 R2 LDG.E.SYS 1 R2 4 0 0x1000 0x80 0xabcdef00 0 \n");
    CHECK(near.address[0] == 0x1000);
    CHECK(near.address[2] == 0x80);
    CHECK(near.address[8] == 0xabcdef00);
    const Seen far = first_of({}, "0000 00000007 1 R2 LDG.E.SYS 1 R2 4 0 0x10 0xfffffffffffffff0 0x7f0000000000 0 \n");
    CHECK(addresses(far) == std::vector<std::uint64_t>{0x10, 0xfffffffffffffff0, 0x7f0000000000});
}

TEST_CASE("base and deltas count from the active lane before") {
    const Seen seen = first_of({}, "0000 00010205 1 R2 LDG.E.128.SYS 1 R2 16 2 0x7f0000000100 -256 4096 16 0 \n");
    CHECK(seen.bytes == 16);
    CHECK(seen.address[0] == 0x7f0000000100);
    CHECK(seen.address[2] == 0x7f0000000000);
    CHECK(seen.address[9] == 0x7f0000001000);
    CHECK(seen.address[16] == 0x7f0000001010);
}

TEST_CASE("more patterns of scattered lanes than are remembered come out right") {
    constexpr unsigned patterns = OffsetPatterns::most + 100;
    std::string lines;
    for (unsigned i = 0; i < 2 * patterns; ++i) {
        char line[100];
        std::snprintf(line, sizeof line, "0000 00000005 1 R2 LDG.E.SYS 1 R2 4 2 0x%x %u 0 \n", 4096 * (i + 1),
                      4 * (i % patterns));
        lines += line;
    }
    const Run one = run(TraceText{}.of(lines + exit_line));
    bool good = true;
    for (unsigned i = 0; i < 2 * patterns; ++i) {
        const std::uint64_t first = std::uint64_t{4096} * (i + 1);
        good &= one.seen.at(i).address[0] == first && one.seen.at(i).address[2] == first + 4 * (i % patterns);
    }
    CHECK(good);
}

TEST_CASE("an instruction without active lanes accesses nothing") {
    const Run one = run(TraceText{}.of(std::string("0000 00000000 1 R2 LDG.E.SYS 1 R2 4 1 0x0 0 0 \n") +
                                       "0010 00000000 1 R2 LDG.E.SYS 1 R2 0 0 \n" + exit_line));
    CHECK(one.seen.at(0).active == 0);
    CHECK(one.seen.at(1).active == 0);
    CHECK(one.seen.at(2).active == all_lanes);
}

TEST_CASE("versions 3 and 4 have no immediate, version 5 has one") {
    TraceText old;
    for (const char* version : {"3", "4"}) {
        old.tracer = version;
        const Run one = run(old.of("0000 0000000f 1 R2 LDG.E.SYS 1 R2 4 2 0x1000 4 4 4 \n0010 ffffffff 0 EXIT 0 0 \n"));
        CHECK(addresses(one.seen.at(0)) == std::vector<std::uint64_t>{0x1000, 0x1004, 0x1008, 0x100c});
    }
    CHECK_THROWS_WITH(run(TraceText{}.of("0000 ffffffff 0 EXIT 0 0 \n")),
                      Catch::Contains("expected an immediate value"));
}

TEST_CASE("source lines come before program counters where the header says so") {
    TraceText text;
    text.line_info = "1";
    const Run one = run(text.of("77 0120 ffffffff 1 R2 FADD 2 R1 R3 0 0 \n78 0130 ffffffff 0 EXIT 0 0 0 \n"));
    CHECK(one.seen.at(0).instruction.line == 77);
    CHECK(one.seen.at(0).instruction.pc == 0x120);
    CHECK(one.seen.at(1).instruction.line == 78);
    CHECK(run(TraceText{}.of(exit_line)).seen.at(0).instruction.line == 23);  // of the trace
}

TEST_CASE("a generic access goes where its address points") {
    TraceText text;
    text.shmem = "4096";
    const Run one = run(text.of(std::string("0000 ffffffff 1 R2 LD.E.SYS 1 R2 4 1 0x7f0000000000 4 0 \n") +
                                "0000 ffffffff 1 R2 LD.E.SYS 1 R2 4 1 0x7f7ff0000100 4 0 \n" +
                                "0000 ffffffff 1 R2 LD.E.SYS 1 R2 4 1 0x7f7ff2000010 0 0 \n" + exit_line));
    CHECK(one.seen.at(0).instruction.space == AddressSpace::global);
    CHECK(one.seen.at(0).address[1] == 0x7f0000000004);
    CHECK(one.seen.at(1).instruction.space == AddressSpace::shared);
    CHECK(one.seen.at(1).address[1] == 0x104);
    CHECK(one.seen.at(2).instruction.space == AddressSpace::local);
}

TEST_CASE("threads' local words lie side by side") {
    TraceText text;
    text.grid = "(2,1,1)";
    const std::string lines = std::string("0000 ffffffff 0 STL 1 R2 4 1 0xfff8 0 0 \n") +
                              "0010 ffffffff 0 STL 1 R2 4 1 0xfffc 0 0 \n" + exit_line;
    const Run one =
        run(text.header() + TraceText::block_text("0,0,0", {lines}) + TraceText::block_text("1,0,0", {lines}));
    const Seen &first = one.seen.at(0), &next = one.seen.at(1), &other = one.seen.at(3);
    CHECK(first.instruction.space == AddressSpace::local);
    for (unsigned lane = 1; lane < warp_lanes; ++lane) CHECK(first.address[lane] == first.address[0] + 4 * lane);
    CHECK(other.address[0] == first.address[0] + 32 * 4);
    CHECK(next.address[0] == first.address[0] + 64 * 4);
}

TEST_CASE("shared accesses with a stride that leads around the address space stay in shared memory") {
    TraceText text;
    text.shmem = "4096";
    const Seen seen =
        run(text.of(std::string("0000 0000001f 1 R2 LDS 1 R2 4 1 0x10 4611686018427387904 0 \n") + exit_line))
            .seen.at(0);
    for (const std::uint64_t address : addresses(seen)) CHECK(address < 4096);
}

TEST_CASE("what does not fit is rounded, wrapped and noted") {
    TraceText text;
    text.shmem = "200";
    const Run one = run(text.of(std::string("0000 00000001 1 R2 LDG.E.64.SYS 1 R2 8 1 0x1004 0 0 \n") +
                                "0010 00000003 1 R2 LDS 1 R2 4 1 0xfc 4 0 \n" + exit_line));
    CHECK(one.seen.at(0).address[0] == 0x1000);
    CHECK(one.notes.misaligned_accesses == 1);
    CHECK(one.seen.at(1).address[0] == 0xfc);
    CHECK(one.seen.at(1).address[1] == 0);
    CHECK(one.notes.wrapped_shared_accesses == 1);
}

TEST_CASE("stores and atomics carry the pattern") {
    const Run one = run(TraceText{}.of(std::string("0000 ffffffff 0 STG.E.SYS 2 R2 R4 4 1 0x1000 4 0 \n") +
                                       "0010 ffffffff 0 RED.E.ADD.STRONG.GPU 2 R2 R4 4 1 0x1000 4 0 \n" + exit_line));
    CHECK(one.seen.at(0).first_data == store_pattern);
    CHECK(one.seen.at(1).first_data == store_pattern);
    CHECK(one.seen.at(1).instruction.operation == Operation::atomic);
}

namespace {

// The same access with its addresses as deltas and as a list.
struct TwoWays {
    std::string deltas, list;
};

TwoWays random_access(std::mt19937& random, unsigned place) {
    const char* const opcodes[] = {"LDG.E.SYS 1 R2 4", "LDG.E.64.SYS 1 R2 8", "LDS 1 R2 4", "LD.E 1 R2 4",
                                   "LDL 1 R2 4"};
    const LaneMask masks[] = {0xffffffff, 0x0000ffff, 0x000f00f0, 0x00000100};
    const int steps[][2] = {{4, 4}, {8, -16}, {0, 64}, {4, 2}, {-8, 128}};
    const std::uint64_t bases[] = {0x1000,         0x1008,         0x7f0000000000, 0x7f0000000002,    0x80,
                                   0x7f7ff0000010, 0x7f7ff1ffffc0, 0x7f7ff2000100, 0xffffffffffffff80};
    const LaneMask mask = masks[random() % 8 < 5 ? 0 : random() % 4];
    const auto& step = steps[random() % 4 == 0 ? random() % 5 : place % 5];
    std::uint64_t address = bases[random() % 9] + (random() % 4 == 0 ? random() % 2048 : random() % 16 * 16);
    char begin[100], number[40];
    std::snprintf(begin, sizeof begin, "%04x %08x 1 R3 %s", place * 16, mask, opcodes[place % 5]);
    std::snprintf(number, sizeof number, " 0x%llx", static_cast<unsigned long long>(address));
    TwoWays text{std::string(begin) + " 2" + number, std::string(begin) + " 0" + number};
    for (int lane = 1; lane < __builtin_popcount(mask); ++lane) {
        const int delta = step[lane % 16 == 0];
        address += static_cast<std::uint64_t>(static_cast<std::int64_t>(delta));
        std::snprintf(number, sizeof number, " 0x%llx", static_cast<unsigned long long>(address));
        text.list += number;
        text.deltas += " " + std::to_string(delta);
    }
    text.deltas += " 0 \n";
    text.list += " 0 \n";
    return text;
}

}  // namespace

TEST_CASE("deltas that came before mean what their addresses mean, wherever the base is") {
    std::mt19937 random(4);
    TraceText text;
    text.shmem = "1024";
    const auto blocks = static_cast<unsigned>(scaled(200));
    text.grid = "(" + std::to_string(blocks) + ",1,1)";
    TwoWays all{text.header(), text.header()};
    for (unsigned block = 0; block < blocks; ++block) {
        TwoWays warp;
        for (unsigned place = 0; place < 25; ++place) {
            const TwoWays line = random_access(random, place);
            warp.deltas += line.deltas;
            warp.list += line.list;
        }
        all.deltas += TraceText::block_text(std::to_string(block) + ",0,0", {warp.deltas + exit_line});
        all.list += TraceText::block_text(std::to_string(block) + ",0,0", {warp.list + exit_line});
    }
    const auto run_lanes = [](const std::string& file) {
        TraceKernel kernel("test.traceg", bytes_of(file), BlockStore::default_ahead_bytes);
        std::vector<std::uint64_t> seen;
        LaneAccess access{};
        kernel.begin();
        const auto executor = kernel.make_executor();
        for (std::uint32_t cta = 0; cta < kernel.shape().ctas(); ++cta) {
            WarpState* const warp = executor->start_warp(cta, 0);
            for (; executor->fetch(*warp).operation != Operation::exit; executor->execute(*warp, &access)) {
                seen.push_back(static_cast<std::uint64_t>(executor->fetch(*warp).space));
                if (seen.size() == 1) continue;
                for (unsigned lane = 0; lane < warp_lanes; ++lane)
                    if (access.active >> lane & 1) seen.push_back(access.address_of(lane));
            }
            executor->finish_warp(warp);
        }
        kernel.end();
        seen.push_back(kernel.notes().misaligned_accesses);
        seen.push_back(kernel.notes().wrapped_shared_accesses);
        return seen;
    };
    const auto by_deltas = run_lanes(all.deltas), by_list = run_lanes(all.list);
    CHECK(by_list.back() > 0);
    CHECK(by_deltas == by_list);
}
