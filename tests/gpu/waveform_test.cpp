// The waveform of a whole machine: SystemC's own file shows the same, clocks count, and what a block serves can be
// followed through the levels.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <set>
#include <tuple>

#include "heddle/base/trace.h"
#include "platform_run.h"
#include "shipped.h"
#include "vcd.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// A name for the files of one test, and the end of them.
struct WaveFiles {
    std::string ours() const { return name + "_ours.vcd"; }
    std::string theirs() const { return name + ".vcd"; }
    ~WaveFiles() {
        std::remove(ours().c_str());
        std::remove(theirs().c_str());
    }
    const std::string name = "gpu_waveform_" + std::to_string(getpid());
};

void run_small(const std::vector<std::string>& more, const PlatformHooks& hooks = {}) {
    std::vector<std::string> arguments{"--stimulus", shipped("vector_add_small"), "--system", "small"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const PlatformRun result = run_platform_named("gpu", arguments, hooks);
    INFO(result.text());
    REQUIRE(result.code == 0);
}

// Traces the whole machine into a file of SystemC's.
struct ForeignFile {
    explicit ForeignFile(std::string path) : name(std::move(path)) {}
    PlatformHooks hooks() {
        return {
            nullptr, {}, [this](Machine&) { sc_core::sc_close_vcd_trace_file(file); }, [this](Machine&) { open(); }};
    }
    void open() {
        file = sc_core::sc_create_vcd_trace_file(name.c_str());
        file->set_time_unit(1, sc_core::SC_FS);
        for (sc_core::sc_object* object : sc_core::sc_get_top_level_objects()) trace(file, *object);
    }
    std::string name;
    sc_core::sc_trace_file* file = nullptr;
};

void require_same(const Vcd& theirs, const Vcd& ours) {
    REQUIRE(ours.width.size() > 200);
    REQUIRE(theirs.width == ours.width);
    for (const auto& [name, bits] : ours.width) {
        INFO(name);
        REQUIRE(theirs.real_changes(name) == ours.real_changes(name));
    }
}

struct Served {
    std::uint64_t line, sm, warp;
    bool operator<(const Served& other) const {
        return std::tie(line, sm, warp) < std::tie(other.line, other.sm, other.warp);
    }
};

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// All that the steps of this name have served, in all blocks whose name contains `block`.
std::set<Served> served_by(const Vcd& vcd, const std::string& block, const std::string& step) {
    std::set<Served> all;
    for (const auto& [name, bits] : vcd.width) {
        if (name.find(block) == std::string::npos || !ends_with(name, step + "_address")) continue;
        const std::string prefix = name.substr(0, name.size() - std::string("address").size());
        for (const char* part : {"address", "sm", "warp"})
            for (const auto& [time, value] : vcd.changes.at(prefix + part))
                if (time > 0)
                    all.insert({vcd.value_at(name, time) / 128, vcd.value_at(prefix + "sm", time),
                                vcd.value_at(prefix + "warp", time)});
    }
    return all;
}

std::set<std::uint64_t> lines_of(const std::set<Served>& all) {
    std::set<std::uint64_t> lines;
    for (const Served& served : all) lines.insert(served.line);
    return lines;
}

bool contains(const std::set<Served>& all, const std::set<Served>& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// The warps that a core's schedulers issue from are those that send line requests: each loads and stores.
void check_warps(const Vcd& vcd, unsigned core) {
    const std::string name = "gpu.cores.core_" + std::to_string(core);
    std::set<std::uint64_t> issued, sent;
    for (const char* scheduler : {"0", "1"})
        for (const auto& [time, warp] : vcd.changes.at(name + ".sm.issue_" + scheduler + "_warp")) issued.insert(warp);
    for (const Served& served : served_by(vcd, name + ".lsu", ".line")) {
        CHECK(served.sm == core);
        sent.insert(served.warp);
    }
    CHECK(sent == issued);
    CHECK(sent.size() > 1);
}

}  // namespace

TEST_CASE("a whole machine in SystemC's trace file and in its own waveform: every change is the same") {
    WaveFiles files;
    ForeignFile foreign(files.name);
    run_small({"--vcd", files.ours()}, foreign.hooks());
    require_same(Vcd(files.theirs()), Vcd(files.ours()));
}

TEST_CASE("a machine of three clocks in SystemC's trace file and in its own waveform: every change is the same") {
    WaveFiles files;
    ForeignFile foreign(files.name);
    run_small({"--vcd", files.ours(), "--set", "clock.l2_mhz=701", "--set", "clock.dram_mhz=923"}, foreign.hooks());
    const Vcd theirs(files.theirs());
    require_same(theirs, Vcd(files.ours()));
    unsigned clocks = 0;
    for (const auto& [name, bits] : theirs.width) clocks += ends_with(name, "_clock.cycle");
    CHECK(clocks == 3);
}

TEST_CASE("clocks count their cycles") {
    WaveFiles files;
    run_small({"--vcd", files.ours()});
    const Vcd vcd(files.ours());
    const auto cycles = vcd.real_changes("gpu.core_clock.cycle");
    REQUIRE(cycles.size() > 500);
    const std::uint64_t period = cycles.rbegin()->first / cycles.rbegin()->second;
    for (const auto& [time, cycle] : cycles) REQUIRE(time == cycle * period);
    for (const auto& [time, value] : vcd.real_changes("gpu.cores.core_0.sm.warps_active"))
        REQUIRE(vcd.value_at("gpu.core_clock.cycle", time) == time / period);
}

// Vector add touches each line of three buffers once, so every lookup of the L1 goes down to the L2.
TEST_CASE("address, SM and warp of a transaction can be followed from the LSU to memory") {
    WaveFiles files;
    run_small({"--vcd", files.ours()});
    const Vcd vcd(files.ours());
    const std::set<Served> sent = served_by(vcd, ".lsu", ".line"), l1 = served_by(vcd, ".l1", ".lookup"),
                           admitted = served_by(vcd, "cluster", ".request"),
                           replies = served_by(vcd, "cluster", ".bus"), crossed = served_by(vcd, "crossbar", "_out_0"),
                           l2 = served_by(vcd, ".l2", ".lookup");
    REQUIRE(sent.size() > 50);
    for (unsigned core = 0; core < 4; ++core) check_warps(vcd, core);
    CHECK(lines_of(l1) == lines_of(sent));
    CHECK(contains(sent, l1));
    CHECK(contains(sent, admitted));
    CHECK(lines_of(admitted) == lines_of(sent));
    CHECK(contains(sent, replies));
    CHECK(lines_of(l2) == lines_of(sent));
    CHECK(contains(sent, l2));
    CHECK(crossed.size() > 10);
    CHECK(contains(sent, crossed));
    unsigned columns = 0;
    for (const auto& [name, bits] : vcd.width) {
        if (!ends_with(name, ".column_address")) continue;
        for (const auto& [time, address] : vcd.real_changes(name)) {
            if (time == 0) continue;
            ++columns;
            CHECK(lines_of(l2).count(address / 128) == 1);
        }
    }
    CHECK(columns > 10);
}

TEST_CASE("an SM shows PC and warp of what its schedulers issue") {
    WaveFiles files;
    run_small({"--vcd", files.ours(), "--vcd-scope", "gpu.cores.core_0.sm"});
    const Vcd vcd(files.ours());
    const std::string sm = "gpu.cores.core_0.sm.";
    std::set<std::uint64_t> warps, pcs;
    for (const auto& [time, issued] : vcd.changes.at(sm + "issue"))
        for (unsigned s = 0; issued >> s; ++s) {
            if (!(issued >> s & 1)) continue;
            pcs.insert(vcd.value_at(sm + "issue_" + std::to_string(s) + "_pc", time));
            warps.insert(vcd.value_at(sm + "issue_" + std::to_string(s) + "_warp", time));
        }
    CHECK(pcs.size() > 4);
    CHECK(warps.size() > 1);
    CHECK(*warps.rbegin() < 64);
    CHECK(vcd.width.count("gpu.core_clock.cycle") == 1);  // of a block in the scope
}
