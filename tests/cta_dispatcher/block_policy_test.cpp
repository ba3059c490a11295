// dist_block: whole blocks or nothing.
#include "policy_machine.h"

using namespace heddle;

TEST_CASE("dist_block with one slot per SM does what dist does") {
    PolicyMachine block("dist_block", {2, 2}, 1, 9), dist("dist", {2, 2}, 1, 9);
    for (PolicyMachine* machine : {&block, &dist}) {
        machine->fill();
        CHECK(machine->placed == Placed{{0}, {1}, {5}, {6}});
        for (unsigned sm : {1, 0, 3, 2, 1}) machine->retire(sm).fill();
        CHECK(machine->held_back() == 0);
    }
    CHECK(block.placed == dist.placed);
    CHECK(block.placed == Placed{{0, 3}, {1, 2, 4}, {5, 8}, {6, 7}});
}

TEST_CASE("dist_block with an odd number of slots: the unpaired one makes a block with the next that becomes free") {
    PolicyMachine machine("dist_block", {1, 2}, 3, 11);
    machine.fill();
    CHECK(machine.placed == Placed{{0, 1}, {2, 3}});
    CHECK(machine.free == std::vector<unsigned>{1, 1});
    CHECK(machine.held_back() == 2);
    machine.retire(1).fill();  // two slots are free: that is enough, whichever CTAs had them
    CHECK(machine.placed == Placed{{0, 1}, {2, 3, 4, 5}});
    CHECK(machine.free == std::vector<unsigned>{1, 0});
    CHECK(machine.held_back() == 1);
    machine.retire(1).fill();  // now all three were taken, and one free slot waits for a second
    CHECK(machine.placed == Placed{{0, 1}, {2, 3, 4, 5}});
    CHECK(machine.held_back() == 2);
    machine.retire(1, 2).fill();  // three are free: a block, and one is left
    CHECK(machine.placed == Placed{{0, 1}, {2, 3, 4, 5, 6, 7}});
    CHECK(machine.free == std::vector<unsigned>{1, 1});
    machine.retire(0).fill();
    machine.retire(1).fill();  // the last CTA of the pool waits for two slots as well
    CHECK(machine.placed == Placed{{0, 1, 8, 9}, {2, 3, 4, 5, 6, 7, 10}});
    CHECK(machine.held_back() == 0);
}

TEST_CASE("dist_block with five slots and blocks of three: two wait for a third") {
    PolicyMachine machine("dist_block", {1, 1}, 5, 9, in_blocks_of(3));
    CHECK(machine.fill().placed[0] == Ctas{0, 1, 2});
    CHECK(machine.held_back() == 2);
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 1, 2, 3, 4, 5});
    CHECK(machine.free[0] == 0);
    CHECK(machine.retire(0, 2).fill().placed[0].size() == 6);
    CHECK(machine.retire(0).fill().placed[0].size() == 9);
}

TEST_CASE("block sizes of one, two and four") {
    const auto filled = [](unsigned block_size) {
        return PolicyMachine("dist_block", {2, 2}, 4, 24, in_blocks_of(block_size)).fill().placed;
    };
    CHECK(filled(1) == PolicyMachine("dist", {2, 2}, 4, 24).fill().placed);
    CHECK(filled(1) == Placed{{0, 2, 4, 6}, {1, 3, 5, 7}, {12, 14, 16, 18}, {13, 15, 17, 19}});
    CHECK(filled(2) == Placed{{0, 1, 4, 5}, {2, 3, 6, 7}, {12, 13, 16, 17}, {14, 15, 18, 19}});
    CHECK(filled(4) == Placed{{0, 1, 2, 3}, {4, 5, 6, 7}, {12, 13, 14, 15}, {16, 17, 18, 19}});
}

TEST_CASE("a block of four waits for four slots, the rest of the pool too") {
    PolicyMachine machine("dist_block", {1, 1}, 4, 10, in_blocks_of(4));
    machine.fill();
    for (unsigned ended = 1; ended <= 3; ++ended) {
        CHECK(machine.retire(0).fill().placed[0].size() == 4);
        CHECK(machine.held_back() == ended);
    }
    CHECK(machine.retire(0).fill().placed[0].size() == 8);
    CHECK(machine.held_back() == 0);
    for (unsigned ended = 1; ended <= 3; ++ended) {
        CHECK(machine.retire(0).fill().placed[0].size() == 8);
        CHECK(machine.held_back() == std::min(ended, 2U));  // two CTAs are left: they need no third slot
    }
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(machine.retire(0, 2).held_back() == 0);  // none are left
}

TEST_CASE("a block that is larger than an SM shrinks to it") {
    PolicyMachine machine("dist_block", {1, 2}, 3, 12, in_blocks_of(4));
    machine.fill();
    CHECK(machine.placed == Placed{{0, 1, 2}, {3, 4, 5}});
    CHECK(machine.retire(1, 2).fill().placed[1] == Ctas{3, 4, 5});
    CHECK(machine.retire(1).fill().placed[1] == Ctas{3, 4, 5, 6, 7, 8});
}

TEST_CASE("a block is launched whole before anybody else gets a CTA") {
    PolicyMachine machine("dist_block", {2, 1}, 2, 8);
    std::vector<unsigned> sms;
    for (unsigned i = 0; i < 4; ++i) {
        sms.push_back(machine.launch()->sm);
        CHECK(machine.held_back() == 0);  // the slot of a block that is being launched is not held back
    }
    CHECK(sms == std::vector<unsigned>{0, 0, 1, 1});
}

TEST_CASE("slots are held back only where the cluster has CTAs for them") {
    PolicyMachine machine("dist_block", {2, 2}, 2, 9);  // pools of 5 and 4: the second is empty after the fill
    machine.fill().retire(2).retire(3).fill();
    CHECK(machine.held_back() == 0);
    machine.retire(0).fill();
    CHECK(machine.held_back() == 1);
    machine.retire(1).fill();
    CHECK(machine.held_back() == 1);  // one CTA is left: it could use one of the two
    machine.retire(1).fill();
    CHECK(machine.placed[1] == Ctas{2, 3, 4});
    CHECK(machine.held_back() == 0);
    for (const char* other : {"2lrr", "grr", "greedy", "dist"})
        CHECK(PolicyMachine(other, {2, 2}, 2, 9).fill().retire(0).held_back() == 0);
}
