// The built executable as a shell sees it: signals, exit codes, standard output, full disks.
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <thread>

#include "child_process.h"
#include "scratch_folder.h"

using namespace heddle::testing;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const std::string quick = std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/vector_add_small.stim";

// One warp that goes round for hours.
std::string endless(const ScratchFolder& folder) {
    const std::string path = folder / "endless.stim";
    std::ofstream(path) << "buffer OUT u32[32] = fill(9)\n"
                           "kernel endless grid 1 block 32\n"
                           "  for k in 0..4000000000\n    alu 1\n  end\n"
                           "  store OUT[tid] = 1\n"
                           "end\n";
    return path;
}

std::set<std::string> names_in(const ScratchFolder& folder) {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder.path())) names.insert(entry.path().filename());
    return names;
}

// A run that is under way: its waveform is being written.
struct EndlessRun {
    explicit EndlessRun(const std::function<void()>& before = [] {})
        : child("gpu",
                {"--system", "small", "--stimulus", endless(folder), "--stats", folder / "stats.json", "--vcd",
                 folder / "wave.vcd", "--vcd-window", "0:2000", "--dump", "OUT=" + (folder / "out.bin")},
                folder / "table", folder / "errors", before) {
        ChildProcess::wait_for([&] { return fs::exists(folder / "out.bin.part"); });
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
    }
    ScratchFolder folder;
    ChildProcess child;
};

int run_to(const std::string& out, const std::vector<std::string>& arguments, const ScratchFolder& folder) {
    ChildProcess child("gpu", arguments, out, folder / "errors");
    return child.wait();
}

}  // namespace

TEST_CASE("a signal ends the executable soon, with everything written and 128 + signal") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        EndlessRun run;
        const auto begin = std::chrono::steady_clock::now();
        run.child.signal(signal);
        CHECK(run.child.wait() == 128 + signal);
        CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
        CHECK_THAT(content_of(run.folder / "table"), Contains("warp instructions") && Contains("peak memory"));
        CHECK_THAT(content_of(run.folder / "errors"), Contains(": interrupted by SIG"));
        CHECK_THAT(content_of(run.folder / "stats.json"), Contains("\"outcome\": \"interrupted\""));
        CHECK_THAT(content_of(run.folder / "wave.vcd"), Contains("$enddefinitions"));
        CHECK(content_of(run.folder / "out.bin") ==
              std::string("\x09\0\0\0", 4) + content_of(run.folder / "out.bin").substr(4));
        CHECK(names_in(run.folder) ==
              std::set<std::string>{"endless.stim", "errors", "out.bin", "stats.json", "table", "wave.vcd"});
    }
}

TEST_CASE("what was ignored when the executable began stays ignored") {
    EndlessRun run([] { signal(SIGHUP, SIG_IGN); });
    run.child.signal(SIGHUP);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    CHECK_FALSE(fs::exists(run.folder / "stats.json"));
    run.child.signal(SIGTERM);
    CHECK(run.child.wait() == 128 + SIGTERM);
}

