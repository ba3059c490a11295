// A machine that hangs says what waits where in the mesh.
#include "losing_binder.h"
#include "platform_run.h"

using namespace heddle;
using namespace heddle::testing;
using Catch::Contains;

namespace {

// A memory controller takes a few requests and then no more.
std::string report_of(const std::string& system, unsigned accepted) {
    LosingBinder binder("gpu.memory.controller_1.request_in", accepted);
    const std::string stimulus = HEDDLE_SOURCE_DIR "/stimuli/micro/vector_add_small.stim";
    const PlatformRun run = run_platform_named(
        "packet_coalescing", {"--stimulus", stimulus, "--system", system, "--progress", "off"}, {&binder, {}, {}});
    CHECK(run.code == 1);
    CHECK_THAT(run.err, Contains("deadlock"));
    return run.err;
}

}  // namespace

TEST_CASE("requests that memory does not answer: the report has their network interfaces") {
    const std::string report = report_of("FIFO", 1000000);
    CHECK_THAT(report, Contains("gpu.noc.memory_1_at_7:") && Contains(" loads are at memory"));
    CHECK_THAT(report, Contains("gpu.noc.cluster_0_at_0:") && Contains(" loads wait for their reply"));
    CHECK_THAT(report, !Contains("gpu.noc.memory_0_at_3:") && !Contains("router"));
}

TEST_CASE("requests that memory does not take: the report has the routers in which they wait") {
    const std::string report = report_of("FIFO", 4);
    CHECK_THAT(report, Contains("gpu.noc.memory_1_at_7:") && Contains(" 8 request packets wait for memory"));
    CHECK_THAT(report, Contains("gpu.noc.requests.router_7:") && Contains(" flits wait in its buffers"));
    CHECK_THAT(report, Contains("requests wait for the network"));
    CHECK_THAT(report, !Contains("merged table") && !Contains("gpu.noc.replies"));
}

TEST_CASE("requests that memory does not take: the report has the packets in merged tables") {
    const std::string report = report_of("FIFO+dynamic", 4);
    CHECK_THAT(report, Contains("gpu.noc.requests.router_7:") && Contains(" packets wait in its merged table"));
}
