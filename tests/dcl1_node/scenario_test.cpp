// The micro-scenario of MECHANISMS 5.2 and partition camping, on nodes between both networks.
#include <catch2/catch.hpp>

#include "dcl1_node/scenarios.h"
#include "kit/checking_binder.h"

using namespace heddle;

namespace {

struct Outcome {
    std::uint64_t l2_requests, replies;
    unsigned copies;
    bool third_missed;
};

Outcome read_shared_line(unsigned clusters) {
    CheckingBinder binder;
    NodeMachineShape shape;
    shape.clusters = clusters;
    NodeMachine machine("machine", shape, binder);
    SharedLineScenario::write(machine);
    sc_core::sc_start();
    CHECK(machine.idle());
    CHECK(binder.outstanding() == 0);
    REQUIRE(machine.cores[8]->done.size() == 1);
    // Each reply is 8 bytes of control and the 32 bytes asked for in 32-byte flits, that of the L2 a whole line.
    CHECK(NodeMachine::sum(machine.noc1, "reply_flits") == 3 * 2);
    CHECK(NodeMachine::sum(machine.noc2, "reply_flits") == NodeMachine::sum(machine.noc2, "read_replies") * 5);
    return {NodeMachine::sum(machine.noc2, "read_requests"), NodeMachine::sum(machine.noc1, "read_replies"),
            machine.copies(SharedLineScenario::address), machine.cores[8]->done[0].missed};
}

}  // namespace

TEST_CASE("Sh40+C10: two cores of a cluster share a fetch, a core of another fetches again") {
    const Outcome outcome = read_shared_line(10);
    CHECK(outcome.l2_requests == 2);
    CHECK(outcome.replies == 3);
    CHECK(outcome.copies == 2);
    CHECK(outcome.third_missed);
}

TEST_CASE("Sh40+C10: both fetches use the same crossbar of NoC#2, by different inputs") {
    CheckingBinder binder;
    NodeMachine machine("machine", {}, binder);
    SharedLineScenario::write(machine);
    REQUIRE(machine.noc1.size() == 10);
    REQUIRE(machine.noc2.size() == 4);
    sc_core::sc_start();
    const unsigned home = machine.homes.home(SharedLineScenario::address);
    CHECK(home == 1);
    for (unsigned j = 0; j < 4; ++j) {
        const std::vector<std::unique_ptr<Crossbar>>& all = machine.noc2;
        std::uint64_t requests = 0;
        for (const NamedCounter& named : all[j]->counters())
            if (std::string(named.name()) == "read_requests") requests = named.value();
        CHECK(requests == (j == home ? 2 : 0));
    }
    CHECK(machine.nodes[home]->statistics.misses.value() == 1);
    CHECK(machine.nodes[home]->statistics.merges_other_core.value() == 1);
    CHECK(machine.nodes[4 + home]->statistics.misses.value() == 1);
}

TEST_CASE("Sh40: the third read hits") {
    const Outcome outcome = read_shared_line(1);
    CHECK(outcome.l2_requests == 1);
    CHECK(outcome.replies == 3);
    CHECK(outcome.copies == 1);
    CHECK_FALSE(outcome.third_missed);
}

TEST_CASE("Pr40: each of the three cores has a copy in a node of its own") {
    const Outcome outcome = read_shared_line(40);
    CHECK(outcome.l2_requests == 3);
    CHECK(outcome.replies == 3);
    CHECK(outcome.copies == 3);
    CHECK(outcome.third_missed);
}

TEST_CASE("reads with one home in each cluster camp there and take longer than reads that are spread") {
    CheckingBinder binder;
    NodeMachine camping("camping", {}, binder), spread("spread", {}, binder);
    CampingScenario{8, true}.write(camping);
    CampingScenario{8, false}.write(spread);
    sc_core::sc_start();
    CHECK(camping.idle());
    CHECK(spread.idle());
    CHECK(CampingScenario::camping_index(camping) == Approx(4));
    CHECK(CampingScenario::camping_index(spread) == Approx(1));
    for (unsigned node = 0; node < 40; ++node)
        CHECK(camping.nodes[node]->statistics.accesses.value() == (node % 4 ? 0 : 64));
    CHECK(CampingScenario::last_response(camping) > CampingScenario::last_response(spread));
}
