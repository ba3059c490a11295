// The parts of the pools, without a simulation.
#include <catch2/catch.hpp>

#include "heddle/base/lsu_traits.h"
#include "heddle/lsu/pool/priority_fifos.h"
#include "heddle/lsu/pool/warppool/inter_warp_queues.h"
#include "heddle/lsu/pool/warppool/request_selector.h"
#include "heddle/lsu/pool/warppool/storage.h"
#include "heddle/lsu/pool/warppool/thread_map_table.h"
#include "lsu/any_lsu.h"

using namespace heddle;
using Result = InterWarpQueues::Result;

namespace {

LoadSlot slot_of(unsigned warp, unsigned instruction = 0) {
    LoadSlot slot;
    slot.warp = static_cast<std::uint16_t>(warp);
    slot.instruction = instruction;
    return slot;
}

// Lines of 4 KiB steps have the same address bits 7 to 11; bit 13 and above change the hash.
constexpr std::uint64_t same_queue_a = 0x0000, same_queue_b = 0x1000;

}  // namespace

TEST_CASE("priority fifos: the lowest queue whose head is ready goes first, first in first out inside") {
    PriorityFifos<int> fifos(16, 2);
    CHECK(fifos.empty());
    CHECK(fifos.lowest_ready(8) == fifos.none);
    fifos.push(5, 50, 10);
    fifos.push(5, 51, 11);
    fifos.push(3, 30, 12);
    CHECK(fifos.full(5));
    CHECK_FALSE(fifos.full(3));
    CHECK(fifos.size() == 3);
    CHECK(fifos.lowest_ready(9) == fifos.none);
    CHECK(fifos.next_ready(9) == 10);
    CHECK(fifos.lowest_ready(10) == 5);
    CHECK(fifos.next_ready(10) == 11);
    CHECK(fifos.lowest_ready(12) == 3);
    CHECK(fifos.ready(12) == (1u << 3 | 1u << 5));
    CHECK(fifos.pop(5) == 50);
    CHECK(fifos.pop(5) == 51);
    CHECK(fifos.pop(3) == 30);
    CHECK(fifos.empty());
    for (int round = 0; round < 10; ++round) {  // around the ring
        fifos.push(1, round, 13);
        fifos.push(1, round + 100, 13);
        CHECK(fifos.lowest_ready(13) == 1);
        CHECK(fifos.pop(1) == round);
        fifos.push(1, round + 200, 13);
        CHECK(fifos.lowest_ready(13) == 1);
        CHECK(fifos.pop(1) == round + 100);
        CHECK(fifos.pop(1) == round + 200);
        CHECK(fifos.lowest_ready(13) == fifos.none);
    }
}

TEST_CASE("warps share out to instruction queues in order, whatever their numbers") {
    CHECK(queue_of_warp(0, 48, 16) == 0);
    CHECK(queue_of_warp(2, 48, 16) == 0);
    CHECK(queue_of_warp(3, 48, 16) == 1);
    CHECK(queue_of_warp(47, 48, 16) == 15);
    CHECK(queue_of_warp(47, 48, 48) == 47);
    CHECK(queue_of_warp(60, 48, 16) == 15);
    CHECK(queue_of_warp(47, 48, 7) == 6);
}

TEST_CASE("inter-warp queues: four loads of a line share a tag, a fifth gets the other, a ninth waits") {
    InterWarpQueues queues(32, 2, 4);
    CHECK(queues.insert(0x1000, false, slot_of(0), 1) == Result::allocated);
    for (unsigned warp = 1; warp < 4; ++warp) CHECK(queues.insert(0x1040, false, slot_of(warp), 2) == Result::merged);
    CHECK(queues.used() == 1);
    CHECK(queues.tag(queues.oldest()).count == 4);
    CHECK(queues.insert(0x1000, false, slot_of(4), 3) == Result::duplicated);
    for (unsigned warp = 5; warp < 8; ++warp) CHECK(queues.insert(0x1000, false, slot_of(warp), 4) == Result::merged);
    CHECK(queues.insert(0x1000, false, slot_of(8), 5) == Result::no_slot);
    CHECK(queues.used() == 2);
    queues.release(queues.oldest());
    CHECK(queues.insert(0x1000, false, slot_of(8), 6) == Result::duplicated);
}

TEST_CASE("inter-warp queues: two lines of a queue fill its tags, lines of other queues do not mind") {
    InterWarpQueues queues(32, 2, 4);
    REQUIRE(queues.queue_of(same_queue_a) == queues.queue_of(same_queue_b));
    CHECK(queues.insert(same_queue_a, false, slot_of(0), 1) == Result::allocated);
    CHECK(queues.insert(same_queue_b, false, slot_of(1), 1) == Result::allocated);
    const std::uint64_t third = 0x40000;  // bits 13, 14, 15, 17 and 19 are zero
    REQUIRE(queues.queue_of(third) == queues.queue_of(same_queue_a));
    CHECK(queues.insert(third, false, slot_of(2), 1) == Result::no_tag);
    CHECK(queues.insert(same_queue_a, false, slot_of(2), 1) == Result::merged);
    CHECK(queues.insert(0x80, false, slot_of(2), 1) == Result::allocated);
}

