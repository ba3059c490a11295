// An SM in front of a load/store unit that does not keep everything in order: which warps wait, and for what.
#include <catch2/catch.hpp>

#include "heddle/lsu/pool/warppool/warppool_lsu.h"
#include "heddle/sm/memory_order.h"
#include "sm_bench.h"

using namespace heddle;
using namespace heddle::script;
using Verdict = MemoryOrder::Verdict;

namespace {

SmParameters monitored() {
    SmParameters parameters;
    parameters.monitor_waiting = true;
    return parameters;
}

LsuPoolParameters pool(const char* name) {
    LsuPoolParameters parameters;
    parameters.pool = name;
    return parameters;
}

// The cycle in which the memory sees the first request to a line.
Cycle taken(const SmBench& bench, std::uint64_t line, AccessKind kind) {
    for (const auto& request : bench.memory.requests)
        if (line_of(request.address) == line && request.kind == kind) return request.taken;
    return never;
}

std::uint64_t counter(SmBench& bench, const std::string& name) {
    bench.sm.settle_counters();
    for (const NamedCounter& named : bench.sm.counters())
        if (named.name() == name) return named.value();
    throw std::logic_error("no counter " + name);
}

}  // namespace

TEST_CASE("order: loads may follow loads, stores nothing, nothing a store") {
    MemoryOrder order({LsuTraits::Order::unordered, 16, 8}, 48);
    CHECK(order.verdict(0, true) == Verdict::may_issue);
    CHECK(order.verdict(0, false) == Verdict::may_issue);
    order.issued(0, true);
    CHECK(order.verdict(0, true) == Verdict::may_issue);
    CHECK(order.verdict(0, false) == Verdict::store_behind);
    CHECK(order.verdict(1, false) == Verdict::may_issue);  // another warp
    order.left_unit(0);
    CHECK(order.verdict(0, false) == Verdict::may_issue);
    order.issued(0, false);
    CHECK(order.verdict(0, true) == Verdict::load_behind_store);
    CHECK(order.verdict(0, false) == Verdict::store_behind);
}

TEST_CASE("order: the entries of a queue are shared by its warps and become free again") {
    MemoryOrder order({LsuTraits::Order::in_order, 16, 2}, 48);
    CHECK(order.needs_notifications());
    order.issued(0, true);
    order.issued(2, false);
    for (unsigned warp : {0, 1, 2}) CHECK(order.verdict(warp, true) == Verdict::queue_full);
    CHECK(order.verdict(3, true) == Verdict::may_issue);
    CHECK(order.is_full(0));
    CHECK(order.warps_of(0) == 7);
    CHECK(order.warps_of(15) == std::uint64_t{7} << 45);
    order.left_queue(0);
    CHECK(order.verdict(1, true) == Verdict::may_issue);
    CHECK_FALSE(MemoryOrder({}, 48).needs_notifications());
}

TEST_CASE("scenario b: the store waits until the load has left, the next load until the store has left") {
    SmBench bench(monitored(), 8, pool("warppool"));
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{load(1, 0x1000), store(5, 0x2000, 7), load(2, 0x3000)};
    });
    bench.launch();
    bench.run();
    // Received with the send, so visible in the SM in the cycle in which the memory sees the line.
    CHECK(kernel.issued(0, 0, 1) == taken(bench, 0x1000, AccessKind::load));
    CHECK(kernel.issued(0, 0, 2) == taken(bench, 0x2000, AccessKind::store));
    CHECK(counter(bench, "store_order_wait_cycles") == kernel.issued(0, 0, 1) - kernel.issued(0, 0, 0) - 1);
    CHECK(counter(bench, "load_order_wait_cycles") == kernel.issued(0, 0, 2) - kernel.issued(0, 0, 1) - 1);
}

TEST_CASE("order: loads of a warp follow each other without waiting") {
    SmBench bench(monitored(), 8, pool("warppool"));
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{load(1, 0x1000), load(2, 0x2000), load(3, 0x3000)};
    });
    bench.launch();
    bench.run();
    for (unsigned pc = 1; pc < 3; ++pc) CHECK(kernel.issued(0, 0, pc) == kernel.issued(0, 0, 0) + pc);
}

TEST_CASE("order: a full instruction queue holds back its warps and no others") {
    SmBench bench(
        monitored(), 8,
        [] {
            LsuPoolParameters parameters = pool("warppool");
            parameters.warppool.instruction_queues = 24;
            parameters.warppool.instruction_queue_entries = 2;
            return parameters;
        }(),
        1);
    bench.memory.takes_from = 200;
    // Warps 0 and 1 share a queue. Behind the blocked L1 two divergent loads fill the coalescers, two the queue.
    auto& kernel = bench.add_kernel(4, [](auto, auto warp) {
        Script steps;
        for (std::uint16_t i = 0; i < (warp < 2 ? 4 : 1); ++i)
            steps.push_back(memory(Operation::load, AddressSpace::global, i, warp * 65536 + i * 8192, 0, 4096));
        return steps;
    });
    bench.launch();
    sc_core::sc_start(150, sc_core::SC_NS);
    unsigned issued = 0;
    for (const auto& issue : kernel.issues) issued += issue.warp < 2 && issue.pc < 4;
    CHECK(issued == 4);
    CHECK(kernel.issued(0, 2, 0) < 50);
    CHECK(kernel.issued(0, 3, 0) < 50);
    bench.run();
    CHECK(counter(bench, "instruction_queue_full_cycles") > 200);
    CHECK(counter(bench, "memory_waiting_cycles") > 100);
    CHECK(counter(bench, "memory_waiting_instructions") >= counter(bench, "instruction_queue_full_cycles"));
}

