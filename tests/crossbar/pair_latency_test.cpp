// Ways of different length through a crossbar. Cycles as in crossbar_timing_test.cpp.
#include "heddle/crossbar/pair_latency.h"

#include <catch2/catch.hpp>

#include "scripted_crossbar.h"

using namespace heddle_bench;

namespace {

DistanceParameters two_places() {
    DistanceParameters d;
    d.inputs = "0,1,0";
    d.outputs = "1,0";
    d.cycles = "0,10/21,3";
    return d;
}

std::string error_of(const DistanceParameters& parameters, unsigned inputs = 3, unsigned outputs = 2) {
    try {
        pair_latencies(parameters, inputs, outputs, "crossbar.distance");
    } catch (const ParameterError& error) {
        return error.what();
    }
    return "none";
}

constexpr std::uint64_t to(unsigned output, unsigned n = 0) {
    return output * 256 + n * 2 * 256;
}

CrossbarParameters with_channels(unsigned channels) {
    CrossbarParameters p;
    p.virtual_channels = channels;
    p.distance = two_places();
    return p;
}

struct System : ScriptedCrossbar {
    explicit System(unsigned channels) : ScriptedCrossbar(with_channels(channels), 3, 2) {}
};

}  // namespace

TEST_CASE("half of a distance is on the way there, the larger half on the way back") {
    DistanceParameters d = two_places();
    d.input_cycles = "1,2,4";
    const PairLatencies further = pair_latencies(d, 3, 2, "crossbar.distance");
    CHECK(further.there.cycles(0, 0) == 5);  // 1 + 10
    CHECK(further.back.cycles(0, 0) == 6);
    CHECK(further.there.cycles(1, 0) == 2);  // 2 + 3
    CHECK(further.back.cycles(0, 1) == 3);
    CHECK(further.there.cycles(1, 1) == 11);  // 2 + 21
    CHECK(further.back.cycles(1, 1) == 12);
    CHECK(further.there.cycles(2, 1) == 2);  // 4 + 0
    CHECK(further.back.cycles(1, 2) == 2);
    CHECK(pair_latencies({}, 3, 2, "crossbar.distance").there.none());
}

TEST_CASE("distances that are none, or do not fit, are refused with key, value and what was expected") {
    using Catch::Contains;
    CHECK(error_of(two_places()) == "none");
    DistanceParameters d = two_places();
    d.cycles = "none";
    CHECK_THAT(error_of(d), Contains("crossbar.distance.cycles") && Contains("is none"));
    d.cycles = "0,10/21,x";
    CHECK_THAT(error_of(d), Contains("crossbar.distance.cycles") && Contains("'x' as entry 1"));
    d.cycles = "0,10/21,";
    CHECK_THAT(error_of(d), Contains("'' as entry 1"));
    d.cycles = "0,10/21";
    CHECK_THAT(error_of(d), Contains("1 numbers in row 1 and 2 in row 0"));
    d.cycles = "0,10";
    CHECK_THAT(error_of(d),
               Contains("crossbar.distance.inputs") && Contains("place 1 as entry 1") && Contains("1 row"));
    d.cycles = "0/21";
    CHECK_THAT(error_of(d), Contains("crossbar.distance.outputs") && Contains("place 1 as entry 0"));
    d = two_places();
    d.input_cycles = "1,2";
    CHECK_THAT(error_of(d), Contains("crossbar.distance.input_cycles") && Contains("2 entries") && Contains("are 3"));
    CHECK_THAT(error_of(two_places(), 4, 2), Contains("crossbar.distance.inputs") && Contains("are 4 inputs"));
    CHECK_THAT(error_of(two_places(), 3, 1), Contains("crossbar.distance.outputs") && Contains("are 1 outputs"));
}

namespace {

void check_overtaking(unsigned channels) {
    System s(channels);
    s.sources[1]->script = {{1, Kind::read, to(1), 4}};  // 21: 10 cycles there, 11 back
    s.sources[0]->script = {{2, Kind::read, to(1), 4}};  // the nearest
    s.sources[2]->script = {{5, Kind::read, to(0), 4}};  // 10: 5 each way
    s.run();
    // Sent 2, granted 3, at the output 7, seen 8; answered 9, granted 10, there 14, seen 15.
    REQUIRE(s.memories[1]->arrivals.size() == 2);
    CHECK(s.memories[1]->arrivals[0].cycle == 8);
    CHECK(s.memories[1]->arrivals[1].cycle == 17);
    REQUIRE(s.sources[0]->done.size() == 1);
    CHECK(s.sources[0]->done[0].cycle == 15);
    REQUIRE(s.sources[1]->done.size() == 1);
    CHECK(s.sources[1]->done[0].cycle == 35);
    CHECK(s.memories[0]->arrivals[0].cycle == 16);
    CHECK(s.sources[2]->done[0].cycle == 28);
    CHECK(s.crossbar->request_statistics().latency_cycles.value() == 4 + 14 + 9);
}

void check_order(unsigned channels) {
    System s(channels);
    for (unsigned i = 0; i < 40; ++i) {
        s.sources[0]->script.push_back({1, i % 3 ? Kind::read : Kind::write, to(1, i), 128});
        s.sources[1]->script.push_back({1, i % 2 ? Kind::read : Kind::write, to(1, 100 + i), 128});
    }
    s.run();
    std::uint64_t last[2] = {0, 0};
    Cycle before = 0;
    REQUIRE(s.memories[1]->arrivals.size() == 80);
    for (const auto& arrival : s.memories[1]->arrivals) {
        std::uint64_t& previous = last[arrival.address >= to(1, 100)];
        CHECK(arrival.address > previous);
        CHECK(arrival.cycle > before);
        previous = arrival.address;
        before = arrival.cycle;
    }
}

}  // namespace

TEST_CASE("packets of a near input overtake those of a far one") {
    check_overtaking(0);
}

TEST_CASE("with virtual channels packets of a near input overtake those of a far one, too") {
    check_overtaking(2);
}

TEST_CASE("packets of one input to one output keep their order, and packets that arrive together leave in turn") {
    check_order(0);
}

TEST_CASE("with virtual channels packets of one input to one output keep their order, too") {
    check_order(2);
}

TEST_CASE("b_transport takes the way of its pair") {
    System s(0);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    tlm::tlm_generic_payload payload;
    unsigned char data[4] = {};
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_data_ptr(data);
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    const auto delay_of = [&](unsigned input, std::uint64_t address) {
        sc_core::sc_time delay;
        payload.set_address(address);
        s.crossbar->serve_blocking(payload, delay, input);
        return delay;
    };
    CHECK(delay_of(1, to(1)) - delay_of(0, to(1)) == sc_core::sc_time(21, sc_core::SC_NS));
    CHECK(delay_of(0, to(0)) - delay_of(0, to(1)) == sc_core::sc_time(10, sc_core::SC_NS));
}
