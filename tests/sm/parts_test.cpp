// Schedulers, scoreboard, timers, issue units and occupancy, without a simulation.
#include <array>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "heddle/base/error.h"
#include "heddle/sm/issue_units.h"
#include "heddle/sm/scoreboard.h"
#include "heddle/sm/warp_scheduler/warp_limiter.h"
#include "heddle/sm/warp_scheduler/warp_scheduler.h"
#include "heddle/sm/warp_timers.h"
#include "heddle/stimulus/occupancy.h"
#include "kit/test_scale.h"

using namespace heddle;

TEST_CASE("GTO stays with a warp, then takes the oldest") {
    const auto gto = make_warp_scheduler("gto");
    for (unsigned slot : {6, 2, 4}) gto->add(slot, 0);  // 6 is the oldest
    CHECK(gto->pick(1 << 2 | 1 << 4) == 2);
    CHECK(gto->pick(1 << 2 | 1 << 4 | 1 << 6) == 2);  // greedy, though 6 is older
    CHECK(gto->pick(1 << 4 | 1 << 6) == 6);
    CHECK(gto->pick(1 << 2 | 1 << 4 | 1 << 6) == 6);
    gto->remove(6);
    CHECK(gto->pick(1 << 2 | 1 << 4) == 2);
    gto->add(6, 0);  // comes back as the youngest
    CHECK(gto->pick(1 << 4 | 1 << 6) == 4);
}

TEST_CASE("LRR goes round") {
    const auto lrr = make_warp_scheduler("lrr");
    const std::uint64_t ready = 1 << 1 | 1 << 5 | std::uint64_t{1} << 63;
    CHECK(lrr->pick(ready) == 1);
    CHECK(lrr->pick(ready) == 5);
    CHECK(lrr->pick(ready) == 63);
    CHECK(lrr->pick(ready) == 1);
    CHECK(lrr->pick(1 << 0) == 0);
    CHECK(lrr->pick(ready) == 1);
}

TEST_CASE("the oldest CTA goes first, its warps in turn, and a warp goes on while it can") {
    const auto scheduler = make_warp_scheduler("oldest_cta");
    for (unsigned slot : {0, 4, 8}) scheduler->add(slot, 3);
    for (unsigned slot : {12, 16}) scheduler->add(slot, 1);
    const std::uint64_t old = 1 << 0 | 1 << 4 | 1 << 8, young = 1 << 12 | 1 << 16;
    CHECK(scheduler->pick(old | young) == 8);
    CHECK(scheduler->pick(old | young) == 8);
    CHECK(scheduler->pick(1 << 0 | 1 << 4 | young) == 4);
    CHECK(scheduler->pick(1 << 0 | 1 << 8 | young) == 0);
    CHECK(scheduler->pick(1 << 4 | 1 << 8 | young) == 8);
    CHECK(scheduler->pick(young) == 16);
    CHECK(scheduler->pick(old | young) == 16);   // greedy, though others are older
    CHECK(scheduler->pick(old | 1 << 12) == 4);  // its CTA goes on where it was
    for (unsigned slot : {0, 4, 8}) scheduler->remove(slot);
    scheduler->add(4, 3);  // a new CTA in that place: the youngest
    CHECK(scheduler->pick(1 << 4 | 1 << 12) == 12);
    scheduler->remove(12);
    CHECK(scheduler->pick(1 << 4 | 1 << 16) == 16);
    scheduler->remove(16);
    CHECK(scheduler->pick(1 << 4) == 4);
}

TEST_CASE("an unknown scheduler is refused with the names there are") {
    CHECK_THROWS_WITH(make_warp_scheduler("oldest"),
                      Catch::Contains("oldest") && Catch::Contains("gto, lrr, oldest_cta"));
}

TEST_CASE("the scoreboard knows sources and destinations, warp by warp") {
    Scoreboard scoreboard;
    scoreboard.resize(2, 8);
    PendingRegisters first, second;
    WarpInstruction write;
    write.destination_count = 1;
    write.destinations[0] = 3;
    scoreboard.set_results(first, 0, write, 100, 90);
    WarpInstruction read;
    read.source_count = 2;
    read.sources = {1, 3};
    CHECK(scoreboard.ready_at(first, 0, read, 91) == 100);
    CHECK(scoreboard.ready_at(second, 1, read, 91) == 0);
    CHECK(scoreboard.ready_at(first, 0, write, 91) == 100);  // results are written in order
    scoreboard.set_in_flight(first, 0, write);
    CHECK(scoreboard.ready_at(first, 0, read, 120) == never);
    scoreboard.set_arrived(first, 0, write, true);
    CHECK(scoreboard.ready_at(first, 0, read, 120) <= 120);
    scoreboard.set_in_flight(first, 0, write);
    scoreboard.clear(0);
    first = {};
    CHECK(scoreboard.ready_at(first, 0, read, 120) == 0);
}

