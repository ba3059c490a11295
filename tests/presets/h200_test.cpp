// The preset h200 against what an H200 gave for the same kernels (stimuli/micro_silicon/h200.csv).
#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "dumped_words.h"
#include "heddle/cta_dispatcher/gpc_map.h"
#include "in_child.h"
#include "in_h200.h"
#include "platform_run.h"
#include "scratch_folder.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

// The figure of a row of h200.csv.
double measured(const std::string& benchmark, const std::string& name) {
    std::ifstream rows(HEDDLE_SOURCE_DIR "/stimuli/micro_silicon/h200.csv");
    const std::string begin = benchmark + "," + name + ",";
    for (std::string row; std::getline(rows, row);)
        if (row.compare(0, begin.size(), begin) == 0) return std::stod(row.substr(row.rfind(',') + 1));
    FAIL("h200.csv has no row " + begin);
    return 0;
}

// Runs a kernel of micro_silicon on the preset; the folder has the buffers and the statistics afterwards.
void run_kernel(const std::string& kernel, const std::string& constants, const std::vector<std::string>& buffers,
                const ScratchFolder& folder) {
    std::ofstream(folder / "case.stim") << constants << "include \"" << HEDDLE_SOURCE_DIR "/stimuli/micro_silicon/"
                                        << kernel << "/" << kernel << ".stim\"\n";
    const std::string preset = HEDDLE_SOURCE_DIR "/platforms/presets/h200.ini";
    std::vector<std::string> arguments{"--config",           preset,    "--stimulus",
                                       folder / "case.stim", "--stats", folder / "stats.json"};
    for (const std::string& buffer : buffers)
        arguments.insert(arguments.end(), {"--dump", buffer + "=" + (folder / buffer)});
    const PlatformRun run = run_platform_named("gpu", arguments);
    INFO(run.text());
    REQUIRE(run.code == 0);
}

// From launch to end.
double cycles_of_kernel(const std::string& name, const ScratchFolder& folder) {
    std::ifstream file(folder / "stats.json");
    const std::string text{std::istreambuf_iterator<char>(file), {}}, cycles = "\"cycles\": ";
    const std::size_t kernel = text.find("\"name\": \"" + name + "\"");
    REQUIRE(kernel != std::string::npos);
    return std::stod(text.substr(text.find(cycles, kernel) + cycles.size()));
}

double cycles_per_load_of_chase(unsigned lines, unsigned step, unsigned warm, unsigned steps) {
    const ScratchFolder folder;
    std::ostringstream constants;
    constants << "const LINES = " << lines << "\nconst STEP = " << step << "\nconst WARM = " << warm
              << "\nconst STEPS = " << steps << "\n";
    run_kernel("chase", constants.str(), {"TICKS"}, folder);
    return dumped_words(folder / "TICKS")[0] / double(steps);
}

double cycles_per_load_of_pattern(unsigned stride) {
    const ScratchFolder folder;
    constexpr unsigned warps = 32, loops = 16;
    std::ostringstream constants;
    constants << "const WARPS = " << warps << "\nconst STRIDE = " << stride << "\nconst LOOPS = " << loops << "\n";
    run_kernel("l1_patterns", constants.str(), {"BEGINS", "ENDS"}, folder);
    const auto begins = dumped_words(folder / "BEGINS"), ends = dumped_words(folder / "ENDS");
    return (*std::max_element(ends.begin(), ends.end()) - *std::min_element(begins.begin(), begins.end())) /
           double(8 * loops * warps);
}

// Cycles of each load of a walk, the shortest first.
std::vector<unsigned> each_load(unsigned lines, unsigned step, unsigned loads, unsigned rounds) {
    const ScratchFolder folder;
    std::ostringstream constants;
    constants << "const LINES = " << lines << "\nconst STEP = " << step << "\nconst LOADS = " << loads
              << "\nconst ROUNDS = " << rounds << "\nconst SM = 0\nconst CTAS = 132\n";
    run_kernel("each_load", constants.str(), {"CYCLES"}, folder);
    std::vector<unsigned> cycles = dumped_words(folder / "CYCLES");
    std::sort(cycles.begin(), cycles.end());
    return cycles;
}

