#include <catch2/catch.hpp>
#include <sstream>
#include <thread>

#include "heddle/platforms/common/progress.h"

using namespace heddle;

TEST_CASE("progress is silent when off or too early, and cleans up a terminal") {
    std::ostringstream off, on;
    Progress silent(off, false, true), talking(on, true, true);
    talking.update({100, 50, 1, 4});
    CHECK(on.str().empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(350));
    silent.update({1000, 500, 2, 4});
    talking.update({1000, 500, 2, 4});
    CHECK(off.str().empty());
    CHECK_THAT(on.str(),
               Catch::Contains("CTAs 2 of 4, cycle 1 000, ") && Catch::Contains("warp instructions/s, 0 s left"));
    talking.clear();
    CHECK_THAT(on.str(), Catch::EndsWith("\r\x1b[K"));
}

TEST_CASE("a remark stands at the end of the line, on a terminal once in a line of its own") {
    std::ostringstream file, screen;
    Progress to_file(file, true, false), to_screen(screen, true, true);
    for (unsigned i = 0; i < 2; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(350));
        to_file.update({1000, 500, 0, 0, "only one instruction"});
        to_screen.update({1000, 500, 0, 0, "only one instruction"});
    }
    CHECK_THAT(file.str(), Catch::EndsWith("warp instructions/s; only one instruction\n"));
    const std::string remark = "\r\x1b[Konly one instruction\n";
    CHECK_THAT(screen.str(), Catch::StartsWith(remark));
    CHECK(screen.str().find(remark, 1) == std::string::npos);
}
