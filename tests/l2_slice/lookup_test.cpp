// What a request finds in the lookup of an L2 slice, what keeps it from being served, and what serving it changes. No
// SystemC, no time, no bytes.
#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "heddle/l2_slice/l2_lookup.h"

using namespace heddle;

namespace {

struct Bench {
    struct Room {
        std::size_t free = 8;
        std::size_t miss_queue_entries() const { return free; }
    };

    explicit Bench(unsigned sectors = 1, unsigned ways = 2, unsigned entries = 4, unsigned merges = 3,
                   bool by_sector = false)
        : lookup(2, ways, sectors, entries, merges, by_sector) {}

    L2Request read(std::uint64_t line, SectorGeometry::Mask sectors = 1) const {
        L2Request request;
        request.line = line;
        request.set = static_cast<unsigned>(line % 2);
        request.touched = request.to_fetch = sectors;
        return request;
    }
    // A write that sets all the sectors it touches.
    L2Request whole_write(std::uint64_t line, SectorGeometry::Mask sectors = 1) const {
        L2Request request = read(line, sectors);
        request.to_fetch = 0;
        return request;
    }
    L2Decision decide(L2Request request) const { return lookup.decide(request, room); }
    StallCause stall(const L2Request& request) const { return decide(request).stall; }
    L2Served serve(L2Request request, std::uintptr_t number = 1) {
        const L2Decision decision = lookup.decide(request, room);
        REQUIRE(decision.stall == StallCause::none);
        return lookup.serve(request, decision, {reinterpret_cast<Payload*>(number), now});
    }
    void write(const L2Request& request) { lookup.written(serve(request).way, request.touched); }
    void finish(unsigned entry) {
        lookup.end_reservation(entry);
        lookup.release(entry);
    }
    void fill(const L2Request& request) {
        const unsigned entry = serve(request).entry;
        CHECK(lookup.fetched(entry, request.to_fetch) == request.to_fetch);
        finish(entry);
    }

    L2Lookup lookup;
    Room room;
    Cycle now = 0;
};

}  // namespace

TEST_CASE("lookup: a line misses, is in flight, and hits") {
    Bench bench;
    const L2Decision miss = bench.decide(bench.read(4));
    CHECK(miss.outcome == CacheOutcome::miss);
    CHECK(miss.fetch == 1);
    bench.now = 9;
    const L2Served first = bench.serve(bench.read(4), 1);
    CHECK_FALSE(first.evicted);
    CHECK(bench.lookup.mshr().since(first.entry) == 9);
    const L2Decision merge = bench.decide(bench.read(4));
    CHECK(merge.outcome == CacheOutcome::hit_reserved);
    CHECK(merge.fetch == 0);
    CHECK(bench.serve(bench.whole_write(4), 2).entry == first.entry);
    CHECK(bench.lookup.mshr().waiters(first.entry).size() == 2);
    CHECK(bench.lookup.fetches_outstanding(first.entry) == 1);
    CHECK(bench.lookup.fetched(first.entry, 1) == 1);
    bench.finish(first.entry);
    CHECK(bench.decide(bench.read(4)).outcome == CacheOutcome::hit);
    CHECK(bench.serve(bench.read(4)).entry == L2Lookup::none);
    CHECK(bench.lookup.mshr().empty());
}

TEST_CASE("lookup: a write of a whole line misses without a fetch") {
    Bench bench;
    const L2Decision decision = bench.decide(bench.whole_write(4));
    CHECK(decision.outcome == CacheOutcome::miss);
    CHECK(decision.fetch == 0);
    bench.write(bench.whole_write(4));
    CHECK(bench.decide(bench.read(4)).outcome == CacheOutcome::hit);
    CHECK(bench.lookup.mshr().empty());
}

TEST_CASE("lookup: a displaced dirty line is written back, a clean one is not") {
    Bench bench(1, 1);
    bench.write(bench.whole_write(0));
    const L2Served dirty = bench.serve(bench.whole_write(2));
    CHECK(dirty.evicted);
    CHECK(dirty.writeback == 1);
    CHECK(dirty.evicted_line == 0);
    const L2Served clean = bench.serve(bench.read(4));
    CHECK(clean.evicted);
    CHECK(clean.writeback == 0);
}