TEST_CASE("inter-warp queues: loads that are kept stay as they are while their line and all tags are used again") {
    InterWarpQueues queues(1, 2, 4);
    queues.insert(0x1000, false, slot_of(0, 7), 1);
    queues.insert(0x1000, false, slot_of(1, 8), 1);
    const unsigned kept = queues.oldest();
    queues.release(kept, true);
    CHECK(queues.empty());
    for (unsigned round = 0; round < 3; ++round) {
        CHECK(queues.insert(0x1000, false, slot_of(2, 9), 2) == Result::allocated);
        CHECK(queues.insert(0x2000, false, slot_of(2, 10), 2) == Result::allocated);
        CHECK(queues.insert(0x3000, false, slot_of(2, 11), 2) == Result::no_tag);
        while (!queues.empty()) queues.release(queues.oldest());
    }
    CHECK(queues.tag(kept).count == 2);
    CHECK(queues.slots(kept)[0].instruction == 7);
    CHECK(queues.slots(kept)[1].instruction == 8);
    queues.free_tag(kept);
    queues.insert(0x2000, false, slot_of(3, 12), 3);
    CHECK(queues.oldest() == kept);
}

TEST_CASE("inter-warp queues: a load that bypasses the L1 is merged only with its own kind") {
    InterWarpQueues queues(32, 2, 4);
    CHECK(queues.insert(0x1000, false, slot_of(0), 1) == Result::allocated);
    CHECK(queues.insert(0x1000, true, slot_of(1), 1) == Result::allocated);
    CHECK(queues.insert(0x1000, true, slot_of(2), 1) == Result::merged);
}

TEST_CASE("the queue index is the L1's set hash of 32 sets") {
    const InterWarpQueues queues(32, 2, 4), eight(8, 2, 4);
    CHECK(queues.queue_of(0x80) == 1);
    CHECK(queues.queue_of(31 * 0x80) == 31);
    CHECK(queues.queue_of(0x2000) == 1);    // bit 13
    CHECK(queues.queue_of(0x4000) == 2);    // bit 14
    CHECK(queues.queue_of(0x8000) == 4);    // bit 15
    CHECK(queues.queue_of(0x20000) == 8);   // bit 17
    CHECK(queues.queue_of(0x80000) == 16);  // bit 19
    CHECK(queues.queue_of(0x1000) == 0);
    CHECK(queues.queue_of(0x10000) == 0);
    CHECK(eight.queue_of(31 * 0x80) == 7);
}

TEST_CASE("oldest takes tags in the order of their allocation, merging renews nothing") {
    InterWarpQueues queues(32, 2, 4);
    RequestSelector selector("oldest", 100, 99);
    queues.insert(0x080, false, slot_of(9), 1);
    queues.insert(0x100, false, slot_of(3), 2);
    queues.insert(0x180, false, slot_of(1), 3);
    queues.insert(0x080, false, slot_of(0), 4);
    for (std::uint64_t line : {0x080, 0x100, 0x180}) {
        const unsigned tag = selector.pick(queues);
        CHECK(queues.tag(tag).line == line);
        queues.release(tag);
    }
    CHECK(queues.empty());
    CHECK(queues.oldest() == queues.none);
}

TEST_CASE("warp_id takes the tag with the lowest warp, the older one of two") {
    InterWarpQueues queues(32, 2, 4);
    RequestSelector selector("warp_id", 100, 99);
    queues.insert(0x080, false, slot_of(9), 1);
    queues.insert(0x100, false, slot_of(3), 2);
    queues.insert(0x180, false, slot_of(3), 3);
    CHECK(queues.tag(selector.pick(queues)).line == 0x100);
    queues.insert(0x080, false, slot_of(1), 4);  // a newcomer lifts its whole line
    for (std::uint64_t line : {0x080, 0x100, 0x180}) {
        const unsigned tag = selector.pick(queues);
        CHECK(queues.tag(tag).line == line);
        queues.release(tag);
    }
}