TEST_CASE("a second signal ends the executable at once") {
    // It cannot end by the first one: nobody reads the FIFO that its outputs wait for.
    const ScratchFolder folder;
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    const int reader = open((folder / "fifo").c_str(), O_RDONLY | O_NONBLOCK);
    ChildProcess child("gpu", {"--stimulus", quick, "--vcd", folder / "fifo"}, folder / "table", folder / "errors");
    // The waveform is larger than the FIFO holds (64 KiB), so the run stands still.
    ChildProcess::wait_for([&] {
        int waiting = 0;
        return ioctl(reader, FIONREAD, &waiting) == 0 && waiting > 32768;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    child.signal(SIGINT);
    child.wait_until_delivered(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    child.signal(SIGINT);
    CHECK(child.wait() == -SIGINT);
    close(reader);
}

TEST_CASE("an open that waits for a reader can be interrupted, and max-seconds ends it") {
    const ScratchFolder folder;
    REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
    const std::vector<std::string> arguments{"--stimulus", quick, "--stats", folder / "fifo"};
    {
        ChildProcess child("gpu", arguments, folder / "table", folder / "errors");
        child.wait_until_it_catches(SIGINT);
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        child.signal(SIGINT);
        CHECK(child.wait() == 128 + SIGINT);
        CHECK_THAT(content_of(folder / "errors"), Contains("interrupted by SIGINT before the simulation began"));
    }
    std::vector<std::string> limited = arguments;
    limited.insert(limited.end(), {"--max-seconds", "0.3"});
    CHECK(run_to(folder / "table", limited, folder) == 1);
    CHECK_THAT(content_of(folder / "errors"), Contains("ended by --max-seconds before the simulation began"));
    CHECK(fs::is_fifo(folder / "fifo"));
}

TEST_CASE("max-seconds ends the executable and says what it was busy with") {
    const ScratchFolder folder;
    CHECK(run_to(folder / "table",
                 {"--system", "small", "--stimulus", endless(folder), "--progress", "on", "--max-seconds", "8"},
                 folder) == 1);
    CHECK_THAT(content_of(folder / "errors"), Contains("ended by --max-seconds before the work was done; only ") &&
                                                  Contains("kernel endless, line") && Contains("CTA 0 warp 0"));
}

TEST_CASE("a full standard output is an error of every kind of output") {
    const ScratchFolder folder;
    const std::string message = "standard output: cannot be written (No space left on device)\n";
    const std::vector<std::vector<std::string>> lines{
        {"--help"}, {"--version"}, {"--list-systems"}, {"--dump-config"}, {"--stimulus", quick}};
    for (const auto& line : lines) {
        CAPTURE(line);
        CHECK(run_to("/dev/full", line, folder) == 2);
        CHECK_THAT(content_of(folder / "errors"), Catch::EndsWith(message));
    }
    CHECK(run_to("/dev/full", {"--quiet", "--stimulus", quick, "--stats", folder / "stats.json"}, folder) == 0);
    CHECK(run_to("/dev/full", {"--stimulus", quick, "--stats", folder / "stats.json"}, folder) == 2);
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"finished\""));
}

TEST_CASE("closed standard descriptors are not taken for files") {
    const ScratchFolder folder;
    ChildProcess child("gpu", {"--stimulus", quick, "--stats", folder / "stats.json"}, folder / "table",
                       folder / "errors", [] { close(STDOUT_FILENO); });
    CHECK(child.wait() == 2);
    CHECK_THAT(content_of(folder / "errors"), Contains("standard output: cannot be written (Bad file descriptor)"));
    CHECK_THAT(content_of(folder / "stats.json"), Catch::StartsWith("{") && Catch::EndsWith("}\n"));
}

TEST_CASE("a reader that has gone is no reason for a message") {
    const ScratchFolder folder;
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    ChildProcess child("gpu", {"--stimulus", quick, "--stats", folder / "stats.json"}, folder / "table",
                       folder / "errors", [&] {
                           dup2(ends[1], STDOUT_FILENO);
                           close(ends[0]);
                           close(ends[1]);
                       });
    close(ends[0]);
    close(ends[1]);
    CHECK(child.wait() == 128 + SIGPIPE);
    CHECK(content_of(folder / "errors").empty());
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"finished\""));
}

TEST_CASE("an output that fails leaves the others and the table") {
    ScratchFolder disk;
    const ScratchFolder folder;
    const bool mounted = disk.become_small_disk("64k");
    if (!mounted) WARN("this machine forbids mounting: /dev/full stands for a full disk");
    const std::string full = mounted ? disk / "wave.vcd" : "/dev/full";
    CHECK(run_to(folder / "table",
                 {"--stimulus", quick, "--vcd", full, "--stats", folder / "stats.json", "--dump",
                  "C=" + (folder / "c.bin")},
                 folder) == 2);
    CHECK(content_of(folder / "errors") ==
          "heddle gpu: error: " + full + ": cannot be written (No space left on device)\n");
    CHECK_THAT(content_of(folder / "table"), Contains("Data check: ") && Contains(" 0 mismatches"));
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"finished\""));
    CHECK_FALSE(content_of(folder / "c.bin").empty());
    CHECK(names_in(disk).empty());
    CHECK(names_in(folder) == std::set<std::string>{"c.bin", "errors", "stats.json", "table"});
}

