// How host threads share the modules of a cycle: the plan, the shares, the choice, the team, and the domain with them.
#include <catch2/catch.hpp>
#include <chrono>
#include <random>
#include <stdexcept>
#include <thread>

#include "base/relay.h"
#include "heddle/base/stage_plan.h"
#include "heddle/base/thread_choice.h"
#include "heddle/base/thread_shares.h"
#include "heddle/base/worker_team.h"
#include "kit/simple_memory.h"
#include "kit/test_scale.h"
#include "kit/traffic_generator.h"

using namespace heddle;
using Kind = Island::Kind;

namespace {

// Two cores with an SM and a cache each, a network, two partitions with a slice and a controller each, a dispatcher.
enum Module : unsigned { sm0, cache0, sm1, cache1, port0, port1, network, slice0, dram0, slice1, dram1, dispatcher };

std::vector<Island> small_gpu() {
    std::vector<Island> islands(12);
    islands[sm0] = islands[cache0] = {Kind::core, 0};
    islands[sm1] = islands[cache1] = {Kind::core, 1};
    islands[port0] = {Kind::node, 0};
    islands[port1] = {Kind::node, 1};
    islands[network] = {Kind::network, 0};
    islands[slice0] = islands[dram0] = {Kind::partition, 0};
    islands[slice1] = islands[dram1] = {Kind::partition, 1};
    return islands;
}

const std::vector<StagePlan::Binding> small_gpu_bindings{
    {dispatcher, sm0}, {dispatcher, sm1}, {sm0, cache0},     {sm1, cache1},     {cache0, port0}, {cache1, port1},
    {port0, network},  {port1, network},  {network, slice0}, {network, slice1}, {slice0, dram0}, {slice1, dram1}};

}  // namespace

TEST_CASE("stage plan: modules of different islands that are bound to each other are called in different stages") {
    const StagePlan plan(small_gpu(), small_gpu_bindings);
    CHECK(plan.stage(cache0) != plan.stage(port0));
    CHECK(plan.stage(port0) != plan.stage(network));
    CHECK(plan.stage(port0) == plan.stage(port1));
    CHECK(plan.stage(network) != plan.stage(slice0));
    for (const Module module : {cache0, port0, network, slice0}) CHECK(plan.stage(module) != StagePlan::inside);
    for (const Module module : {sm0, sm1, dram0, dram1}) CHECK(plan.stage(module) == StagePlan::inside);
    CHECK(plan.stage(dispatcher) == StagePlan::alone);
    CHECK(plan.uncoloured().empty());
    CHECK(plan.islands(plan.stage(cache0)).size() == 3);  // two cores and the network
}

TEST_CASE("stage plan: a module that no stage fits is called alone") {
    const std::vector<Island> islands{{Kind::core, 0}, {Kind::core, 1}, {Kind::core, 2}};
    const StagePlan plan(islands, {{0, 1}, {1, 2}, {2, 0}});
    CHECK(plan.uncoloured().size() == 1);
    unsigned alone = 0;
    for (unsigned module = 0; module < 3; ++module) alone += plan.stage(module) == StagePlan::alone;
    CHECK(alone == 1);
}

TEST_CASE("stage plan: random bindings never leave two islands of one stage bound to each other") {
    std::mt19937 random(7);
    for (unsigned trial = 0; trial < scaled(200); ++trial) {
        std::vector<Island> islands;
        for (unsigned module = 0; module < 40; ++module)
            islands.push_back(random() % 8 ? Island{Kind::core, static_cast<unsigned>(random() % 12)} : Island{});
        std::vector<StagePlan::Binding> bindings;
        for (unsigned i = 0; i < 30 + trial % 40; ++i) bindings.emplace_back(random() % 40, random() % 40);
        const StagePlan plan(islands, bindings);
        for (const auto& [a, b] : bindings) {
            if (plan.stage(a) == StagePlan::alone || plan.stage(b) == StagePlan::alone) continue;
            if (islands[a] == islands[b]) continue;
            CHECK(plan.stage(a) != plan.stage(b));
            CHECK((plan.stage(a) != StagePlan::inside && plan.stage(b) != StagePlan::inside));
        }
    }
}

