// Random programs through units that reorder: every load must bring what program order inside its warp and barriers
// between warps allow, which here is exactly one value.
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "heddle/lsu/pool/warppool/warppool_lsu.h"
#include "kit/test_scale.h"
#include "sm_bench.h"

using namespace heddle;

namespace {

constexpr unsigned warps = 12, epochs = 6, words_of_warp = 40;

// The words are dealt out to the warps one by one, so that every line belongs to all of them; after each barrier each
// warp gets the words of its neighbour: it must see that one's stores, and that one's last loads must not see its own.
std::uint64_t address_of(std::uint32_t cta, unsigned owner, unsigned word) {
    return 0x10000 + cta * std::uint64_t{words_of_warp} * warps * 4 + (std::uint64_t{word} * warps + owner) * 4;
}

struct RandomAccess {
    Operation operation = Operation::load;
    LaneMask lanes = 0;
    std::array<std::uint64_t, warp_lanes> address{};
    std::array<std::uint32_t, warp_lanes> value{};
};

struct WarpProgram {
    std::vector<RandomAccess> accesses;  // by pc; barriers and fences are the empty ones
    Script script;
    bool ended_at(unsigned pc) const { return pc >= script.size(); }
};

RandomAccess random_access(std::mt19937& random, std::uint32_t cta, unsigned owner) {
    RandomAccess access;
    const unsigned kind = random() % 8, shape = random() % 4;
    access.operation = kind < 4 ? Operation::load : kind < 7 ? Operation::store : Operation::atomic;
    access.lanes = random() % 2 ? all_lanes : static_cast<LaneMask>(random()) | 1;
    const unsigned base = random() % words_of_warp;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        const unsigned word = shape == 0 ? base : shape == 1 ? base + lane : random();
        access.address[lane] = address_of(cta, owner, word % words_of_warp);
        access.value[lane] = random();
    }
    return access;
}

Step step_of(const RandomAccess& access, std::uint16_t reg) {
    Step step = script::memory(access.operation, AddressSpace::global, reg, 0);
    step.lanes = access.lanes;
    step.fill = [access](LaneAccess& lanes) {
        lanes.access_bytes = 4;
        lanes.atomic_op = AtomicOp::add;
        lanes.atomic_type = ElementType::u32;
        lanes.bypass_l1 = false;
        lanes.address = access.address;
        std::memcpy(lanes.data.data(), access.value.data(), sizeof access.value);
    };
    return step;
}

// With `early_exits` all warps end behind their last accesses, and some of them in front of a barrier to which others
// come.
WarpProgram random_program(unsigned seed, std::uint32_t cta, unsigned warp, unsigned length, bool early_exits) {
    std::mt19937 random(seed + cta * 64 + warp);
    WarpProgram program;
    unsigned last = epochs;  // behind it is no barrier
    if (early_exits) last = warp % 3 ? random() % epochs : epochs - 1;
    for (unsigned epoch = 0; epoch < epochs; ++epoch) {
        for (unsigned i = 0; i < length; ++i) {
            if (random() % 16 == 0) {
                program.accesses.emplace_back();
                program.script.push_back(script::fence());
            }
            program.accesses.push_back(random_access(random, cta, (warp + epoch) % warps));
            program.script.push_back(step_of(program.accesses.back(), static_cast<std::uint16_t>(random() % 24)));
        }
        if (epoch == last) break;
        program.accesses.emplace_back();
        program.script.push_back(script::barrier());
    }
    return program;
}

using Memory = std::map<std::uint64_t, std::uint32_t>;
using Expected = std::map<std::array<std::uint32_t, 3>, std::array<std::uint32_t, warp_lanes>>;  // by cta, warp, pc

void interpret(const RandomAccess& access, Memory& memory, std::array<std::uint32_t, warp_lanes>& result) {
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        if (!(access.lanes >> lane & 1)) continue;
        std::uint32_t& word = memory[access.address[lane]];
        result[lane] = word;
        if (access.operation == Operation::store) word = access.value[lane];
        if (access.operation == Operation::atomic) word += access.value[lane];
    }
}

