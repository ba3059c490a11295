// Random traffic through all banks at once against a byte-exact reference, in several orders of evaluation.
#include <catch2/catch.hpp>
#include <memory>

#include "heddle/l1_cache/l1_cache.h"
#include "kit/checking_binder.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"

using namespace heddle;

namespace {

constexpr unsigned banks = 4;

L1CacheParameters small(bool in_turn) {
    L1CacheParameters parameters;
    parameters.size_bytes = 32 * 4 * 128;
    parameters.set_hash = "fermi";
    parameters.banks = banks;
    parameters.mshr_entries = 6;
    parameters.mshr_merges = 3;
    parameters.latency_cycles = 9;
    parameters.miss_queue_entries = 2;
    parameters.request_queue_entries = 2;
    parameters.answers_in_turn = in_turn;
    if (in_turn) parameters.waited_interval_percent = 130;
    return parameters;
}

// Each generator has a part of memory for itself and comes in by a bank of its own.
struct BankTraffic : sc_core::sc_module {
    BankTraffic(sc_core::sc_module_name name, std::uint64_t transactions, std::uint64_t order, bool in_turn = false)
        : sc_module(name),
          clock("clock", period_of_mhz(1400)),
          l1("l1", clock, small(in_turn)),
          memory("memory", clock, SimpleMemoryParameters{}) {
        clock.set_evaluation_order_seed(order);
        for (unsigned bank = 0; bank < banks; ++bank) {
            TrafficParameters traffic;
            traffic.transactions = transactions;
            traffic.base = 0x10000 + bank * 0x10000;
            traffic.footprint_bytes = 8192;
            traffic.write_percent = 20;
            traffic.seed = bank + 1;
            generators.push_back(
                std::make_unique<TrafficGenerator>(("generator_" + std::to_string(bank)).c_str(), clock, traffic));
            binder.bind(generators.back()->memory_out, l1.bank_in(bank));
        }
        binder.bind(l1.memory_out, memory.request_in);
    }
    void check() {
        for (auto& generator : generators) {
            CHECK(generator->done());
            CHECK(generator->first_error() == "");
            CHECK(generator->check_by_debug() == "");
            CHECK(generator->live_payloads() == 0);
        }
        CHECK(binder.violations().empty());
        CHECK(binder.outstanding() == 0);
        CHECK(l1.idle());
    }
    std::string statistics() const {
        std::string text;
        for (const NamedCounter& counter : l1.counters())
            text += std::string(counter.name()) + " " + std::to_string(counter.value()) + "\n";
        return text;
    }
    ClockDomain clock;
    L1Cache l1;
    SimpleMemory memory;
    std::vector<std::unique_ptr<TrafficGenerator>> generators;
    CheckingBinder binder;
};

}  // namespace

TEST_CASE("200000 random accesses through four banks return the right bytes") {
    BankTraffic bench("bench", scaled(50000, 10000), 0);
    sc_core::sc_start();
    bench.check();
    for (const Counter* counter : {&bench.l1.hits, &bench.l1.hits_reserved, &bench.l1.misses, &bench.l1.closed_misses,
                                   &bench.l1.evictions, &bench.l1.fails_mshr_full, &bench.l1.fails_merge_full}) {
        INFO(bench.l1.name_of(*counter));
        CHECK(counter->value() > scaled(10, 0));
    }
}

TEST_CASE("statistics of a banked L1 do not depend on the order in which modules are evaluated") {
    std::vector<std::unique_ptr<BankTraffic>> benches;
    for (bool in_turn : {false, true})
        for (std::uint64_t order = 0; order < 6; ++order)
            benches.push_back(std::make_unique<BankTraffic>(
                ((in_turn ? "in_turn_" : "side_by_side_") + std::to_string(order)).c_str(), 4000, order, in_turn));
    sc_core::sc_start();
    for (std::size_t i = 0; i < benches.size(); ++i) {
        benches[i]->check();
        CHECK(benches[i]->statistics() == benches[i / 6 * 6]->statistics());
    }
}
