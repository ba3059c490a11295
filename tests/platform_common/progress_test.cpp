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
