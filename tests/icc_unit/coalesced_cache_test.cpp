#include "heddle/icc_unit/coalesced_cache.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace heddle;

namespace {

std::vector<std::uint8_t> bytes(std::uint8_t first) {
    std::vector<std::uint8_t> all(line_bytes, 0);
    all.front() = first;
    all.back() = static_cast<std::uint8_t>(first + 1);
    return all;
}

void insert(CoalescedCache& cache, std::uint64_t line, bool evicts) {
    CHECK(cache.insert(line, bytes(static_cast<std::uint8_t>(line / 128)).data()) == evicts);
}

}  // namespace

TEST_CASE("the cache keeps a copy of the bytes") {
    CoalescedCache cache(2);
    CHECK(cache.look_up(0x100) == nullptr);
    auto line = bytes(9);
    cache.insert(0x100, line.data());
    line.assign(line.size(), 0xff);
    const std::uint8_t* kept = cache.look_up(0x100);
    REQUIRE(kept);
    CHECK(kept[0] == 9);
    CHECK(kept[127] == 10);
    CHECK(cache.look_up(0x180) == nullptr);
}

TEST_CASE("the line used longest ago goes") {
    CoalescedCache cache(3);
    insert(cache, 128, false);
    insert(cache, 256, false);
    insert(cache, 384, false);
    CHECK(cache.look_up(128));
    insert(cache, 512, true);
    CHECK_FALSE(cache.look_up(256));
    CHECK(cache.look_up(128));
    CHECK(cache.look_up(384));
    insert(cache, 640, true);
    CHECK_FALSE(cache.look_up(512));
    CHECK(cache.used() == 3);
}

TEST_CASE("inserting a line that is there renews its bytes and evicts nothing") {
    CoalescedCache cache(1);
    cache.insert(128, bytes(1).data());
    CHECK_FALSE(cache.insert(128, bytes(2).data()));
    CHECK(cache.look_up(128)[0] == 2);
    CHECK(cache.used() == 1);
}

TEST_CASE("a dropped line is gone, and its place is taken before anything is evicted") {
    CoalescedCache cache(2);
    insert(cache, 128, false);
    insert(cache, 256, false);
    CHECK(cache.drop(256));
    CHECK_FALSE(cache.drop(256));
    CHECK(cache.used() == 1);
    CHECK_FALSE(cache.look_up(256));
    insert(cache, 384, false);
    CHECK(cache.look_up(128));
}

TEST_CASE("everything is dropped at once") {
    CoalescedCache cache(24);
    for (unsigned i = 1; i <= 24; ++i) insert(cache, i * 128, false);
    CHECK(cache.drop_all() == 24);
    CHECK(cache.drop_all() == 0);
    for (unsigned i = 1; i <= 24; ++i) CHECK_FALSE(cache.look_up(i * 128));
}
