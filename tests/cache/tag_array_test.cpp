#include "heddle/cache/tag_array.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <random>
#include <set>

using heddle::TagArray;

TEST_CASE("set index is the line number modulo the number of sets") {
    const unsigned sets = GENERATE(1u, 2u, 96u, 512u, 7u);
    const heddle::SetIndex index(sets);
    for (std::uint64_t line : {0ull, 1ull, 95ull, 96ull, 12345678901ull, (1ull << 57) - 1})
        REQUIRE(index(line) == line % sets);
}

// MECHANISMS 2.2.3: address bits 11 to 7 exclusive-or {19, 17, 15, 14, 13}, 13 lowest; bit 12 on top of 64 sets.
TEST_CASE("the Fermi hash folds five upper address bits into the set index") {
    using heddle::fermi_set;
    const auto set = [](std::uint64_t address, unsigned sets) { return fermi_set(address / 128, sets); };
    for (unsigned i = 0; i < 5; ++i) CHECK(set(0x80u << i, 32) == 1u << i);
    const unsigned upper[] = {13, 14, 15, 17, 19};
    for (unsigned i = 0; i < 5; ++i) {
        CHECK(set(1ull << upper[i], 32) == 1u << i);
        CHECK(set((1ull << upper[i]) + (0x80u << i), 64) == 0);
    }
    CHECK(set(1u << 12, 32) == 0);
    CHECK(set(1u << 12, 64) == 32);
    for (unsigned ignored : {16, 18, 20, 33}) CHECK(set(1ull << ignored, 64) == 0);
    CHECK(heddle::SetIndex(64, heddle::SetHash::fermi)((0x12345680u) / 128) == set(0x12345680u, 64));
}

TEST_CASE("a masked set index leaves the sets empty that the mask cannot name") {
    const heddle::SetIndex index(96, heddle::SetHash::mask);
    std::set<unsigned> used;
    for (std::uint64_t line = 0; line < 1024; ++line) used.insert(index(line));
    CHECK(used.size() == 64);
    CHECK(*used.rbegin() == 95);
    for (const unsigned set : used) CHECK((set & 32) == 0);
    CHECK(index(32) == index(0));
    CHECK(index(64) == 64);
    CHECK(index(96) == 64);
    CHECK(index(128) == 0);
    for (std::uint64_t line : {0ull, 63ull, 64ull, 12345678901ull})
        CHECK(heddle::SetIndex(64, heddle::SetHash::mask)(line) == line % 64);
}

TEST_CASE("a hashed tag array finds its lines and spreads a column over the sets") {
    TagArray hashed(heddle::SetIndex(32, heddle::SetHash::fermi), 1), plain(32, 1);
    for (TagArray* tags : {&hashed, &plain})
        for (std::uint64_t row = 0; row < 8; ++row) {  // 8 KB apart: bits 13 to 15
            const unsigned way = tags->reserve(row * 64).way;
            REQUIRE(way < tags->lines());
            tags->fill(way, 1);
        }
    for (std::uint64_t row = 0; row < 8; ++row) CHECK(hashed.find(row * 64) != TagArray::none);
    CHECK(plain.find(0) == TagArray::none);
}

TEST_CASE("a line is found from its reservation on and is valid after its fill") {
    TagArray tags(96, 4);
    REQUIRE(tags.find(500) == TagArray::none);
    const auto reservation = tags.reserve(500);
    REQUIRE(reservation.way / 4 == 500 % 96);
    REQUIRE_FALSE(reservation.displaced);
    REQUIRE(tags.find(500) == reservation.way);
    REQUIRE(tags.reserved(reservation.way));
    REQUIRE_FALSE(tags.has(reservation.way, 1));
    tags.fill(reservation.way, tags.all_sectors());
    REQUIRE(tags.valid(reservation.way));
    REQUIRE(tags.has(reservation.way, 1));
    REQUIRE(tags.line(reservation.way) == 500);
}

TEST_CASE("victims: invalid first, then the least recently used valid line, never a reserved one") {
    TagArray tags(1, 3);
    const unsigned a = tags.reserve(10).way, b = tags.reserve(11).way, c = tags.reserve(12).way;
    REQUIRE(tags.victim(0) == TagArray::none);
    REQUIRE(tags.reserve(13).way == TagArray::none);
    tags.fill(a, 1);
    tags.fill(b, 1);
    tags.touch(a);
    REQUIRE(tags.victim(0) == b);
    tags.fill(c, 1);
    tags.mark_dirty(b, 1);
    const auto reservation = tags.reserve(13);
    REQUIRE(reservation.way == b);
    REQUIRE(reservation.displaced);
    REQUIRE(reservation.displaced_line == 11);
    REQUIRE(reservation.displaced_dirty == 1);
    REQUIRE_FALSE(tags.dirty(b));
    REQUIRE(tags.find(11) == TagArray::none);
    tags.invalidate(a);
    REQUIRE(tags.victim(0) == a);
}

