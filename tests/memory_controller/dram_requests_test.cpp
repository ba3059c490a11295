#include "heddle/memory_controller/dram_requests.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace heddle;

TEST_CASE("requests stay in order of arrival, whichever of them are served") {
    std::mt19937 random(11);
    DramRequests requests;
    requests.reserve(8);
    std::vector<DramRequest> expected;
    for (Cycle now = 0; now < 5000; ++now) {
        // Mostly the oldest are served; sometimes more wait than were reserved for, sometimes none.
        const unsigned most = now / 100 % 3 ? 8 : 20;
        if (expected.size() < most && random() % 3) {
            DramRequest request;
            request.bank = static_cast<std::uint8_t>(random() % 4);
            request.column = static_cast<std::uint16_t>(random() % 3);
            request.is_write = random() % 4 == 0;
            request.arrival = now;
            requests.push(request, true);
            expected.push_back(request);
        }
        while (!expected.empty() && (random() % 2 || expected.size() > most)) {
            const auto size = static_cast<unsigned>(expected.size());
            const unsigned index = random() % (random() % 4 ? std::min(size, 3u) : size);
            requests.remove(index);
            expected.erase(expected.begin() + index);
        }
        REQUIRE(requests.size() == expected.size());
        REQUIRE(requests.empty() == expected.empty());
        BankMask waiting = 0;
        for (unsigned i = 0; i < expected.size(); ++i) {
            REQUIRE(requests[i].arrival == expected[i].arrival);
            const auto conflicts = std::count_if(expected.begin(), expected.begin() + i, [&](const DramRequest& older) {
                return older.conflicts_with(expected[i]);
            });
            REQUIRE(requests[i].conflicts == conflicts);
            waiting |= bank_bit(expected[i].bank);
        }
        REQUIRE(requests.waiting_banks() == waiting);
        REQUIRE(requests.hit_banks() == waiting);
        REQUIRE(std::equal(requests.begin(), requests.end(), expected.begin(), expected.end(),
                           [](const DramRequest& a, const DramRequest& b) { return a.arrival == b.arrival; }));
    }
}
