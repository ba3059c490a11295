// Random accesses: whatever the coalescer does, lanes and memory must end up as if each lane had gone alone.
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <vector>

#include "heddle/base/gpu_access.h"
#include "heddle/lsu/coalescer.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

constexpr unsigned arena_bytes = 4096;

LaneAccess random_access(std::mt19937& random) {
    LaneAccess access;
    access.active = random() % 3 ? static_cast<LaneMask>(random()) : all_lanes;
    if (!access.active) access.active = 1;
    access.access_bytes = static_cast<std::uint8_t>(1u << random() % 5);
    const unsigned size = access.access_bytes, shape = random() % 4, stride = random() % 5;
    const unsigned base = random() % (arena_bytes / 4) / size * size;
    const unsigned span = shape == 1 ? 256 : arena_bytes;
    for (unsigned lane = 0; lane < warp_lanes; ++lane)
        access.address[lane] =
            shape == 0 ? base + lane * stride * size : random() % (span / size) * size + (shape == 2 ? 0 : base % 1024);
    for (auto& address : access.address) address = address % arena_bytes / size * size;
    for (auto& byte : access.data) byte = static_cast<std::uint8_t>(random());
    return access;
}

void check_group(const LaneAccess& access, const LineGroup& group, LaneMask left) {
    REQUIRE(group.lanes);
    REQUIRE((group.lanes & ~left) == 0);
    REQUIRE(__builtin_ctz(group.lanes) == __builtin_ctz(left));
    REQUIRE(line_of(group.address) == line_of(group.address + group.bytes - 1));
    std::uint32_t words = 0;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        const bool same_line = line_of(access.address[lane]) == line_of(group.address);
        REQUIRE(bool(group.lanes >> lane & 1) == (bool(left >> lane & 1) && same_line));
        for (unsigned byte = 0; (group.lanes >> lane & 1) && byte < access.access_bytes; ++byte)
            words |= 1u << (access.address[lane] + byte) % line_bytes / word_bytes;
    }
    REQUIRE(words == group.words);
}

}  // namespace

TEST_CASE("random stores write what the lanes alone would write") {
    std::mt19937 random(1);
    for (unsigned round = 0; round < scaled(20000, 2000); ++round) {
        const LaneAccess access = random_access(random);
        std::vector<std::uint8_t> memory(arena_bytes, 0xEE), expected = memory;
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            if (access.active >> lane & 1)
                std::memcpy(&expected[access.address[lane]], &access.data[lane * access.access_bytes],
                            access.access_bytes);
        for (LaneMask left = access.active; left;) {
            const LineGroup group = next_line_group(access, left, false);
            check_group(access, group, left);
            std::uint8_t data[line_bytes], enables[line_bytes];
            gather_from_lanes(access, access.data.data(), group, data, group.gaps ? enables : nullptr);
            for (unsigned i = 0; i < group.bytes; ++i)
                if (!group.gaps || enables[i]) memory[group.address + i] = data[i];
            left &= ~group.lanes;
        }
        REQUIRE(memory == expected);
    }
}

TEST_CASE("random loads bring each lane its own bytes") {
    std::mt19937 random(2);
    std::vector<std::uint8_t> memory(arena_bytes);
    for (auto& byte : memory) byte = static_cast<std::uint8_t>(random());
    for (unsigned round = 0; round < scaled(20000, 2000); ++round) {
        LaneAccess access = random_access(random);
        LaneAccess expected = access;
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            if (access.active >> lane & 1)
                std::memcpy(&expected.data[lane * access.access_bytes], &memory[access.address[lane]],
                            access.access_bytes);
        for (LaneMask left = access.active; left;) {
            const LineGroup group = next_line_group(access, left, false);
            scatter_to_lanes(access, group, &memory[group.address]);
            left &= ~group.lanes;
        }
        REQUIRE(access.data == expected.data);  // lanes that are off keep theirs
    }
}

