#include <catch2/catch.hpp>

#include "heddle/energy/cache_cost.h"

using namespace heddle;

TEST_CASE("the queues of 40 nodes are 6.25 % of the baseline's L1s") {
    const NodeQueues queues{40};
    CHECK(queues.bytes() == 80 * 1024);
    CHECK(queue_overhead(queues, 80 * 16 * 1024.0) == Approx(0.0625));
    CHECK(queue_overhead({0}, 80 * 16 * 1024.0) == 0);
}

TEST_CASE("cache area goes through the two results of the paper") {
    const CacheShape baseline{80, 16 * 1024};
    CHECK(cache_area_ratio(baseline, baseline).value() == Approx(1));
    CHECK(cache_area_ratio({40, 32 * 1024}, baseline).value() == Approx(0.92));
    CHECK(cache_area_ratio({80, 32 * 1024}, baseline).value() == Approx(1.84));
}

TEST_CASE("cache area is not given far from these results") {
    const CacheShape baseline{80, 16 * 1024};
    CHECK(cache_area_ratio({10, 128 * 1024}, baseline).value() < 0.92);
    CHECK_FALSE(cache_area_ratio({80, 256 * 1024}, baseline).has_value());
    CHECK_FALSE(cache_area_ratio({1, 1280 * 1024}, baseline).has_value());
    CHECK_FALSE(cache_area_ratio({80, 0}, baseline).has_value());
    CHECK_FALSE(cache_area_ratio({80, 16 * 1024}, {0, 16 * 1024}).has_value());
}

TEST_CASE("an access to a larger cache costs more, and a cache outside of the table nothing is said of") {
    const auto of = [](double kilobytes) { return cache_access_energy(kilobytes * 1024).value(); };
    double last_read = 0, last_write = 0, last_leakage = 0;
    for (const double kilobytes : {8, 12, 16, 32, 48, 64, 128, 200, 256}) {
        INFO(kilobytes);
        const AccessEnergy energy = of(kilobytes);
        CHECK(energy.read_joules > last_read);
        CHECK(energy.write_joules > last_write);
        const double leakage = cache_leakage_watts(kilobytes * 1024).value();
        CHECK(leakage > last_leakage);
        last_read = energy.read_joules, last_write = energy.write_joules, last_leakage = leakage;
    }
    CHECK(of(16).read_joules == Approx(29.61e-12));
    CHECK(of(32).write_joules == Approx(46.29e-12));
    CHECK_FALSE(cache_access_energy(4096).has_value());
    CHECK_FALSE(cache_access_energy(512 * 1024).has_value());
    CHECK_FALSE(cache_leakage_watts(512 * 1024).has_value());
}