// Warp after warp, from barrier to barrier.
void interpret_cta(std::uint32_t cta, const std::vector<WarpProgram>& programs, Memory& memory, Expected& expected) {
    std::vector<unsigned> pc(warps, 0);
    for (unsigned epoch = 0; epoch < epochs; ++epoch)
        for (unsigned warp = 0; warp < warps; ++warp)
            for (; !programs[warp].ended_at(pc[warp]); ++pc[warp]) {
                const Operation operation = programs[warp].script[pc[warp]].instruction.operation;
                if (operation == Operation::barrier) {
                    ++pc[warp];
                    break;
                }
                if (operation == Operation::fence) continue;
                interpret(programs[warp].accesses[pc[warp]], memory, expected[{cta, warp, pc[warp]}]);
            }
}

struct Setup {
    const char* pool;
    const char* policy = "oldest";
    unsigned seed = 1, order_seed = 0;
    bool sm_keeps_order = true;
    const char* mrpb_flush = "all";
    unsigned banked_in_turn = 1;
    bool queues_in_turn = false;
    unsigned queue_interval = 1;
    bool posted_stores = false;  // and warps that end before others
};

SmParameters four_ctas(const Setup& setup) {
    SmParameters sm;
    sm.max_ctas = 4;
    if (setup.queues_in_turn || setup.queue_interval > 1) sm.memory_queue_entries = 8;
    sm.memory_queues_in_turn = setup.queues_in_turn;
    sm.memory_interval_cycles = setup.queue_interval;
    sm.posted_stores = setup.posted_stores;
    return sm;
}

// What the SM believes of its unit: an SM that takes it for an in-order one does not keep the order.
LsuTraits traits_of(const Setup& setup, const LsuPoolParameters& unit) {
    LsuTraits traits = unit.traits();
    if (!setup.sm_keeps_order) traits.order = LsuTraits::Order::in_order;
    return traits;
}

LsuPoolParameters unit_of(const Setup& setup) {
    LsuPoolParameters unit;
    unit.pool = setup.pool;
    unit.warppool.policy = setup.policy;
    unit.warppool.quantum_cycles = 500;
    unit.warppool.toggle_percent = 0;
    unit.mrpb.flush = setup.mrpb_flush;
    unit.l1_banks = 1;  // as many ports as the memory here
    if (setup.banked_in_turn > 1) {
        unit.banked.data_banks = 32;
        unit.banked.pass_cycles = unit.banked.in_turn = setup.banked_in_turn;
        unit.banked.in_sight = 2 * setup.banked_in_turn;
    }
    return unit;
}

// Runs random programs; returns how many lanes and words of memory differ from what the interpreter says.
unsigned differences(const Setup& setup, unsigned ctas, unsigned length) {
    const LsuPoolParameters unit = unit_of(setup);
    SmBench bench(four_ctas(setup), 8, unit, 1, traits_of(setup, unit));
    std::mt19937 latencies(setup.seed);
    bench.memory.latency = [&](unsigned) { return 1 + latencies() % 60; };
    if (setup.order_seed) bench.clock.set_evaluation_order_seed(setup.order_seed);
    std::map<std::uint32_t, std::vector<WarpProgram>> programs;
    Memory memory;
    Expected expected;
    for (std::uint32_t cta = 0; cta < ctas; ++cta) {
        for (unsigned warp = 0; warp < warps; ++warp)
            programs[cta].push_back(random_program(setup.seed, cta, warp, length, setup.posted_stores));
        interpret_cta(cta, programs[cta], memory, expected);
    }
    auto& kernel = bench.add_kernel(warps, [&](auto cta, auto warp) { return programs[cta][warp].script; });
    sc_core::sc_start(sc_core::SC_ZERO_TIME);  // the order is shuffled at elaboration
    for (std::uint32_t cta = 0; cta < ctas; ++cta) bench.launch(cta);
    bench.run();
    CHECK(kernel.results.size() > ctas * warps * epochs * length / (setup.posted_stores ? 5 : 3));
    if (auto* pool = dynamic_cast<WarpPoolLsu*>(&bench.lsu))
        CHECK(pool->pool.merges.value() > kernel.results.size() / 10);
    unsigned wrong = 0;
    for (const auto& result : kernel.results) {
        const auto& words = expected.at({result.cta, result.warp, result.pc});
        const LaneMask lanes = programs[result.cta][result.warp].accesses[result.pc].lanes;
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            wrong += (lanes >> lane & 1) && result.words[lane] != words[lane];
    }
    for (const auto& [address, word] : memory)
        for (unsigned byte = 0; byte < 4; ++byte)
            wrong += bench.memory.byte(address + byte) != (word >> byte * 8 & 255);
    return wrong;
}

