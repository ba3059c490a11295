// The life of an executable, with a machine small enough to know every number.
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "fake_platform.h"

using namespace heddle;
using Catch::Contains;

namespace {

std::string content_of(const char* path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("the executable explains itself") {
    FakePlatform platform;
    const RunResult nothing = run(platform, {});
    CHECK(nothing.code == 0);
    CHECK_THAT(nothing.out,
               Contains("A platform for tests.") && Contains("Usage: fake --stimulus") && Contains("--help"));
    const RunResult help = run(platform, {"--help"});
    CHECK(help.code == 0);
    for (const char* option : {"--stimulus", "--system", "--list-systems", "--config", "--set", "--dump-config",
                               "--stats", "--dump", "--vcd", "--vcd-scope", "--vcd-window", "--max-cycles",
                               "--max-seconds", "--seed", "--progress", "--quiet", "--help", "--version"})
        CHECK_THAT(help.out, Contains(option));
    CHECK(run(platform, {"--list-systems"}).out ==
          "plain (baseline)\n    Nothing special.\nlarge\n    Larger and slower.\n");
    CHECK_THAT(run(platform, {"--version"}).out, Catch::StartsWith("heddle fake ") && Contains("SystemC 2."));
}

TEST_CASE("the table's title names the configuration files, of which the system's name says nothing") {
    std::ofstream("other.ini") << "[core]\nkernel_cycles = 50\n";
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--config", "./other.ini"});
    CHECK(result.code == 0);
    CHECK_THAT(result.out, Catch::StartsWith("fake (plain, other.ini) on good.stim\n"));
    std::remove("other.ini");
}

TEST_CASE("a run launches all kernels, prints the table and writes the statistics") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--stats", "run.json", "--vcd", "run.vcd"});
    CHECK(result.err.empty());
    REQUIRE(result.code == 0);
    CHECK_THAT(result.out, Contains("fake (plain) on good.stim") &&
                               Contains("warp instructions                     40") &&
                               Contains("CTAs                                   2"));
    CHECK_THAT(result.out, Contains("Kernels\n") && Contains("kernel 0") && Contains("kernel 1"));
    CHECK_THAT(result.out, Contains("Data check: 1 000 values, 0 mismatches\n"));
    const std::string stats = content_of("run.json");
    CHECK_THAT(stats,
               Contains("\"outcome\": \"finished\"") &&
                   Contains("\"warp_instructions\": {\n      \"value\": 40,\n      \"unit\": \"instructions\",\n      "
                            "\"description\": \"retired\"\n    }") &&
                   Contains("\"name\": \"kernel 1\"") && Contains("\"warp_instructions\": 25"));
    CHECK_THAT(stats, Contains("\"dispatcher.sm_1\"") && Contains("\"counts\": [0, 0, 2, 0]") &&
                          Contains("\"core.kernel_cycles\": 100,") && Contains("\"core.enabled\": true,") &&
                          Contains("\"core.clock_mhz\": 1000,") && Contains("\"core.mode\": \"ok\"") &&
                          Contains("\"peak_rss_bytes\": "));
    CHECK_THAT(content_of("run.vcd"), Contains("kernel_running"));
    CHECK(std::ifstream("run.json.part").fail());
    std::remove("run.json");
    std::remove("run.vcd");
}

TEST_CASE("a window that begins after the end of the run is said") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--quiet", "--vcd", "window.vcd", "--vcd-window", "1000000:"});
    CHECK(result.code == 0);
    CHECK_THAT(result.err, Catch::StartsWith("heddle fake: warning: window.vcd: no change recorded: the run ended at "
                                             "cycle ") &&
                               Catch::EndsWith(", and --vcd-window begins at cycle 1000000\n"));
    CHECK_THAT(content_of("window.vcd"), Contains("kernel_running"));
    std::remove("window.vcd");
}

TEST_CASE("a window that begins before the end of the run is not warned of") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--vcd", "window.vcd", "--vcd-window", "150:160"});
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK_THAT(content_of("window.vcd"), Contains("$dumpvars\n"));
    std::remove("window.vcd");
}

