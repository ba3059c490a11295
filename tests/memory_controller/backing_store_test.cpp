#include "heddle/memory_controller/backing_store.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <random>

using heddle::BackingStore;

TEST_CASE("unwritten memory reads as zero and takes no room") {
    BackingStore store;
    REQUIRE(*store.read(0) == 0);
    REQUIRE(*store.read(~std::uint64_t{0}) == 0);
    REQUIRE(store.pages() == 0);
}

TEST_CASE("bytes anywhere in 64 bits keep their values") {
    BackingStore store;
    std::map<std::uint64_t, std::uint8_t> reference;
    std::mt19937_64 random(1);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t address = (random() % 8) << (random() % 62) ^ random() % 300;
        if (random() % 2) {
            *store.write(address) = reference[address] = static_cast<std::uint8_t>(random());
        } else {
            REQUIRE(*store.read(address) == reference[address]);
        }
    }
    for (const auto& [address, value] : reference) REQUIRE(*store.read(address) == value);
}
