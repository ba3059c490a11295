#include "heddle/cache/mshr.h"

#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "heddle/cache/outcome.h"

using Mshr = heddle::Mshr<int>;

namespace {

std::vector<int> waiters_of(const Mshr& mshr, unsigned entry) {
    const auto range = mshr.waiters(entry);
    return {range.begin(), range.end()};
}

}  // namespace

TEST_CASE("waiting requests merge up to the limit and come back in order") {
    Mshr mshr(2, 3);
    const unsigned entry = mshr.allocate(42, 7);
    REQUIRE(mshr.way(entry) == 7);
    REQUIRE(mshr.line(entry) == 42);
    for (int waiter : {5, 3, 4}) {
        REQUIRE(mshr.can_attach(entry));
        mshr.attach(entry, waiter);
    }
    REQUIRE_FALSE(mshr.can_attach(entry));
    REQUIRE(mshr.find(42) == entry);
    REQUIRE(waiters_of(mshr, entry) == std::vector<int>{5, 3, 4});
    mshr.release(entry);
    REQUIRE(mshr.find(42) == Mshr::none);
    REQUIRE(mshr.empty());
}

TEST_CASE("some of the waiting requests leave before the others, which stay in order") {
    Mshr mshr(2, 8);
    const unsigned entry = mshr.allocate(42, 0);
    for (int waiter : {1, 2, 3, 4, 5}) mshr.attach(entry, waiter);
    std::vector<int> seen;
    mshr.filter(entry, [&](int waiter) {
        seen.push_back(waiter);
        return waiter % 2 == 0;
    });
    REQUIRE(seen == std::vector<int>{1, 2, 3, 4, 5});
    REQUIRE(waiters_of(mshr, entry) == std::vector<int>{2, 4});
    mshr.attach(entry, 6);
    REQUIRE(waiters_of(mshr, entry) == std::vector<int>{2, 4, 6});
    mshr.filter(entry, [](int) { return false; });
    REQUIRE(waiters_of(mshr, entry).empty());
    mshr.attach(entry, 7);
    REQUIRE(waiters_of(mshr, entry) == std::vector<int>{7});
}

TEST_CASE("hundreds of requests wait for a line in order, and so they do for the next one in the same entry") {
    Mshr mshr(2, 512);
    for (int first : {0, 1000}) {
        const unsigned entry = mshr.allocate(first, 0), other = mshr.allocate(first + 1, 0);
        std::vector<int> expected, others;
        for (int i = first; i < first + 512; ++i) {
            mshr.attach(entry, i);
            expected.push_back(i);
            if (i % 2) continue;
            mshr.attach(other, -i);
            others.push_back(-i);
        }
        CHECK_FALSE(mshr.can_attach(entry));
        CHECK(mshr.can_attach(other));
        CHECK(waiters_of(mshr, entry) == expected);
        CHECK(waiters_of(mshr, other) == others);
        mshr.release(other);
        mshr.release(entry);
    }
}

TEST_CASE("entries are limited") {
    Mshr mshr(2, 1);
    const unsigned first = mshr.allocate(1, 0);
    REQUIRE_FALSE(mshr.full());
    mshr.allocate(2, 0);
    REQUIRE(mshr.full());
    REQUIRE(mshr.count() == 2);
    mshr.release(first);
    REQUIRE_FALSE(mshr.full());
}

TEST_CASE("a closed entry is not found but keeps its waiting requests, and the line may be fetched again") {
    Mshr mshr(3, 2);
    const unsigned old = mshr.allocate(9, 1);
    mshr.attach(old, 1);
    mshr.close(old);
    REQUIRE(mshr.find(9) == Mshr::none);
    REQUIRE(mshr.used(old));
    const unsigned fresh = mshr.allocate(9, 2);
    REQUIRE(fresh != old);
    REQUIRE(mshr.find(9) == fresh);
    mshr.release(old);
    REQUIRE(mshr.find(9) == fresh);
    mshr.close(fresh);
    mshr.close(fresh);
    REQUIRE(mshr.count() == 1);
    REQUIRE(waiters_of(mshr, fresh).empty());
}

TEST_CASE("entries without an index of lines, chained, with one waiting request each") {
    Mshr mshr(3, 1, false);
    const unsigned last = mshr.allocate(8, 0), first = mshr.allocate(7, 0, 5, last);
    REQUIRE(mshr.next(first) == last);
    REQUIRE(mshr.next(last) == Mshr::none);
    mshr.attach(first, 3);
    REQUIRE_FALSE(mshr.can_attach(first));
    REQUIRE(mshr.first_waiter(first) == 3);
    REQUIRE(waiters_of(mshr, first) == std::vector<int>{3});
    mshr.close(first);
    REQUIRE_FALSE(mshr.open(first));
    mshr.release(first);
    mshr.release(last);
    REQUIRE(mshr.empty());
    for (std::uint64_t line = 0; line < 3; ++line) mshr.allocate(line, 0);
    REQUIRE(mshr.full());
}

TEST_CASE("close_all closes every entry") {
    Mshr mshr(4, 1);
    const unsigned a = mshr.allocate(1, 0), b = mshr.allocate(2, 0);
    mshr.close_all();
    REQUIRE(mshr.find(1) == Mshr::none);
    REQUIRE(mshr.find(2) == Mshr::none);
    REQUIRE(mshr.count() == 2);
    mshr.release(a);
    mshr.release(b);
    REQUIRE(mshr.empty());
}

TEST_CASE("random use behaves as with a map") {
    const unsigned entries = GENERATE(1u, 32u, 256u);
    Mshr mshr(entries, 4);
    std::map<std::uint64_t, unsigned> open;
    std::map<unsigned, std::vector<int>> used;
    std::mt19937_64 random(entries);
    const std::uint64_t stride = GENERATE(1ull, 1024ull, 0x100000001ull);  // aligned strides stress the hash
    for (int step = 0; step < 50000; ++step) {
        const std::uint64_t line = random() % (entries * 2) * stride;
        const unsigned entry = mshr.find(line);
        const auto it = open.find(line);
        REQUIRE(entry == (it == open.end() ? Mshr::none : it->second));
        REQUIRE(mshr.full() == (used.size() == entries));
        if (entry != Mshr::none) {
            REQUIRE(mshr.can_attach(entry) == (used[entry].size() < 4));
            if (random() % 4 == 0) {
                mshr.close(entry);
                open.erase(line);
            } else if (mshr.can_attach(entry)) {
                mshr.attach(entry, step);
                used[entry].push_back(step);
            }
        } else if (!mshr.full()) {
            const unsigned fresh = mshr.allocate(line, 0);
            REQUIRE(used.count(fresh) == 0);
            open[line] = fresh;
            used[fresh] = {};
        }
        if (!used.empty() && random() % 3 == 0) {
            auto victim = used.lower_bound(static_cast<unsigned>(random() % entries));
            if (victim == used.end()) victim = used.begin();
            REQUIRE(waiters_of(mshr, victim->first) == victim->second);
            if (mshr.open(victim->first)) open.erase(mshr.line(victim->first));
            mshr.release(victim->first);
            used.erase(victim);
        }
    }
}

TEST_CASE("outcomes and causes have names") {
    using namespace heddle;
    REQUIRE(std::string(to_string(CacheOutcome::hit_reserved)) == "hit_reserved");
    REQUIRE(std::string(to_string(StallCause::mshr_merge_full)) == "mshr_merge_full");
}