TEST_CASE("lookup: a failed fetch leaves no line, unless something else made it valid") {
    Bench bench(4);
    unsigned entry = bench.serve(bench.read(0, 0b0001)).entry;
    CHECK_FALSE(bench.lookup.failed(entry));
    bench.lookup.fetch_failed(entry, 0b0001, -2);
    CHECK(bench.lookup.failed(entry));
    CHECK(bench.lookup.failed_status(entry) == -2);
    bench.finish(entry);
    CHECK(bench.lookup.tags().find(0) == L2Lookup::none);
    bench.write(bench.whole_write(0, 0b1000));
    entry = bench.serve(bench.read(0, 0b0001)).entry;
    CHECK_FALSE(bench.lookup.failed(entry));
    bench.lookup.fetch_failed(entry, 0b0001, -2);
    bench.finish(entry);
    CHECK(bench.decide(bench.read(0, 0b1000)).outcome == CacheOutcome::hit);
}

TEST_CASE("stall: without an MSHR entry reads wait, whole writes and hits do not") {
    Bench bench(1, 2, 1);
    bench.fill(bench.read(0));
    const unsigned entry = bench.serve(bench.read(1)).entry;
    CHECK(bench.stall(bench.read(2)) == StallCause::mshr_full);
    CHECK(bench.stall(bench.whole_write(2)) == StallCause::none);
    CHECK(bench.stall(bench.read(0)) == StallCause::none);
    CHECK(bench.lookup.fetched(entry, 1) == 1);
    bench.finish(entry);
    CHECK(bench.stall(bench.read(2)) == StallCause::none);
}

TEST_CASE("stall: an entry takes a limited number of waiting requests") {
    Bench bench(1, 2, 4, 2);
    bench.serve(bench.read(0));
    CHECK(bench.stall(bench.read(0)) == StallCause::none);
    CHECK(bench.serve(bench.read(0)).entry != L2Lookup::none);
    CHECK(bench.stall(bench.read(0)) == StallCause::mshr_merge_full);
    CHECK(bench.stall(bench.whole_write(0)) == StallCause::mshr_merge_full);
}

TEST_CASE("stall: where lines have sectors, the waiting requests of each sector are limited") {
    Bench bench(4, 2, 4, 2);
    bench.serve(bench.read(0, 1));
    bench.serve(bench.read(0, 1));
    CHECK(bench.stall(bench.read(0, 1)) == StallCause::mshr_merge_full);
    CHECK(bench.stall(bench.read(0, 2)) == StallCause::none);
    bench.serve(bench.read(0, 2));
    bench.serve(bench.read(0, 6));
    CHECK(bench.stall(bench.read(0, 2)) == StallCause::mshr_merge_full);
    CHECK(bench.stall(bench.read(0, 4)) == StallCause::none);
    CHECK(bench.stall(bench.read(0, 12)) == StallCause::none);
    CHECK(bench.stall(bench.whole_write(0, 15)) == StallCause::mshr_merge_full);
}

TEST_CASE("stall: all ways of the set are reserved, with and without a free MSHR entry") {
    for (const unsigned entries : {2u, 4u}) {
        Bench bench(1, 2, entries);
        bench.serve(bench.read(0));
        bench.serve(bench.read(2));
        CHECK(bench.stall(bench.read(4)) == StallCause::no_replaceable_way);
        CHECK(bench.stall(bench.whole_write(4)) == StallCause::no_replaceable_way);
        CHECK(bench.stall(bench.read(1)) == (entries == 2 ? StallCause::mshr_full : StallCause::none));
    }
}

TEST_CASE("stall: the miss queue has to take the fetch and the write-back of a dirty victim") {
    Bench bench(1, 1);
    bench.room.free = 0;
    CHECK(bench.stall(bench.read(0)) == StallCause::miss_queue_full);
    CHECK(bench.stall(bench.whole_write(0)) == StallCause::none);
    bench.write(bench.whole_write(0));
    CHECK(bench.stall(bench.whole_write(2)) == StallCause::miss_queue_full);
    bench.room.free = 1;
    CHECK(bench.stall(bench.whole_write(2)) == StallCause::none);
    CHECK(bench.stall(bench.read(2)) == StallCause::miss_queue_full);
    bench.room.free = 2;
    CHECK(bench.stall(bench.read(2)) == StallCause::none);
}

