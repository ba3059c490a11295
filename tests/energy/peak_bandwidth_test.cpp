#include <catch2/catch.hpp>

#include "designs.h"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("the peak bandwidth of every design is printed as in table I") {
    for (const Design& candidate : designs()) {
        INFO(candidate.name);
        const PeakBandwidth printed = printed_peak_bandwidth(candidate.reach, 80);
        CHECK(printed.bytes_per_cycle == Approx(candidate.printed_peak));
        CHECK(printed.drop == Approx(candidate.printed_drop));
    }
}

TEST_CASE("by the clocks every network at 700 MHz gives half of what is printed") {
    for (const Design& candidate : designs()) {
        INFO(candidate.name);
        const PeakBandwidth by_clock = clock_true_peak_bandwidth(candidate.reach, 80);
        CHECK(by_clock.drop == Approx(candidate.true_drop));
        CHECK(by_clock.bytes_per_cycle == Approx(10240 / candidate.true_drop));
    }
}

TEST_CASE("a node gives no more than a line per cycle, however fast its network is") {
    L1Reach reach = over_network(40, 14000);
    reach.flit_bytes = 128;
    CHECK(clock_true_peak_bandwidth(reach, 80).bytes_per_cycle == Approx(40 * 128));
}

TEST_CASE("flits that do not divide a line are counted whole") {
    L1Reach reach = over_network(40, 1400);
    reach.flit_bytes = 48;  // 3 flits
    CHECK(clock_true_peak_bandwidth(reach, 80).bytes_per_cycle == Approx(40 * 128 / 3.0));
    reach.flit_bytes = 160;
    reach.network_mhz = 700;
    CHECK(clock_true_peak_bandwidth(reach, 80).bytes_per_cycle == Approx(40 * 64));
}
