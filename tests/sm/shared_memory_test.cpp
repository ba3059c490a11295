// Bank conflicts and data of the shared memory, without a simulation.
#include <catch2/catch.hpp>
#include <cstring>
#include <functional>

#include "heddle/base/error.h"
#include "heddle/sm/shared_memory.h"

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

TEST_CASE("wide accesses of neighbouring lanes to one address share a pass, if the memory can") {
    const SharedMemory memory(65536, 32, true);
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