// Of one SM, cycles of an atomic of a line of the half of the L2 that is near to it, and of the other one.
std::pair<unsigned, unsigned> atomic_of_halves(unsigned sm) {
    constexpr unsigned lines = 256;
    const ScratchFolder folder;
    std::ostringstream constants;
    constants << "const LINES = " << lines << "\nconst ROUNDS = 2\nconst SM = " << sm << "\nconst CTAS = 132\n";
    run_kernel("each_atomic", constants.str(), {"CYCLES"}, folder);
    std::vector<unsigned> cycles = dumped_words(folder / "CYCLES");
    REQUIRE(cycles.size() == lines);
    std::sort(cycles.begin(), cycles.end());
    return {cycles[lines / 4], cycles[lines * 3 / 4]};
}

}  // namespace

TEST_CASE("h200: the latency of the L1 is the measured one") {
    CHECK(cycles_per_load_of_chase(128, 49, 128, 1024) == Approx(measured("chase", "16 KiB")).epsilon(0.02));
}

TEST_CASE("h200: the latency of the L2 is the measured one") {
    // CTA 0 runs on SM 124.
    CHECK(cycles_per_load_of_chase(8192, 3129, 8192, 1024) ==
          Approx(measured("chase", "\"1024 KiB, SM 124, GPU of distances\"")).epsilon(0.01));
}

TEST_CASE("h200: near and far banks and refreshes delay loads as measured") {
    constexpr unsigned loads = 2048;
    const std::vector<unsigned> cycles = each_load(2097152, 40503, loads, 1);
    REQUIRE(cycles.size() == loads);
    for (const char* percent : {"1", "10", "25", "50", "75", "90", "95", "99"}) {
        CAPTURE(percent);
        const std::string name = "\"DRAM, lines 5 MB apart, " + std::string(percent) + " %\"";
        CHECK(cycles[loads * std::stoul(percent) / 100] == Approx(measured("each_load", name)).epsilon(0.06));
    }
}

TEST_CASE("h200: lines in the L2 are as far apart as measured") {
    constexpr unsigned loads = 1024;
    const std::vector<unsigned> cycles = each_load(8192, 1, loads, 2);
    CHECK(double(cycles[loads * 99 / 100]) - cycles[loads / 100] ==
          Approx(measured("each_load", "\"L2, neighbouring lines, SM 0, 99 %\"") -
                 measured("each_load", "\"L2, neighbouring lines, SM 0, 1 %\""))
              .epsilon(0.15));
}

TEST_CASE("h200: atomics take as long as measured in either half of the L2") {
    const auto [own, other] = atomic_of_halves(0);
    CHECK(own == Approx(measured("atomic_halves", "\"latency, own half\"")).epsilon(0.03));
    CHECK(other == Approx(measured("atomic_halves", "\"latency, other half\"")).epsilon(0.03));
}

TEST_CASE("h200: a slice performs as many atomics as measured") {
    const double interval = std::stod(in_h200("atomic_interval_percent")) / 100;
    const double cycles = interval * std::stod(in_h200("core_mhz")) / std::stod(in_h200("l2_mhz"));
    constexpr unsigned atomics = 132 * 16 * 16;
    CHECK(atomics * cycles == Approx(measured("atomic_halves", "\"all SMs, 16 warps of 16, one line\"")).epsilon(0.01));
}

namespace {

// Cycles until the last of `warps` times 16 loads has issued, and until all have come back. On a GPU load_burst notes
// when the last load has read its address (docs/validation/h200_microbenchmarks.md), so the time of issue is compared
// with that of overwritten_address, which keeps its address.
std::pair<double, double> load_burst(unsigned near, unsigned warps, unsigned lane_step) {
    const ScratchFolder folder;
    std::ostringstream constants;
    constants << "const NEAR = " << near << "\nconst WARPS = " << warps << "\nconst LANE = " << lane_step
              << "\nconst WARP = 0\nconst LINES = 0\nconst SM = 0\nconst CTAS = 132\n";
    run_kernel("load_burst", constants.str(), {"TIMES"}, folder);
    const std::vector<unsigned> times = dumped_words(folder / "TIMES");
    unsigned first = times[0], issued = 0, done = 0;
    for (std::size_t i = 0; i < times.size(); i += 3) {
        first = std::min(first, times[i]);
        issued = std::max(issued, times[i + 1]);
        done = std::max(done, times[i + 2]);
    }
    return {issued - first, done - first};
}

}  // namespace

