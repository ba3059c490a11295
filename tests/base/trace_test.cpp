// Heddle's signals in a trace file of SystemC's: the same names, widths and values, at the same times.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <random>
#include <sstream>

#include "heddle/base/error.h"
#include "heddle/base/ticked.h"
#include "heddle/base/trace.h"
#include "heddle/base/waveform.h"
#include "vcd.h"

using namespace heddle;
using sc_core::SC_FS;
using sc_core::SC_NS;
using sc_core::sc_start;
using sc_core::sc_time;

namespace {

// Ticks at random, sets its signals to random values, several times in some ticks.
class Dice : public Ticked {
public:
    Dice(sc_core::sc_module_name name, ClockDomain& domain, unsigned seed) : Ticked(name, domain), random_(seed) {
        wake_at(1 + random_() % 3);
    }
    void tick(Cycle now) override {
        for (unsigned i = random_() % 3; i < 3; ++i) {
            const std::uint64_t value = std::uint64_t{random_()} << 32 | random_();
            bit.set(value & 1);
            byte.set(value);  // only its lowest bits fit
            all.set(value);
            set_to[now * domain().period().value()] = value;
        }
        wake_at(now + 1 + random_() % 40 * (random_() % 5 == 0));
    }

    Signal bit{*this, "bit", 1}, byte{*this, "byte", 8}, all{*this, "all", 64};
    Vcd::Changes set_to{{0, 0}};  // the last value of each time

private:
    std::mt19937 random_;
};

struct Chip : sc_core::sc_module {
    explicit Chip(sc_core::sc_module_name name) : sc_module(name) {}
    ClockDomain fast{"fast_clock", sc_time(714286, SC_FS)}, slow{"slow_clock", sc_time(1082251, SC_FS)};
    Dice left{"left", fast, 1}, right{"right", slow, 2};
};

// A trace file of SystemC's that is removed at the end.
struct TraceFile {
    TraceFile()
        : name("trace_test_" + std::to_string(getpid())), file(sc_core::sc_create_vcd_trace_file(name.c_str())) {
        file->set_time_unit(1, SC_FS);
    }
    ~TraceFile() { std::remove((name + ".vcd").c_str()); }
    Vcd read() {
        sc_core::sc_close_vcd_trace_file(file);
        return Vcd(name + ".vcd");
    }
    const std::string name;
    sc_core::sc_trace_file* const file;
};

void check_same(const Vcd& theirs, const Vcd& ours) {
    CHECK(theirs.width == ours.width);
    for (const auto& [name, bits] : ours.width) {
        INFO(name);
        CHECK(theirs.real_changes(name) == ours.real_changes(name));
    }
}

}  // namespace

TEST_CASE("trace: SystemC's file has what a waveform has") {
    Chip chip("chip");
    TraceFile foreign;
    std::stringstream out;
    Waveform waveform(out, "", {});
    CHECK(trace(foreign.file, chip) == 8);
    sc_start(sc_time(2000, SC_NS));
    waveform.close();
    const Vcd ours(out), theirs = foreign.read();
    REQUIRE(ours.width.size() == 8);
    CHECK(ours.real_changes("chip.left.byte").size() > 500);
    CHECK(ours.real_changes("chip.slow_clock.cycle").size() > 200);
    check_same(theirs, ours);
}

TEST_CASE("trace: without a waveform, values are those that were set, at the time they were") {
    Chip chip("chip");
    TraceFile foreign;
    CHECK_FALSE(chip.left.recorded());
    CHECK(trace(foreign.file, chip.left) == 3);
    CHECK(chip.left.recorded());
    CHECK_FALSE(chip.right.recorded());
    CHECK_FALSE(chip.fast.recorded());
    sc_start(sc_time(2000, SC_NS));
    const Vcd theirs = foreign.read();
    CHECK(theirs.width ==
          std::map<std::string, int>{{"chip.left.bit", 1}, {"chip.left.byte", 8}, {"chip.left.all", 64}});
    CHECK(chip.left.set_to.size() > 500);
    CHECK(theirs.real_changes("chip.left.all") == chip.left.set_to);
}

TEST_CASE("trace: SystemC's file goes on when a waveform of the same signals ends") {
    Chip chip("chip");
    TraceFile foreign;
    std::stringstream out;
    Waveform waveform(out, "chip.*", {});
    trace(foreign.file, chip.left);
    sc_start(sc_time(1000, SC_NS));
    waveform.close();
    CHECK(chip.left.recorded());
    CHECK(chip.left.byte.recorded());
    CHECK_FALSE(chip.right.recorded());
    CHECK_FALSE(chip.right.byte.recorded());
    sc_start(sc_time(1000, SC_NS));
    CHECK(foreign.read().real_changes("chip.left.all") == chip.left.set_to);
}

TEST_CASE("trace: a file that is not there is an error") {
    Chip chip("chip");
    CHECK_THROWS_WITH(trace(nullptr, chip),
                      "chip: there is no file to trace to, expected one of sc_create_vcd_trace_file");
    CHECK_FALSE(chip.left.recorded());
}

TEST_CASE("waveform: the clocks of the recorded blocks count their cycles, and idle clocks are not woken") {
    Chip chip("chip");
    std::stringstream out;
    {
        Waveform waveform(out, "chip.right", {});
        CHECK(waveform.signal_count() == 4);
        sc_start(sc_time(2000, SC_NS));
    }
    const Vcd vcd(out);
    CHECK(vcd.width.count("chip.fast_clock.cycle") == 0);
    const std::uint64_t period = chip.slow.period().value();
    const Vcd::Changes cycles = vcd.real_changes("chip.slow_clock.cycle");
    for (const auto& [time, cycle] : cycles) CHECK(time == cycle * period);
    CHECK(cycles.size() == chip.slow.ticks() + 1);  // one value per tick of its only module, and the first
    for (const auto& [time, value] : chip.right.set_to)
        CHECK(vcd.value_at("chip.slow_clock.cycle", time) == time / period);
}
