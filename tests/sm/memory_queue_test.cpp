// The queues in which memory instructions wait for the load/store unit.
#include "heddle/sm/memory_queue.h"

#include <catch2/catch.hpp>

using namespace heddle;

namespace {

std::vector<int> order(MemoryQueue<int>& queue, std::vector<int>& values, Cycle from) {
    std::vector<int> result;
    for (Cycle now = from; queue.head_visible() != never && now < from + 100; ++now)
        if (queue.ready(now)) result.push_back(static_cast<int>(queue.pop(now) - values.data()));
    return result;
}

}  // namespace

TEST_CASE("one queue for the SM: who may leave first goes first, whichever scheduler it is of") {
    std::vector<int> values(4);
    MemoryQueue<int> queue(2, 4, false);
    CHECK(queue.head_visible() == never);
    queue.insert(0, &values[0], 10, false);
    queue.insert(0, &values[1], 14, false);
    queue.insert(1, &values[2], 11, false);
    queue.insert(1, &values[3], 15, false);
    CHECK(queue.head_visible() == 10);
    CHECK_FALSE(queue.ready(9));
    CHECK(queue.due(9, false, true) == 10);
    CHECK(order(queue, values, 30) == std::vector<int>{0, 2, 1, 3});
}

TEST_CASE("queues in turn: each scheduler sends one instruction, however long the others have waited") {
    std::vector<int> values(7);
    MemoryQueue<int> queue(4, 4, true);
    for (int i = 0; i < 4; ++i) queue.insert(0, &values[i], Cycle{10} + static_cast<Cycle>(i), false);
    queue.insert(2, &values[4], 40, false);
    queue.insert(2, &values[5], 41, false);
    queue.insert(3, &values[6], 40, false);
    CHECK(queue.head_visible() == 10);
    CHECK(queue.due(50, true, true) == 51);
    CHECK(queue.due(50, true, false) == never);
    CHECK(order(queue, values, 50) == std::vector<int>{4, 6, 0, 5, 1, 2, 3});
    CHECK(queue.head_visible() == never);
}

TEST_CASE("queues in turn: one whose first instruction is not ready is passed over") {
    std::vector<int> values(3);
    MemoryQueue<int> queue(2, 4, true);
    queue.insert(0, &values[0], 10, false);
    queue.insert(0, &values[1], 11, false);
    queue.insert(1, &values[2], 12, false);
    CHECK(order(queue, values, 10) == std::vector<int>{0, 1, 2});
}

TEST_CASE(
    "one queue for the SM: a store goes behind what was issued before it, and what its scheduler issues then behind "
    "it") {
    std::vector<int> values(4);
    MemoryQueue<int> queue(2, 4, false);
    CHECK(queue.insert(0, &values[0], 10, false) == 10);
    CHECK(queue.insert(0, &values[1], 18, false) == 18);
    CHECK(queue.insert(1, &values[2], 11, true) == 18);
    CHECK(queue.insert(1, &values[3], 26, false) == 26);
    CHECK(order(queue, values, 10) == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("queues in turn: a store goes behind what other schedulers issued before it") {
    std::vector<int> values(6);
    MemoryQueue<int> queue(3, 4, true);
    queue.insert(0, &values[0], 10, false);
    queue.insert(0, &values[1], 20, false);
    queue.insert(1, &values[2], 11, true);
    queue.insert(1, &values[3], 12, false);
    queue.insert(0, &values[4], 30, false);
    queue.insert(2, &values[5], 12, false);
    CHECK(queue.head_visible() == 10);
    CHECK(queue.pop(10) == &values[0]);
    CHECK(queue.head_visible() == 12);  // of the third scheduler: the store waits until the second load has gone
    CHECK(order(queue, values, 11) == std::vector<int>{5, 1, 2, 3, 4});
}
