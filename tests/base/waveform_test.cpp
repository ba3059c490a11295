#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "heddle/base/error.h"
#include "heddle/base/waveform.h"
#include "vcd.h"

using namespace heddle;
using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;

namespace {

struct Probe : Block {
    explicit Probe(sc_core::sc_module_name name) : Block(name) {}
    Signal valid{*this, "valid", 1};
    Signal count{*this, "count", 8};
};

struct Top : Block {
    explicit Top(sc_core::sc_module_name name) : Block(name) {}
    Probe left{"left"}, right{"right"};
    Signal busy{*this, "busy", 1};
};

constexpr std::uint64_t ns = 1'000'000;  // femtoseconds

}  // namespace

TEST_CASE("matches: shell patterns over full names") {
    CHECK(matches("*", ""));
    CHECK(matches("*", "gpu.sm_0"));
    CHECK(matches("gpu.*", "gpu.sm_0.l1"));
    CHECK_FALSE(matches("gpu.*", "gpu"));
    CHECK(matches("*l1", "gpu.sm_0.l1"));
    CHECK_FALSE(matches("*l1", "gpu.sm_0.l1.tags"));
    CHECK(matches("gpu.sm_?.l1", "gpu.sm_7.l1"));
    CHECK_FALSE(matches("gpu.sm_?.l1", "gpu.sm_17.l1"));
    CHECK(matches("a*b*c", "aXbYbZc"));
    CHECK_FALSE(matches("a*b*c", "aXcYb"));
    CHECK_FALSE(matches("", "a"));
    CHECK(matches("", ""));
    CHECK(matches("a**", "a"));
    CHECK_FALSE(matches("?", ""));
}

TEST_CASE("waveform: the time unit of a file is the resolution of the simulation, a power of ten") {
    CHECK(vcd_time_unit(1e-15) == "1 fs");
    CHECK(vcd_time_unit(1e-14) == "10 fs");
    CHECK(vcd_time_unit(1e-13) == "100 fs");
    CHECK(vcd_time_unit(1e-12) == "1 ps");
    CHECK(vcd_time_unit(1e-10) == "100 ps");
    CHECK(vcd_time_unit(1e-9) == "1 ns");
    CHECK(vcd_time_unit(1e-5) == "10 us");
    CHECK(vcd_time_unit(1) == "1 s");
}

TEST_CASE("waveform: hierarchy, values and times read back as they were set") {
    std::stringstream out;
    Top top("top");
    Waveform waveform(out, "", {});
    CHECK(waveform.signal_count() == 5);
    CHECK(top.busy.recorded());
    std::map<std::uint64_t, std::uint64_t> counts{{0, 0}};
    std::mt19937 random(1);
    std::uint64_t last = 0;
    sc_start(sc_core::SC_ZERO_TIME);
    for (int i = 0; i < 500; ++i) {
        sc_start(sc_time(1 + random() % 5, SC_NS));
        const std::uint64_t value = random() % 256;
        top.right.count.set(value);
        if (value != last) counts[sc_core::sc_time_stamp().value()] = last = value;
    }
    top.left.valid.set(1);
    waveform.close();
    const Vcd vcd(out);
    CHECK(vcd.timescale == "1fs");
    CHECK(vcd.width == std::map<std::string, int>{{"top.busy", 1},
                                                  {"top.left.valid", 1},
                                                  {"top.left.count", 8},
                                                  {"top.right.valid", 1},
                                                  {"top.right.count", 8}});
    CHECK(vcd.changes.at("top.right.count") == counts);
    CHECK(vcd.changes.at("top.left.valid").rbegin()->second == 1);
    CHECK(vcd.changes.at("top.busy") == std::map<std::uint64_t, std::uint64_t>{{0, 0}});
}

TEST_CASE("waveform: a value set again is no change") {
    std::stringstream out;
    Top top("top");
    Waveform waveform(out, "", {});
    sc_start(sc_time(1, SC_NS));
    for (int i = 0; i < 100; ++i) {
        top.left.count.set(7);
        sc_start(sc_time(1, SC_NS));
    }
    waveform.close();
    const Vcd vcd(out);
    CHECK(vcd.change_lines == 5 + 1);  // the initial values, and one change
    CHECK(vcd.end == 101 * ns);
}

