#include "heddle/crossbar/allocators/allocator.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "heddle/base/port_set.h"
#include "heddle/crossbar/allocators/islip.h"
#include "heddle/crossbar/allocators/round_robin.h"

using namespace heddle;

namespace {

template <class Set>
struct Bench {
    Bench(unsigned inputs, unsigned outputs)
        : wanted_by(outputs), free_inputs(Set::first(inputs)), free_outputs(Set::first(outputs)) {}
    void everybody_wants_everything() {
        for (Set& set : wanted_by) set = free_inputs;
    }
    std::vector<Match> run(Allocator<Set>& allocator) {
        Set wanted, waiting;
        std::vector<Set> wanted_of(Set::capacity);
        for (unsigned output = 0; output < wanted_by.size(); ++output)
            wanted_by[output].for_each([&](unsigned input) {
                wanted.set(output);
                waiting.set(input);
                wanted_of[input].set(output);
            });
        Matching matching(Set::capacity, Set::capacity);
        contenders = allocator.allocate({wanted_by, wanted_of, waiting & free_inputs, wanted & free_outputs}, matching);
        return {matching.begin(), matching.end()};
    }
    std::vector<Set> wanted_by;
    Set free_inputs, free_outputs;
    unsigned contenders = 0;
};
using NarrowBench = Bench<NarrowPortSet>;

template <class Set>
void check_legal(const Bench<Set>& bench, const std::vector<Match>& matches) {
    Set inputs, outputs;
    for (const Match& match : matches) {
        REQUIRE(bench.wanted_by[match.output].test(match.input));
        REQUIRE(bench.free_inputs.test(match.input));
        REQUIRE(bench.free_outputs.test(match.output));
        REQUIRE_FALSE(inputs.test(match.input));
        REQUIRE_FALSE(outputs.test(match.output));
        inputs.set(match.input);
        outputs.set(match.output);
    }
}

template <class Set>
void check_random_contention(unsigned inputs, unsigned outputs) {
    std::mt19937 random(7);
    for (const char* name : allocator_names) {
        const auto allocator = make_allocator<Set>(name, inputs, outputs, 1);
        for (int round = 0; round < 2000; ++round) {
            Bench<Set> bench(inputs, outputs);
            for (unsigned input = 0; input < inputs; ++input)
                if (random() % 3 == 0) bench.free_inputs.reset(input);
            Set contenders;
            for (unsigned output = 0; output < outputs; ++output) {
                if (random() % 3 == 0) bench.free_outputs.reset(output);
                for (unsigned input = 0; input < inputs; ++input)
                    if (random() % 20 == 0) bench.wanted_by[output].set(input);
                if (bench.free_outputs.test(output)) contenders |= bench.wanted_by[output] & bench.free_inputs;
            }
            const auto matches = bench.run(*allocator);
            check_legal(bench, matches);
            REQUIRE(contenders.any() == !matches.empty());
            REQUIRE(contenders.count() == bench.contenders);
        }
    }
}

// One iteration of iSLIP as its authors tell it: every output grants, then every input accepts.
struct PlainIslip {
    std::vector<std::pair<unsigned, unsigned>> run(const NarrowBench& bench, unsigned inputs, unsigned outputs) {
        std::vector<std::vector<bool>> granted(inputs, std::vector<bool>(outputs));
        for (unsigned output = 0; output < outputs; ++output)
            for (unsigned i = 0; i < inputs && bench.free_outputs.test(output); ++i) {
                const unsigned input = (grant_pointer[output] + i) % inputs;
                if (!bench.free_inputs.test(input) || !bench.wanted_by[output].test(input)) continue;
                granted[input][output] = true;
                break;
            }
        std::vector<std::pair<unsigned, unsigned>> matches;
        for (unsigned input = 0; input < inputs; ++input)
            for (unsigned o = 0; o < outputs; ++o) {
                const unsigned output = (accept_pointer[input] + o) % outputs;
                if (!granted[input][output]) continue;
                matches.push_back({input, output});
                grant_pointer[output] = (input + 1) % inputs;
                accept_pointer[input] = (output + 1) % outputs;
                break;
            }
        return matches;
    }
    std::array<unsigned, 64> grant_pointer{}, accept_pointer{};
};

}  // namespace