// Registers that differ by 64 share a bit of WarpInstruction::operand_bits.
TEST_CASE("the scoreboard's bits agree with its registers, cycle by cycle") {
    constexpr unsigned registers = 160;
    std::mt19937 random(7);
    Scoreboard scoreboard;
    scoreboard.resize(1, registers);
    PendingRegisters pending;
    std::array<Cycle, registers> ready{};
    std::vector<WarpInstruction> loads;
    unsigned waited = 0, went_on = 0;
    Cycle now = 1;
    for (std::uint64_t step = 0, steps = scaled(20000, 1000); step < steps; ++step, now += random() % 3) {
        if (step % 500 == 499) now += Cycle{3} << 30;  // further than four bytes reach before long
        scoreboard.begin(now);
        WarpInstruction instruction;
        instruction.source_count = static_cast<std::uint8_t>(random() % 4);
        instruction.destination_count = static_cast<std::uint8_t>(random() % 3);
        for (std::uint16_t& number : instruction.sources) number = static_cast<std::uint16_t>(random() % registers);
        for (std::uint16_t& number : instruction.destinations)
            number = static_cast<std::uint16_t>(random() % registers);
        if (random() % 8) instruction.gather_operands();  // otherwise it waits for any register, as far as bits tell
        Cycle expected = 0;
        for (unsigned i = 0; i < instruction.source_count; ++i)
            expected = std::max(expected, ready[instruction.sources[i]]);
        for (unsigned i = 0; i < instruction.destination_count; ++i)
            expected = std::max(expected, ready[instruction.destinations[i]]);
        const Cycle at = scoreboard.ready_at(pending, 0, instruction, now);
        REQUIRE((expected <= now ? at <= now : at == expected));
        ++(at <= now ? went_on : waited);
        const bool load = random() % 4 == 0;
        const Cycle result = load ? never : now + 1 + random() % 30;
        if (at <= now) {
            for (unsigned i = 0; i < instruction.destination_count; ++i) ready[instruction.destinations[i]] = result;
            if (load)
                loads.push_back(instruction), scoreboard.set_in_flight(pending, 0, instruction);
            else
                scoreboard.set_results(pending, 0, instruction, result, now);
        }
        if (!loads.empty() && random() % 3 == 0) {
            const WarpInstruction& arrived = loads[random() % loads.size()];
            for (unsigned i = 0; i < arrived.destination_count; ++i) ready[arrived.destinations[i]] = now;
            scoreboard.set_arrived(pending, 0, arrived, loads.size() == 1);
            loads.erase(loads.begin() + (&arrived - loads.data()));
        }
    }
    CHECK(waited > went_on / 50);
    CHECK(went_on > waited / 50);
}

TEST_CASE("a kernel may name no register at all") {
    Scoreboard scoreboard;
    scoreboard.resize(4, 0);
    scoreboard.clear(3);
    CHECK(scoreboard.ready_at({}, 3, WarpInstruction{}, 0) == 0);
}

TEST_CASE("timers expire in their cycle, far ones early at the horizon") {
    WarpTimers timers;
    const auto take = [&](Cycle since, Cycle now) { return timers.take(timers.due(since, now)); };
    CHECK(timers.next(10) == never);
    timers.set(1, 15, 10);
    timers.set(2, 12, 10);
    timers.set(63, 12, 10);
    timers.set(5, 10 + 1000, 10);
    CHECK(timers.next(10) == 12);
    CHECK(take(10, 11) == 0);
    CHECK(take(11, 12) == (std::uint64_t{1} << 63 | 1 << 2));
    CHECK(timers.next(12) == 15);
    CHECK(take(12, 15) == 1 << 1);
    CHECK(timers.next(15) == 73);
    CHECK(take(15, 73) == 1 << 5);
    CHECK(timers.next(73) == never);
    CHECK(timers.empty());
}

TEST_CASE("a timer that can wait expires in the next tick, however late") {
    for (const Cycle late : {13, 20, 73, 74, 1000}) {
        WarpTimers timers;
        timers.set(1, 12, 10, true);
        CHECK(timers.next(10) == 12);
        CHECK(timers.next_urgent(10) == never);
        timers.set(2, 12, 10);
        CHECK(timers.next_urgent(10) == 12);
        timers.set(3, 70, 10, true);
        const std::uint64_t expired = timers.take(timers.due(10, late));
        CHECK(expired == (late < 70 ? 1 << 1 | 1 << 2 : 1 << 1 | 1 << 2 | 1 << 3));
        CHECK(timers.next_urgent(late) == never);
        CHECK(timers.next(late) == (late < 70 ? 70 : never));
    }
}

