// Which CTA goes where, without a simulation. CTA ids of MECHANISMS start at 1, ours at 0.
#include "heddle/base/error.h"
#include "policy_machine.h"

using namespace heddle;

namespace {

// The worked example of MECHANISMS 1.2 (Fig. 6): ten CTAs, two clusters of two SMs, two slots. SMs: C1.SM1, C1.SM2,
// C2.SM1, C2.SM2.
PolicyMachine ten_ctas(const std::string& policy) {
    PolicyMachine machine(policy, {2, 2}, 2, 10);
    machine.fill();
    return machine;
}

}  // namespace

TEST_CASE("2lrr fills and refills as the worked example of MECHANISMS 1.2") {
    PolicyMachine machine = ten_ctas("2lrr");
    CHECK(machine.placed == Placed{{0, 4}, {2, 6}, {1, 5}, {3, 7}});
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 4, 8});
    machine.retire(3).retire(1).fill();
    CHECK(machine.placed[3] == Ctas{3, 7, 9});
    CHECK(machine.placed[1] == Ctas{2, 6});  // none are left
}

TEST_CASE("grr fills and refills as the worked example of MECHANISMS 1.2") {
    PolicyMachine machine = ten_ctas("grr");
    CHECK(machine.placed == Placed{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 4, 8});
    CHECK(machine.retire(2).fill().placed[2] == Ctas{2, 6, 9});
}

TEST_CASE("greedy fills and refills as the worked example of MECHANISMS 1.2") {
    PolicyMachine machine = ten_ctas("greedy");
    CHECK(machine.placed == Placed{{0, 2}, {1, 3}, {4, 6}, {5, 7}});
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 2, 8});
    CHECK(machine.retire(2).fill().placed[2] == Ctas{4, 6, 9});
}

TEST_CASE("dist fills and refills as the worked example of MECHANISMS 1.2") {
    PolicyMachine machine = ten_ctas("dist");
    CHECK(machine.placed == Placed{{0, 2}, {1, 3}, {5, 7}, {6, 8}});
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 2, 4});
    machine.retire(0, 3).retire(1, 2).fill();  // the first cluster idles, CTA 9 is not its own
    CHECK(machine.placed == Placed{{0, 2, 4}, {1, 3}, {5, 7}, {6, 8}});
    CHECK(machine.retire(3).fill().placed[3] == Ctas{6, 8, 9});
}

TEST_CASE("dist_block fills and refills as the worked example of MECHANISMS 1.2") {
    PolicyMachine machine = ten_ctas("dist_block");
    CHECK(machine.placed == Placed{{0, 1}, {2, 3}, {5, 6}, {7, 8}});
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 1});     // CTA 1 of the paper has ended: nothing
    CHECK(machine.retire(1).fill().placed[1] == Ctas{2, 3});     // a free slot in another SM is no help
    CHECK(machine.retire(0).fill().placed[0] == Ctas{0, 1, 4});  // CTA 2, too: CTA 5 alone
    machine.retire(1).fill();
    CHECK(machine.placed == Placed{{0, 1, 4}, {2, 3}, {5, 6}, {7, 8}});
    CHECK(machine.retire(2, 2).fill().placed[2] == Ctas{5, 6, 9});
}

TEST_CASE("pools of unequal size: the first N mod C clusters have one CTA more") {
    for (const char* policy : {"dist", "dist_block"}) {
        INFO(policy);
        // 11 CTAs for 4 clusters of one SM: 3, 3, 3, 2.
        PolicyMachine machine(policy, {4, 1}, 4, 11);
        CHECK(machine.fill().placed == Placed{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {9, 10}});
    }
}

TEST_CASE("fewer CTAs than SMs") {
    using Shape = MachineShape;
    CHECK(PolicyMachine("2lrr", Shape{2, 3}, 4, 4).fill().placed == Placed{{0}, {2}, {}, {1}, {3}, {}});
    CHECK(PolicyMachine("grr", Shape{2, 3}, 4, 4).fill().placed == Placed{{0}, {1}, {2}, {3}, {}, {}});
    CHECK(PolicyMachine("greedy", Shape{2, 3}, 4, 4).fill().placed == Placed{{0, 3}, {1}, {2}, {}, {}, {}});
    CHECK(PolicyMachine("dist", Shape{2, 3}, 4, 4).fill().placed == Placed{{0}, {1}, {}, {2}, {3}, {}});
    CHECK(PolicyMachine("dist_block", Shape{2, 3}, 4, 4).fill().placed == Placed{{0, 1}, {}, {}, {2, 3}, {}, {}});
}