TEST_CASE("thread shares: each module has one thread, and the slower thread gives islands away") {
    std::vector<Island> islands;
    for (unsigned i = 0; i < 100; ++i) islands.push_back({Kind::core, i});
    const StagePlan plan(islands, {});
    ThreadShares shares(plan, 100, 3);
    const auto count = [&](unsigned thread) {
        unsigned sum = 0;
        for (unsigned word = 0; word < 2; ++word)
            sum += static_cast<unsigned>(__builtin_popcountll(shares.mask(StagePlan::inside, thread)[word]));
        return sum;
    };
    CHECK(count(0) + count(1) + count(2) == 100);
    CHECK(count(0) == 34);
    // Islands take equal time, but the first thread has something else to do that takes as long as 30 of them.
    for (int step = 0; step < 100; ++step)
        shares.even_out({30.0 + count(0), static_cast<double>(count(1)), static_cast<double>(count(2))});
    CHECK(count(0) + count(1) + count(2) == 100);
    CHECK(count(0) >= 11);
    CHECK(count(0) <= 16);
    CHECK(count(2) >= 40);
    for (int step = 0; step < 200; ++step) shares.even_out({900.0, 1.0, 1.0});
    CHECK(count(0) == 0);
    for (unsigned word = 0; word < 2; ++word) {
        CHECK((shares.mask(StagePlan::inside, 0)[word] & shares.mask(StagePlan::inside, 1)[word]) == 0);
        CHECK((shares.mask(StagePlan::inside, 1)[word] & shares.mask(StagePlan::inside, 2)[word]) == 0);
    }
}

TEST_CASE("thread shares: memory belongs to the network's thread as far as its share goes") {
    const ThreadShares two(StagePlan(small_gpu(), small_gpu_bindings), 12, 2);
    const auto thread_of = [](const ThreadShares& shares, unsigned threads, Module module) {
        for (unsigned thread = 0; thread < threads; ++thread)
            for (unsigned stage = 0; stage < StagePlan::stages; ++stage)
                if (shares.mask(stage, thread)[0] >> module & 1) return thread;
        return threads;
    };
    for (const Module module : {network, slice0, dram0, slice1, dram1}) CHECK(thread_of(two, 2, module) == 0);
    for (const Module module : {sm0, cache0, sm1, cache1}) CHECK(thread_of(two, 2, module) == 1);
    const ThreadShares four(StagePlan(small_gpu(), small_gpu_bindings), 12, 4);
    CHECK(thread_of(four, 4, network) == 0);
    CHECK(thread_of(four, 4, dram1) == 1);
    CHECK(thread_of(four, 4, sm1) == 3);
    CHECK(four.alone()[0] == std::uint64_t{1} << dispatcher);
}

namespace {

// The part of the cycles in which the choice is for two threads. Every other cycle has many due modules, the others
// have few; a call of a module takes 100 ns, and so long do the threads need to meet.
double part_with_several(unsigned many, unsigned few, double meeting) {
    constexpr unsigned cycles = 1'000'000;
    ThreadChoice choice;
    double time = 0;
    std::uint64_t calls = 0;
    unsigned several = 0;
    for (unsigned cycle = 0; cycle < cycles; ++cycle) {
        const unsigned due = cycle % 2 ? few : many;
        several += choice.several(due);
        time += choice.several(due) ? meeting + due * 50.0 : due * 100.0;
        calls += due;
        if (choice.cycle_ended()) choice.period_ended(static_cast<std::uint64_t>(time), calls);
    }
    return static_cast<double>(several) / cycles;
}

}  // namespace

TEST_CASE("thread choice: cycles are shared if it pays") {
    CHECK(part_with_several(200, 200, 500) > 0.98);
    CHECK(part_with_several(200, 200, 20000) < 0.02);
    CHECK(part_with_several(12, 12, 5000) < 0.02);
    CHECK(part_with_several(200, 10, 2000) > 0.48);  // only those with many
    CHECK(part_with_several(200, 10, 2000) < 0.52);
}

TEST_CASE("worker team: all threads work, the caller waits for them, and those that slept are woken") {
    for (const unsigned threads : {1U, 2U, 5U}) {
        WorkerTeam team(threads);
        std::vector<unsigned> calls(threads, 0);
        const auto work = [](void* context, unsigned thread) {
            if (WorkerTeam::thread() == thread && WorkerTeam::at_work())
                ++(*static_cast<std::vector<unsigned>*>(context))[thread];
        };
        const auto rounds = static_cast<unsigned>(scaled(2000));
        for (unsigned round = 0; round < rounds; ++round) team.run(work, &calls);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        team.run(work, &calls);
        CHECK(calls == std::vector<unsigned>(threads, rounds + 1));
        CHECK_FALSE(WorkerTeam::at_work());
    }
}