TEST_CASE("a port set walks, counts and wraps over all of its 256 ports") {
    PortSet set;
    CHECK_FALSE(set.any());
    for (unsigned port : {0U, 63U, 64U, 200U, 255U}) set.set(port);
    CHECK(set.count() == 5);
    CHECK(set.round_robin_from(0) == 0);
    CHECK(set.round_robin_from(1) == 63);
    CHECK(set.round_robin_from(65) == 200);
    CHECK(set.round_robin_from(255) == 255);
    CHECK(set.round_robin_from(256) == 0);
    set.reset(0);
    CHECK(set.round_robin_from(256) == 63);
    std::vector<unsigned> seen;
    set.for_each([&](unsigned port) { seen.push_back(port); });
    CHECK(seen == std::vector<unsigned>{63, 64, 200, 255});
}

TEST_CASE("sets with and without ports above 63 are joined, cut and compared") {
    const auto of = [](std::initializer_list<unsigned> ports) {
        PortSet set;
        for (unsigned port : ports) set.set(port);
        return set;
    };
    const auto ports_of = [](const PortSet& set) {
        std::vector<unsigned> ports;
        set.for_each([&](unsigned port) { ports.push_back(port); });
        return ports;
    };
    using Ports = std::vector<unsigned>;
    const PortSet narrow = of({1, 5}), wide = of({5, 70, 255}), high = of({70});
    CHECK(ports_of(narrow & wide) == Ports{5});
    CHECK(ports_of(wide & narrow) == Ports{5});
    CHECK(ports_of(wide & high) == Ports{70});
    CHECK(ports_of(PortSet(narrow) |= wide) == Ports{1, 5, 70, 255});
    CHECK(ports_of(PortSet(wide) |= narrow) == Ports{1, 5, 70, 255});
    CHECK(ports_of(PortSet(wide) &= narrow) == Ports{5});
    CHECK(ports_of(PortSet(narrow) &= wide) == Ports{5});
    CHECK(narrow.meets(wide));
    CHECK(wide.meets(high));
    CHECK(high.meets(wide));
    CHECK_FALSE(narrow.meets(high));
    CHECK_FALSE(high.meets(narrow));
    CHECK_FALSE((high & narrow).any());
    CHECK(high.any());
    CHECK(high.round_robin_from(0) == 70);
    CHECK(high.round_robin_from(71) == 70);
    CHECK(narrow.round_robin_from(2) == 5);
    CHECK(narrow.round_robin_from(64) == 1);
    PortSet emptied = high;
    emptied.reset(70);
    CHECK_FALSE(emptied.any());
    CHECK(emptied.count() == 0);
}

namespace {

template <class Fixed>
void check_against_port_set() {
    std::mt19937 random(3);
    const auto ports_of = [](const auto& set) {
        std::vector<unsigned> ports;
        set.for_each([&](unsigned port) { ports.push_back(port); });
        return ports;
    };
    for (int round = 0; round < 500; ++round) {
        PortSet plain[2];
        Fixed fixed[2];
        const unsigned rarity = round % 2 ? 8 : 100;
        for (int i = 0; i < 2; ++i)
            for (unsigned port = 0; port < Fixed::capacity; ++port)
                if (random() % rarity == 0) plain[i].set(port), fixed[i].set(port);
        REQUIRE(ports_of(plain[0]) == ports_of(fixed[0]));
        REQUIRE(ports_of(plain[0] & plain[1]) == ports_of(fixed[0] & fixed[1]));
        REQUIRE(plain[0].meets(plain[1]) == fixed[0].meets(fixed[1]));
        REQUIRE(plain[0].count() == fixed[0].count());
        const unsigned start = random() % (Fixed::capacity + 1);
        if (plain[0].any()) REQUIRE(plain[0].round_robin_from(start) == fixed[0].round_robin_from(start));
        std::vector<unsigned> behind = ports_of(plain[0]), others = behind;
        behind.erase(behind.begin(), std::lower_bound(behind.begin(), behind.end(), start));
        REQUIRE(fixed[0].first_from(start) == (behind.empty() ? Fixed::capacity : behind.front()));
        others.erase(std::remove_if(others.begin(), others.end(), [&](unsigned port) { return plain[1].test(port); }),
                     others.end());
        Fixed left = fixed[0];
        left.remove(fixed[1]);
        REQUIRE(ports_of(left) == others);
        REQUIRE(ports_of(plain[0] |= plain[1]) == ports_of(fixed[0] |= fixed[1]));
        plain[0].reset(start % Fixed::capacity);
        fixed[0].reset(start % Fixed::capacity);
        REQUIRE(fixed[0].any() == plain[0].any());
        REQUIRE_FALSE(fixed[0].test(start % Fixed::capacity));
    }
    CHECK(Fixed::first(Fixed::capacity).count() == Fixed::capacity);
}

}  // namespace

