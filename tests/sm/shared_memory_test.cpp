// Bank conflicts and data of the shared memory, without a simulation.
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "heddle/base/error.h"
#include "heddle/sm/shared_memory.h"
#include "kit/test_scale.h"

using namespace heddle;

namespace {

LaneAccess access_of(const std::function<std::uint64_t(unsigned lane)>& address, unsigned bytes = 4,
                     LaneMask active = all_lanes) {
    LaneAccess access;
    access.active = active;
    access.access_bytes = static_cast<std::uint8_t>(bytes);
    access.data.fill(0);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) access.address[lane] = address(lane);
    return access;
}

unsigned passes_of_stride(unsigned words, unsigned banks = 32) {
    return SharedMemory(65536, banks).passes(access_of([=](unsigned lane) { return lane * words * 4ull; }));
}

}  // namespace

TEST_CASE("passes of strided words") {
    CHECK(passes_of_stride(1) == 1);
    CHECK(passes_of_stride(2) == 2);
    CHECK(passes_of_stride(3) == 1);
    CHECK(passes_of_stride(16) == 16);
    CHECK(passes_of_stride(32) == 32);
    CHECK(passes_of_stride(33) == 1);  // the padding trick of a transpose
    CHECK(passes_of_stride(0) == 1);   // one word for all
    CHECK(passes_of_stride(1, 16) == 2);
    CHECK(passes_of_stride(16, 16) == 32);
}

TEST_CASE("lanes of one word share a pass, also bytes of it") {
    const SharedMemory memory(65536, 32);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane; }, 1)) == 1);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane / 4 * 128ull; })) == 8);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 128ull; }, 4, 0x7)) == 3);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 128ull; }, 4, 0)) == 1);
}

TEST_CASE("wide accesses go in groups of lanes") {
    const SharedMemory memory(65536, 32);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 8ull; }, 8)) == 2);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 16ull; }, 16)) == 4);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 16ull; }, 8)) == 4);
    CHECK(memory.passes(access_of([](unsigned) { return 0ull; }, 16)) == 4);
}

TEST_CASE("wide accesses take the passes of their first words, if the memory counts no others") {
    const SharedMemory memory(65536, 32, WideAccess::first_word);
    CHECK(memory.passes(access_of([](unsigned) { return 0ull; }, 16)) == 1);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane / 16 * 64ull; }, 16)) == 1);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane / 16 * 128ull; }, 16)) == 2);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 8ull; }, 8)) == 2);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 16ull; }, 16)) == 4);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 4ull; })) == 1);
}

TEST_CASE("wide accesses of neighbouring lanes to one address share a pass, if the memory can") {
    const SharedMemory memory(65536, 32, WideAccess::broadcast);
    CHECK(memory.passes(access_of([](unsigned) { return 0ull; }, 8)) == 1);
    CHECK(memory.passes(access_of([](unsigned) { return 0ull; }, 16)) == 2);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane / 2 * 16ull; }, 16)) == 2);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane / 2 * 128ull; }, 16)) == 16);
    CHECK(memory.passes(access_of([](unsigned lane) { return (lane & ~2u) * 16ull; }, 16)) == 4);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 16ull; }, 16)) == 4);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 8ull; }, 8)) == 2);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane % 8 * 16ull; }, 16)) == 4);
    CHECK(memory.passes(access_of([](unsigned lane) { return lane * 4ull; })) == 1);
}

TEST_CASE("an access takes the same passes whether its addresses are a stride or a list") {
    for (const WideAccess wide : {WideAccess::groups, WideAccess::broadcast, WideAccess::first_word}) {
        const SharedMemory memory(65536, 32, wide);
        for (const unsigned bytes : {1U, 4U, 8U, 16U})
            for (const unsigned stride : {0U, 4U, 8U, 16U, 32U, 128U})
                for (const LaneMask active : {all_lanes, LaneMask{0x00FF00F1}}) {
                    const LaneAccess list = access_of([=](unsigned lane) { return lane * stride; }, bytes, active);
                    LaneAccess strided = list;
                    strided.strided = true;
                    strided.stride = stride;
                    strided.base = 0;
                    CAPTURE(static_cast<int>(wide), bytes, stride, active);
                    CHECK(memory.passes(strided) == memory.passes(list));
                }
    }
}

