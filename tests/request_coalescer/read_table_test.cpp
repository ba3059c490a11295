// The table of a request coalescer by itself.
#include "heddle/request_coalescer/read_table.h"

#include <catch2/catch.hpp>
#include <list>
#include <random>

#include "kit/test_scale.h"

using namespace heddle;

namespace {

Payload* read_number(std::uintptr_t number) {
    return reinterpret_cast<Payload*>(number * 16);  // never looked at
}

// What the table has to know, as a list.
struct Outstanding {
    SharedRead read;
    unsigned entry;
    bool open;
    std::vector<Payload*> merged;
};

}  // namespace

TEST_CASE("a read finds the open entry of the same bytes and group only") {
    ReadTable table(4, 3);
    const unsigned entry = table.allocate({0x1020, 32, 2});
    CHECK(table.find({0x1020, 32, 2}) == entry);
    CHECK(table.find({0x1020, 32, 1}) == ReadTable::none);
    CHECK(table.find({0x1020, 64, 2}) == ReadTable::none);
    CHECK(table.find({0x1000, 32, 2}) == ReadTable::none);
    CHECK(table.find({0x9020, 32, 2}) == ReadTable::none);
}

TEST_CASE("an entry with all its reads is closed and stays in use until its reply") {
    ReadTable table(2, 3);
    const unsigned entry = table.allocate({0x1000, 128, 0});
    table.merge(entry, read_number(1));
    CHECK(table.find({0x1000, 128, 0}) == entry);
    table.merge(entry, read_number(2));
    CHECK(table.find({0x1000, 128, 0}) == ReadTable::none);
    const unsigned second = table.allocate({0x1000, 128, 0});
    CHECK(table.full());
    CHECK(table.find({0x1000, 128, 0}) == second);
    REQUIRE(table.merged(entry) == 2);
    CHECK(table.merged(entry, 0) == read_number(1));
    CHECK(table.merged(entry, 1) == read_number(2));
    table.release(entry);
    CHECK_FALSE(table.full());
    CHECK_FALSE(table.in_use(entry));
    CHECK(table.find({0x1000, 128, 0}) == second);
}

TEST_CASE("random use of the table agrees with a list") {
    constexpr unsigned entries = 24, merges = 4;
    ReadTable table(entries, merges);
    std::list<Outstanding> list;
    std::mt19937 random(3);
    std::uintptr_t number = 0;
    for (std::uint64_t step = 0; step < scaled(200000, 10000); ++step) {
        const SharedRead read{(random() % 6) * 0x1000 + 32 * (random() % 2), 32, static_cast<unsigned>(random() % 3)};
        auto found = list.begin();
        while (found != list.end() && !(found->open && found->read == read)) ++found;
        const unsigned dice = random() % 100;
        if (dice < 70) {
            REQUIRE(table.find(read) == (found == list.end() ? ReadTable::none : found->entry));
            if (found != list.end()) {
                table.merge(found->entry, read_number(++number));
                found->merged.push_back(read_number(number));
                found->open = found->merged.size() + 1 < merges;
            } else if (!table.full()) {
                list.push_back({read, table.allocate(read), true, {}});
            }
        } else if (dice < 74) {
            unsigned closed = 0;
            for (Outstanding& other : list)
                if (other.read.address / 128 == read.address / 128) closed += std::exchange(other.open, false);
            REQUIRE(table.close_line(read.address / 128 * 128) == closed);
        } else if (!list.empty()) {
            auto replied = std::next(list.begin(), static_cast<long>(random() % list.size()));
            REQUIRE(table.merged(replied->entry) == replied->merged.size());
            for (unsigned i = 0; i < replied->merged.size(); ++i)
                REQUIRE(table.merged(replied->entry, i) == replied->merged[i]);
            table.release(replied->entry);
            list.erase(replied);
        }
        REQUIRE(table.used() == list.size());
    }
}