// The GPU's figure contains two readings of the clock, which take the model hardly any time.
TEST_CASE("h200: a warp issues its loads four cycles apart") {
    CHECK(load_burst(2, 1, 0).first ==
          Approx(measured("overwritten_address", "\"one word, 1 warps, address kept\"")).epsilon(0.16));
}

TEST_CASE("h200: hundreds of loads wait for one line, and none holds up another") {
    const auto [issued, done] = load_burst(0, 32, 0);
    CHECK(issued == Approx(measured("overwritten_address", "\"one word, 32 warps, address kept\"")).epsilon(0.15));
    CHECK(done == Approx(measured("load_burst", "\"DRAM, one sector, 32 warps done\"")).epsilon(0.1));
}

TEST_CASE("h200: loads of a sector come back from the L2 while others of it are issued") {
    const double done = load_burst(1, 32, 0).second;
    // The 16 words are two sectors, and in the model all warps get to the second one late.
    CHECK(done == Approx(measured("load_burst", "\"L2, one sector, 32 warps done\"")).epsilon(0.14));
}

TEST_CASE("h200: as many loads wait for the L1 as measured") {
    const auto [issued, done] = load_burst(2, 8, 32);
    CHECK(issued == Approx(measured("overwritten_address", "\"32 passes, 8 warps, address kept\"")).epsilon(0.05));
    CHECK(done == Approx(measured("load_burst", "\"L1, 32 passes, 8 warps done\"")).epsilon(0.05));
}

namespace {

// Cycles per load of an SM with two CTAs of 32 warps, whose loads read `fresh` of four lines anew.
double load_mix(unsigned fresh, unsigned warp_step) {
    constexpr unsigned warps = 64, loops = 64;
    const ScratchFolder folder;
    std::ostringstream constants;
    constants << "const WARPS = " << warps / 2 << "\nconst CTAS = 2\nconst FRESH = " << fresh
              << "\nconst WARP = " << warp_step << "\nconst LANE = 1\nconst LOOPS = " << loops
              << "\nconst SM = 0\nconst GRID = 264\n";
    run_kernel("load_mix", constants.str(), {"BEGINS", "ENDS"}, folder);
    const std::vector<unsigned> begins = dumped_words(folder / "BEGINS"), ends = dumped_words(folder / "ENDS");
    return double(*std::max_element(ends.begin(), ends.end()) - *std::min_element(begins.begin(), begins.end())) /
           (warps * 8 * loops);
}

}  // namespace

TEST_CASE("h200: loads that hit and loads that miss take turns") {
    CHECK(load_mix(1, 4096) ==
          Approx(measured("load_mix", "\"own lines, 2 CTAs of 32 warps, 1 of 4 new\"")).epsilon(0.06));
}

TEST_CASE("h200: loads that hit and loads that wait for the line of another take turns") {
    CHECK(load_mix(2, 0) ==
          Approx(measured("load_mix", "\"the same lines, 2 CTAs of 32 warps, 2 of 4 new\"")).epsilon(0.06));
}

TEST_CASE("h200: an SM takes lines from the L2 as fast as measured") {
    CHECK(load_mix(4, 4096) ==
          Approx(measured("load_mix", "\"own lines, 2 CTAs of 32 warps, 4 of 4 new\"")).epsilon(0.05));
}

TEST_CASE("h200: the latency of DRAM is the measured one") {
    CHECK(cycles_per_load_of_chase(131072, 50065, 0, 1024) == Approx(measured("chase", "262144 KiB")).epsilon(0.05));
}