TEST_CASE("a port set of fixed size does what a plain one does") {
    check_against_port_set<NarrowPortSet>();
    check_against_port_set<MiddlePortSet>();
    check_against_port_set<WidePortSet>();
}

TEST_CASE("matches are legal, never empty when one is possible, and contenders are counted") {
    check_random_contention<WidePortSet>(140, 33);
    check_random_contention<MiddlePortSet>(70, 33);
    check_random_contention<NarrowPortSet>(12, 8);
    check_random_contention<NarrowPortSet>(3, 64);
}

TEST_CASE("iSLIP finds the matches of its definition, with many contenders and with one") {
    std::mt19937 random(5);
    constexpr unsigned inputs = 12, outputs = 8;
    Islip<NarrowPortSet> islip(inputs, outputs, 1);
    PlainIslip plain;
    for (int round = 0; round < 5000; ++round) {
        NarrowBench bench(inputs, outputs);
        const unsigned rarity = 1 + random() % 30;
        for (unsigned output = 0; output < outputs; ++output) {
            if (random() % 3 == 0) bench.free_outputs.reset(output);
            for (unsigned input = 0; input < inputs; ++input)
                if (random() % rarity == 0) bench.wanted_by[output].set(input);
        }
        std::vector<std::pair<unsigned, unsigned>> matches;
        for (const Match& match : bench.run(islip)) matches.push_back({match.input, match.output});
        REQUIRE(matches == plain.run(bench, inputs, outputs));
    }
}

TEST_CASE("every input gets its share of one output") {
    for (const char* name : allocator_names) {
        const auto allocator = make_allocator<NarrowPortSet>(name, 5, 1, 1);
        NarrowBench bench(5, 1);
        bench.everybody_wants_everything();
        std::vector<unsigned> served;
        for (int cycle = 0; cycle < 10; ++cycle) served.push_back(bench.run(*allocator).at(0).input);
        CHECK(served == std::vector<unsigned>{0, 1, 2, 3, 4, 0, 1, 2, 3, 4});
    }
}

TEST_CASE("iSLIP pointers desynchronise: all outputs busy after n cycles, each pair served equally") {
    constexpr unsigned n = 16;
    Islip<NarrowPortSet> islip(n, n, 1);
    NarrowBench bench(n, n);
    bench.everybody_wants_everything();
    CHECK(bench.run(islip).size() == 1);  // at first all outputs grant input 0
    for (unsigned cycle = 1; cycle < n; ++cycle) bench.run(islip);
    std::vector<unsigned> served(n * n, 0);
    for (unsigned cycle = 0; cycle < 10 * n; ++cycle) {
        const auto matches = bench.run(islip);
        REQUIRE(matches.size() == n);
        for (const Match& match : matches) ++served[match.input * n + match.output];
    }
    for (unsigned count : served) CHECK(count == 10);
}

TEST_CASE("an iSLIP grant that is not accepted does not move the output's pointer") {
    Islip<NarrowPortSet> islip(2, 2, 1);
    NarrowBench bench(2, 2);
    bench.everybody_wants_everything();
    // Both outputs grant input 0, which accepts output 0. Output 1 must still prefer input 0.
    REQUIRE(bench.run(islip).size() == 1);
    const auto second = bench.run(islip);
    REQUIRE(second.size() == 2);
    for (const Match& match : second) CHECK(match.input != match.output);
}

TEST_CASE("further iSLIP iterations fill the holes of the first") {
    Islip<NarrowPortSet> islip(4, 4, 4);
    NarrowBench bench(4, 4);
    bench.everybody_wants_everything();
    CHECK(bench.run(islip).size() == 4);
}

TEST_CASE("round robin gives a contested input to the lowest output") {
    RoundRobin<NarrowPortSet> round_robin(3);
    NarrowBench bench(2, 3);
    bench.everybody_wants_everything();
    const auto matches = bench.run(round_robin);
    REQUIRE(matches.size() == 2);
    CHECK((matches[0].input == 0 && matches[0].output == 0));
    CHECK((matches[1].input == 1 && matches[1].output == 1));
}
