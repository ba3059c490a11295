// Which CTA goes where, without a simulation.
#include <catch2/catch.hpp>

#include "base/error.h"
#include "cta_dispatcher/policies/cta_policy.h"

using namespace heddle;

namespace {

// Hands out what the policy gives until it pauses; the CTAs of each SM in order.
struct Machine {
    Machine(unsigned clusters, unsigned sms_per_cluster, unsigned slots, std::uint32_t ctas)
        : shape{clusters, sms_per_cluster}, free(shape.sms(), slots), placed(shape.sms()) {
        policy->begin(shape, ctas, slots);
    }
    void fill() {
        while (const auto placement = policy->next(free)) {
            REQUIRE(free[placement->sm] > 0);
            --free[placement->sm];
            placed[placement->sm].push_back(placement->cta);
        }
    }
    void retire(unsigned sm) {
        ++free[sm];
        policy->retired(sm);
    }
    using Ctas = std::vector<std::uint32_t>;
    std::unique_ptr<CtaPolicy> policy = make_cta_policy("2lrr");
    MachineShape shape;
    std::vector<unsigned> free;
    std::vector<Ctas> placed;
};
using Ctas = Machine::Ctas;

}  // namespace

TEST_CASE("2lrr fills as the worked example of MECHANISMS 1.2") {
    // Its CTA ids start at 1, ours at 0. SMs: C1.SM1, C1.SM2, C2.SM1, C2.SM2.
    Machine machine(2, 2, 2, 10);
    machine.fill();
    CHECK(machine.placed[0] == Ctas{0, 4});
    CHECK(machine.placed[1] == Ctas{2, 6});
    CHECK(machine.placed[2] == Ctas{1, 5});
    CHECK(machine.placed[3] == Ctas{3, 7});
    machine.retire(0);
    machine.fill();
    CHECK(machine.placed[0] == Ctas{0, 4, 8});
    machine.retire(3);
    machine.retire(1);
    machine.fill();
    CHECK(machine.placed[3] == Ctas{3, 7, 9});
    CHECK(machine.placed[1] == Ctas{2, 6});  // none are left
}

TEST_CASE("2lrr refills first come, first served") {
    Machine machine(3, 1, 1, 6);
    machine.fill();
    machine.retire(2);
    machine.retire(0);
    machine.retire(1);
    machine.fill();
    CHECK(machine.placed[2] == Ctas{2, 3});
    CHECK(machine.placed[0] == Ctas{0, 4});
    CHECK(machine.placed[1] == Ctas{1, 5});
}

TEST_CASE("2lrr with more slots than CTAs spreads them over clusters first") {
    Machine machine(4, 3, 8, 5);
    machine.fill();
    CHECK(machine.placed[0] == Ctas{0});
    CHECK(machine.placed[3] == Ctas{1});
    CHECK(machine.placed[6] == Ctas{2});
    CHECK(machine.placed[9] == Ctas{3});
    CHECK(machine.placed[1] == Ctas{4});
}

TEST_CASE("2lrr skips an SM without room") {
    Machine machine(2, 2, 2, 10);
    machine.free[2] = 0;
    machine.free[1] = 1;
    machine.fill();
    CHECK(machine.placed[2].empty());
    CHECK(machine.placed[1].size() == 1);
    CHECK(machine.placed[0] == Ctas{0, 3});
    CHECK(machine.placed[3] == Ctas{2, 4});
}

TEST_CASE("2lrr never places more than there is room for, whenever CTAs end during the fill") {
    for (unsigned first = 0; first < 4; ++first) {
        Machine machine(2, 2, 2, 40);
        machine.free = {1, 2, 1, 2};
        for (unsigned i = 0; i <= first; ++i) {
            const auto placement = machine.policy->next(machine.free);
            --machine.free[placement->sm];
            if (i == first) machine.retire(placement->sm);
        }
        machine.fill();  // checks the room of every placement
        CHECK(machine.free == std::vector<unsigned>{0, 0, 0, 0});
    }
}

TEST_CASE("a kernel begins afresh") {
    Machine machine(2, 1, 1, 3);
    machine.fill();
    machine.retire(0);
    machine.policy->begin(machine.shape, 2, 1);
    machine.free = {1, 1};
    machine.placed.assign(2, {});
    machine.fill();
    CHECK(machine.placed[0] == Ctas{0});
    CHECK(machine.placed[1] == Ctas{1});
}

TEST_CASE("an unknown policy is refused with the names there are") {
    CHECK_THROWS_WITH(make_cta_policy("best"), Catch::Contains("cta_dispatcher.policy") && Catch::Contains("2lrr"));
}
