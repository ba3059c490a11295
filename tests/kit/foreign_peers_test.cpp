// The foreign peers against each other, without anything of Heddle but the checker between them.
#include <catch2/catch.hpp>

#include "kit/checking_binder.h"
#include "kit/foreign_at_initiator.h"
#include "kit/foreign_lt_initiator.h"
#include "kit/foreign_target.h"

using namespace heddle;

namespace {

void run_at(ForeignTargetKind kind) {
    ForeignTraffic traffic;
    ForeignAtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(kind, "target");
    CheckingBinder binder(ProtocolChecker::OnViolation::collect);
    binder.bind(initiator.socket, target->target_socket());
    sc_core::sc_start();
    CHECK(initiator.done());
    CHECK(initiator.plan().first_error() == "");
    CHECK(initiator.live_payloads() == 0);
    CHECK(target->accesses() == traffic.transactions);
    CHECK(binder.transactions() == traffic.transactions);
    CHECK(binder.outstanding() == 0);
    CHECK(binder.violations() == std::vector<std::string>{});
    for (std::uint64_t address = traffic.base; address < traffic.base + traffic.footprint_bytes; ++address)
        REQUIRE(target->storage().peek(address) == initiator.plan().expected(address));
}

}  // namespace

TEST_CASE("foreign peers: AT initiator and AT target") {
    run_at(ForeignTargetKind::at);
}
TEST_CASE("foreign peers: AT initiator and early target") {
    run_at(ForeignTargetKind::early);
}
TEST_CASE("foreign peers: AT initiator and responding target") {
    run_at(ForeignTargetKind::response);
}
TEST_CASE("foreign peers: AT initiator and LT target") {
    run_at(ForeignTargetKind::lt);
}

TEST_CASE("foreign peers: LT initiator and LT target") {
    ForeignTraffic traffic;
    ForeignLtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(ForeignTargetKind::lt, "target");
    initiator.socket.bind(target->target_socket());
    sc_core::sc_start();
    CHECK(initiator.done());
    CHECK(initiator.plan().first_error() == "");
}

TEST_CASE("foreign peers: a wrong byte is noticed") {
    ForeignTraffic traffic;
    traffic.write_percent = 0;
    ForeignLtInitiator initiator("initiator", traffic);
    auto target = make_foreign_target(ForeignTargetKind::lt, "target");
    target->storage().poke(traffic.base + 200, 1);
    initiator.socket.bind(target->target_socket());
    sc_core::sc_start();
    CHECK(initiator.plan().errors() > 0);
    CHECK(initiator.plan().first_error().find("is 1, expected 0") != std::string::npos);
}