// Each lane accesses a line of its own.
Step lines_from(Operation operation, std::uint16_t reg, std::uint64_t first) {
    RandomAccess access;
    access.operation = operation;
    access.lanes = all_lanes;
    for (unsigned lane = 0; lane < warp_lanes; ++lane) access.address[lane] = first + lane * line_bytes;
    access.value.fill(1);
    return step_of(access, reg);
}

// Warp 0 has loads of 32 lines each on their way when it comes to a barrier; behind it a warp of another scheduler
// stores to what the last of them reads.
std::uint32_t loaded_before_a_store(const Setup& setup) {
    const LsuPoolParameters unit = unit_of(setup);
    SmParameters parameters = four_ctas(setup);
    parameters.schedulers = 2;
    SmBench bench(parameters, 8, unit, 1, traits_of(setup, unit));
    constexpr std::uint16_t loads = 4;
    auto& kernel = bench.add_kernel(2, [&](auto, auto warp) {
        Script script;
        for (std::uint16_t i = 0; warp == 0 && i < loads; ++i)
            script.push_back(lines_from(Operation::load, i, 0x10000 + i * 0x1000));
        script.push_back(script::barrier());
        if (warp == 1) script.push_back(lines_from(Operation::store, 0, 0x10000 + (loads - 1) * 0x1000));
        return script;
    });
    bench.launch();
    bench.run();
    std::uint32_t seen = 0;
    for (const auto& result : kernel.results)
        for (const std::uint32_t word : result.words) seen += word;
    CHECK(bench.memory.byte(0x10000 + (loads - 1) * 0x1000) == 1);
    return seen;
}

// Warp 1 stores ones to 32 lines several times and ends; behind a barrier warp 0 loads what the last of its stores
// wrote.
std::uint32_t loaded_after_an_exit(Setup setup) {
    setup.posted_stores = true;
    SmBench bench(four_ctas(setup), 8, unit_of(setup));
    constexpr std::uint16_t stores = 12;
    const auto address = [](unsigned store) { return 0x10000 + store * 0x1000; };
    auto& kernel = bench.add_kernel(2, [&](auto, auto warp) {
        if (warp == 0) return Script{script::barrier(), lines_from(Operation::load, 0, address(stores - 1))};
        Script script;
        for (std::uint16_t i = 0; i < stores; ++i) script.push_back(lines_from(Operation::store, i, address(i)));
        return script;
    });
    bench.launch();
    bench.run();
    REQUIRE(kernel.results.size() == 1);
    std::uint32_t seen = 0;
    for (const std::uint32_t word : kernel.results[0].words) seen += word;
    return seen;
}

constexpr unsigned ctas = 8, many_ctas = 60;
unsigned length() {
    return static_cast<unsigned>(scaled(40, 5));
}

}  // namespace