TEST_CASE("worker team: no thread begins its second half before all have ended their first") {
    struct Halves {
        WorkerTeam team{3};
        std::atomic<unsigned> ended{0};
        std::atomic<bool> early{false};
    } halves;
    const auto rounds = static_cast<unsigned>(scaled(2000));
    for (unsigned round = 1; round <= rounds; ++round) {
        halves.team.run(
            [](void* context, unsigned) {
                auto& all = *static_cast<Halves*>(context);
                ++all.ended;
                all.team.end_first_half();
                all.team.await_first_halves();
                if (all.ended % 3) all.early = true;
            },
            &halves);
    }
    CHECK(halves.ended == 3 * rounds);
    CHECK_FALSE(halves.early);
}

namespace {

// Chains of a generator, relays and a memory, each module an island, so that neighbours are called in different stages.
struct Chains : sc_core::sc_module {
    Chains(sc_core::sc_module_name name, WorkerTeam* team, bool two_clocks) : sc_module(name) {
        if (team) {
            clock.share_work(*team, true);
            other_clock.share_work(*team, true);
        }
        ClockDomain& far_clock = two_clocks ? other_clock : clock;
        for (unsigned i = 0; i < 6; ++i) {
            TrafficParameters traffic;
            traffic.transactions = scaled(400);
            traffic.seed = i + 1;
            SimpleMemoryParameters stalling;
            stalling.stall_percent = 15;
            const std::string number = std::to_string(i);
            generators.push_back(std::make_unique<TrafficGenerator>(("generator_" + number).c_str(), clock, traffic));
            relays.push_back(std::make_unique<Relay>(("relay_" + number).c_str(), clock, 1 + i % 3));
            memories.push_back(std::make_unique<SimpleMemory>(("memory_" + number).c_str(), far_clock, stalling));
            generators[i]->join({Kind::core, i});
            relays[i]->join({Kind::node, i});
            memories[i]->join({Kind::partition, i});
            generators[i]->memory_out.bind(relays[i]->request_in);
            relays[i]->request_out.bind(memories[i]->request_in);
        }
    }
    ClockDomain clock{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
    ClockDomain other_clock{"other_clock", sc_core::sc_time(1300, sc_core::SC_PS)};
    std::vector<std::unique_ptr<TrafficGenerator>> generators;
    std::vector<std::unique_ptr<Relay>> relays;
    std::vector<std::unique_ptr<SimpleMemory>> memories;
};

void check_chains(bool two_clocks) {
    WorkerTeam two(2), four(4);
    Chains one_thread("one_thread", nullptr, two_clocks), two_threads("two_threads", &two, two_clocks),
        four_threads("four_threads", &four, two_clocks);
    sc_core::sc_start();
    for (const Chains* chains : {&one_thread, &two_threads, &four_threads})
        for (unsigned i = 0; i < 6; ++i) {
            CHECK(chains->generators[i]->done());
            CHECK(chains->generators[i]->first_error() == "");
            CHECK(chains->generators[i]->live_payloads() == 0);
            CHECK(chains->generators[i]->fingerprint() == one_thread.generators[i]->fingerprint());
        }
    CHECK(one_thread.clock.sharing().shared == 0);
    CHECK(two_threads.clock.sharing().shared == (two_clocks ? 12 : 18));
    CHECK(two_threads.clock.sharing().alone == 0);
    CHECK(two_threads.clock.sharing().reason == "");
}

}  // namespace

TEST_CASE("threads: every request is answered in the same cycle as with one thread") {
    check_chains(false);
}

TEST_CASE("threads: wake-ups in another clock domain wait for the kernel's thread") {
    check_chains(true);
}

namespace {

struct Thrower : Ticked {
    Thrower(sc_core::sc_module_name name, ClockDomain& domain) : Ticked(name, domain) { wake_at(1); }
    void tick(Cycle now) override {
        if (now == 5) throw std::runtime_error(name());
        wake_at(now + 1);
    }
};

}  // namespace

TEST_CASE("threads: of several errors in a cycle, that of the first module is reported") {
    WorkerTeam team(3);
    ClockDomain clock("clock", sc_core::sc_time(1, sc_core::SC_NS));
    clock.share_work(team, true);
    std::vector<std::unique_ptr<Thrower>> throwers;
    for (unsigned i = 0; i < 9; ++i) {
        throwers.push_back(std::make_unique<Thrower>(("thrower_" + std::to_string(i)).c_str(), clock));
        throwers.back()->join({Kind::core, 8 - i});
    }
    CHECK_THROWS_WITH(sc_core::sc_start(), Catch::Contains("thrower_8"));
    CHECK(clock.now() == 5);
}