TEST_CASE("fewer CTAs than clusters leave clusters without any") {
    for (const char* policy : {"2lrr", "dist", "dist_block"}) {
        INFO(policy);
        PolicyMachine machine(policy, {4, 1}, 2, 2);
        CHECK(machine.fill().placed == Placed{{0}, {1}, {}, {}});
        CHECK_FALSE(machine.retire(0).retire(1).launch());
    }
}

TEST_CASE("refills are first come, first served") {
    for (const char* policy : {"2lrr", "grr", "greedy"}) {
        INFO(policy);
        PolicyMachine machine(policy, {3, 1}, 1, 6);
        machine.fill().retire(2).retire(0).retire(1).fill();
        CHECK(machine.placed == Placed{{0, 4}, {1, 5}, {2, 3}});
    }
    PolicyMachine machine("dist", {1, 3}, 1, 6);
    machine.fill().retire(2).retire(0).retire(1).fill();
    CHECK(machine.placed == Placed{{0, 4}, {1, 5}, {2, 3}});
}

TEST_CASE("the fill skips an SM without room") {
    // C1.SM2 has one slot, C2.SM1 none.
    const auto filled = [](const char* policy) {
        PolicyMachine machine(policy, {2, 2}, 2, 10);
        machine.free = {2, 1, 0, 2};
        return machine.fill().placed;
    };
    CHECK(filled("2lrr") == Placed{{0, 3}, {1}, {}, {2, 4}});
    CHECK(filled("grr") == Placed{{0, 3}, {1}, {}, {2, 4}});
    CHECK(filled("greedy") == Placed{{0, 2}, {1}, {}, {3, 4}});
    CHECK(filled("dist") == Placed{{0, 2}, {1}, {}, {5, 6}});
    CHECK(filled("dist_block") == Placed{{0, 1}, {}, {}, {5, 6}});
}

TEST_CASE("CTAs that end during the fill never make a policy place more than there is room for") {
    for (const std::string& policy : cta_policy_names())
        for (unsigned first = 0; first < 4; ++first) {
            INFO(policy << " " << first);
            PolicyMachine machine(policy, {2, 2}, 2, 40);
            machine.free = {1, 2, 1, 2};
            for (unsigned i = 0; i <= first; ++i) {
                const auto placement = machine.launch();
                REQUIRE(placement);
                if (i == first) machine.retire(placement->sm);
            }
            machine.fill();  // checks the room of every placement
            if (policy != "dist_block") CHECK(machine.free == std::vector<unsigned>{0, 0, 0, 0});
        }
}

TEST_CASE("a kernel begins afresh") {
    for (const std::string& policy : cta_policy_names()) {
        if (policy == "random") continue;
        INFO(policy);
        PolicyMachine machine(policy, {2, 1}, 2, 9);
        machine.launch();  // in the middle of a block
        machine.retire(0);
        machine.policy->begin(machine.shape, GridShape{2}, 1);
        machine.free = {1, 1};
        machine.placed.assign(2, {});
        CHECK(machine.fill().placed == Placed{{0}, {1}});
    }
}

TEST_CASE("the same events give the same placements") {
    for (const std::string& policy : cta_policy_names()) {
        INFO(policy);
        PolicyMachine a(policy, {3, 2}, 3, 60), b(policy, {3, 2}, 3, 60);
        for (PolicyMachine* machine : {&a, &b}) {
            machine->fill();
            for (unsigned i = 0; i < 40; ++i) machine->retire(i * 7 % 6).fill();
        }
        CHECK(a.placed == b.placed);
    }
}

TEST_CASE("an unknown policy is refused with the names there are") {
    CHECK_THROWS_WITH(make_cta_policy("best"), Catch::Contains("cta_dispatcher.policy") && Catch::Contains("2lrr") &&
                                                   Catch::Contains("dist_block"));
}
