// An SM in front of the units with pools: the order in which modules are evaluated changes nothing, nor do ticks for
// which they have not asked.
#include <catch2/catch.hpp>
#include <random>

#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;

namespace {

Script random_script(std::uint32_t cta, std::uint32_t warp) {
    std::mt19937 random(cta * 64 + warp);
    Script steps;
    for (unsigned i = 0; i < 60; ++i) {
        const auto reg = static_cast<std::uint16_t>(random() % 16);
        const std::uint64_t address = random() % 64 * 128;
        const unsigned kind = random() % 10, stride = random() % 3 ? 4 : 128;
        if (kind < 5)
            steps.push_back(memory(Operation::load, AddressSpace::global, reg, address, 0, stride));
        else if (kind < 7)
            steps.push_back(memory(Operation::store, AddressSpace::global, reg, address, i, stride));
        else if (kind == 7)
            steps.push_back(random() % 2 ? fence() : memory(Operation::atomic, AddressSpace::global, reg, address, 1));
        else
            steps.push_back(compute(kind == 8 ? ExecutionUnit::wide_sum : ExecutionUnit::alu, reg,
                                    {static_cast<std::uint16_t>(random() % 16)}));
        if (i % 20 == 19) steps.push_back(barrier());
    }
    return steps;
}

struct Shuffled : sc_core::sc_module {
    Shuffled(sc_core::sc_module_name name, const SmParameters& sm, const LsuPoolParameters& pool, unsigned order)
        : sc_module(name), bench(sm, 4, pool, 1) {
        bench.clock.set_evaluation_order_seed(order);
        bench.clock.set_spurious_ticks_seed(order);
        bench.memory.latency = [](unsigned index) { return 1 + index * 7919 % 53; };
        bench.add_kernel(6, random_script);
    }
    std::string outcome() {
        bench.sm.settle_counters();
        bench.lsu.settle_counters();
        std::string text;
        for (const auto& issue : bench.table.kernels[0]->issues)
            text +=
                std::to_string(issue.warp) + ":" + std::to_string(issue.pc) + "@" + std::to_string(issue.cycle) + " ";
        for (const Block* block : {static_cast<const Block*>(&bench.sm), static_cast<const Block*>(&bench.lsu)})
            for (const NamedCounter& counter : block->counters())
                text += std::string("\n") + counter.name() + " " + std::to_string(counter.value());
        return text;
    }
    SmBench bench;
};

void check_orders(const char* pool, unsigned warp_limit, SmParameters sm = {}) {
    sm.monitor_waiting = true;
    sm.warp_limit = warp_limit;
    LsuPoolParameters unit;
    unit.pool = pool;
    unit.warppool.instruction_queue_entries = 2;
    std::vector<std::unique_ptr<Shuffled>> all;
    for (unsigned order = 0; order < 4; ++order)
        all.push_back(std::make_unique<Shuffled>(("bench_" + std::to_string(order)).c_str(), sm, unit, order));
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    for (auto& shuffled : all)
        for (std::uint32_t cta = 0; cta < 12; ++cta) shuffled->bench.launch(cta);
    sc_core::sc_start();
    for (auto& shuffled : all) {
        shuffled->bench.run();
        CHECK(shuffled->outcome() == all[0]->outcome());
    }
    CHECK(all[0]->bench.sm.ctas_finished.value() == 12);
}

}  // namespace

TEST_CASE("evaluation order changes nothing: warppool") {
    check_orders("warppool", 0);
}
TEST_CASE("evaluation order changes nothing: warppool with a warp limit") {
    check_orders("warppool", 4);
}
TEST_CASE("evaluation order changes nothing: mrpb") {
    check_orders("mrpb", 0);
}
TEST_CASE("evaluation order changes nothing: sums of 64 bits and loads that hold their scheduler") {
    SmParameters sm;
    sm.wide_sum_issue_cycles = 5;
    sm.wide_sum_interval_cycles = 7;
    sm.load_issue_cycles = 2;
    check_orders("warppool", 0, sm);
}