TEST_CASE("a reserved way keeps the MSHR entry it was given, whatever else changes") {
    TagArray tags(1, 2, 4);
    const unsigned a = tags.reserve(1).way, b = tags.reserve(2).way;
    tags.set_entry(a, 65535);
    tags.set_entry(b, 7);
    tags.touch(a);
    tags.add_sectors(a, 0xf);
    tags.mark_dirty(a, 0xf);
    REQUIRE(tags.entry(a) == 65535);
    REQUIRE(tags.entry(b) == 7);
    REQUIRE(tags.reserved(a));
    REQUIRE(tags.valid_sectors(a) == 0xf);
    REQUIRE_FALSE(tags.dirty(b));
}

TEST_CASE("an orphaned way is neither found nor replaced until it is released") {
    TagArray tags(1, 2);
    const unsigned a = tags.reserve(1).way;
    tags.orphan(a);
    REQUIRE(tags.find(1) == TagArray::none);
    const unsigned b = tags.reserve(1).way;
    REQUIRE(b != a);
    REQUIRE(tags.victim(0) == TagArray::none);
    REQUIRE(tags.find(1) == b);
    tags.release(a);
    REQUIRE(tags.victim(0) == a);
}

TEST_CASE("invalidate_all drops valid lines and orphans reserved ones") {
    TagArray tags(2, 2);
    const unsigned valid = tags.reserve(4).way, reserved = tags.reserve(6).way;
    tags.fill(valid, 1);
    tags.mark_dirty(valid, 1);
    tags.invalidate_all();
    REQUIRE(tags.find(4) == TagArray::none);
    REQUIRE(tags.find(6) == TagArray::none);
    REQUIRE_FALSE(tags.dirty(valid));
    REQUIRE(tags.orphaned(reserved));
    REQUIRE_FALSE(tags.orphaned(valid));
    REQUIRE(tags.victim(0) == valid);
}

TEST_CASE("sectors become valid and dirty one by one") {
    TagArray tags(4, 2, 4);
    REQUIRE(tags.all_sectors() == 0xf);
    const unsigned way = tags.reserve(8).way;
    tags.fill(way, 0b0011);
    REQUIRE(tags.has(way, 0b0001));
    REQUIRE_FALSE(tags.has(way, 0b0110));
    tags.mark_dirty(way, 0b0010);
    tags.reserve_again(way);
    REQUIRE(tags.reserved(way));
    REQUIRE(tags.has(way, 0b0011));
    tags.add_sectors(way, 0b0100);
    REQUIRE(tags.reserved(way));
    tags.fill(way, 0b1000);
    REQUIRE(tags.valid_sectors(way) == 0xf);
    REQUIRE(tags.dirty_sectors(way) == 0b0010);
    tags.mark_clean(way);
    REQUIRE_FALSE(tags.dirty(way));
}

namespace {

// The obvious way to write it: a list per set, most recently used first.
struct ReferenceCache {
    struct Line {
        std::uint64_t line;
        bool reserved, dirty;
    };
    std::vector<std::list<Line>> sets;
    unsigned ways;

    Line* find(std::uint64_t line) {
        for (Line& l : sets[line % sets.size()])
            if (l.line == line) return &l;
        return nullptr;
    }
    void touch(std::uint64_t line) {
        auto& set = sets[line % sets.size()];
        auto it = std::find_if(set.begin(), set.end(), [&](const Line& l) { return l.line == line; });
        set.splice(set.begin(), set, it);
    }
    // False: all ways reserved. The displaced line goes to `displaced`.
    bool reserve(std::uint64_t line, Line& displaced, bool& has_displaced) {
        auto& set = sets[line % sets.size()];
        has_displaced = false;
        if (set.size() == ways) {
            auto it = std::find_if(set.rbegin(), set.rend(), [](const Line& l) { return !l.reserved; });
            if (it == set.rend()) return false;
            displaced = *it;
            has_displaced = true;
            set.erase(std::next(it).base());
        }
        set.push_front({line, true, false});
        return true;
    }
};

}  // namespace

