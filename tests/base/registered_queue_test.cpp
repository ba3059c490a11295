#include <catch2/catch.hpp>
#include <deque>
#include <random>

#include "heddle/base/registered_queue.h"

using namespace heddle;

TEST_CASE("registered queue: an entry is seen from its cycle on, in order") {
    RegisteredQueue<int> queue(4);
    CHECK_FALSE(queue.ready(100));
    queue.push(1, 5);
    queue.push(2, 3);  // visible earlier, but behind the first
    CHECK_FALSE(queue.ready(4));
    CHECK(queue.ready(5));
    CHECK(queue.head() == 1);
    CHECK(queue.head_visible() == 5);
    CHECK(queue.at(1) == 2);
    CHECK_FALSE(queue.ready(2, 1));
    CHECK(queue.ready(3, 1));
    CHECK_FALSE(queue.ready(100, 2));
    CHECK(queue.pop(5) == 1);
    CHECK(queue.ready(5));
    CHECK(queue.head_visible() == 3);
    CHECK(queue.pop(5) == 2);
    CHECK(queue.empty());
    CHECK(queue.head_visible() == never);
}

TEST_CASE("registered queue: a slot popped in a cycle counts as used until the next") {
    RegisteredQueue<int> queue(2);
    queue.push(1, 1);
    CHECK_FALSE(queue.full(1));
    CHECK(queue.room(1) == 1);
    queue.push(2, 1);
    CHECK(queue.full(1));
    queue.pop(7);
    CHECK(queue.full(7));
    CHECK(queue.room(7) == 0);
    CHECK_FALSE(queue.full(8));
    CHECK(queue.room(8) == 1);
    queue.pop(8);
    CHECK(queue.room(8) == 1);
    CHECK(queue.room(9) == 2);
}

TEST_CASE("registered queue: capacities that are no power of two hold exactly as many") {
    for (std::size_t capacity = 1; capacity < 20; ++capacity) {
        RegisteredQueue<std::size_t> queue(capacity);
        CHECK(queue.capacity() == capacity);
        for (std::size_t round = 0; round < 3 * capacity; ++round) {
            std::size_t pushed = 0;
            while (!queue.full(round)) queue.push(pushed++, round);
            REQUIRE(queue.size() == capacity);
            for (std::size_t i = 0; i < capacity; ++i) REQUIRE(queue.pop(round) == i);
        }
    }
}

TEST_CASE("registered queue: says when it needs its owner") {
    RegisteredQueue<int> queue(4);
    CHECK(queue.due(3, true) == never);
    queue.push(1, 9);
    CHECK(queue.due(3, false) == 9);
    CHECK(queue.due(9, true) == 10);
    CHECK(queue.due(9, false) == never);
}

TEST_CASE("registered queue: random traffic keeps order and count") {
    const unsigned capacity = GENERATE(6u, 3000u);  // the second is more than a queue begins with
    RegisteredQueue<int> queue(capacity);
    std::deque<std::pair<int, Cycle>> model;
    std::mt19937 random(5);
    int next = 0;
    std::size_t most = 0;
    for (Cycle now = 0; now < 10000; ++now) {
        std::size_t popped = 0;
        while (random() % 2 && queue.ready(now)) {
            REQUIRE(model.front().second <= now);
            REQUIRE(queue.pop(now) == model.front().first);
            model.pop_front();
            ++popped;
        }
        REQUIRE(queue.room(now) == capacity - model.size() - popped);
        while (random() % 3 && !queue.full(now)) {
            const Cycle visible = now + 1 + random() % 3;
            queue.push(next, visible);
            model.emplace_back(next++, visible);
        }
        REQUIRE(queue.size() == model.size());
        most = std::max(most, model.size());
    }
    CHECK(next > 5000);
    CHECK(most == capacity);
}
