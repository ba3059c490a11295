// Which pattern a line's lanes make.
#include <catch2/catch.hpp>
#include <functional>

#include "heddle/base/gpu_access.h"
#include "heddle/lsu/pool/warppool/mapping.h"

using namespace heddle;

namespace {

// The pattern of the line of the lowest lane.
Mapping first_mapping(const std::function<std::uint64_t(unsigned lane)>& address, LaneMask active = all_lanes,
                      unsigned bytes = 4, bool strict = false, bool strided = false) {
    LaneAccess access;
    access.active = active;
    access.access_bytes = static_cast<std::uint8_t>(bytes);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) access.address[lane] = address(lane);
    access.strided = strided;
    access.base = address(0);
    access.stride = static_cast<std::int64_t>(address(1) - address(0));
    const LaneMask together = transaction_lanes(bytes, static_cast<unsigned>(__builtin_ctz(active)));
    const LineGroup group = next_line_group(access, active & together, false);
    return classify_mapping(access, group, active & together, strict);
}

MappingType type_of(const std::function<std::uint64_t(unsigned lane)>& address, LaneMask active = all_lanes,
                    unsigned bytes = 4, bool strict = false) {
    return first_mapping(address, active, bytes, strict).type;
}

const auto in_line = [](unsigned lane) { return 0x1000 + lane * 4; };

}  // namespace

TEST_CASE("consecutive: every active lane t wants word t") {
    CHECK(type_of(in_line) == MappingType::consecutive);
    CHECK(type_of(in_line, 0x0F0F) == MappingType::consecutive);
    CHECK(type_of(in_line, 1u << 7) == MappingType::consecutive);
    CHECK(first_mapping(in_line, all_lanes, 4, false, true).type == MappingType::consecutive);
    CHECK(type_of([](unsigned lane) { return 0x1000 + (lane ^ 1) * 4; }) == MappingType::other);
}

TEST_CASE("broadcast: every active lane wants the same word") {
    CHECK(type_of([](unsigned) { return 0x1014; }) == MappingType::broadcast);
    CHECK(type_of([](unsigned) { return 0x1014; }, 0xF0) == MappingType::broadcast);
    // Only half of the active lanes: the others go to another line.
    CHECK(type_of([](unsigned lane) { return lane % 2 ? 0x1014 : 0x2014; }) == MappingType::other);
}

TEST_CASE("single: one lane of several") {
    CHECK(type_of([](unsigned lane) { return lane * 0x1000 + 4; }) == MappingType::single);
    CHECK(type_of([](unsigned lane) { return lane * 0x1000; }) == MappingType::single);
}

TEST_CASE("range: consecutive lanes want consecutive words, shifted or not") {
    const auto shifted = [](unsigned lane) { return 0x1020 + lane * 4; };
    CHECK(type_of(shifted) == MappingType::range);
    CHECK(first_mapping(shifted).long_range);
    CHECK(first_mapping(shifted, all_lanes, 4, false, true).type == MappingType::range);
    CHECK(type_of(shifted, all_lanes, 4, true) == MappingType::other);
    // Lanes 0 to 15 fill the first half of a line, the others go elsewhere: lane t wants word t.
    const auto half = [](unsigned lane) { return lane < 16 ? 0x1000 + lane * 4 : 0x8000; };
    CHECK(type_of(half) == MappingType::range);
    CHECK_FALSE(first_mapping(half).long_range);
    CHECK(type_of(half, all_lanes, 4, true) == MappingType::range);
    CHECK(type_of([](unsigned lane) { return 0x1004 + lane / 2 * 4; }) == MappingType::other);
}

TEST_CASE("wide accesses go in halves and quarters and are consecutive or other") {
    CHECK(transaction_lanes(4, 20) == all_lanes);
    CHECK(transaction_lanes(8, 3) == 0x0000FFFF);
    CHECK(transaction_lanes(8, 20) == 0xFFFF0000);
    CHECK(transaction_lanes(16, 9) == 0x0000FF00);
    const auto doubles = [](unsigned lane) { return 0x1000 + lane * 8; };
    CHECK(type_of(doubles, all_lanes, 8) == MappingType::consecutive);
    CHECK(type_of(doubles, 0xFFFF0000, 8) == MappingType::consecutive);
    CHECK(type_of([](unsigned lane) { return 0x1040 + lane * 8; }, all_lanes, 8) == MappingType::other);
    CHECK(type_of([](unsigned) { return 0x1000; }, 0xFFFE, 8) == MappingType::other);
    CHECK(type_of([](unsigned lane) { return 0x1000 + lane * 16; }, all_lanes, 16) == MappingType::consecutive);
}

TEST_CASE("bytes count as elements") {
    CHECK(type_of([](unsigned lane) { return 0x1000 + lane; }, all_lanes, 1) == MappingType::consecutive);
    CHECK(type_of([](unsigned lane) { return 0x1000 + lane * 256; }, all_lanes, 1) == MappingType::single);
}