TEST_CASE("random atomics never put two lanes of one element into one request") {
    std::mt19937 random(3);
    for (unsigned round = 0; round < scaled(20000, 2000); ++round) {
        LaneAccess access = random_access(random);
        for (LaneMask left = access.active; left;) {
            const LineGroup group = next_line_group(access, left, true);
            for (unsigned a = 0; a < warp_lanes; ++a)
                for (unsigned b = a + 1; b < warp_lanes; ++b)
                    if ((group.lanes >> a & 1) && (group.lanes >> b & 1))
                        REQUIRE(access.address[a] != access.address[b]);
            // Of two lanes on one element the lower one goes first.
            for (unsigned lane = 0; lane < warp_lanes; ++lane)
                for (unsigned lower = 0; (group.lanes >> lane & 1) && lower < lane; ++lower)
                    if ((left >> lower & 1) && !(group.lanes >> lower & 1))
                        REQUIRE(access.address[lower] != access.address[lane]);
            left &= ~group.lanes;
        }
    }
}

TEST_CASE("a strided access makes the same groups as its addresses written out") {
    std::mt19937 random(4);
    unsigned by_stride = 0;
    for (unsigned round = 0; round < scaled(20000, 2000); ++round) {
        LaneAccess access = random_access(random);
        const unsigned size = access.access_bytes;
        if (random() % 2) access.active = all_lanes >> random() % warp_lanes << random() % 4;
        if (!access.active) access.active = 1;
        access.strided = true;
        access.base = 0x1000 + random() % 64 * size;
        access.stride = std::int64_t{size} * static_cast<std::int64_t>(random() % 3);
        LaneAccess written_out = access;
        written_out.fill_addresses();
        const bool unique = random() % 4 == 0;
        if (!coalesces_by_stride(access, unique)) continue;
        ++by_stride;
        for (LaneMask left = access.active; left;) {
            const LineGroup group = next_line_group(access, left, unique);
            const LineGroup expected = next_line_group(written_out, left, unique);
            REQUIRE(group.lanes == expected.lanes);
            REQUIRE(group.address == expected.address);
            REQUIRE(group.bytes == expected.bytes);
            REQUIRE(group.words == expected.words);
            REQUIRE(group.gaps == expected.gaps);
            // A single lane may be called a run or not; for more it decides where the bytes go.
            if (group.lanes & (group.lanes - 1)) REQUIRE(group.run == expected.run);
            left &= ~group.lanes;
        }
    }
    CHECK(by_stride > scaled(20000, 2000) / 20);
}

TEST_CASE("from the highest address down the groups are the same, and the lines fall") {
    std::mt19937 random(5);
    for (unsigned round = 0; round < scaled(20000, 2000); ++round) {
        LaneAccess access = random_access(random);
        if (random() % 2) {
            if (random() % 2) access.active = all_lanes >> random() % warp_lanes << random() % 4;
            if (!access.active) access.active = 1;
            const std::int64_t strides[] = {0, access.access_bytes, 128,
                                            220 / access.access_bytes * access.access_bytes};
            access.strided = true;
            access.base = 0x10000 + random() % 64 * access.access_bytes;
            access.stride = strides[random() % 4] * (random() % 3 ? 1 : -1);
        }
        LaneAccess written_out = access;
        written_out.fill_addresses();
        if (access.strided && !coalesces_by_stride(access, false)) access = written_out;
        std::uint64_t last = ~std::uint64_t{0};
        for (LaneMask left = access.active; left;) {
            const LineGroup group = highest_line_group(access, left);
            REQUIRE(line_of(group.address) < last);
            last = line_of(group.address);
            const LineGroup expected = next_line_group(written_out, group.lanes, false);
            REQUIRE((group.lanes & ~left) == 0);
            REQUIRE(expected.lanes == group.lanes);
            REQUIRE(expected.address == group.address);
            REQUIRE(expected.bytes == group.bytes);
            REQUIRE(expected.words == group.words);
            if (!access.strided) REQUIRE(expected.run == group.run);
            if (!group.run) REQUIRE(expected.gaps == group.gaps);
            left &= ~group.lanes;
        }
    }
}
