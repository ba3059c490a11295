#include "heddle/icc_unit/merge_table.h"

#include <catch2/catch.hpp>

using namespace heddle;

namespace {

ClusterRequest from(unsigned core, Cycle at = 0) {
    ClusterRequest request;
    request.core = core;
    request.at = at;
    return request;
}

}  // namespace

TEST_CASE("a line has an entry from its first request to its reply") {
    MergeTable table(4);
    CHECK(table.find(0x100) == MergeTable::none);
    const unsigned entry = table.allocate(0x100, 3, 17);
    CHECK(table.find(0x100) == entry);
    CHECK(table.used() == 1);
    CHECK(table.sm_list(entry) == 0b01000);
    CHECK(table.requesters(entry) == 1);
    CHECK(table.since(entry) == 17);
    CHECK(table.merged(entry).empty());
    table.release(entry);
    CHECK(table.find(0x100) == MergeTable::none);
    CHECK(table.used() == 0);
}

TEST_CASE("merged requests set their SM's bit and keep their order") {
    MergeTable table(4);
    const unsigned entry = table.allocate(0x100, 0, 1);
    table.merge(entry, from(4));
    table.merge(entry, from(2));
    CHECK(table.sm_list(entry) == 0b10101);
    REQUIRE(table.merged(entry).size() == 2);
    CHECK(table.merged(entry)[0].core == 4);
    CHECK(table.merged(entry)[1].core == 2);
}

TEST_CASE("a second request of one SM counts once in the list and is served, too") {
    MergeTable table(4);
    const unsigned entry = table.allocate(0x100, 1, 1);
    table.merge(entry, from(1));
    CHECK(table.requesters(entry) == 1);
    CHECK(table.merged(entry).size() == 1);
}

TEST_CASE("a full table stays as it is until a reply frees an entry") {
    MergeTable table(48);
    for (unsigned i = 0; i < 48; ++i) {
        REQUIRE_FALSE(table.full());
        table.allocate(i * 128, i % 5, i);
    }
    CHECK(table.full());
    CHECK(table.capacity() == 48);
    for (unsigned i = 0; i < 48; ++i) CHECK(table.find(i * 128) != MergeTable::none);
    table.release(table.find(7 * 128));
    CHECK_FALSE(table.full());
    CHECK(table.find(7 * 128) == MergeTable::none);
    const unsigned again = table.allocate(0x10000, 2, 99);
    CHECK(table.sm_list(again) == 0b100);
    CHECK(table.merged(again).empty());
}

TEST_CASE("a store or the end of a kernel marks an entry, the next line of the entry is not marked") {
    MergeTable table(1);
    unsigned entry = table.allocate(0x100, 0, 1);
    CHECK_FALSE(table.passed_by_store(entry));
    table.pass_store(entry);
    CHECK(table.passed_by_store(entry));
    CHECK_FALSE(table.closed(entry));
    table.close_all();
    CHECK(table.closed(entry));
    table.release(entry);
    entry = table.allocate(0x200, 0, 1);
    CHECK_FALSE(table.passed_by_store(entry));
    CHECK_FALSE(table.closed(entry));
}

TEST_CASE("closing an empty table closes nothing that comes later") {
    MergeTable table(2);
    table.close_all();
    CHECK_FALSE(table.closed(table.allocate(0x100, 0, 1)));
}