TEST_CASE("the scoreboard keeps results that are on their way when its epoch moves") {
    Scoreboard scoreboard;
    scoreboard.resize(1, 8);
    PendingRegisters pending;
    WarpInstruction before, behind;
    before.destination_count = behind.destination_count = 1;
    behind.destinations[0] = 1;
    const Cycle limit = Cycle{1} << 31;  // from there on cycles are kept as distances from a later one
    scoreboard.begin(limit - 20);
    scoreboard.set_results(pending, 0, before, limit + 11, limit - 20);
    scoreboard.begin(limit + 3);
    scoreboard.set_results(pending, 0, behind, limit + 15, limit + 3);
    CHECK(scoreboard.ready_at(pending, 0, before, limit + 4) == limit + 11);
    CHECK(scoreboard.ready_at(pending, 0, behind, limit + 4) == limit + 15);
}

TEST_CASE("the scoreboard knows cycles of runs of any length") {
    Scoreboard scoreboard;
    scoreboard.resize(2, 8);
    PendingRegisters first, second;
    WarpInstruction old, fresh, loaded;
    old.destination_count = fresh.destination_count = loaded.destination_count = 1;
    fresh.destinations[0] = 1;
    loaded.destinations[0] = 2;
    for (Cycle now = 5; now < Cycle{1} << 40; now += 0x7fffffff) {
        scoreboard.begin(now);
        scoreboard.set_in_flight(first, 0, loaded);
        scoreboard.set_results(first, 0, old, now + 20000, now);
        scoreboard.set_results(first, 0, fresh, now + 7, now);
        CHECK(scoreboard.ready_at(first, 0, old, now) == now + 20000);
        CHECK(scoreboard.ready_at(first, 0, fresh, now) == now + 7);
        CHECK(scoreboard.ready_at(first, 0, loaded, now) == never);
        CHECK(scoreboard.ready_at(second, 1, old, now) <= now);
    }
}

TEST_CASE("a unit in use blocks the warps it serves, of one scheduler or of all") {
    IssueUnits units(2, class_bit(IssueClass::sfu));
    constexpr unsigned alu = static_cast<unsigned>(IssueClass::alu), sfu = static_cast<unsigned>(IssueClass::sfu);
    CHECK(units.warps_of(1) == 0xaaaaaaaaaaaaaaaa);
    units.occupy(IssueClass::alu, units.ways_of(1), 11, 10);  // free again in the next cycle
    CHECK(units.with_room(alu, 0b1111, 11) == 0b1111);
    units.occupy(IssueClass::alu, units.ways_of(1), 14, 10);
    CHECK(units.with_room(alu, 0b1111, 11) == 0b0101);
    CHECK(units.room_from(alu, 0b1010, 11) == 14);
    CHECK(units.room_from(alu, 0b1110, 11) == 0);
    CHECK(units.with_room(alu, 0b1111, 14) == 0b1111);
    units.occupy(IssueClass::sfu, units.ways_of(0), 11, 10);
    CHECK(units.with_room(sfu, 0b1111, 10) == 0);
    CHECK(units.room_from(sfu, 0b0010, 10) == 11);
    CHECK(units.with_room(sfu, 0b1111, 11) == 0b1111);
}

TEST_CASE("occupancy is the tightest of warps, CTA slots, registers and shared memory") {
    const SmLimits limits;  // 48 warps, 8 CTAs, 32768 registers, 65536 B
    KernelShape shape;
    shape.block.x = 32;
    shape.registers_per_thread = 16;
    CHECK(occupancy(shape, limits).ctas == 8);
    CHECK(std::string(occupancy(shape, limits).limited_by) == "CTA slots");
    shape.block.x = 257;  // nine warps
    CHECK(occupancy(shape, limits).ctas == 5);
    CHECK(std::string(occupancy(shape, limits).limited_by) == "warps");
    shape.registers_per_thread = 32;  // 9 * 32 * 32 = 9216
    CHECK(occupancy(shape, limits).ctas == 3);
    CHECK(std::string(occupancy(shape, limits).limited_by) == "registers");
    shape.shared_bytes = 32768;
    CHECK(occupancy(shape, limits).ctas == 2);
    CHECK(std::string(occupancy(shape, limits).limited_by) == "shared memory");
    shape.shared_bytes = 65537;
    CHECK(occupancy(shape, limits).ctas == 0);
}

TEST_CASE("a warp limit chooses the oldest, passes over those at a barrier, and takes the next when one ends") {
    WarpLimiter limiter(2);
    for (unsigned slot : {6, 2, 4}) limiter.add(slot);
    CHECK(limiter.allowed() == (1 << 6 | 1 << 2));
    limiter.pause(6);
    CHECK(limiter.allowed() == (1 << 2 | 1 << 4));
    limiter.resume(6);
    CHECK(limiter.allowed() == (1 << 6 | 1 << 2));
    limiter.remove(2);
    CHECK(limiter.allowed() == (1 << 6 | 1 << 4));
    limiter.pause(6);
    limiter.remove(6);
    limiter.add(6);  // another warp in the same slot
    CHECK(limiter.allowed() == (1 << 4 | 1 << 6));
}