TEST_CASE("a request that waits for want of a way is decided again as soon as there is one") {
    Bench bench(1, 1);
    const unsigned entry = bench.serve(bench.read(0)).entry;
    L2Request waits = bench.read(2);
    CHECK(bench.lookup.decide(waits, bench.room).stall == StallCause::no_replaceable_way);
    CHECK(waits.known_absent);
    CHECK(bench.lookup.fetched(entry, 1) == 1);
    bench.finish(entry);
    const L2Decision decision = bench.lookup.decide(waits, bench.room);
    CHECK(decision.stall == StallCause::none);
    CHECK(decision.outcome == CacheOutcome::miss);
}

TEST_CASE("sectors: only those that are neither there nor in flight are fetched") {
    Bench bench(4);
    bench.fill(bench.read(0, 0b0001));
    const L2Decision decision = bench.decide(bench.read(0, 0b0111));
    CHECK(decision.outcome == CacheOutcome::miss);
    CHECK(decision.fetch == 0b0110);
    CHECK(bench.lookup.absent(bench.read(0, 0b0111)) == 0b0110);
    const L2Served served = bench.serve(bench.read(0, 0b0111));
    CHECK(bench.decide(bench.read(0, 0b0011)).outcome == CacheOutcome::hit_reserved);
    CHECK(bench.decide(bench.read(0, 0b1000)).fetch == 0b1000);
    CHECK(bench.serve(bench.read(0, 0b1000)).entry == served.entry);
    CHECK(bench.lookup.fetches_outstanding(served.entry) == 2);
    CHECK(bench.lookup.fetched(served.entry, 0b0110) == 0b0110);
    CHECK(bench.lookup.fetched(served.entry, 0b1000) == 0b1000);
    bench.finish(served.entry);
    CHECK(bench.decide(bench.read(0, 0b1111)).outcome == CacheOutcome::hit);
}

TEST_CASE("sectors: one fetch covers a gap, and its bytes do not replace newer ones") {
    Bench bench(4);
    bench.write(bench.whole_write(0, 0b0010));
    const L2Served served = bench.serve(bench.read(0, 0b0111));
    CHECK(bench.decide(bench.read(0, 0b0010)).fetch == 0);
    CHECK(bench.lookup.fetched(served.entry, 0b0111) == 0b0101);
    bench.finish(served.entry);
    CHECK(bench.lookup.tags().dirty_sectors(served.way) == 0b0010);
}

TEST_CASE("sectors: a whole sector is written into a line without a fetch") {
    Bench bench(4);
    bench.fill(bench.read(0, 0b0001));
    const L2Decision decision = bench.decide(bench.whole_write(0, 0b0010));
    CHECK(decision.outcome == CacheOutcome::miss);
    CHECK(decision.fetch == 0);
    CHECK(bench.serve(bench.whole_write(0, 0b0010)).entry == L2Lookup::none);
}

TEST_CASE("sectors: a fetch in parts is finished with the last of them") {
    Bench bench(4);
    const L2Served served = bench.serve(bench.read(0, 0b0110));
    bench.lookup.fetch_in_parts(served.entry, 2);
    CHECK(bench.lookup.fetches_outstanding(served.entry) == 2);
    CHECK(bench.lookup.fetched(served.entry, 0b0010) == 0b0010);
    CHECK(bench.lookup.fetches_outstanding(served.entry) == 1);
    bench.lookup.fetch_failed(served.entry, 0b0100, -1);
    CHECK(bench.lookup.fetches_outstanding(served.entry) == 0);
    CHECK(bench.lookup.failed(served.entry));
}

TEST_CASE("a line takes the place of a clean one without a fetch") {
    Bench bench(4, 1);
    bench.fill(bench.read(0, 0b0001));
    const unsigned victim = bench.lookup.tags().victim(0);
    CHECK(bench.lookup.replace_clean(victim, 2));
    CHECK(bench.lookup.tags().find(2, 0) == victim);
    CHECK_FALSE(bench.lookup.has(victim, 0b0001));
    bench.lookup.add_sectors(victim, 0b0001);
    CHECK(bench.decide(bench.read(2, 0b0001)).outcome == CacheOutcome::hit);
    CHECK_FALSE(bench.lookup.tags().dirty(victim));
    CHECK_FALSE(bench.lookup.has(L2Lookup::none, 0b0001));
}

