#include "heddle/crossbar/transfers.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

using namespace heddle;

TEST_CASE("transfers of one flit and of several end in their cycles") {
    constexpr unsigned outputs = 12;
    std::mt19937 random(5);
    Transfers transfers(outputs);
    std::map<unsigned, Cycle> expected;  // the end, by output
    CHECK(transfers.next_end() == never);
    for (Cycle now = 1; now < 3000; ++now) {
        if (random() % 3 == 0) continue;  // a cycle in which nobody looks
        std::set<unsigned> ended;
        transfers.end_until(now, [&](const Transfer& transfer) {
            REQUIRE(transfer.input == transfer.output + 1u);
            REQUIRE(ended.insert(transfer.output).second);
            REQUIRE(expected.at(transfer.output) == transfer.end);
            REQUIRE(transfer.end <= now);
            expected.erase(transfer.output);
        });
        for (const auto& [output, end] : expected) REQUIRE(end > now);
        for (unsigned output = 0; output < outputs; ++output) {
            if (expected.count(output) || random() % 2) continue;
            const unsigned flits = random() % 2 ? 1 : 1 + random() % 5;
            transfers.add(
                {now + flits, flits, static_cast<std::uint16_t>(output + 1), static_cast<std::uint16_t>(output)});
            expected[output] = now + flits;
        }
        Cycle next = never;
        for (const auto& [output, end] : expected) next = std::min(next, end);
        REQUIRE(transfers.next_end() == next);
    }
}
