#include "heddle/icc_unit/icl_monitor.h"

#include <catch2/catch.hpp>

using namespace heddle;

namespace {

IclMonitor::Read read(Cycle at, std::uint32_t cta, std::uint32_t sm, std::uint32_t mask, std::uint64_t line = 0x100) {
    return {at, line, cta, sm, mask};
}

// One letter per window: '.' not redundant, 'l' cache-line sharing, 'd' data sharing; capital: with another SM.
std::string classes(const IclMonitor::Verdicts& verdicts) {
    std::string text;
    for (const auto& verdict : verdicts) {
        if (!verdict.redundant)
            text += '.';
        else if (verdict.data_sharing)
            text += verdict.other_sm ? 'D' : 'd';
        else
            text += verdict.other_sm ? 'L' : 'l';
    }
    return text;
}

}  // namespace

TEST_CASE("a read is redundant if the cluster read the line within the window, the end of which is open") {
    IclMonitor monitor;
    CHECK(classes(monitor.observe(read(1000, 1, 0, 1))) == "....");
    CHECK(classes(monitor.observe(read(1499, 2, 1, 2))) == "LLLL");
    CHECK(classes(monitor.observe(read(1999, 2, 1, 2))) == ".LLL");  // 500 after the latest, 999 after the first
    CHECK(classes(monitor.observe(read(3999, 3, 0, 1))) == "....");  // 2000 after the latest
    CHECK(classes(monitor.observe(read(4000, 3, 0, 1, 0x180))) == "....");
}

TEST_CASE("the latest read of a line counts, redundant or not") {
    IclMonitor monitor;
    for (Cycle at = 0; at <= 4000; at += 400)
        CHECK(classes(monitor.observe(read(at, 1, 0, 1))) == (at ? "llll" : "...."));
}

TEST_CASE("data sharing: a common word with another CTA inside the window") {
    IclMonitor monitor;
    monitor.observe(read(0, 1, 0, 0b0011));
    CHECK(classes(monitor.observe(read(10, 2, 1, 0b1100))) == "LLLL");
    CHECK(classes(monitor.observe(read(20, 3, 2, 0b0010))) == "DDDD");
    CHECK(classes(monitor.observe(read(30, 1, 0, 0b0001))) == "LLLL");  // only CTA 1 itself had this word
}

TEST_CASE("words of a read that has left the window do not count") {
    IclMonitor monitor;
    monitor.observe(read(0, 1, 0, 0b01));
    monitor.observe(read(600, 2, 1, 0b10));
    CHECK(classes(monitor.observe(read(900, 3, 2, 0b01))) == "LDDD");
}

TEST_CASE("CTAs of one SM share, but intra-cluster coalescing cannot merge them") {
    IclMonitor monitor;
    monitor.observe(read(0, 1, 0, 0b01));
    CHECK(classes(monitor.observe(read(10, 2, 0, 0b01))) == "dddd");
}

TEST_CASE("lines nobody reads any more are forgotten") {
    IclMonitor monitor;
    for (Cycle at = 0; at < 1000000; at += 10) monitor.observe(read(at, 1, 0, 1, at * 128));
    CHECK(monitor.lines() < 2000);
}