TEST_CASE("h200: all SMs read DRAM and write to the L2 as fast as measured") {
    const ScratchFolder folder;
    run_kernel("stream",
               "const CTAS = 264\nconst THREADS = 1024\nconst WORDS = 2162688\nconst PASSES = 1\nconst TURN = 37\n", {},
               folder);
    CHECK(cycles_of_kernel("stream_read", folder) ==
          Approx(measured("stream_read", "8650752 bytes 1 passes")).epsilon(0.1));
    CHECK(cycles_of_kernel("stream_write", folder) == Approx(measured("stream_write", "8650752 bytes")).epsilon(0.13));
}

TEST_CASE("h200: neighbouring words are a load per cycle") {
    CHECK(cycles_per_load_of_pattern(1) == Approx(measured("l1_patterns", "32 warps stride 1")).epsilon(0.06));
}

TEST_CASE("h200: four lines are served in a cycle") {
    CHECK(cycles_per_load_of_pattern(33) == Approx(measured("l1_patterns", "32 warps stride 33")).epsilon(0.03));
}

// Of the 32 lines ten are in one of the four tag banks, and eight words in one data bank.
TEST_CASE("h200: lines of one tag bank are looked up one by one") {
    CHECK(cycles_per_load_of_pattern(40) == Approx(measured("l1_patterns", "32 warps stride 40")).epsilon(0.03));
}

TEST_CASE("h200: words of one data bank are served one by one") {
    CHECK(cycles_per_load_of_pattern(32) == Approx(measured("l1_patterns", "32 warps stride 32")).epsilon(0.03));
}

namespace {

const std::array<std::string, 14> mixtures{"0_8_0", "0_0_16", "0_8_8",  "8_0_0",  "8_0_8",  "8_0_16", "8_8_0",
                                           "8_4_4", "8_4_8",  "8_0_24", "8_0_32", "4_0_32", "8_8_8",  "4_8_4"};
constexpr unsigned mixing_warps = 32;

// How long the warps are busy with each mixture of issue_mix.
std::array<double, mixtures.size()> cycles_of_mixtures(unsigned loops) {
    const ScratchFolder folder;
    std::ostringstream constants;
    constants << "const WARPS = " << mixing_warps << "\nconst LOOPS = " << loops << "\n";
    run_kernel("issue_mix", constants.str(), {"BEGINS", "ENDS"}, folder);
    const auto begins = dumped_words(folder / "BEGINS"), ends = dumped_words(folder / "ENDS");
    REQUIRE(begins.size() == mixtures.size() * mixing_warps);
    std::array<double, mixtures.size()> cycles;
    for (std::size_t i = 0; i < mixtures.size(); ++i) {
        const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(i) * mixing_warps, last = first + mixing_warps;
        cycles[i] = *std::max_element(ends.begin() + first, ends.begin() + last) -
                    *std::min_element(begins.begin() + first, begins.begin() + last);
    }
    return cycles;
}

}  // namespace

TEST_CASE("h200: a scheduler takes as long as was measured for loads, sums of 64 bits and fused multiply-adds") {
    constexpr unsigned few = 16, more = 80;  // two lengths, as on the GPU, so that begin and end do not count
    const auto shorter = in_child([] { return cycles_of_mixtures(few); });
    const auto longer = in_child([] { return cycles_of_mixtures(more); });
    for (std::size_t i = 0; i < mixtures.size(); ++i) {
        INFO(mixtures[i]);
        CHECK(4 * (longer[i] - shorter[i]) / ((more - few) * mixing_warps) ==
              Approx(measured("issue_mix", mixtures[i] + " 32 warps")).epsilon(0.1));
    }
}

