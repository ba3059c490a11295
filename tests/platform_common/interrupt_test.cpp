// Runs that are ended from outside, inside the test's process: how they end, and what they leave.
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <set>

#include "child_process.h"
#include "fake_platform.h"
#include "heddle/base/stop_request.h"
#include "heddle/platforms/common/interrupt.h"
#include "in_child.h"
#include "scratch_folder.h"

using namespace heddle;
using Catch::Contains;
using testing::content_of;
using testing::ScratchFolder;

namespace {

std::string names_in(const ScratchFolder& folder) {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) names.insert(entry.path().filename());
    std::string text;
    for (const std::string& name : names) text += name + " ";
    return text;
}

RunResult run_mode(const ScratchFolder& folder, const std::string& mode) {
    FakePlatform platform;
    return run(platform, {"--stimulus", "good.stim", "--set", "core.mode=" + mode, "--stats", folder / "stats.json",
                          "--vcd", folder / "wave.vcd", "--dump", "BYTES=" + (folder / "bytes.bin")});
}

}  // namespace

TEST_CASE("an interrupted run leaves everything as far as it is") {
    const ScratchFolder folder;
    const RunResult result = run_mode(folder, "interrupted");
    CHECK(result.code == 128 + SIGINT);
    CHECK_THAT(result.out, Contains("fake (plain) on good.stim"));
    CHECK_THAT(result.err, Catch::StartsWith("heddle fake: error: cycle ") &&
                               Contains(": interrupted by SIGINT before the work was done\n"));
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"interrupted\"") && Catch::EndsWith("}\n"));
    CHECK_THAT(content_of(folder / "wave.vcd"), Contains("kernel_running"));
    CHECK(content_of(folder / "bytes.bin").size() == 1000);
    CHECK(names_in(folder) == "bytes.bin stats.json wave.vcd ");
    CHECK_FALSE(stop_requested());
}

TEST_CASE("work that notices the request inside a cycle ends the run like one between cycles") {
    const ScratchFolder folder;
    const RunResult result = run_mode(folder, "stopped_inside");
    CHECK(result.code == 128 + SIGINT);
    CHECK(result.err == "heddle fake: error: cycle 102: interrupted by SIGINT before the work was done\n");
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"interrupted\""));
    CHECK(names_in(folder) == "bytes.bin stats.json wave.vcd ");
}

TEST_CASE("filling memory and checking data can be interrupted, too") {
    for (const char* mode : {"stopped_at_start", "stopped_in_check"}) {
        INFO(mode);
        CHECK(in_child([mode] {
            const ScratchFolder folder;
            const RunResult result = run_mode(folder, mode);
            return result.code == 128 + SIGINT &&
                   content_of(folder / "stats.json").find("\"interrupted\"") != std::string::npos &&
                   names_in(folder) == "bytes.bin stats.json wave.vcd ";
        }));
    }
}

TEST_CASE("max-seconds ends a run that would not end, with statistics and exit code 1") {
    const ScratchFolder folder;
    FakePlatform platform;
    const RunResult result =
        run(platform, {"--stimulus", "good.stim", "--set", "core.mode=spinning", "--set",
                       "sim.watchdog_cycles=1000000000000", "--max-seconds", "0.2", "--stats", folder / "stats.json"});
    CHECK(result.code == 1);
    CHECK_THAT(result.err, Contains(": ended by --max-seconds before the work was done\n"));
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"time_limit\""));
    CHECK(names_in(folder) == "stats.json ");
    CHECK_FALSE(stop_requested());
}

TEST_CASE("the first request counts, and a time limit is one") {
    const InterruptWatch watch;
    CHECK_FALSE(stop_requested());
    {
        const TimeLimit limit(0.01);
        testing::ChildProcess::wait_for([] { return stop_requested(); });
    }
    CHECK(StopRequest::reason() == StopRequest::time_limit);
    CHECK_FALSE(StopRequest::set(SIGTERM));
    CHECK_THROWS_AS(throw_if_stop_requested(), Stopped);
    CHECK(stop_exit_code(StopRequest::reason()) == 1);
    CHECK(stop_exit_code(SIGHUP) == 129);
    CHECK(stop_message(SIGTERM) == "interrupted by SIGTERM");
}

TEST_CASE("signals are what they were after the watch, and what was ignored stays ignored") {
    const auto action_of = [](int signal) {
        struct sigaction now {};
        sigaction(signal, nullptr, &now);
        return now.sa_handler;
    };
    signal(SIGHUP, SIG_IGN);
    const auto interrupt = action_of(SIGINT);
    {
        const InterruptWatch watch;
        CHECK(action_of(SIGHUP) == SIG_IGN);
        CHECK(action_of(SIGINT) != interrupt);
        raise(SIGHUP);
        CHECK_FALSE(stop_requested());
    }
    CHECK(action_of(SIGINT) == interrupt);
    signal(SIGHUP, SIG_DFL);
}