TEST_CASE("what is stored is loaded, inside the CTA's part") {
    SharedMemory memory(1024, 32);
    LaneAccess store = access_of([](unsigned lane) { return lane * 8ull; });
    for (unsigned lane = 0; lane < warp_lanes; ++lane) store.data[lane * 4] = static_cast<std::uint8_t>(lane + 1);
    memory.perform(Operation::store, store, 512, 512);
    LaneAccess load = access_of([](unsigned lane) { return lane * 8ull; });
    memory.perform(Operation::load, load, 512, 512);
    CHECK(load.data[31 * 4] == 32);
    memory.perform(Operation::load, load, 0, 512);  // another CTA's part
    CHECK(load.data[31 * 4] == 0);
    memory.clear(512, 512);
    memory.perform(Operation::load, load, 512, 512);
    CHECK(load.data[31 * 4] == 0);
}

TEST_CASE("atomics on one word execute in lane order") {
    SharedMemory memory(1024, 32);
    LaneAccess atomic = access_of([](unsigned) { return 16ull; });
    atomic.atomic_op = AtomicOp::add;
    atomic.atomic_type = ElementType::u32;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) atomic.data[lane * 4] = 2;
    memory.perform(Operation::atomic, atomic, 0, 1024);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) CHECK(atomic.data[lane * 4] == 2 * lane);
}

TEST_CASE("an address outside the CTA's part is an error that says where") {
    SharedMemory memory(1024, 32);
    LaneAccess load = access_of([](unsigned lane) { return lane == 9 ? 509ull : 0ull; });
    CHECK_THROWS_WITH(memory.perform(Operation::load, load, 0, 512),
                      Catch::Contains("509") && Catch::Contains("lane 9") && Catch::Contains("512 bytes"));
    load.address[9] = ~0ull;
    CHECK_THROWS_AS(memory.perform(Operation::load, load, 0, 512), SimulationError);
    load.address[9] = 508;
    CHECK_NOTHROW(memory.perform(Operation::load, load, 0, 512));
}

TEST_CASE("an inactive lane of a strided access may lie outside the CTA's part") {
    SharedMemory memory(65536, 32);
    LaneAccess access = access_of([](unsigned) { return 0ull; }, 4, all_lanes & ~1u);
    access.strided = true;
    access.stride = 4;
    access.base = std::uint64_t{0} - 4;  // so that lane 1 reads the first word
    CHECK(memory.pattern_of(access).inside(access, 124));
    CHECK_FALSE(memory.pattern_of(access).inside(access, 123));
    access.active = all_lanes;
    CHECK_FALSE(memory.pattern_of(access).inside(access, 124));
    access.active = 0;
    CHECK(memory.pattern_of(access).inside(access, 124));
}