TEST_CASE("a limit on the size of files is told like a full disk") {
    const ScratchFolder folder;
    ChildProcess child("gpu", {"--stimulus", quick, "--vcd", folder / "wave.vcd", "--dump", "C=" + (folder / "c.bin")},
                       folder / "table", folder / "errors", [] {
                           const rlimit limit{100000, 100000};
                           setrlimit(RLIMIT_FSIZE, &limit);
                       });
    CHECK(child.wait() == 2);
    CHECK(content_of(folder / "errors") ==
          "heddle gpu: error: " + (folder / "wave.vcd") + ": cannot be written (File too large)\n");
    CHECK_THAT(content_of(folder / "table"), Contains("Data check: ") && Contains(" 0 mismatches"));
    CHECK(names_in(folder) == std::set<std::string>{"c.bin", "errors", "table"});
}

TEST_CASE("a fault is reported in its cycle, whether the clock runs ahead or not") {
    const ScratchFolder folder;
    std::ofstream(folder / "fault.stim") << "buffer A u32[1K]\nbuffer P u32[1K] = ramp(500, 1)\n"
                                            "kernel fault grid 4 block 256\n"
                                            "  i = cta * 256 + tid\n"
                                            "  for k in 0..20\n    x = load A[i]\n    store A[i] = x + 1\n  end\n"
                                            "  y = load P[i]\n  z = load A[y]\n  store A[0] = z\nend\n";
    std::string first;
    for (const char* ahead : {"true", "false"}) {
        CHECK(run_to(folder / "table",
                     {"--quiet", "--stimulus", folder / "fault.stim", "--set", std::string("sim.run_ahead=") + ahead,
                      "--stats", folder / "stats.json"},
                     folder) == 1);
        const std::string stats = content_of(folder / "stats.json");
        const std::string figures = content_of(folder / "errors") + stats.substr(0, stats.find("\"config\""));
        CHECK_THAT(figures, Contains("is out of bounds"));
        if (first.empty())
            first = figures;
        else
            CHECK(figures == first);
    }
}

TEST_CASE("an expectation that cannot be worked out is an error in the stimulus, with everything written") {
    const ScratchFolder folder;
    std::ofstream(folder / "a.stim") << "buffer A u32[32]\nkernel one grid 1 block 32\n  x = load A[tid]\nend\n"
                                        "expect A = A[select(i == 9, 32, i)]\n";
    CHECK(
        run_to(folder / "table",
               {"--stimulus", folder / "a.stim", "--stats", folder / "stats.json", "--dump", "A=" + (folder / "a.bin")},
               folder) == 2);
    CHECK(content_of(folder / "errors") ==
          "heddle gpu: error: " + (folder / "a.stim") + ":5:12: A[32] is out of bounds for i = 9; expected 0 to 31\n");
    CHECK_THAT(content_of(folder / "table"), Contains("cycles") && !Contains("Data check"));
    CHECK_THAT(content_of(folder / "stats.json"), Contains("\"outcome\": \"fault\""));
    CHECK(names_in(folder) == std::set<std::string>{"a.bin", "a.stim", "errors", "stats.json", "table"});
}

TEST_CASE("an input whose links lead in a circle cannot be opened") {
    const ScratchFolder folder;
    fs::create_symlink("b.stim", folder / "a.stim");
    fs::create_symlink("a.stim", folder / "b.stim");
    CHECK(run_to(folder / "table", {"--stimulus", folder / "a.stim", "--stats", folder / "stats.json"}, folder) == 2);
    CHECK_THAT(content_of(folder / "errors"), Contains("Too many levels of symbolic links"));
}
