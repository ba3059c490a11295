// Random programs on the machine with ICC units: every loaded byte is checked against what program order and barriers
// demand, and every binding has a protocol checker.
#include <catch2/catch.hpp>
#include <sstream>

#include "gpu/random_program.h"
#include "icc/icc_platform.h"
#include "kit/checking_binder.h"
#include "test_scale.h"

using namespace heddle;
using namespace heddle::testing;

namespace {

class IccWithRandomProgram : public IccPlatform {
public:
    explicit IccWithRandomProgram(const RandomProgramShape& program) : program_(program) {}
    std::unique_ptr<Workload> open_stimulus(const std::string&) override {
        return std::make_unique<RandomWorkload>(program_);
    }

private:
    const RandomProgramShape program_;
};

void run_random(std::uint64_t seed, std::vector<std::string> settings) {
    RandomProgramShape program;
    program.ctas = 48;
    program.launches = 3;
    program.steps = static_cast<std::uint32_t>(scaled(128, 32));
    program.seed = seed;
    IccWithRandomProgram platform(program);
    settings.insert(settings.begin(), {"icc", "--stimulus", "random", "--system", "dist-block+icc+cc"});
    std::vector<const char*> argv;
    for (const std::string& setting : settings) argv.push_back(setting.c_str());
    std::ostringstream out, err;
    CheckingBinder binder;
    const int code =
        run_platform(static_cast<int>(argv.size()), argv.data(), platform, RunEnvironment{out, err, &binder});
    INFO(out.str() << err.str());
    REQUIRE(code == 0);
    CHECK(out.str().find(" 0 mismatches") != std::string::npos);
    CHECK(out.str().find("merged loads                           0 ") == std::string::npos);
    CHECK(binder.violations().empty());
    CHECK(binder.outstanding() == 0);
}

}  // namespace

TEST_CASE("random programs come back right with merge table and coalesced cache") {
    run_random(11, {"--set", "topology.clusters=3"});
}

TEST_CASE("random programs come back right through tables of two entries and tiny queues") {
    run_random(12, {"--set", "topology.clusters=2", "--set", "icc_unit.merge_table_entries=2", "--set",
                    "icc_unit.coalesced_cache_lines=2", "--set", "cluster_port.injection_buffer_packets=1", "--set",
                    "cluster_port.response_buffer_packets=1", "--set", "l1_cache.size_bytes=4096", "--set",
                    "l1_cache.mshr_entries=4", "--set", "l1_cache.miss_queue_entries=1"});
}

TEST_CASE("random programs come back right with ICC units and unequal clocks") {
    run_random(13, {"--set", "topology.clusters=2", "--set", "clock.noc_mhz=700", "--set", "clock.l2_mhz=1000"});
}
