// Every load/store unit before an interconnect that changes the address of its line requests.
#include <catch2/catch.hpp>

#include "kit/checking_binder.h"
#include "kit/foreign_target.h"
#include "kit/foreign_translator.h"
#include "lsu/any_lsu.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

std::uint8_t pattern(std::uint64_t address) {
    return static_cast<std::uint8_t>(address * 7 + address / 256);
}

// Loads of many warps that lie in few lines, at different places of them, so that a pool merges some.
void check_loads(const char* pool) {
    LsuPoolParameters pools;
    pools.pool = pool;
    ClockDomain clock("clock", period_of_mhz(1000));
    WarpDriver driver("driver", clock, 64);
    const auto lsu = make_lsu("lsu", clock, {}, pools, SetIndex(64));
    CheckingBinder binder(ProtocolChecker::OnViolation::report, AddressRule::may_change);
    binder.bind(driver.memory_out, lsu->warp_in);
    std::vector<std::unique_ptr<ForeignTarget>> targets;
    for (unsigned port = 0; port < lsu->l1_ports(); ++port) {
        targets.push_back(
            make_foreign_target(ForeignTargetKind::translating, ("target_" + std::to_string(port)).c_str()));
        binder.bind(lsu->l1_port(port), targets.back()->target_socket());
        for (std::uint64_t at = 0; at < 0x4000; ++at)
            targets.back()->storage().poke(at + ForeignTranslator::default_offset, pattern(at));
    }
    const auto address = [](unsigned load, unsigned lane) {
        return 0x1000 + load % 5 * 128 + load % 3 * 16 + lane / 4 * 128 * (load % 2) + lane % (4 + load % 9) * 4;
    };
    constexpr unsigned loads = 200;
    for (unsigned load = 0; load < loads; ++load) {
        const unsigned index =
            driver.warp(1 + load / 8, AccessKind::load, [&](unsigned lane) { return address(load, lane); });
        driver[index].warp->access.warp = static_cast<std::uint16_t>(load % 40);
    }
    sc_core::sc_start();
    REQUIRE(driver.done());
    CHECK(lsu->idle());
    for (unsigned load = 0; load < loads; ++load)
        for (unsigned lane = 0; lane < warp_lanes; ++lane)
            for (unsigned byte = 0; byte < 4; ++byte)
                REQUIRE(driver.lanes(load).data[lane * 4 + byte] == pattern(address(load, lane) + byte));
    if (auto* warppool = dynamic_cast<WarpPoolLsu*>(lsu.get())) {
        warppool->settle_counters();
        CHECK(warppool->line_requests.value() < warppool->pool.lines_emitted.value());  // else nothing was merged
    }
}

}  // namespace

TEST_CASE("lsu: loads before an interconnect that changes the address") {
    check_loads("none");
}
TEST_CASE("warppool: loads before an interconnect that changes the address") {
    check_loads("warppool");
}
TEST_CASE("mrpb: loads before an interconnect that changes the address") {
    check_loads("mrpb");
}
TEST_CASE("banked: loads before an interconnect that changes the address") {
    check_loads("banked");
}
TEST_CASE("sectors: loads before an interconnect that changes the address") {
    check_loads("sectors");
}