TEST_CASE("buffers are dumped as they are at the end") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--dump", "BYTES=bytes.bin", "--dump", "MARK=mark.bin"});
    CHECK(result.err.empty());
    REQUIRE(result.code == 0);
    std::string expected(1000, 0);
    for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<char>(i * 7);
    CHECK(content_of("bytes.bin") == expected);
    CHECK(content_of("mark.bin") == "\x02");  // the second kernel's
    CHECK(std::ifstream("bytes.bin.part").fail());
    std::remove("bytes.bin");
    std::remove("mark.bin");
}

TEST_CASE("buffers are dumped after a run that failed too") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--max-cycles", "150", "--dump", "MARK=early.bin"});
    CHECK(result.code == 1);
    CHECK(content_of("early.bin") == "\x01");  // the first kernel's: the second one had not ended
    std::remove("early.bin");
}

TEST_CASE("quiet runs print nothing") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--quiet", "--progress", "on"});
    CHECK(result.code == 0);
    CHECK(result.out.empty());
    CHECK(result.err.empty());
}

TEST_CASE("a shuffled evaluation order changes nothing") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--set", "sim.evaluation_order_seed=5", "--stats", "shuffled.json"});
    CHECK(result.code == 0);
    // Launched in 1, seen in 2, ends in 102, seen by the host in 103; the second one likewise from 104 on.
    CHECK_THAT(content_of("shuffled.json"), Contains("\"cycles\": {\n      \"value\": 206,"));
    std::remove("shuffled.json");
}

TEST_CASE("a workload without kernels ends at once") {
    FakePlatform platform;
    platform.kernels = 0;
    const RunResult result = run(platform, {"--stimulus", "good.stim"});
    CHECK(result.code == 0);
    CHECK_THAT(result.out, Contains("cycles                                 0"));
}

TEST_CASE("max-cycles ends the run at that cycle with statistics and exit code 1") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--max-cycles", "50", "--stats", "max.json"});
    CHECK(result.code == 1);
    CHECK(result.err == "heddle fake: error: cycle 50: ended by --max-cycles before the work was done\n");
    CHECK_THAT(content_of("max.json"), Contains("\"outcome\": \"max_cycles\"") && Contains("\"value\": 50,"));
    std::remove("max.json");
}

TEST_CASE("a machine that falls silent is a deadlock, with what is outstanding") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--set", "core.mode=silent"});
    CHECK(result.code == 1);
    CHECK_THAT(result.err, Contains("deadlock: nothing is left to happen") &&
                               Contains("  host:\n    waits for the end of kernel 0 'kernel 0'") &&
                               Contains("  dispatcher:\n    kernel still here, line 0\n") &&
                               Contains("    ... and 8 more\n"));
}

TEST_CASE("a machine that runs in circles is caught by the watchdog") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--set", "core.mode=spinning", "--set", "sim.watchdog_cycles=2000"});
    CHECK(result.code == 1);
    CHECK_THAT(
        result.err,
        Contains("heddle fake: error: cycle 2000: deadlock: no warp instruction retired from cycle 0 to cycle 2 000"));
}

TEST_CASE("a launch whose response is an error ends the run") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--set", "core.mode=error_response"});
    CHECK(result.code == 1);
    CHECK_THAT(result.err,
               Contains("host: launch of kernel 0 'kernel 0' was answered with TLM_ADDRESS_ERROR_RESPONSE"));
}

TEST_CASE("an exception inside a process becomes a plain message") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--set", "core.mode=exception"});
    CHECK(result.code == 1);
    CHECK(result.err == "heddle fake: error: cycle 102: fake.dispatcher: address 0x10 is on fire\n");
}

TEST_CASE("a SystemC error report becomes a plain message") {
    FakePlatform platform;
    const RunResult result = run(platform, {"--stimulus", "good.stim", "--set", "core.mode=report"});
    CHECK(result.code == 1);
    CHECK(result.err == "heddle fake: error: cycle 102: fake.dispatcher: reported trouble\n");
}

TEST_CASE("wrong data is exit code 1 with the first mismatches") {
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--set", "core.mode=wrong_data", "--stats", "wrong.json"});
    CHECK(result.code == 1);
    CHECK_THAT(result.err,
               Contains("of 1000 checked values are wrong\n  value 1 is wrong\n  value 2 is wrong\n  ... and "));
    CHECK_THAT(content_of("wrong.json"), Contains("\"outcome\": \"mismatch\""));
    std::remove("wrong.json");
}