TEST_CASE("random accesses behave as in a list-based reference") {
    const unsigned sets = GENERATE(1u, 6u, 8u), ways = GENERATE(1u, 4u, 5u);
    TagArray tags(sets, ways);
    ReferenceCache reference{std::vector<std::list<ReferenceCache::Line>>(sets), ways};
    std::mt19937 random(sets * 100 + ways);
    std::vector<std::uint64_t> pending;
    for (int step = 0; step < 20000; ++step) {
        const std::uint64_t line = random() % (sets * ways * 2);
        const unsigned way = tags.find(line);
        auto* expected = reference.find(line);
        REQUIRE((way != TagArray::none) == (expected != nullptr));
        if (expected) {
            REQUIRE(tags.reserved(way) == expected->reserved);
            REQUIRE(tags.dirty(way) == expected->dirty);
            if (!expected->reserved && random() % 4 == 0) {
                tags.mark_dirty(way, 1);
                expected->dirty = true;
            }
            tags.touch(way);
            reference.touch(line);
        } else {
            ReferenceCache::Line displaced{};
            bool has_displaced = false;
            const bool possible = reference.reserve(line, displaced, has_displaced);
            const auto reservation = tags.reserve(line);
            REQUIRE((reservation.way != TagArray::none) == possible);
            REQUIRE(reservation.displaced == has_displaced);
            if (has_displaced) {
                REQUIRE(reservation.displaced_line == displaced.line);
                REQUIRE((reservation.displaced_dirty != 0) == displaced.dirty);
            }
            if (possible) pending.push_back(line);
        }
        if (!pending.empty() && random() % 3 != 0) {
            std::swap(pending[random() % pending.size()], pending.back());
            tags.fill(tags.find(pending.back()), 1);
            reference.find(pending.back())->reserved = false;
            pending.pop_back();
        }
    }
}

TEST_CASE("tag array: many ways, a line is found exactly where its tag stands, whatever came before") {
    constexpr unsigned sets = 4, ways = 64;
    TagArray tags(sets, ways);
    std::mt19937 random(5);
    for (unsigned step = 0; step < 200000; ++step) {
        const std::uint64_t line = random() % 700 * (step % 3 ? 1 : sets);
        unsigned expected = TagArray::none;
        for (unsigned way = tags.set_of(line) * ways; way < (tags.set_of(line) + 1) * ways; ++way)
            if (tags.line(way) == line) expected = way;
        const unsigned way = tags.find(line);
        REQUIRE(way == expected);
        if (way == TagArray::none)
            tags.reserve(line);
        else if (tags.valid(way) && random() % 4 == 0)
            tags.invalidate(way);
        else if (tags.reserved(way))
            random() % 8 ? tags.fill(way, 1) : random() % 2 ? tags.orphan(way) : tags.release(way);
        if (step % 50000 == 49999) tags.invalidate_all();
    }
}

TEST_CASE("tag array: the victim of a set is the line longest not used, in sets of few and of many ways") {
    for (const unsigned ways : {4u, 64u}) {
        TagArray tags(2, ways);
        std::vector<unsigned> order;  // ways of set 1, the longest not used first
        std::mt19937 random(11);
        for (std::uint64_t step = 0; step < 20000; ++step) {
            if (order.size() == ways && random() % 2) {
                const auto used = order.begin() + random() % ways;
                tags.touch(*used);
                std::rotate(used, used + 1, order.end());
                continue;
            }
            const TagArray::Reservation room = tags.reserve(2 * step + 1);
            REQUIRE(room.displaced == (order.size() == ways));
            if (room.displaced) {
                REQUIRE(room.way == order.front());
                order.erase(order.begin());
            }
            tags.fill(room.way, 1);
            order.push_back(room.way);
        }
    }
}

TEST_CASE("tag array: ways that are off are neither found nor taken, and come back empty") {
    for (const unsigned ways : {4u, 64u}) {
        TagArray tags(2, ways);
        const auto fill = [&](unsigned count, std::uint64_t from) {
            unsigned displaced = 0;
            for (std::uint64_t line = from; line < from + std::uint64_t{2} * count; ++line) {
                const TagArray::Reservation room = tags.reserve(line);
                REQUIRE(room.way != TagArray::none);
                REQUIRE(room.way % ways < tags.used_ways());
                displaced += room.displaced;
                tags.fill(room.way, 1);
            }
            return displaced;
        };
        CHECK(fill(ways, 0) == 0);
        const unsigned outstanding = tags.reserve(1000).way;  // its fill arrives after the change
        tags.invalidate_all();
        tags.use_ways(2);
        CHECK(tags.used_lines() == 4);
        CHECK(tags.find(0) == TagArray::none);
        CHECK(tags.orphaned(outstanding));
        tags.release(outstanding);
        CHECK(fill(2, 2000) == 0);
        CHECK(fill(2, 3000) == 4);
        tags.invalidate_all();
        tags.use_ways(ways);
        CHECK(fill(ways, 4000) == 0);
        CHECK(fill(1, 5000) == 2);
    }
}