namespace {

struct SectorBench : Bench {
    explicit SectorBench(unsigned entries = 8, unsigned merges = 2) : Bench(4, 2, entries, merges, true) {}

    // Serves a request that the entry's waiting requests are known by: its number.
    unsigned wait(const L2Request& request, unsigned number) {
        touched[number] = request.touched;
        return serve(request, number).entry;
    }
    // The requests that the arrival of these sectors answers.
    std::vector<unsigned> arrive(unsigned entry, SectorGeometry::Mask sectors, bool failed = false) {
        if (failed)
            lookup.fetch_failed(entry, sectors, -1);
        else
            (void)lookup.fetched(entry, sectors);
        std::vector<unsigned> answered;
        const auto number = [](const L2Waiter& waiter) {
            return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(waiter.payload));
        };
        lookup.answer(
            entry, failed ? sectors : SectorGeometry::Mask{0},
            [&](const L2Waiter& waiter) { return touched[number(waiter)]; },
            [&](const L2Waiter& waiter) { answered.push_back(number(waiter)); });
        return answered;
    }
    std::array<SectorGeometry::Mask, 8> touched{};
};

using Numbers = std::vector<unsigned>;

}  // namespace

TEST_CASE("by sector: a request is answered with its own sectors, whatever else of the line is in flight") {
    SectorBench bench;
    const unsigned entry = bench.wait(bench.read(0, 0b0001), 1);
    CHECK(bench.wait(bench.read(0, 0b0010), 2) == entry);
    CHECK(bench.wait(bench.read(0, 0b0011), 3) == entry);
    CHECK(bench.arrive(entry, 0b0001) == Numbers{1});
    CHECK(bench.lookup.fetches_outstanding(entry) == 1);
    CHECK(bench.arrive(entry, 0b0010) == Numbers{2, 3});
    CHECK(bench.lookup.fetches_outstanding(entry) == 0);
    CHECK(bench.lookup.mshr().waiters(entry).size() == 0);
}

TEST_CASE("by sector: a sector that is there hits while another of its line is in flight") {
    SectorBench bench;
    bench.fill(bench.read(0, 0b0001));
    bench.wait(bench.read(0, 0b0010), 1);
    CHECK(bench.decide(bench.read(0, 0b0001)).outcome == CacheOutcome::hit);
    CHECK(bench.serve(bench.read(0, 0b0001)).entry == L2Lookup::none);
    CHECK(bench.decide(bench.read(0, 0b0010)).outcome == CacheOutcome::hit_reserved);
    CHECK(bench.serve(bench.whole_write(0, 0b0100)).entry == L2Lookup::none);
}

TEST_CASE("by sector: a request to a sector that an older one waits for comes after it") {
    SectorBench bench;
    bench.fill(bench.read(0, 0b0001));
    const unsigned entry = bench.wait(bench.read(0, 0b0011), 1);
    CHECK(bench.decide(bench.whole_write(0, 0b0001)).waits);
    CHECK(bench.wait(bench.whole_write(0, 0b0001), 2) == entry);
    CHECK(bench.arrive(entry, 0b0010) == Numbers{1, 2});
    bench.finish(entry);
    CHECK(bench.decide(bench.read(0, 0b0011)).outcome == CacheOutcome::hit);
}

TEST_CASE("by sector: nobody overtakes an older request to the same sector that waits for another one") {
    SectorBench bench(8, 3);
    const unsigned entry = bench.wait(bench.read(0, 0b0001), 1);
    bench.wait(bench.read(0, 0b0011), 2);
    bench.wait(bench.whole_write(0, 0b0001), 3);
    CHECK(bench.arrive(entry, 0b0001) == Numbers{1});
    CHECK(bench.arrive(entry, 0b0010) == Numbers{2, 3});
}