TEST_CASE("waveform: only the blocks a pattern names are recorded") {
    std::stringstream out;
    Top top("top");
    Waveform waveform(out, "top.l*", {});
    CHECK(waveform.signal_count() == 2);
    CHECK(top.left.valid.recorded());
    CHECK_FALSE(top.right.valid.recorded());
    CHECK_FALSE(top.busy.recorded());
    sc_start(sc_time(1, SC_NS));
    top.right.count.set(9);
    top.left.count.set(3);
    waveform.close();
    const Vcd vcd(out);
    CHECK(vcd.width == std::map<std::string, int>{{"top.left.valid", 1}, {"top.left.count", 8}});
    CHECK(vcd.changes.at("top.left.count").at(1 * ns) == 3);
}

TEST_CASE("waveform: a window records its time only, beginning with every value") {
    std::stringstream out;
    Top top("top");
    Waveform waveform(out, "", {10 * ns, 20 * ns});
    for (int i = 1; i <= 30; ++i) {
        sc_start(sc_time(1, SC_NS));
        top.left.count.set(i);
        if (i == 4) top.right.count.set(44);
    }
    waveform.close();
    const Vcd vcd(out);
    const auto& count = vcd.changes.at("top.left.count");
    CHECK(count.begin()->first == 10 * ns);
    CHECK(count.begin()->second == 10);
    CHECK(count.rbegin()->first == 20 * ns);
    CHECK(count.size() == 11);
    CHECK(vcd.changes.at("top.right.count").begin()->second == 44);
    CHECK(vcd.end == 20 * ns);
}

TEST_CASE("waveform: a window without a change shows the values that hold in it") {
    std::stringstream out;
    Top top("top");
    Waveform waveform(out, "", {10 * ns, 20 * ns});
    sc_start(sc_time(5, SC_NS));
    top.left.count.set(5);
    sc_start(sc_time(25, SC_NS));
    top.left.count.set(30);
    waveform.close();
    const Vcd vcd(out);
    CHECK(vcd.changes.at("top.left.count") == Vcd::Changes{{10 * ns, 5}});
    CHECK(vcd.end == 20 * ns);
}

TEST_CASE("waveform: many signals keep codes apart") {
    std::stringstream out;
    std::vector<std::unique_ptr<Probe>> probes;
    for (int i = 0; i < 6000; ++i) probes.push_back(std::make_unique<Probe>(("p_" + std::to_string(i)).c_str()));
    Waveform waveform(out, "", {});
    sc_start(sc_time(1, SC_NS));
    for (int i = 0; i < 6000; ++i) probes[i]->count.set(i % 256);
    waveform.close();
    const Vcd vcd(out);
    REQUIRE(vcd.changes.size() == 12000);
    for (int i = 0; i < 6000; ++i)
        REQUIRE(vcd.changes.at("p_" + std::to_string(i) + ".count").rbegin()->second == unsigned(i % 256));
}

TEST_CASE("waveform: a stream that fails does not end the run, and its owner sees it") {
    std::ofstream out("no_such_folder/x.vcd");
    Top top("top");
    Waveform waveform(out, "", {});
    sc_start(sc_time(1, SC_NS));
    for (int i = 0; i < 1'000'000; ++i) top.left.count.set(i % 2);  // more than fits into a buffer
    waveform.close();
    CHECK_FALSE(out);
    CHECK_FALSE(top.left.count.recorded());
}

TEST_CASE("waveform: a run that fails leaves what it recorded") {
    std::stringstream out;
    Top top("top");
    try {
        Waveform waveform(out, "", {});
        sc_start(sc_time(3, SC_NS));
        top.left.count.set(9);
        throw SimulationError("deadlock");
    } catch (const SimulationError&) {
    }
    CHECK(Vcd(out).changes.at("top.left.count").at(3 * ns) == 9);
}
