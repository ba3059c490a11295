// What stores, atomics and the start of a kernel do to the lines of the L1's lookup.
#include "lookup_bench.h"

using namespace heddle;

namespace {

L1CacheParameters keeping_stores() {
    L1CacheParameters parameters = LookupBench::sectored();
    parameters.write_allocate = true;
    return parameters;
}

}  // namespace

TEST_CASE("store: the line is dropped") {
    LookupBench bench;
    CHECK_FALSE(bench.lookup.drop_line(0).found);
    bench.fill(bench.load(0));
    const L1StoreEffect effect = bench.lookup.drop_line(0);
    CHECK(effect.found == 1);
    CHECK(effect.kept == 0);
    CHECK_FALSE(effect.closed);
    CHECK(bench.find(bench.load(0)).absent == 1);
}

TEST_CASE("store: a line in flight is closed, not installed, and may be fetched anew beside it") {
    LookupBench bench;
    const L1Fetch old = bench.miss(bench.load(0)).at(0);
    CHECK(bench.lookup.drop_line(0).closed);
    const L1Fetch fresh = bench.miss(bench.load(0)).at(0);
    CHECK(fresh.entry != old.entry);
    CHECK(fresh.way != old.way);
    CHECK(bench.install(old).kept == 0);
    CHECK(bench.find(bench.load(0)).in_flight == 1);
    CHECK(bench.install(fresh).kept == 1);
    CHECK(bench.find(bench.load(0)).there == 1);
}

TEST_CASE("write-allocate: a store of whole sectors takes a way, one of a part of a sector does not") {
    LookupBench bench(keeping_stores());
    const L1StoreEffect part = bench.lookup.keep_store({4, 8, 0});
    CHECK(part.kept == 0);
    CHECK(bench.find(bench.load(0, 128)).there == 0);
    const L1StoreEffect whole = bench.lookup.keep_store({32, 72, 0b0110});
    CHECK(whole.kept == 0b0110);
    CHECK(whole.found == 0);
    CHECK(bench.find(bench.load(0, 128)).there == 0b0110);
    const L1StoreEffect again = bench.lookup.keep_store({36, 4, 0});
    CHECK(again.kept == 0b0010);
    CHECK(again.found == 0b0110);
    CHECK(again.way == whole.way);
}

TEST_CASE("write-allocate: what is in flight was read before the store and is not kept") {
    LookupBench bench(keeping_stores());
    const L1Fetch fetch = bench.miss(bench.load(0, 64)).at(0);
    const L1StoreEffect effect = bench.lookup.keep_store({0, 32, 0b0001});
    CHECK(effect.closed);
    CHECK(effect.kept == 0b0001);
    CHECK(bench.install(fetch).kept == 0b0010);
    CHECK(bench.find(bench.load(0, 64)).there == 0b0011);
}

TEST_CASE("write-allocate: a store leaves nothing where all ways are reserved") {
    LookupBench bench(keeping_stores());
    bench.miss(bench.load(bench.in_set(0, 0)));
    bench.miss(bench.load(bench.in_set(0, 1)));
    CHECK(bench.lookup.keep_store({bench.in_set(0, 2), 128, 0b1111}).kept == 0);
}

TEST_CASE("write-allocate: written lines are spared while they are few") {
    for (const unsigned percent : {0u, 20u}) {
        L1CacheParameters parameters = keeping_stores();
        parameters.spared_written_percent = percent;
        LookupBench bench(parameters);
        CHECK(bench.lookup.keep_store({bench.in_set(0, 0), 128, 0b1111}).kept == 0b1111);  // 1 of 8 lines: 12.5 %
        bench.fill(bench.load(bench.in_set(0, 1), 32));
        bench.fill(bench.load(bench.in_set(0, 2), 32));
        CHECK(bench.find(bench.load(bench.in_set(0, 0), 32)).there == (percent ? 1 : 0));
        // Dropped, the line no longer counts as written: the next written line is spared, too.
        bench.lookup.drop_line(0);
        CHECK(bench.lookup.keep_store({bench.in_set(1, 0), 128, 0b1111}).kept == 0b1111);
        bench.fill(bench.load(bench.in_set(1, 1), 32));
        bench.fill(bench.load(bench.in_set(1, 2), 32));
        CHECK(bench.find(bench.load(bench.in_set(1, 0), 32)).there == (percent ? 1 : 0));
    }
}

TEST_CASE("kernel start: all lines are dropped, fills in flight serve their loads only") {
    for (const bool sectored : {false, true}) {
        LookupBench bench(sectored ? LookupBench::sectored() : LookupBench::small());
        bench.fill(bench.load(0));
        const L1Fetch in_flight = bench.miss(bench.load(128)).at(0);
        bench.lookup.drop_all();
        CHECK(bench.find(bench.load(0)).absent == 1);
        CHECK(bench.find(bench.load(128)).absent == 1);
        CHECK(bench.lookup.waiting(in_flight.entry) == 1);
        CHECK(bench.install(in_flight).kept == 0);
        CHECK(bench.find(bench.load(128)).absent == 1);
        CHECK(bench.lookup.mshr().empty());
    }
}