TEST_CASE("the policy toggles after a quantum with more misses than the threshold, both ways") {
    RequestSelector selector("adaptive", 100, 99);
    CHECK(selector.policy() == RequestSelector::Policy::oldest);
    for (unsigned i = 0; i < 100; ++i) selector.count_response(true);
    CHECK(selector.advance(99) == RequestSelector::none);
    CHECK(selector.advance(100) == 100);
    CHECK(selector.policy() == RequestSelector::Policy::warp_id);
    for (unsigned i = 0; i < 100; ++i) selector.count_response(i != 0);  // exactly 99 %
    CHECK(selector.advance(205) == 99);
    CHECK(selector.policy() == RequestSelector::Policy::warp_id);
    CHECK(selector.advance(1000) == RequestSelector::none);  // no response was counted
    CHECK(selector.policy() == RequestSelector::Policy::warp_id);
    selector.count_response(true);
    CHECK(selector.advance(1099) == RequestSelector::none);
    CHECK(selector.advance(1100) == 100);
    CHECK(selector.policy() == RequestSelector::Policy::oldest);
    CHECK(selector.toggles() == 2);
}

TEST_CASE("a fixed policy never toggles") {
    RequestSelector selector("warp_id", 100, 99);
    selector.count_response(true);
    CHECK(selector.advance(100) == 100);
    CHECK(selector.policy() == RequestSelector::Policy::warp_id);
    CHECK(selector.toggles() == 0);
}

TEST_CASE("the thread map table hands out its entries once") {
    ThreadMapTable table(2);
    const unsigned a = table.allocate(10), b = table.allocate(11);
    CHECK(a != b);
    CHECK(table.full());
    CHECK(table.used() == 2);
    CHECK(table.release(a, 25) == 15);
    CHECK_FALSE(table.full());
    CHECK(table.allocate(30) == a);
}

TEST_CASE("storage and power at the paper's sizes") {
    const auto rows = warppool_storage({}, 32, 8);
    const unsigned bytes[] = {592, 512, 992, 321, 2944};
    unsigned total = 0;
    double milliwatts = 0;
    for (unsigned i = 0; i < rows.size(); ++i) {
        CHECK(rows[i].bytes() == bytes[i]);
        total += rows[i].bytes();
        milliwatts += rows[i].total_mw();
    }
    CHECK(total == 5361);
    CHECK(milliwatts == Approx(142.3));
}

TEST_CASE("storage follows the parameters") {
    WarpPoolParameters parameters;
    parameters.instruction_queue_entries = 16;
    parameters.slots_per_tag = 2;
    parameters.coalescers = 4;
    const auto rows = warppool_storage(parameters, 64, 8);
    CHECK(rows[0].bytes() == 2 * 592);
    CHECK(rows[0].dynamic_mw == Approx(2 * 41.4));
    CHECK(rows[1].bytes() == 1024);
    CHECK(rows[2].entry_bits == 32 + 2 * 23);
    CHECK(rows[4].entries == 1024);
}

TEST_CASE("each unit says what the SM has to know of it") {
    LsuPoolParameters parameters;
    parameters.warppool.instruction_queues = 24;
    parameters.warppool.instruction_queue_entries = 3;
    for (const char* in_order : {"none", "banked", "sectors"}) {
        parameters.pool = in_order;
        CHECK(parameters.traits().order == LsuTraits::Order::in_order);
        CHECK(parameters.traits().instruction_queue_entries == 0);
    }
    parameters.pool = "mrpb";
    CHECK(parameters.traits().order == LsuTraits::Order::in_order_per_warp);
    CHECK(parameters.traits().instruction_queue_entries == 0);
    parameters.pool = "warppool";
    CHECK(parameters.traits().order == LsuTraits::Order::unordered);
    CHECK(parameters.traits().instruction_queues == 24);
    CHECK(parameters.traits().instruction_queue_entries == 3);
}

TEST_CASE("pool parameters out of range are named") {
    LsuPoolParameters parameters;
    CHECK_NOTHROW(parameters.validate("lsu"));
    parameters.pool = "pool";
    CHECK_THROWS_WITH(parameters.validate("lsu"), Catch::Contains("lsu.pool") && Catch::Contains("warppool"));
    parameters.pool = "warppool";
    parameters.warppool.inter_warp_queues = 24;
    CHECK_THROWS_WITH(parameters.validate("lsu"), Catch::Contains("lsu.warppool.inter_warp_queues"));
    parameters.warppool.inter_warp_queues = 16;
    parameters.warppool.policy = "newest";
    CHECK_THROWS_WITH(parameters.validate("lsu"), Catch::Contains("lsu.warppool.policy"));
    parameters.warppool.policy = "oldest";
    parameters.warppool.slots_per_tag = 9;
    CHECK_THROWS_WITH(parameters.validate("lsu"), Catch::Contains("lsu.warppool.slots_per_tag"));
    parameters.warppool.slots_per_tag = 4;
    parameters.mrpb.flush = "none";
    CHECK_THROWS_WITH(parameters.validate("lsu"), Catch::Contains("lsu.mrpb.flush"));
    parameters.mrpb.flush = "own";
    parameters.banked.data_banks = 6;
    CHECK_THROWS_WITH(parameters.validate("lsu"), Catch::Contains("lsu.banked.data_banks"));
}
