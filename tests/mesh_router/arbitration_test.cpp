#include <catch2/catch.hpp>
#include <vector>

#include "heddle/mesh_router/grant_holder.h"
#include "heddle/mesh_router/round_robin.h"

using namespace heddle;

TEST_CASE("round robin takes the first member at or after the pointer, else the lowest") {
    for (unsigned from = 0; from <= 64; ++from)
        for (std::uint64_t members : {0x1ull, 0x28ull, 0x8000000000000001ull, ~0ull}) {
            unsigned expected = 0;
            for (unsigned i = 0; i < 64; ++i) {
                const unsigned candidate = (from + i) % 64;
                if (members >> candidate & 1) {
                    expected = candidate;
                    break;
                }
            }
            REQUIRE(round_robin(members, from) == expected);
        }
}

TEST_CASE("every contender gets its share of an output") {
    std::vector<unsigned> served;
    unsigned pointer = 0;
    for (int cycle = 0; cycle < 8; ++cycle) {
        served.push_back(round_robin(0b1011, pointer));
        pointer = served.back() + 1;
    }
    CHECK(served == std::vector<unsigned>{0, 1, 3, 0, 1, 3, 0, 1});
}

TEST_CASE("bits are visited in ascending order") {
    std::vector<unsigned> bits;
    for_each_bit(0x8000000000000012ull, [&](unsigned bit) { bits.push_back(bit); });
    CHECK(bits == std::vector<unsigned>{1, 4, 63});
}

TEST_CASE("an output belongs to a Big Packet from its first flit to its last") {
    GrantHolder grants;
    CHECK(grants.held() == 0);
    CHECK(grants.eligible(2, 0b111) == 0b111);
    grants.flit_granted(2, 0b010, false);
    CHECK(grants.held() == 0b100);
    CHECK(grants.eligible(2, 0b111) == 0b010);
    CHECK(grants.eligible(2, 0b101) == 0b101);  // it has nothing to send now: others go on
    grants.flit_granted(2, 0b100, false);       // and do not take the output from it
    CHECK(grants.eligible(2, 0b111) == 0b010);
    CHECK(grants.eligible(3, 0b111) == 0b111);
    grants.flit_granted(2, 0b010, false);
    CHECK(grants.eligible(2, 0b111) == 0b010);
    grants.flit_granted(2, 0b010, true);
    CHECK(grants.held() == 0);
    CHECK(grants.eligible(2, 0b111) == 0b111);
}

TEST_CASE("a Big Packet of one flit holds nothing, and outputs are held one by one") {
    GrantHolder grants;
    grants.flit_granted(0, 0b1, true);
    CHECK(grants.held() == 0);
    grants.flit_granted(0, 0b1, false);
    grants.flit_granted(4, 0b10, false);
    CHECK(grants.held() == 0b10001);
    grants.flit_granted(0, 0b1, true);
    CHECK(grants.held() == 0b10000);
    CHECK(grants.eligible(4, 0b11) == 0b10);
}
