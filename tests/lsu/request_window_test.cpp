#include "heddle/lsu/request_window_monitor.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <map>
#include <random>

#include "heddle/lsu/lsu.h"
#include "kit/checking_binder.h"
#include "l1_cache/planned_memory.h"
#include "lsu/warp_driver.h"

using namespace heddle;

namespace {

constexpr std::size_t window_count = RequestWindowMonitor::windows.size();

// Requests sent with each window, in the order of the windows.
std::vector<unsigned> sent(const std::vector<std::uint64_t>& line_numbers) {
    RequestWindowMonitor monitor;
    std::vector<unsigned> counts(window_count, 0);
    for (std::uint64_t number : line_numbers) {
        const RequestWindowMonitor::Sent sent = monitor.observe(128 * number);
        for (std::size_t i = 0; i < window_count; ++i) counts[i] += sent[i];
    }
    return counts;
}

unsigned sent_by_definition(const std::vector<std::uint64_t>& lines, std::size_t window) {
    std::deque<std::uint64_t> last;
    unsigned count = 0;
    for (std::uint64_t line : lines) {
        if (std::find(last.begin(), last.end(), line) != last.end()) continue;
        ++count;
        last.push_back(line);
        if (last.size() > window) last.pop_front();
    }
    return count;
}

}  // namespace

TEST_CASE("without a window every request is sent, with one the repetition of the last line is merged") {
    CHECK(sent({7, 7, 7}) == std::vector<unsigned>{3, 1, 1, 1, 1, 1, 1, 1, 1});
    CHECK(sent({0}) == std::vector<unsigned>(window_count, 1));  // line 0 is a line like others
}

TEST_CASE("a window of W holds the last W lines that were sent") {
    // Two lines in turn: a window of one never has the other.
    CHECK(sent({1, 2, 1, 2, 1, 2}) == std::vector<unsigned>{6, 6, 2, 2, 2, 2, 2, 2, 2});
    // Three lines in a row, twice: two are not enough for any of them.
    CHECK(sent({1, 2, 3, 1, 2, 3}) == std::vector<unsigned>{6, 6, 6, 3, 3, 3, 3, 3, 3});
}

TEST_CASE("a merged request does not make its line younger") {
    // With a window of 2: 1 and 2 are sent, 1 merges, 3 drives 1 out although it was asked for after 2.
    CHECK(sent({1, 2, 1, 3, 1})[2] == 4);
    CHECK(sent({1, 2, 1, 3, 2})[2] == 3);
}

TEST_CASE("a random stream is merged as the definition says, with every window") {
    std::mt19937 random(5);
    std::vector<std::uint64_t> lines(20000);
    for (std::uint64_t& line : lines) line = random() % 200;
    const std::vector<unsigned> counts = sent(lines);
    for (std::size_t i = 0; i < window_count; ++i) {
        INFO("window " << RequestWindowMonitor::windows[i]);
        CHECK(counts[i] == sent_by_definition(lines, RequestWindowMonitor::windows[i]));
    }
    CHECK(counts.back() < counts.front());
}

TEST_CASE("the unit of the baseline counts instructions, accesses and requests, and windows of its loads only") {
    ClockDomain clock("clock", period_of_mhz(1000));
    WarpDriver driver("driver", clock, 8);
    LsuParameters parameters;
    parameters.window_monitor = true;
    Lsu lsu("lsu", clock, parameters);
    PlannedMemory memory("memory", clock, 64);
    CheckingBinder binder;
    binder.bind(driver.memory_out, lsu.warp_in);
    binder.bind(lsu.l1_out, memory.request_in);
    const auto line = [](unsigned lane) { return 0x1000 + lane * 4; };
    const auto two_lines = [](unsigned lane) { return 0x1000 + lane * 8; };
    driver.warp(1, AccessKind::load, line);
    driver.warp(2, AccessKind::store, line);
    driver.warp(3, AccessKind::load, two_lines, 4,
                0xffffu << 8);  // 8 lanes in each line, the first of which was loaded
    sc_core::sc_start();
    std::map<std::string, std::uint64_t> counters;
    for (const NamedCounter& counter : lsu.counters()) counters[counter.name()] = counter.value();
    CHECK(counters["memory_instructions"] == 3);
    CHECK(counters["thread_requests"] == 32 + 32 + 16);
    CHECK(counters["memory_requests"] == 4);
    CHECK(counters["window_requests_0"] == 3);
    CHECK(counters["window_requests_1"] == 2);
    CHECK(counters["window_requests_128"] == 2);
}

TEST_CASE("without the switch the unit has no such counters") {
    ClockDomain clock("clock", period_of_mhz(1000));
    Lsu lsu("lsu", clock, {});
    for (const NamedCounter& counter : lsu.counters()) CHECK(std::string(counter.name()).rfind("window", 0) != 0);
}
