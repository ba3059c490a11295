// Two L1 caches under random traffic, watched by a monitor: at any time it knows exactly the lines in their tags.
#include <catch2/catch.hpp>
#include <functional>
#include <map>

#include "heddle/l1_cache/l1_cache.h"
#include "heddle/replication_monitor/replication_monitor.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"

using namespace heddle;

namespace {

struct Variant {
    bool sectored = false, allocate_on_fill = false, write_allocate = false;
};

class KernelStarts : public Ticked {
public:
    KernelBoundaryOut kernel_events_out{"kernel_events_out"};
    std::function<bool()> finished;
    using Ticked::Ticked;
    void start_of_simulation() override { wake_at(500); }
    void tick(Cycle now) override {
        kernel_events_out.announce(KernelEvent::started);
        if (!finished()) wake_at(now + 500);
    }
};

struct Bench {
    explicit Bench(const Variant& variant) {
        L1CacheParameters parameters;
        parameters.size_bytes = 3 * 4 * 128;
        parameters.mshr_entries = 6;
        parameters.miss_queue_entries = 2;
        parameters.latency_cycles = 9;
        parameters.sectored = variant.sectored;
        parameters.allocate_on_fill = variant.allocate_on_fill;
        parameters.write_allocate = variant.write_allocate;
        for (unsigned i = 0; i < 2; ++i) {
            TrafficParameters traffic;
            traffic.seed = i + 1;
            traffic.transactions = scaled(30000);
            traffic.footprint_bytes = 6144;
            const std::string number = std::to_string(i);
            generators[i] = std::make_unique<TrafficGenerator>(("generator_" + number).c_str(), clock, traffic);
            caches[i] = std::make_unique<L1Cache>(("cache_" + number).c_str(), clock, parameters);
            memories[i] = std::make_unique<SimpleMemory>(("memory_" + number).c_str(), clock, SimpleMemoryParameters{});
            binder.bind(generators[i]->memory_out, caches[i]->core_in);
            binder.bind(caches[i]->memory_out, memories[i]->request_in);
            caches[i]->line_events_out.set_cache(i);
            caches[i]->line_events_out.bind(monitor.line_events_in);
            kernels.kernel_events_out.bind(caches[i]->kernel_events_in);
        }
        kernels.finished = [this] { return generators[0]->done() && generators[1]->done(); };
    }
    // After a cycle: what its changes were shows in the next.
    void compare() {
        monitor.line_events_in->write({LineEvent::Kind::dropped, 0, 1, clock.now() + 1});
        std::map<std::uint64_t, unsigned> copies;
        for (unsigned i = 0; i < 2; ++i) {
            const TagArray& tags = caches[i]->lookup().tags();
            std::uint64_t held = 0;
            for (unsigned way = 0; way < tags.lines(); ++way) {
                if (!tags.valid_sectors(way)) continue;
                ++held;
                ++copies[tags.line(way)];
            }
            REQUIRE(monitor.directory().lines_of(i) == held);
        }
        REQUIRE(monitor.directory().lines() == copies.size());
        for (const auto& [line, count] : copies) REQUIRE(monitor.directory().copies_of(line) == count);
    }
    ClockDomain clock{"clock", period_of_mhz(1000)};
    ReplicationMonitor monitor{"monitor", clock, ReplicationMonitorParameters{2, 1000}};
    KernelStarts kernels{"kernels", clock};
    CheckingBinder binder;
    std::unique_ptr<TrafficGenerator> generators[2];
    std::unique_ptr<L1Cache> caches[2];
    std::unique_ptr<SimpleMemory> memories[2];
};

void check_variant(const Variant& variant) {
    Bench bench(variant);
    unsigned comparisons = 0;
    for (; !bench.kernels.finished(); ++comparisons) {
        sc_core::sc_start(97.5, sc_core::SC_NS);
        bench.compare();
    }
    sc_core::sc_start();
    bench.compare();
    CHECK(comparisons > 5);
    CHECK(bench.monitor.misses.value() == bench.caches[0]->misses.value() + bench.caches[1]->misses.value());
    CHECK(bench.monitor.replicated_misses.value() > 0);
    CHECK(bench.monitor.max_copies.value() == 2);
    for (unsigned i = 0; i < 2; ++i) {
        CHECK(bench.generators[i]->first_error() == "");
        CHECK(bench.caches[i]->invalidations.value() > 1);
    }
}

}  // namespace

TEST_CASE("monitor and tags agree: whole lines") {
    check_variant({});
}
TEST_CASE("monitor and tags agree: sectors") {
    check_variant({true});
}
TEST_CASE("monitor and tags agree: allocation on fill") {
    check_variant({false, true});
}
TEST_CASE("monitor and tags agree: kept stores") {
    check_variant({false, false, true});
}
TEST_CASE("monitor and tags agree: sectors, allocation on fill, kept stores") {
    check_variant({true, true, true});
}