TEST_CASE("h200: the SMs of a GPC have a kernel's parameters as late as was measured") {
    const ScratchFolder folder;
    run_kernel("first_parameter", "const CTAS = 528\nconst WARPS = 8\n", {"BEGINS", "ISSUES", "SMS"}, folder);
    const auto begins = dumped_words(folder / "BEGINS"), issues = dumped_words(folder / "ISSUES"),
               sms = dumped_words(folder / "SMS");
    GpcParameters gpcs;
    gpcs.tpcs = "4,8,8,8,8,8,9,9";
    gpcs.apart_tpcs = 4;
    const GpcMap map(gpcs, {132, 1});
    std::map<unsigned, unsigned> first_issues;
    unsigned begin = ~0u;
    for (std::size_t warp = 0; warp < sms.size(); ++warp) {
        if (map.gpc_of(sms[warp]) != 1) continue;
        begin = std::min(begin, begins[warp]);
        unsigned& issue = first_issues.emplace(sms[warp], ~0u).first->second;
        issue = std::min(issue, issues[warp]);
    }
    std::vector<unsigned> times;
    times.reserve(first_issues.size());
    for (const auto& [sm, issue] : first_issues) times.push_back(issue - begin);
    REQUIRE(times.size() == 16);
    std::sort(times.begin(), times.end());
    const auto row = [](const char* which) {
        return measured("first_parameter", std::string("\"4 CTAs of 8 warps, ") + which + " SM of a GPC\"");
    };
    CHECK(times.front() == Approx(row("first")).epsilon(0.05));
    CHECK(times[8] == Approx(row("middle")).epsilon(0.1));
    CHECK(times.back() == Approx(row("last")).epsilon(0.05));
}

TEST_CASE("h200: barriers, integer products and passes through shared memory take what was measured") {
    const ScratchFolder folder;
    constexpr unsigned warps = 8, loops = 8;
    const std::vector<std::string> chains{"BARRIERS", "MAD_4", "SHARED"};
    std::vector<std::string> buffers;
    for (const std::string& chain : chains) buffers.insert(buffers.end(), {"BEGINS_" + chain, "ENDS_" + chain});
    run_kernel("chains", "const WARPS = 8\nconst LOOPS = 8\nconst STRIDE = 16\n", buffers, folder);
    const auto cycles = [&](const std::string& chain) {
        const auto begins = dumped_words(folder / ("BEGINS_" + chain)), ends = dumped_words(folder / ("ENDS_" + chain));
        return double(*std::max_element(ends.begin(), ends.end()) - *std::min_element(begins.begin(), begins.end()));
    };
    CHECK(cycles("BARRIERS") / (32 * loops) == Approx(measured("barriers", "8 warps")).epsilon(0.03));
    // Begin and end of the chains are 5 % of these few loops; with the 64 that were measured they are nothing.
    CHECK(cycles("MAD_4") / (32 * loops * warps) == Approx(measured("chains", "mad 4 chains 8 warps")).epsilon(0.07));
    CHECK(cycles("SHARED") / (32 * loops * warps) ==
          Approx(measured("shared_chase", "stride 16 8 warps")).epsilon(0.05));
}

TEST_CASE("h200: reads of two SMs of a GPC merge for as long as was measured") {
    const ScratchFolder folder;
    constexpr unsigned rounds = 64;
    run_kernel("merge_window",
               "const SMS = 132\nconst LEADING = 2\nconst TRAILING = 18\nconst ROUNDS = 64\nconst PERIOD = 1000\n"
               "const SPREAD = 120\n",
               {"BEGINS", "ENDS"}, folder);
    const auto begins = dumped_words(folder / "BEGINS"), ends = dumped_words(folder / "ENDS");
    const int window = static_cast<int>(measured("merge_window", "pair 2 18"));
    unsigned together = 0, alone = 0;
    for (unsigned first = 0; first < rounds; ++first) {
        const unsigned second = rounds + first;
        const int apart = std::abs(static_cast<int>(begins[second] - begins[first]));
        const int between_ends = std::abs(static_cast<int>(ends[second] - ends[first]));
        INFO(apart << " cycles apart, their ends " << between_ends);
        // A read that merges ends with the other; nearer ones do so in any case, and some cycles are lost on the way.
        // The distances of the SMs from a line differ by up to 10 cycles, half of them on the way there.
        if (apart > 24 && apart < window - 12) {
            CHECK(between_ends < apart / 2);
            ++together;
        } else if (apart > window + 12) {
            CHECK(between_ends > apart / 2);
            ++alone;
        }
    }
    CHECK(together > 5);
    CHECK(alone > 5);
}
