// What the lookup tells its observer: misses, and exactly the lines that come and go.
#include <set>

#include "heddle/cache/prefetch_tracker.h"
#include "lookup_bench.h"

using namespace heddle;

namespace {

struct Listener : LineObserver {
    void missed(std::uint64_t line) override { misses.push_back(line); }
    void installed(std::uint64_t line) override { CHECK(held.insert(line).second); }
    void dropped(std::uint64_t line) override { CHECK(held.erase(line) == 1); }
    void dropped_all() override { held.clear(); }

    std::vector<std::uint64_t> misses;
    std::set<std::uint64_t> held;
};

struct ObservedBench : LookupBench {
    explicit ObservedBench(const L1CacheParameters& parameters = small()) : LookupBench(parameters) {
        lookup.report_to(&listener);
    }
    Listener listener;
};

using Lines = std::set<std::uint64_t>;

}  // namespace

TEST_CASE("observer: a line is held from its fill on, not from its miss") {
    ObservedBench bench;
    const L1Fetch fetch = bench.miss(bench.load(0)).at(0);
    CHECK(bench.listener.held.empty());
    bench.miss(bench.load(4), 2);  // merges: no miss of its own
    CHECK(bench.listener.misses == std::vector<std::uint64_t>{0});
    static_cast<void>(bench.install(fetch));
    CHECK(bench.listener.held == Lines{0});
}

TEST_CASE("observer: displaced, written and dropped lines are gone") {
    ObservedBench bench;
    for (unsigned line = 0; line < 3; ++line) bench.fill(bench.load(bench.in_set(1, line)));
    CHECK(bench.listener.held == Lines{5, 9});  // the first of three in a set of two ways is displaced
    bench.lookup.drop_line(9);
    CHECK(bench.listener.held == Lines{5});
    bench.lookup.drop_all();
    CHECK(bench.listener.held.empty());
    CHECK(bench.listener.misses.size() == 3);
}

TEST_CASE("observer: a line that was written or failed on its way never comes") {
    ObservedBench bench;
    const L1Fetch written = bench.miss(bench.load(0)).at(0), failed = bench.miss(bench.load(128)).at(0),
                  late = bench.miss(bench.load(256)).at(0);
    bench.lookup.drop_line(0);
    static_cast<void>(bench.install(written));
    static_cast<void>(bench.install(failed, true));
    bench.lookup.drop_all();
    static_cast<void>(bench.install(late));
    CHECK(bench.listener.held.empty());
}

TEST_CASE("observer: a line comes with the first of its sectors") {
    for (const bool on_fill : {false, true}) {
        L1CacheParameters parameters = LookupBench::sectored();
        parameters.allocate_on_fill = on_fill;
        ObservedBench bench(parameters);
        bench.fill(bench.load(0, 32));
        CHECK(bench.listener.held == Lines{0});
        bench.fill(bench.load(32, 96));
        CHECK(bench.listener.held == Lines{0});
        CHECK(bench.listener.misses == std::vector<std::uint64_t>{0, 0});
        bench.lookup.drop_line(0);
        CHECK(bench.listener.held.empty());
    }
}

TEST_CASE("observer: a kept store brings its line, unless that is there") {
    L1CacheParameters parameters = LookupBench::sectored();
    parameters.write_allocate = true;
    ObservedBench bench(parameters);
    static_cast<void>(bench.lookup.keep_store({4, 8, 0}));
    CHECK(bench.listener.held.empty());
    static_cast<void>(bench.lookup.keep_store({32, 32, 0b0010}));
    static_cast<void>(bench.lookup.keep_store({64, 32, 0b0100}));
    CHECK(bench.listener.held == Lines{0});
}

TEST_CASE("prefetched lines are useful with the first load that finds them, and unused if they are gone before") {
    LookupBench bench;
    Listener listener;
    PrefetchTracker tracker;
    bench.lookup.report_to(tracker.in_front_of(&listener));
    const auto prefetch = [&](unsigned line) {
        const L1Fetch fetch = bench.miss(bench.load(bench.in_set(1, line))).at(0);
        tracker.fetched(fetch.line);
        return fetch;
    };
    const L1Fetch first = prefetch(0);
    CHECK(tracker.found(first.line));  // on its way
    CHECK_FALSE(tracker.found(first.line));
    static_cast<void>(bench.install(first));
    static_cast<void>(bench.install(prefetch(1)));
    bench.fill(bench.load(bench.in_set(1, 2)));  // displaces a line that was used
    CHECK(tracker.take_unused() == 0);
    bench.fill(bench.load(bench.in_set(1, 3)));  // displaces a line that was not
    CHECK(tracker.take_unused() == 1);
    CHECK(tracker.take_unused() == 0);
    const L1Fetch written = prefetch(4);
    bench.lookup.drop_line(written.line);
    static_cast<void>(bench.install(written));  // is not kept, which shows when it is asked for again
    static_cast<void>(bench.miss(bench.load(bench.in_set(1, 4))));
    CHECK(tracker.take_unused() == 1);
    CHECK(listener.misses.size() == 6);
}

TEST_CASE("prefetched lines that nobody used are unused when a kernel starts") {
    LookupBench bench;
    PrefetchTracker tracker;
    bench.lookup.report_to(tracker.in_front_of(nullptr));
    for (unsigned line = 0; line < 2; ++line) {
        const L1Fetch fetch = bench.miss(bench.load(line * 128)).at(0);
        tracker.fetched(fetch.line);
        static_cast<void>(bench.install(fetch));
    }
    CHECK(tracker.found(1));
    bench.lookup.drop_all();
    CHECK(tracker.take_unused() == 1);
    CHECK_FALSE(tracker.found(0));
}
