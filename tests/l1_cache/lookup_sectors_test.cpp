// The L1's lookup with sectors and with allocation on fill.
#include "lookup_bench.h"

using namespace heddle;

TEST_CASE("sectors: a load finds some there, some in flight and some absent, and asks for a run of each gap") {
    LookupBench bench(LookupBench::sectored());
    bench.fill(bench.load(32, 32));
    const L1Fetch third = bench.miss(bench.load(64, 32), 1).at(0);
    const L1Found found = bench.find(bench.load(0, 128));
    CHECK(found.there == 0b0010);
    CHECK(found.in_flight == 0b0100);
    CHECK(found.absent == 0b1001);
    const std::vector<L1Fetch> fetches = bench.miss(bench.load(0, 128), 2);
    REQUIRE(fetches.size() == 2);
    CHECK(fetches[0].run == 0b0001);
    CHECK(fetches[1].run == 0b1000);
    CHECK(fetches[0].way == third.way);
    CHECK(bench.lookup.mshr().count() == 3);

    // The load gets its response with the last of three blocks; one failed.
    const L1Waiter& load = bench.lookup.mshr().first_waiter(fetches[0].entry);
    int status = 1;
    CHECK_FALSE(bench.lookup.block_arrived(load, status, false));
    status = -5;
    CHECK_FALSE(bench.lookup.block_arrived(load, status, true));
    status = 1;
    CHECK(bench.lookup.block_arrived(load, status, false));
    CHECK(status == -5);
}

TEST_CASE("sectors: neighbours come with one fill, whose entries are chained") {
    LookupBench bench(LookupBench::sectored());
    const std::vector<L1Fetch> fetches = bench.miss(bench.load(32, 64));
    REQUIRE(fetches.size() == 1);
    CHECK(fetches[0].run == 0b0110);
    CHECK(bench.lookup.waiting(fetches[0].entry) == 2);
    CHECK(bench.lookup.mshr().count() == 2);
    CHECK(bench.install(fetches[0]).kept == 0b0110);
    CHECK(bench.lookup.mshr().empty());
    CHECK(bench.find(bench.load(0, 128)).there == 0b0110);
}

TEST_CASE("sectors: those that no lane asked for are not looked up") {
    LookupBench bench(LookupBench::sectored());
    CHECK(bench.find(bench.load(0, 128, 0x01000001)).absent == 0b1001);
    CHECK(bench.find(bench.load(0, 128, 0)).absent == 0b1111);
}

TEST_CASE("sectors: a way stays reserved until its last fill has arrived") {
    LookupBench bench(LookupBench::sectored());
    const L1Fetch first = bench.miss(bench.load(0, 32)).at(0), last = bench.miss(bench.load(96, 32)).at(0);
    CHECK(bench.install(first).kept == 0b0001);
    CHECK(bench.lookup.tags().reserved(first.way));
    CHECK(bench.install(last).kept == 0b1000);
    CHECK(bench.lookup.tags().valid(first.way));
}

TEST_CASE("sectors: a miss needs an MSHR entry for each block and a queue entry for each run") {
    L1CacheParameters parameters = LookupBench::sectored();
    parameters.mshr_entries = 4;
    LookupBench bench(parameters);
    bench.room.free = 1;
    CHECK(bench.stall(bench.load(0, 128)) == StallCause::none);
    CHECK(bench.stall(bench.load(0, 128, 0x01000001)) == StallCause::miss_queue_full);
    bench.miss(bench.load(0, 32));
    bench.room.free = 2;
    CHECK(bench.stall(bench.load(128, 128)) == StallCause::mshr_full);
    CHECK(bench.stall(bench.load(128, 96)) == StallCause::none);
}

TEST_CASE("allocation on fill: no miss waits for a way, a fill displaces a line") {
    L1CacheParameters parameters = LookupBench::sectored();
    parameters.allocate_on_fill = true;
    LookupBench bench(parameters);
    std::vector<L1Fetch> fetches;
    for (unsigned line = 0; line < 3; ++line)
        fetches.push_back(bench.miss(bench.load(bench.in_set(0, line), 32)).at(0));
    CHECK_FALSE(bench.install(fetches[0]).evicted);
    CHECK_FALSE(bench.install(fetches[1]).evicted);
    CHECK(bench.find(bench.load(bench.in_set(0, 0), 32)).there == 1);
    CHECK(bench.install(fetches[2]).evicted);
    CHECK(bench.find(bench.load(bench.in_set(0, 0), 32)).absent == 1);
    CHECK(bench.find(bench.load(bench.in_set(0, 2), 32)).there == 1);
}