TEST_CASE("random programs are right: warppool, oldest first") {
    CHECK(differences({"warppool"}, ctas, length()) == 0);
}
TEST_CASE("random programs are right: warppool, lowest warp first, shuffled evaluation") {
    CHECK(differences({"warppool", "warp_id", 2, 11}, ctas, length()) == 0);
}
TEST_CASE("random programs are right: warppool, changing policies") {
    CHECK(differences({"warppool", "adaptive", 3, 5}, ctas, length()) == 0);
}
TEST_CASE("random programs are right: mrpb, shuffled evaluation") {
    CHECK(differences({"mrpb", "oldest", 5, 7}, ctas, length()) == 0);
}
TEST_CASE("random programs are right: mrpb in which stores wait for their own warp's loads only") {
    CHECK(differences({"mrpb", "oldest", 5, 7, true, "own"}, ctas, length()) == 0);
}
TEST_CASE("random programs are right: no pool") {
    CHECK(differences({"none", "oldest", 6}, ctas, length()) == 0);
}
// Many barriers with few accesses between them: what matters here is who passes whom at a barrier.
TEST_CASE("random programs are right: banked, instructions that take their passes in turn") {
    Setup setup{"banked", "oldest", 7, 3};
    setup.banked_in_turn = 4;
    CHECK(differences(setup, many_ctas, 3) == 0);
}
TEST_CASE("random programs are right: memory instructions of a scheduler some cycles apart") {
    Setup setup{"none", "oldest", 8, 2};
    setup.queue_interval = 8;
    CHECK(differences(setup, many_ctas, 3) == 0);
}
TEST_CASE("random programs are right: schedulers that send memory instructions in turn, to a banked unit with turns") {
    Setup setup{"banked", "oldest", 9, 1};
    setup.queues_in_turn = true;
    setup.queue_interval = 4;
    setup.banked_in_turn = 2;
    CHECK(differences(setup, many_ctas, 3) == 0);
}
// The stores of one CTA may come back while the next has its slot.
TEST_CASE("random programs are right: posted stores of warps that end early, a banked unit with turns") {
    Setup setup{"banked", "oldest", 11, 5};
    setup.banked_in_turn = 4;
    setup.posted_stores = true;
    CHECK(differences(setup, many_ctas, 3) == 0);
}
TEST_CASE("random programs are right: posted stores of warps that end early, queues and a banked unit with turns") {
    Setup setup{"banked", "oldest", 10, 5};
    setup.queues_in_turn = true;
    setup.banked_in_turn = 4;
    setup.posted_stores = true;
    CHECK(differences(setup, many_ctas, 3) == 0);
}
TEST_CASE("a load in front of a barrier does not see a store behind it: schedulers' turns in one queue") {
    Setup setup{"none"};
    setup.queue_interval = 8;
    CHECK(loaded_before_a_store(setup) == 0);
}
TEST_CASE("a load in front of a barrier does not see a store behind it: queues in turn") {
    Setup setup{"none"};
    setup.queues_in_turn = true;
    CHECK(loaded_before_a_store(setup) == 0);
}
TEST_CASE("a load in front of a barrier does not see a store behind it: a banked unit with turns") {
    Setup setup{"banked"};
    setup.banked_in_turn = 4;
    CHECK(loaded_before_a_store(setup) == 0);
}
TEST_CASE("a load in front of a barrier does not see a store behind it: queues in turn and a banked unit with turns") {
    Setup setup{"banked"};
    setup.queues_in_turn = true;
    setup.queue_interval = 4;
    setup.banked_in_turn = 2;
    CHECK(loaded_before_a_store(setup) == 0);
}
TEST_CASE("a load behind a barrier sees the posted stores of a warp that has ended: turns in one queue") {
    Setup setup{"none"};
    setup.queue_interval = 8;
    CHECK(loaded_after_an_exit(setup) == warp_lanes);
}
TEST_CASE("a load behind a barrier sees the posted stores of a warp that has ended: queues in turn") {
    Setup setup{"none"};
    setup.queues_in_turn = true;
    CHECK(loaded_after_an_exit(setup) == warp_lanes);
}
TEST_CASE("a load behind a barrier sees the posted stores of a warp that has ended: a banked unit with turns") {
    Setup setup{"banked"};
    setup.banked_in_turn = 4;
    CHECK(loaded_after_an_exit(setup) == warp_lanes);
}
TEST_CASE("random programs go wrong in a warppool whose SM does not keep the order") {
    CHECK(differences({"warppool", "oldest", 1, 0, false}, ctas, 40) > 0);
}
TEST_CASE("random programs go wrong in mrpb if neither stores nor barriers wait for other warps' loads in its queues") {
    CHECK(differences({"mrpb", "oldest", 5, 0, false, "own"}, ctas, 40) > 0);
}