TEST_CASE("order: a barrier waits until no load of the CTA can be passed any more") {
    SmBench bench(monitored(), 8, pool("mrpb"), 1);
    // Warp 9's load waits in a queue behind many of warp 0; warp 0's store behind the barrier must not pass it.
    auto& kernel = bench.add_kernel(10, [](auto, auto warp) -> Script {
        if (warp == 9) return {load(1, 0x1000), barrier()};
        if (warp != 0) return {barrier()};
        return {memory(Operation::load, AddressSpace::global, 1, 0x8000, 0, 256), barrier(), store(5, 0x1000, 100)};
    });
    bench.memory.takes_from = 100;
    bench.launch();
    bench.run();
    CHECK(taken(bench, 0x1000, AccessKind::load) < taken(bench, 0x1000, AccessKind::store));
    CHECK(kernel.issued(0, 0, 2) > taken(bench, 0x1000, AccessKind::load));
    for (const auto& result : kernel.results)
        if (result.warp == 9) CHECK(result.words[0] == 0);
}

TEST_CASE("order: a fence waits for loads in the unit") {
    SmBench bench(monitored(), 8, pool("warppool"));
    auto& kernel = bench.add_kernel(1, [](auto, auto) {
        return Script{memory(Operation::load, AddressSpace::global, 1, 0x8000, 0, 256), fence(), alu(2)};
    });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 2) == bench.memory.requests[31].taken);
}

TEST_CASE("order: without notifications the SM waits for the unit's responses") {
    SmBench bench(monitored(), 8, pool("none"), 64, LsuTraits{LsuTraits::Order::unordered, 1, 1});
    auto& kernel = bench.add_kernel(2, [](auto, auto) { return Script{load(1, 0x1000), store(5, 0x2000, 7)}; });
    bench.launch();
    bench.run();
    CHECK(kernel.issued(0, 0, 1) > kernel.issued(0, 0, 0) + 10);
    CHECK(bench.memory.requests.size() == 4);
}

TEST_CASE("waiting instructions are counted in every cycle, asleep or not") {
    // One instruction at a time goes to a unit that is blocked from cycle 4 to 99.
    SmParameters parameters;
    parameters.monitor_waiting = true;
    parameters.schedulers = 1;
    SmBench bench(parameters, 8, pool("none"), 1);
    bench.memory.takes_from = 100;
    auto& kernel = bench.add_kernel(12, [](auto, auto) { return Script{load(1, 0x1000)}; });
    bench.launch();
    bench.run();
    std::uint64_t expected = 0;
    for (unsigned warp = 0; warp < 12; ++warp) expected += kernel.issued(0, warp, 0) - 2;  // all are ready from 2 on
    CHECK(counter(bench, "memory_waiting_instructions") == expected);
    Cycle last = 0;
    for (unsigned warp = 0; warp < 12; ++warp) last = std::max(last, kernel.issued(0, warp, 0));
    CHECK(counter(bench, "memory_waiting_cycles") == last - 2);
}

TEST_CASE("more instruction queues than warps are refused") {
    CHECK_THROWS_WITH(SmBench({}, 8, pool("none"), 64, LsuTraits{LsuTraits::Order::in_order, 49, 1}),
                      Catch::Contains("lsu.instruction_queues") && Catch::Contains("48"));
}

TEST_CASE("a warp limit lets the oldest warps issue, and no barrier waits for ever") {
    SmParameters parameters;
    parameters.warp_limit = 2;
    parameters.schedulers = 1;
    SmBench bench(parameters);
    bench.memory.latency = [](unsigned) { return 100; };
    auto& kernel = bench.add_kernel(6, [](auto, auto) {
        return Script{load(1, 0x1000), alu(2, {1}), barrier(), load(3, 0x2000), alu(4, {3})};
    });
    bench.launch(0);
    bench.launch(1);
    bench.run();
    CHECK(kernel.issued(0, 0, 0) == 2);
    CHECK(kernel.issued(0, 1, 0) == 3);
    CHECK(kernel.issued(0, 2, 0) > kernel.issued(0, 0, 1));  // it may issue when another warp waits at the barrier
    CHECK(bench.sm.ctas_finished.value() == 2);
}
