#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "heddle/base/error.h"
#include "heddle/base/waveform.h"

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

// A VCD file read back: full signal name -> time -> value.
struct Vcd {
    std::map<std::string, std::map<std::uint64_t, std::uint64_t>> changes;
    std::map<std::string, int> width;
    std::string timescale;
    int change_lines = 0;
    std::uint64_t end = 0;

    explicit Vcd(const std::string& path) {
        std::ifstream file(path);
        REQUIRE(file);
        std::vector<std::string> scope;
        std::map<std::string, std::string> name_of;
        bool header = true;
        for (std::string line; std::getline(file, line);) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word == "$timescale") timescale = line;
            if (word == "$scope") {
                words >> word >> word;
                scope.push_back(word);
            } else if (word == "$upscope") {
                REQUIRE(!scope.empty());
                scope.pop_back();
            } else if (word == "$var") {
                std::string type, bits, code, name;
                words >> type >> bits >> code >> name;
                std::string full;
                for (const auto& part : scope) full += part + ".";
                REQUIRE(name_of.emplace(code, full + name).second);
                width[full + name] = std::stoi(bits);
            } else if (word == "$enddefinitions") {
                header = false;
                REQUIRE(scope.empty());
            } else if (!header) {
                read_change(line, name_of);
            }
        }
    }
    void read_change(const std::string& line, const std::map<std::string, std::string>& name_of) {
        if (line[0] == '#') {
            const std::uint64_t time = std::stoull(line.substr(1));
            REQUIRE(time >= end);
            end = time;
        } else if (line[0] == 'b') {
            const std::size_t space = line.find(' ');
            changes[name_of.at(line.substr(space + 1))][end] = std::stoull(line.substr(1, space - 1), nullptr, 2);
            ++change_lines;
        } else if (line[0] == '0' || line[0] == '1') {
            changes[name_of.at(line.substr(1))][end] = line[0] - '0';
            ++change_lines;
        }
    }
};

bool exists(const std::string& path) {
    return std::ifstream(path).good();
}

constexpr std::uint64_t ns = 1'000'000;  // femtoseconds

struct File {
    explicit File(std::string name) : path(std::move(name)) { std::remove(path.c_str()); }
    ~File() {
        std::remove(path.c_str());
        std::remove((path + ".part").c_str());
    }
    const std::string path;
};

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

TEST_CASE("waveform: hierarchy, values and times read back as they were set") {
    File file("waveform_values.vcd");
    Top top("top");
    Waveform waveform(file.path, "", {});
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
    CHECK_FALSE(exists(file.path));  // whole or not at all
    waveform.close();
    CHECK_FALSE(exists(file.path + ".part"));
    const Vcd vcd(file.path);
    CHECK(vcd.timescale == "$timescale 1 fs $end");
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
    File file("waveform_changes.vcd");
    Top top("top");
    Waveform waveform(file.path, "", {});
    sc_start(sc_time(1, SC_NS));
    for (int i = 0; i < 100; ++i) {
        top.left.count.set(7);
        sc_start(sc_time(1, SC_NS));
    }
    waveform.close();
    const Vcd vcd(file.path);
    CHECK(vcd.change_lines == 5 + 1);  // the initial values, and one change
    CHECK(vcd.end == 101 * ns);
}

TEST_CASE("waveform: only the blocks a pattern names are recorded") {
    File file("waveform_scope.vcd");
    Top top("top");
    Waveform waveform(file.path, "top.l*", {});
    CHECK(waveform.signal_count() == 2);
    CHECK(top.left.valid.recorded());
    CHECK_FALSE(top.right.valid.recorded());
    CHECK_FALSE(top.busy.recorded());
    sc_start(sc_time(1, SC_NS));
    top.right.count.set(9);
    top.left.count.set(3);
    waveform.close();
    const Vcd vcd(file.path);
    CHECK(vcd.width == std::map<std::string, int>{{"top.left.valid", 1}, {"top.left.count", 8}});
    CHECK(vcd.changes.at("top.left.count").at(1 * ns) == 3);
}

TEST_CASE("waveform: a window records its time only, beginning with every value") {
    File file("waveform_window.vcd");
    Top top("top");
    Waveform waveform(file.path, "", {10 * ns, 20 * ns});
    for (int i = 1; i <= 30; ++i) {
        sc_start(sc_time(1, SC_NS));
        top.left.count.set(i);
        if (i == 4) top.right.count.set(44);
    }
    waveform.close();
    const Vcd vcd(file.path);
    const auto& count = vcd.changes.at("top.left.count");
    CHECK(count.begin()->first == 10 * ns);
    CHECK(count.begin()->second == 10);
    CHECK(count.rbegin()->first == 20 * ns);
    CHECK(count.size() == 11);
    CHECK(vcd.changes.at("top.right.count").begin()->second == 44);
    CHECK(vcd.end == 20 * ns);
}

TEST_CASE("waveform: many signals keep codes apart") {
    File file("waveform_many.vcd");
    std::vector<std::unique_ptr<Probe>> probes;
    for (int i = 0; i < 6000; ++i) probes.push_back(std::make_unique<Probe>(("p_" + std::to_string(i)).c_str()));
    Waveform waveform(file.path, "", {});
    sc_start(sc_time(1, SC_NS));
    for (int i = 0; i < 6000; ++i) probes[i]->count.set(i % 256);
    waveform.close();
    const Vcd vcd(file.path);
    REQUIRE(vcd.changes.size() == 12000);
    for (int i = 0; i < 6000; ++i)
        REQUIRE(vcd.changes.at("p_" + std::to_string(i) + ".count").rbegin()->second == unsigned(i % 256));
}

TEST_CASE("waveform: a path that cannot be written is an input error, nothing recorded costs nothing") {
    Top top("top");
    CHECK_THROWS_AS(Waveform("no_such_folder/x.vcd", "", {}), InputError);
    top.left.count.set(5);
    CHECK_FALSE(top.left.count.recorded());
}

TEST_CASE("waveform: a run that fails leaves what it recorded") {
    File file("waveform_failed.vcd");
    Top top("top");
    try {
        Waveform waveform(file.path, "", {});
        sc_start(sc_time(3, SC_NS));
        top.left.count.set(9);
        throw SimulationError("deadlock");
    } catch (const SimulationError&) {
    }
    CHECK(Vcd(file.path).changes.at("top.left.count").at(3 * ns) == 9);
}
