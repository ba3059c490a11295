// The schedulers of real GPUs (MECHANISMS 4.2) and what an H200 was seen to do.
#include <set>

#include "h200_measured.h"
#include "heddle/base/error.h"
#include "heddle/cta_dispatcher/gpc_map.h"
#include "policy_machine.h"

using namespace heddle;

namespace {

GpcParameters h200_gpcs() {
    GpcParameters gpcs;
    gpcs.tpcs = "4,8,8,8,8,8,9,9";
    gpcs.first = 6;
    gpcs.apart_tpcs = 4;
    return gpcs;
}

CtaPolicyOptions with_gpcs(const GpcParameters& gpcs) {
    CtaPolicyOptions options;
    options.gpcs = gpcs;
    return options;
}

CtaPolicyOptions with_seed(std::uint64_t seed) {
    CtaPolicyOptions options;
    options.seed = seed;
    return options;
}

// Which half of the SMs apart comes first differs from run to run; the policy always takes the lower one.
unsigned lower_first(unsigned sm) {
    return sm < 124 ? sm : 124 + (sm - 120) % 8;
}

}  // namespace

TEST_CASE("rr: CTA u runs on SM u mod M, whichever SM is first to end a CTA") {
    PolicyMachine machine("rr", {2, 2}, 2, 19);
    CHECK(machine.fill().placed == Placed{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    machine.retire(2, 2).fill();
    CHECK(machine.placed[2] == Ctas{2, 6, 10, 14});
    machine.retire(2, 2).fill();
    CHECK(machine.placed[2] == Ctas{2, 6, 10, 14, 18});  // those of the others are not for it
    machine.retire(0).retire(3).fill();
    CHECK(machine.placed == Placed{{0, 4, 8}, {1, 5}, {2, 6, 10, 14, 18}, {3, 7, 11}});
}

TEST_CASE("observed: a first turnaround by round-robin, then whichever SM frees a slot first") {
    PolicyMachine machine("observed", {2, 2}, 2, 19);
    CHECK(machine.fill().placed == Placed{{0, 4}, {1, 5}, {2, 6}, {3, 7}});
    machine.retire(2, 2).fill().retire(2).retire(0).fill();
    CHECK(machine.placed == Placed{{0, 4, 11}, {1, 5}, {2, 6, 8, 9, 10}, {3, 7}});
}

TEST_CASE("random: the seed decides, CTAs are launched in their order, no SM gets more than it holds") {
    const auto filled = [](std::uint64_t seed) {
        PolicyMachine machine("random", {4, 4}, 4, 64, with_seed(seed));
        return machine.fill().placed;
    };
    const Placed once = filled(3);
    CHECK(filled(3) == once);
    CHECK(filled(4) != once);
    for (const Ctas& ctas : once) {
        CHECK(ctas.size() == 4);
        CHECK(std::is_sorted(ctas.begin(), ctas.end()));
    }
    CHECK(once != PolicyMachine("observed", {4, 4}, 4, 64).fill().placed);
}

TEST_CASE("random: every SM is as likely as another") {
    std::vector<unsigned> first(8);
    for (std::uint64_t seed = 0; seed < 4000; ++seed)
        ++first[PolicyMachine("random", {2, 4}, 4, 1, with_seed(seed)).launch()->sm];
    for (unsigned count : first) CHECK(count == Approx(500).margin(110));  // five standard deviations
}

TEST_CASE("h200: the first CTAs go where an H200 put them") {
    using testing::h200_sm_of_cta;
    PolicyMachine machine("h200", {66, 2}, 32, 8448, with_gpcs(h200_gpcs()));
    REQUIRE(h200_sm_of_cta().size() == 300);
    for (unsigned cta = 0; cta < 300; ++cta) {
        CAPTURE(cta);
        const auto placement = machine.launch();
        REQUIRE(placement);
        CHECK(placement->cta == cta);
        CHECK(placement->sm == h200_sm_of_cta()[cta]);
    }
}

TEST_CASE("h200: the first turnaround of the SM of CTA 0 is the measured one") {
    PolicyMachine machine("h200", {66, 2}, 32, 8448, with_gpcs(h200_gpcs()));
    machine.fill();
    CHECK(machine.placed[124] ==
          Ctas(testing::h200_ctas_of_first_sm().begin(), testing::h200_ctas_of_first_sm().end()));
    for (const Ctas& ctas : machine.placed) CHECK(ctas.size() == 32);
    CHECK(machine.retire(17).fill().placed[17].back() == 132 * 32);  // then on demand
}

TEST_CASE("h200: a grid that does not fill the machine is dealt out as an H200 does") {
    GpcParameters gpcs = h200_gpcs();
    gpcs.first = 0;
    PolicyMachine large("h200", {66, 2}, 2, 256, with_gpcs(gpcs));
    for (unsigned cta = 0; cta < 256; ++cta) {
        CAPTURE(cta);
        CHECK(large.launch()->sm == lower_first(testing::h200_sm_of_256_large_ctas()[cta]));
    }
    CHECK_FALSE(large.launch());
    PolicyMachine small("h200", {66, 2}, 8, 1024, with_gpcs(gpcs));
    REQUIRE(testing::h200_sm_of_1024_ctas_warm().size() == 1024);
    for (unsigned cta = 0; cta < 1024; ++cta) {
        CAPTURE(cta);
        CHECK(small.launch()->sm == testing::h200_sm_of_1024_ctas_warm()[cta]);
    }
}

TEST_CASE("h200: the TPCs apart take their turns earlier in a cold launch, as an H200's do") {
    GpcParameters gpcs = h200_gpcs();
    gpcs.first = 0;
    gpcs.apart_turns = "2,3,3,5,6";
    PolicyMachine cold("h200", {66, 2}, 8, 1024, with_gpcs(gpcs));
    const auto& of_cold = testing::h200_sm_of_1024_ctas_cold();
    REQUIRE(of_cold.size() == 1024);
    REQUIRE(lower_first(of_cold[0]) == 124);
    for (unsigned cta = 0; cta < 1024; ++cta) {
        CAPTURE(cta);
        CHECK(cold.launch()->sm == lower_first(of_cold[cta]));
    }
}

TEST_CASE("GPCs: an H200's have 16 or 18 SMs, whose numbers go round the GPCs in pairs") {
    const GpcMap map(h200_gpcs(), {66, 2});
    REQUIRE(map.count() == 9);
    CHECK(map.has_apart());
    CHECK(map.sms_of(0) == std::vector<unsigned>{0, 1, 16, 17, 32, 33, 48, 49});
    CHECK(map.sms_of(6).size() == 18);
    CHECK(map.sms_of(8) == std::vector<unsigned>{124, 125, 126, 127, 128, 129, 130, 131});
    CHECK(map.gpc_of(121) == 6);
    CHECK(map.gpc_of(131) == 8);
}

TEST_CASE("GPCs: without a shape of their own the clusters are the GPCs, and h200 fills as grr does") {
    const GpcMap map({}, {3, 2});
    CHECK(map.count() == 3);
    CHECK(map.gpc_of(3) == 1);
    CHECK(PolicyMachine("h200", {3, 2}, 2, 20).fill().placed == PolicyMachine("grr", {3, 2}, 2, 20).fill().placed);
}

TEST_CASE("GPCs: what is no shape of the machine is refused with key and reason") {
    const auto with = [](const char* tpcs) {
        GpcParameters gpcs;
        gpcs.tpcs = tpcs;
        return gpcs;
    };
    CHECK_NOTHROW(GpcMap(with("1,2"), {3, 2}));
    CHECK_THROWS_WITH(GpcMap(with("1,2,1"), {3, 2}), Catch::Contains("cta_dispatcher.gpc.tpcs") &&
                                                         Catch::Contains("4 TPCs of 2 SMs") &&
                                                         Catch::Contains("has 6 SMs"));
    for (const char* bad : {"1,,2", "a", "0,3", "3,", "-1,4", "99999"}) {
        INFO(bad);
        CHECK_THROWS_WITH(with(bad).validate("g"), Catch::Contains("g.tpcs") && Catch::Contains("from 1 to 9999"));
    }
    GpcParameters apart;
    apart.apart_tpcs = 1;
    CHECK_THROWS_WITH(apart.validate("g"), Catch::Contains("g.apart_tpcs"));
    for (const char* bad : {"", "0", "5,,6", "five", "5,-6"}) {
        INFO(bad);
        GpcParameters turns = with("1,2");
        turns.apart_turns = bad;
        CHECK_THROWS_WITH(turns.validate("g"), Catch::Contains("g.apart_turns") && Catch::Contains("from 1 to 9999"));
    }
    GpcParameters first = with("1,2");
    first.first = 2;
    CHECK_THROWS_WITH(first.validate("g"), Catch::Contains("g.first"));
}
