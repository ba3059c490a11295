// Random traffic of sixteen SMs in two groups to the same few lines, every byte checked by one scoreboard.
#include <catch2/catch.hpp>
#include <sstream>

#include "heddle/l2_slice/l2_slice.h"
#include "heddle/request_coalescer/request_coalescer.h"
#include "kit/checking_binder.h"
#include "kit/foreign_translator.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "sharing_sm.h"

using namespace heddle;

namespace {

struct Options {
    unsigned entries = 64, merges = 4, latency = 60, stall_percent = 0;
    bool translated = false;  // a foreign interconnect before the slice changes addresses
    std::uint64_t order = 0;
};

RequestCoalescerParameters parameters_of(const Options& o) {
    RequestCoalescerParameters parameters;
    parameters.entries = o.entries;
    parameters.merges = o.merges;
    return parameters;
}

// Fewer lines fit than the traffic has, so that some reads hit and some wait for memory.
L2SliceParameters small_slice() {
    L2SliceParameters parameters;
    parameters.size_bytes = 16 * line_bytes;
    parameters.ways = 4;
    parameters.latency_cycles = 12;
    return parameters;
}

SimpleMemoryParameters memory_of(const Options& o) {
    SimpleMemoryParameters parameters;
    parameters.latency_cycles = o.latency;
    parameters.stall_percent = o.stall_percent;
    return parameters;
}

struct Slice {
    explicit Slice(const Options& o)
        : binder(ProtocolChecker::OnViolation::report, o.translated ? AddressRule::may_change : AddressRule::must_stay),
          network("network", clock, scoreboard, 5, count, 16),
          coalescer("coalescer", clock, parameters_of(o), {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}),
          slice("slice", clock, small_slice()),
          memory("memory", clock, memory_of(o)) {
        clock.set_evaluation_order_seed(o.order);
        binder.bind(network.out, coalescer.request_in);
        if (o.translated) {
            translator = std::make_unique<ForeignTranslator>("translator");
            binder.bind(coalescer.l2_out, translator->in);
            translator->out.bind(slice.request_in);
        } else {
            binder.bind(coalescer.l2_out, slice.request_in);
        }
        binder.bind(slice.memory_out, memory.request_in);
    }
    void run() {
        sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
        CHECK(network.error == "");
        CHECK(network.answered == count);
        CHECK(network.pool.live() == 0);
        CHECK(scoreboard.in_flight() == 0);
        CHECK(binder.outstanding() == 0);
        CHECK(coalescer.idle());
        CHECK(coalescer.responses.value() == count);
        CHECK(slice.reads.value() + coalescer.merged_reads.value() == coalescer.reads.value());
        CHECK(slice.atomics.value() == network.atomics);
    }
    std::string statistics() const {
        std::ostringstream text;
        for (const NamedCounter& counter : coalescer.counters())
            text << counter.name() << ' ' << counter.value() << '\n';
        text << sc_core::sc_time_stamp();
        return text.str();
    }
    const unsigned count = static_cast<unsigned>(scaled(40000, 4000));
    MemoryScoreboard scoreboard;
    CheckingBinder binder;
    ClockDomain clock{"clock", period_of_mhz(1400)};
    SharingSm network;
    RequestCoalescer coalescer;
    L2Slice slice;
    SimpleMemory memory;
    std::unique_ptr<ForeignTranslator> translator;
};

}  // namespace

TEST_CASE("random sharing traffic in front of a slice: nothing lost, nothing old, fewer reads") {
    Slice slice({});
    slice.run();
    CHECK(slice.coalescer.merged_reads.value() > slice.count / 50);
    CHECK(slice.coalescer.closed_by_stores.value() > slice.count / 50);
}

TEST_CASE("random sharing traffic through two entries before a memory that stalls") {
    Options o;
    o.entries = 2;
    o.stall_percent = 30;
    Slice slice(o);
    slice.run();
    CHECK(slice.coalescer.full_passes.value() > slice.count / 50);
    CHECK(slice.coalescer.merged_reads.value() > 10);
}

TEST_CASE("random sharing traffic before a foreign interconnect that changes the address") {
    Options o;
    o.translated = true;
    Slice slice(o);
    slice.run();
    CHECK(slice.coalescer.merged_reads.value() > slice.count / 50);
}

TEST_CASE("evaluation order does not matter to a request coalescer") {
    const auto statistics = [](std::uint64_t order) {
        Options o;
        o.order = order;
        return o;
    };
    // One simulation, in which two machines stand side by side.
    struct Named : sc_core::sc_module {
        Named(sc_core::sc_module_name name, const Options& o) : sc_module(name), slice(o) {}
        Slice slice;
    };
    Named plain("plain", statistics(0)), shuffled("shuffled", statistics(17));
    sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_SEC), sc_core::SC_EXIT_ON_STARVATION);
    CHECK(plain.slice.network.error == "");
    CHECK(plain.slice.statistics() == shuffled.slice.statistics());
    CHECK(plain.slice.coalescer.merged_reads.value() > 10);
}