TEST_CASE("by sector: entries are counted in sectors and free with each arrival") {
    SectorBench bench(4);
    const unsigned entry = bench.wait(bench.read(0, 0b0111), 1);
    CHECK_FALSE(bench.lookup.mshr_full());
    CHECK(bench.stall(bench.read(1, 0b0011)) == StallCause::mshr_full);
    CHECK(bench.stall(bench.read(1, 0b0001)) == StallCause::none);
    bench.wait(bench.read(0, 0b1000), 2);
    CHECK(bench.lookup.mshr_full());
    CHECK(bench.stall(bench.read(1, 0b0001)) == StallCause::mshr_full);
    CHECK(bench.stall(bench.read(0, 0b0001)) == StallCause::none);
    CHECK(bench.arrive(entry, 0b1000) == Numbers{2});
    CHECK(bench.stall(bench.read(1, 0b0001)) == StallCause::none);
}

TEST_CASE("by sector: a place among those that wait for a sector is free when it has come") {
    SectorBench bench;
    const unsigned entry = bench.wait(bench.read(0, 0b0001), 1);
    bench.wait(bench.read(0, 0b0010), 2);
    bench.wait(bench.read(0, 0b0001), 3);
    CHECK(bench.stall(bench.read(0, 0b0001)) == StallCause::mshr_merge_full);
    CHECK(bench.stall(bench.read(0, 0b0010)) == StallCause::none);
    bench.arrive(entry, 0b0001);
    CHECK(bench.decide(bench.read(0, 0b0001)).outcome == CacheOutcome::hit);
}

TEST_CASE("by sector: a failed fetch answers the requests for its sectors only") {
    SectorBench bench;
    const unsigned entry = bench.wait(bench.read(0, 0b0001), 1);
    bench.wait(bench.read(0, 0b0010), 2);
    bench.wait(bench.read(0, 0b0011), 3);
    CHECK(bench.arrive(entry, 0b0001, true) == Numbers{1, 3});
    CHECK(bench.decide(bench.read(0, 0b0001)).fetch == 0b0001);
    CHECK(bench.arrive(entry, 0b0010) == Numbers{2});
    bench.finish(entry);
    CHECK(bench.decide(bench.read(0, 0b0010)).outcome == CacheOutcome::hit);
}

TEST_CASE("lookup: a miss fetches the absent sectors of its block") {
    Bench bench(4);
    bench.lookup.fetch_blocks_of(2);
    const L2Decision miss = bench.decide(bench.read(4, 2));
    CHECK(miss.absent == 2);
    CHECK(miss.fetch == 3);
    const unsigned entry = bench.serve(bench.read(4, 2), 1).entry;
    CHECK(bench.decide(bench.read(4, 1)).outcome == CacheOutcome::hit_reserved);
    CHECK(bench.decide(bench.read(4, 1)).fetch == 0);
    CHECK(bench.decide(bench.read(4, 4)).fetch == 12);
    CHECK(bench.lookup.fetched(entry, 3) == 3);
    bench.finish(entry);
    CHECK(bench.decide(bench.read(4, 1)).outcome == CacheOutcome::hit);
    CHECK(bench.decide(bench.read(4, 4)).outcome == CacheOutcome::miss);
    // What is there stays as it is.
    bench.write(bench.whole_write(4, 8));
    CHECK(bench.decide(bench.read(4, 4)).fetch == 4);
    CHECK(bench.decide(bench.whole_write(6, 1)).fetch == 0);
    bench.lookup.fetch_blocks_of(4);
    CHECK(bench.decide(bench.read(6, 2)).fetch == 15);
}

TEST_CASE("by sector: the neighbours that a miss brings have MSHR entries, too") {
    SectorBench bench(4);
    bench.lookup.fetch_blocks_of(2);
    const unsigned entry = bench.wait(bench.read(0, 0b0001), 1);
    CHECK(bench.stall(bench.read(1, 0b0101)) == StallCause::mshr_full);
    bench.wait(bench.read(1, 0b0100), 2);
    CHECK(bench.lookup.mshr_full());
    CHECK(bench.arrive(entry, 0b0011) == Numbers{1});
    CHECK_FALSE(bench.lookup.mshr_full());
    CHECK(bench.stall(bench.read(1, 0b0001)) == StallCause::none);
}
