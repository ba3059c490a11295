#include "heddle/mesh_router/line_order.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <vector>

using namespace heddle;

namespace {

using Wait = LineOrder::Wait;

bool may_enter(const LineOrder& order, std::uint64_t address, bool read, unsigned bytes = 1) {
    return order.wait_of(address, read, bytes) == Wait::nothing;
}

}  // namespace

TEST_CASE("reads of a line go together, a write goes alone") {
    LineOrder order(8);
    REQUIRE(may_enter(order, 0x100, true));
    const unsigned first = order.enter(0x100, true);
    CHECK(may_enter(order, 0x17f, true));
    CHECK_FALSE(may_enter(order, 0x17f, false));
    CHECK(may_enter(order, 0x180, false));
    const unsigned second = order.enter(0x140, true);
    order.leave(first, true);
    CHECK_FALSE(may_enter(order, 0x100, false));
    order.leave(second, true);
    REQUIRE(may_enter(order, 0x100, false));
    const unsigned write = order.enter(0x100, false);
    CHECK_FALSE(may_enter(order, 0x100, true));
    CHECK_FALSE(may_enter(order, 0x100, false));
    order.leave(write, false);
    CHECK(may_enter(order, 0x100, true));
}

TEST_CASE("a request to one more line than there is room for waits") {
    LineOrder order(2);
    const unsigned first = order.enter(0, true);
    (void)order.enter(128, true);
    CHECK(order.wait_of(256, true) == Wait::any);
    CHECK(order.wait_of(0, false) == Wait::older);
    CHECK(may_enter(order, 0, true));
    order.leave(first, true);
    CHECK(may_enter(order, 256, true));
}

TEST_CASE("an access to several lines is in the network alone") {
    LineOrder order(4);
    const unsigned line = order.enter(0, true);
    CHECK_FALSE(may_enter(order, 0x1c0, true, 128));
    CHECK(may_enter(order, 0x180, true, 128));
    order.leave(line, true);
    REQUIRE(may_enter(order, 0x1c0, true, 128));
    const unsigned wide = order.enter(0x1c0, true, 128);
    CHECK_FALSE(may_enter(order, 0x200, false));
    CHECK_FALSE(may_enter(order, 0x800, true));
    order.leave(wide, true);
    CHECK(may_enter(order, 0x200, false));
}

TEST_CASE("random requests agree with counts per line") {
    constexpr unsigned lines = 6, range = 16;
    LineOrder order(lines);
    struct Counts {
        unsigned reads = 0, writes = 0;
    };
    std::map<std::uint64_t, Counts> model;
    struct Request {
        unsigned entry;
        std::uint64_t line;
        bool read;
    };
    std::vector<Request> in_flight;
    std::mt19937 random(3);
    unsigned refused = 0;
    for (int step = 0; step < 100000; ++step) {
        if (!in_flight.empty() && random() % 2) {
            const std::size_t which = random() % in_flight.size();
            const Request gone = in_flight[which];
            in_flight[which] = in_flight.back();
            in_flight.pop_back();
            order.leave(gone.entry, gone.read);
            Counts& counts = model[gone.line];
            --(gone.read ? counts.reads : counts.writes);
            if (!counts.reads && !counts.writes) model.erase(gone.line);
            continue;
        }
        const std::uint64_t line = random() % range, address = line * line_bytes + random() % line_bytes;
        const bool read = random() % 3 != 0;
        const auto found = model.find(line);
        const bool expected = found == model.end() ? model.size() < lines : read && found->second.writes == 0;
        REQUIRE(may_enter(order, address, read) == expected);
        if (!expected) {
            ++refused;
            continue;
        }
        in_flight.push_back({order.enter(address, read), line, read});
        ++(read ? model[line].reads : model[line].writes);
    }
    CHECK(refused > 1000);
}
