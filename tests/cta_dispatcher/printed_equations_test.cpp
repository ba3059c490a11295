// The equations as the paper prints them, against those that are right (MECHANISMS 4.5, 4.6): so that nobody puts the
// printed ones back.
#include <catch2/catch.hpp>
#include <vector>

#include "heddle/cta_dispatcher/clustering/agent_walk.h"

using namespace heddle;

namespace {

// Equation 4 and 5 with the printed condition.
ClusterPosition printed(std::uint32_t v, std::uint32_t ctas, std::uint32_t clusters) {
    const std::uint32_t q = ctas / clusters, r = ctas % clusters;
    if (v % clusters <= r) return {v % (q + 1), v / (q + 1)};
    return {v % q, (v - r) / q};
}

// The condition corrected, the printed w of equation 5 kept.
ClusterPosition printed_w(std::uint32_t v, std::uint32_t ctas, std::uint32_t clusters) {
    const std::uint32_t q = ctas / clusters, r = ctas % clusters;
    if (v < r * (q + 1)) return {v % (q + 1), v / (q + 1)};
    return {v % q, (v - r) / q};
}

// Percent of all (|V|, M, v) with 2 <= |V| < 80 and 1 <= M <= |V| for which `f` is wrong.
template <class F>
double wrong_percent(F f) {
    unsigned wrong = 0, all = 0;
    for (std::uint32_t ctas = 2; ctas < 80; ++ctas)
        for (std::uint32_t clusters = 1; clusters <= ctas; ++clusters)
            for (std::uint32_t v = 0; v < ctas; ++v, ++all)
                if (!(f(v, ctas, clusters) == ClusterPartition(ctas, clusters).position_of(v))) ++wrong;
    return 100.0 * wrong / all;
}

// Listing 5 with the printed _cn = ceil(|V| / M) + 1.
std::vector<std::int64_t> printed_bases(std::int64_t ctas, std::int64_t sms) {
    std::vector<std::int64_t> bases;
    for (std::int64_t sm = 0; sm < sms; ++sm)
        bases.push_back(((ctas + sms - 1) / sms + 1) * sm + std::min<std::int64_t>(ctas % sms - sm, 0));
    return bases;
}

std::vector<std::int64_t> bases(std::uint32_t ctas, std::uint32_t sms) {
    std::vector<std::int64_t> bases;
    for (std::uint32_t sm = 0; sm < sms; ++sm) bases.push_back(AgentWalk({ctas, sms}, sm, 1).base());
    return bases;
}

}  // namespace

TEST_CASE("printed equations 4 and 5 are wrong for 36 % of all CTAs, with the condition corrected for 15 %") {
    CHECK(wrong_percent(printed) == Approx(36).margin(0.5));
    CHECK(wrong_percent(printed_w) == Approx(15).margin(0.5));
}

TEST_CASE("printed equations: two CTAs of six in one place") {
    CHECK(printed(4, 6, 2) == ClusterPosition{0, 1});
    CHECK(printed(3, 6, 2) == ClusterPosition{0, 1});
    CHECK(ClusterPartition(6, 2).position_of(3) == ClusterPosition{0, 1});
    CHECK(ClusterPartition(6, 2).position_of(4) == ClusterPosition{1, 1});
}

TEST_CASE("printed equation 5 begins the second cluster of seven CTAs with position one") {
    CHECK(printed_w(4, 7, 2) == ClusterPosition{1, 1});
    CHECK(ClusterPartition(7, 2).position_of(4) == ClusterPosition{0, 1});
}

TEST_CASE("the printed stride of agents' bases is right exactly where SMs divide CTAs") {
    CHECK(printed_bases(10, 4) == std::vector<std::int64_t>{0, 4, 8, 11});
    CHECK(bases(10, 4) == std::vector<std::int64_t>{0, 3, 6, 8});
    for (std::uint32_t ctas = 2; ctas < 80; ++ctas)
        for (std::uint32_t sms = 2; sms <= ctas; ++sms) {
            CAPTURE(ctas, sms);
            CHECK((printed_bases(ctas, sms) == bases(ctas, sms)) == (ctas % sms == 0));
        }
}
