// A machine that hangs says so, and says where.
#include "losing_binder.h"
#include "platform_run.h"
#include "shipped.h"

using namespace heddle;
using namespace heddle::testing;

TEST_CASE("requests that vanish end the run with a report of what is outstanding where") {
    LosingBinder binder("gpu.memory.controller_1.request_in");
    const PlatformRun result =
        run_platform_named("gpu", {"--stimulus", shipped("vector_add_small"), "--system", "small", "--progress", "off"},
                           {&binder, {}, {}});
    INFO(result.err);
    CHECK(result.code == 1);
    CHECK(result.err.find("deadlock") != std::string::npos);
    CHECK(result.err.find("gpu.l2.slice_1") != std::string::npos);       // holds the lines that never come
    CHECK(result.err.find("gpu.cores.core_0.sm") != std::string::npos);  // whose warps wait
    CHECK(result.err.find("waits for memory") != std::string::npos);
    CHECK(result.err.find("line 0x") != std::string::npos);
    CHECK(result.err.find("gpu.memory.controller_0:") == std::string::npos);  // has nothing left to do
}

TEST_CASE("the watchdog ends a run in which nothing retires for the given time") {
    CheckingBinder binder;
    const PlatformRun result = run_platform_named(
        "gpu", {"--stimulus", shipped("pointer_chase"), "--system", "small", "--set", "sim.watchdog_cycles=40"},
        {&binder, {}, {}});
    INFO(result.err);
    CHECK(result.code == 1);
    CHECK(result.err.find("no warp instruction retired") != std::string::npos);
}