TEST_CASE("a known pattern has the passes and the bounds of the access itself, wherever it lies") {
    SharedMemory memory(65536, 32);
    std::mt19937 random(7);
    const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
    std::vector<LaneAccess> patterns;
    for (unsigned i = 0; i < 24; ++i) {  // more than are kept at a time
        const unsigned bytes = 1u << below(5);
        patterns.push_back(access_of([&](unsigned) { return below(i % 2 ? 64 : 4096) * std::uint64_t{bytes}; }, bytes,
                                     i % 3 ? all_lanes : static_cast<LaneMask>(random())));
        patterns.back().strided = i % 4 == 0;
        patterns.back().base = below(64);
        patterns.back().stride = static_cast<int>(below(80)) - 16;
    }
    std::vector<LaneOffsets> lists(patterns.size());
    for (unsigned i = 0; i < scaled(4000); ++i) {
        const unsigned chosen = below(static_cast<unsigned>(patterns.size()));
        LaneAccess access = patterns[chosen];
        const std::uint64_t by = std::uint64_t{below(20000)} - (below(2) ? 2000 : 0);  // also below zero
        access.base += by;
        for (std::uint64_t& address : access.address) address += by;
        LaneOffsets& list = lists[chosen];
        if (chosen % 5 == 1) {  // the front end has the offsets in a list, of the active lanes only
            list.fill(0);
            access.base = by;
            for (LaneMask left = access.active; left; left &= left - 1) {
                const auto lane = static_cast<unsigned>(__builtin_ctz(left));
                list[lane] = static_cast<std::uint32_t>(patterns[chosen].address_of(lane));
            }
            access.strided = false;
            access.offsets = &list;
            access.address.fill(1);  // not looked at
        }
        const SharedPattern& pattern = memory.pattern_of(access);
        CHECK(pattern.passes == memory.passes(access));
        const std::uint32_t size = below(65536);
        bool inside = true;
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            if (access.active >> lane & 1) {
                const std::uint64_t end = access.address_of(lane) + access.access_bytes;
                inside = inside && end <= size && end >= access.access_bytes;
            }
        CHECK(pattern.inside(access, size) == inside);
    }
}

TEST_CASE("another kernel's list of offsets is another pattern, though it lies in the same place") {
    SharedMemory memory(65536, 32);
    LaneOffsets list;
    LaneAccess access = access_of([](unsigned) { return 0ull; });
    access.offsets = &list;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) list[lane] = lane * 8;
    CHECK(memory.pattern_of(access).passes == 2);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) list[lane] = lane * 16;
    memory.begin_kernel();
    CHECK(memory.pattern_of(access).passes == 4);
    CHECK(memory.pattern_of(access).inside(access, 31 * 16 + 4));
    CHECK_FALSE(memory.pattern_of(access).inside(access, 31 * 16 + 3));
}

TEST_CASE("accesses with a list of offsets move the same bytes as those with addresses") {
    SharedMemory memory(4096, 32);
    LaneOffsets list;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) list[lane] = (lane * 7 % warp_lanes) * 12;
    LaneAccess store = access_of([&](unsigned lane) { return 64ull + list[lane]; });
    for (unsigned i = 0; i < warp_lanes * 4; ++i) store.data[i] = static_cast<std::uint8_t>(i);
    memory.perform(Operation::store, store, 0, 4096);
    LaneAccess load = store, written_out;
    load.data.fill(0);
    load.address.fill(0);
    load.base = 64;
    load.offsets = &list;
    memory.perform(Operation::load, load, 0, 4096);
    CHECK(std::equal(store.data.begin(), store.data.begin() + warp_lanes * 4, load.data.begin()));
    written_out = load;
    written_out.fill_addresses();
    CHECK(written_out.offsets == nullptr);
    CHECK(written_out.address == store.address);
}

TEST_CASE("strided accesses move the same bytes as single lanes") {
    SharedMemory memory(4096, 32);
    for (const unsigned bytes : {1u, 2u, 4u, 8u, 16u})
        for (const int stride : {0, static_cast<int>(bytes), 24, -24}) {
            LaneAccess store =
                access_of([&](unsigned lane) { return 1024 + static_cast<std::uint64_t>(stride) * lane; }, bytes,
                          stride == 24 ? 0xffff0ff0 : all_lanes);
            for (unsigned i = 0; i < warp_lanes * bytes; ++i) store.data[i] = static_cast<std::uint8_t>(i + bytes);
            memory.perform(Operation::store, store, 0, 4096);
            LaneAccess strided = store, single = store;
            strided.strided = true;
            strided.base = 1024;
            strided.stride = stride;
            memory.perform(Operation::store, strided, 2048, 2048);
            strided.data.fill(0);
            single.data.fill(0);
            memory.perform(Operation::load, strided, 2048, 2048);
            memory.perform(Operation::load, single, 0, 4096);
            CHECK(strided.data == single.data);
        }
}
