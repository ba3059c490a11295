// What a request finds in the L1's lookup, what keeps it from being served, and what serving it changes.
#include "lookup_bench.h"

using namespace heddle;

namespace {

std::vector<std::uintptr_t> waiting(const L1Lookup& lookup, unsigned entry) {
    std::vector<std::uintptr_t> numbers;
    for (const L1Waiter& waiter : lookup.mshr().waiters(entry))
        numbers.push_back(reinterpret_cast<std::uintptr_t>(waiter.payload));
    return numbers;
}

}  // namespace

TEST_CASE("lookup: a line is absent, then in flight, then there") {
    LookupBench bench;
    CHECK(bench.find(bench.load(0)).absent == 1);
    bench.now = 7;
    const L1Fetch fetch = bench.miss(bench.load(0), 1).at(0);
    CHECK(fetch.line == 0);
    CHECK(fetch.run == 1);
    CHECK_FALSE(fetch.evicted);
    CHECK(bench.lookup.mshr().since(fetch.entry) == 7);
    const L1Found merged = bench.find(bench.load(64));
    CHECK(merged.in_flight == 1);
    CHECK(merged.absent == 0);
    CHECK(bench.miss(bench.load(64), 2).empty());
    CHECK(waiting(bench.lookup, fetch.entry) == std::vector<std::uintptr_t>{1, 2});
    CHECK(bench.lookup.waiting(fetch.entry) == 2);
    const L1Installed installed = bench.install(fetch);
    CHECK(installed.kept == 1);
    CHECK(installed.way == fetch.way);
    CHECK(bench.find(bench.load(0)).there == 1);
    CHECK_FALSE(bench.find(bench.load(0)).missing());
    CHECK(bench.lookup.way_with(0, 1) == fetch.way);
    CHECK(bench.lookup.mshr().empty());
}

TEST_CASE("lookup: a failed fill leaves no line") {
    LookupBench bench;
    const L1Fetch fetch = bench.miss(bench.load(0)).at(0);
    CHECK(bench.install(fetch, true).kept == 0);
    CHECK(bench.find(bench.load(0)).absent == 1);
}

TEST_CASE("lookup: requests that are no loads find nothing and keep their kind") {
    LookupBench bench;
    for (const auto kind : {L1RequestKind::passing, L1RequestKind::no_access}) {
        const L1Found found = bench.find({kind, 0, 0, 0});
        CHECK(found.kind == kind);
        CHECK(found.missing() == 0);
    }
}

TEST_CASE("lookup: a miss displaces the line that was not used for longest, hits count as use") {
    LookupBench bench;
    bench.fill(bench.load(bench.in_set(1, 0)));
    bench.fill(bench.load(bench.in_set(1, 1)));
    bench.lookup.hit(bench.find(bench.load(bench.in_set(1, 0))));
    CHECK(bench.miss(bench.load(bench.in_set(1, 2))).at(0).evicted);
    CHECK(bench.find(bench.load(bench.in_set(1, 0))).there == 1);
    CHECK(bench.find(bench.load(bench.in_set(1, 1))).absent == 1);
}

TEST_CASE("stall: a miss waits for an MSHR entry") {
    L1CacheParameters parameters = LookupBench::small();
    parameters.mshr_entries = 1;
    LookupBench bench(parameters);
    const L1Fetch fetch = bench.miss(bench.load(0)).at(0);
    CHECK(bench.stall(bench.load(128)) == StallCause::mshr_full);
    CHECK(bench.stall(bench.load(4)) == StallCause::none);  // merges
    CHECK(bench.install(fetch).kept == 1);
    CHECK(bench.stall(bench.load(128)) == StallCause::none);
}

TEST_CASE("stall: a load of a line in flight waits when its entry has all its waiting requests") {
    L1CacheParameters parameters = LookupBench::small();
    parameters.mshr_merges = 2;
    LookupBench bench(parameters);
    bench.miss(bench.load(0));
    CHECK(bench.stall(bench.load(0)) == StallCause::none);
    bench.miss(bench.load(0));
    CHECK(bench.stall(bench.load(0)) == StallCause::mshr_merge_full);
}

TEST_CASE("stall: a miss waits while all ways of its set are reserved") {
    LookupBench bench;
    const L1Fetch first = bench.miss(bench.load(bench.in_set(2, 0))).at(0);
    bench.miss(bench.load(bench.in_set(2, 1)));
    CHECK(bench.stall(bench.load(bench.in_set(2, 2))) == StallCause::no_replaceable_way);
    CHECK(bench.stall(bench.load(bench.in_set(3, 2))) == StallCause::none);
    CHECK(bench.install(first).kept == 1);
    L1Found found = bench.find(bench.load(bench.in_set(2, 2)));
    CHECK(bench.lookup.stall_cause(found, bench.room) == StallCause::none);
    CHECK(found.victim == first.way);
}

TEST_CASE("stall: misses and passing requests wait for the miss queue and for the miss port, hits do not") {
    LookupBench bench;
    bench.fill(bench.load(0));
    const L1Request passing{L1RequestKind::passing, 0, 0, 0};
    bench.room.free = 0;
    CHECK(bench.stall(bench.load(128)) == StallCause::miss_queue_full);
    CHECK(bench.stall(passing) == StallCause::miss_queue_full);
    CHECK(bench.stall(bench.load(0)) == StallCause::none);
    bench.room = {};
    bench.room.taken = true;
    CHECK(bench.stall(bench.load(128)) == StallCause::miss_port_busy);
    CHECK(bench.stall(passing) == StallCause::miss_port_busy);
    CHECK(bench.stall(bench.load(0)) == StallCause::none);
}

TEST_CASE("stall: hits and requests without an access wait for the hit queue, others do not") {
    LookupBench bench;
    bench.fill(bench.load(0));
    bench.room.full = true;
    CHECK(bench.stall(bench.load(0)) == StallCause::response_queue_full);
    CHECK(bench.stall({L1RequestKind::no_access, 0, 0, 0}) == StallCause::response_queue_full);
    CHECK(bench.stall(bench.load(128)) == StallCause::none);
    CHECK(bench.stall({L1RequestKind::passing, 0, 0, 0}) == StallCause::none);
}

TEST_CASE("a stall can be predicted without changing anything") {
    LookupBench bench;
    bench.miss(bench.load(bench.in_set(0, 0)));
    bench.miss(bench.load(bench.in_set(0, 1)));
    for (unsigned again = 0; again < 3; ++again)
        CHECK(bench.stall(bench.load(bench.in_set(0, 2))) == StallCause::no_replaceable_way);
    CHECK(bench.lookup.mshr().count() == 2);
    CHECK(bench.lookup.tags().find(bench.in_set(0, 2) / line_bytes) == L1Lookup::none);
}
