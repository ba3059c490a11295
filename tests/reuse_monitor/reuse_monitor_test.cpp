// The reuse monitor: by its analysis export alone, and what it counts on a machine.
#include "heddle/reuse_monitor/reuse_monitor.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>

#include "kit/test_scale.h"
#include "module_readme.h"
#include "platform_run.h"
#include "scratch_folder.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

using Counts = std::array<std::uint64_t, 3>;  // accesses, intra-CTA, inter-CTA reuses

struct Bench {
    explicit Bench(unsigned block_bytes = 128, const char* name = "monitor")
        : monitor(name, ReuseMonitorParameters{block_bytes}) {}
    void access(Cycle cycle, unsigned sm, std::uint32_t cta, std::uint64_t line, std::uint8_t sectors = 15,
                std::uint32_t kernel = 0) {
        monitor.accesses_in->write({sm, kernel, cta, line, sectors, cycle});
    }
    Counts counts() {
        monitor.settle_counters();
        return {monitor.accesses.value(), monitor.intra_cta_reuses.value(), monitor.inter_cta_reuses.value()};
    }
    ReuseMonitor monitor;
};

}  // namespace

TEST_CASE("reuse monitor: a reuse belongs to the CTA that accessed the block last") {
    Bench bench;
    bench.access(1, 0, 5, 100);
    CHECK(bench.counts() == Counts{1, 0, 0});
    bench.access(2, 0, 5, 100);  // by itself
    bench.access(3, 1, 6, 100);  // after CTA 5
    bench.access(4, 1, 6, 100);  // by itself: CTA 5 is not the last
    bench.access(5, 0, 5, 100);  // after CTA 6
    bench.access(6, 0, 5, 101);  // another line
    CHECK(bench.counts() == Counts{6, 2, 2});
}

TEST_CASE("reuse monitor: sectors are blocks of their own if the granularity says so") {
    Bench lines(128, "lines"), sectors(32, "sectors");
    for (Bench* bench : {&lines, &sectors}) {
        bench->access(1, 0, 0, 7, 0b0011);
        bench->access(2, 0, 1, 7, 0b0110);
    }
    CHECK(lines.counts() == Counts{2, 0, 1});
    CHECK(sectors.counts() == Counts{4, 0, 1});
    CHECK_THROWS_WITH(ReuseMonitor("other", ReuseMonitorParameters{64}),
                      Catch::Contains("reuse_monitor.block_bytes: is 64, must be 128 (lines) or 32 (sectors)"));
}

TEST_CASE("reuse monitor: the next kernel begins with first accesses") {
    Bench bench;
    bench.access(1, 0, 0, 7);
    bench.access(9, 0, 0, 7, 15, 1);
    bench.access(10, 0, 0, 7, 15, 1);
    CHECK(bench.counts() == Counts{3, 1, 0});
}

TEST_CASE("reuse monitor: in whatever order the SMs of a cycle report, and for more blocks than it begins with") {
    std::mt19937 random(5);
    Bench one(128, "one"), other(128, "other");
    std::map<std::uint64_t, std::uint32_t> last;  // the rule, written down once more
    Counts expected{};
    for (Cycle cycle = 1; cycle < scaled(4000); ++cycle) {
        std::vector<AccessEvent> events;  // by SM, two of each
        for (unsigned sm = 0; sm < 4; ++sm)
            for (unsigned i = 0; i < 2; ++i)
                events.push_back(
                    {sm, 0, static_cast<std::uint32_t>(random() % 8), random() % (cycle % 2 ? 50 : 20000), 15, cycle});
        for (const AccessEvent& event : events) {
            const auto [entry, first] = last.emplace(event.line, event.cta);
            ++expected[0];
            if (!first) ++expected[entry->second == event.cta ? 1 : 2];
            entry->second = event.cta;
            one.monitor.accesses_in->write(event);
        }
        std::rotate(events.begin(), events.begin() + 2 * (random() % 4), events.end());
        for (const AccessEvent& event : events) other.monitor.accesses_in->write(event);
    }
    CHECK(one.counts() == expected);
    CHECK(other.counts() == expected);
}

TEST_CASE("reuse monitor: a machine's accesses are counted before its caches, for each kernel") {
    // Two CTAs of one warp read the same line, then lines of their own twice; the second kernel only reads one line.
    const ScratchFolder folder;
    std::ofstream(folder / "a.stim") << "buffer A u32[256]\n"
                                        "kernel both grid 2 block 32\n"
                                        "  x = load A[tid.x]\n"
                                        "  y = load A[tid.x + 32 + 32 * cta.x]\n"
                                        "  store A[tid.x + 32 + 32 * cta.x] = x + y\n"
                                        "end\n"
                                        "kernel once grid 2 block 32\n"
                                        "  x = load A[tid.x]\n"
                                        "  store A[tid.x + 128 + 32 * cta.x] = x\n"
                                        "end\n";
    (void)output_of("gpu",
                    {"--stimulus", folder / "a.stim", "--stats", folder / "a.json", "--set", "monitor.reuse=true"}, 0);
    std::ifstream stream(folder / "a.json");
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto number = [&](const char* name, std::size_t from) {
        const std::size_t at = text.find("\"" + std::string(name) + "\": ", from);
        REQUIRE(at != std::string::npos);
        return std::stoull(text.substr(text.find_first_of("0123456789", at + std::string(name).size() + 3)));
    };
    const std::size_t first = text.find("\"kernels\""), second = text.find("\"name\": \"once\"", first);
    CHECK(number("reuse_accesses", first) == 6);
    CHECK(number("intra_cta_reuses", first) == 2);
    CHECK(number("inter_cta_reuses", first) == 1);
    CHECK(number("reuse_accesses", second) == 4);
    CHECK(number("intra_cta_reuses", second) == 0);
    CHECK(number("inter_cta_reuses", second) == 1);
}

TEST_CASE("README of reuse_monitor: sections, parameters and statistics are those of the code") {
    Bench bench;
    const ModuleReadme readme("reuse_monitor");
    CHECK(readme.sections() == ModuleReadme::expected_sections());
    CHECK(readme.parameters() == ParameterTable(ReuseMonitorParameters()).rows());
    CHECK(readme.statistics() == statistics_of(bench.monitor));
}
