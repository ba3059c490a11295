// A miniature platform: a machine that ends a launch after some cycles and keeps memory in a map.
#pragma once

#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/platforms/common/platform.h"
#include "platform_run.h"

namespace heddle {

struct FakeParameters {
    bool enabled = true;
    unsigned size_bytes = 4096;
    std::uint64_t kernel_cycles = 100;
    double clock_mhz = 1000;
    // ok, silent, spinning, error_response, exception, report, wrong_data; and what is interrupted by SIGINT in the
    // middle of the work: interrupted (it goes on), stopped_inside (it notices), stopped_at_start, stopped_in_check.
    std::string mode = "ok";

    template <class Visitor>
    void visit(Visitor& v) {
        v("enabled", enabled, "", "whether it is there");
        v("size_bytes", size_bytes, "B", "how large it is");
        v("kernel_cycles", kernel_cycles, "cycles", "how long a kernel takes");
        v("clock_mhz", clock_mhz, "MHz", "how fast it runs");
        v("mode", mode, "", "how it ends");
    }
    void validate(const std::string& key) const;
};

class FakePlatform : public Platform {
public:
    std::string name() const override { return "fake"; }
    std::string description() const override { return "A platform for tests."; }
    std::vector<System> systems() const override;
    void visit_parameters(ParameterSet& parameters) override { parameters.group("core", core); }
    void validate() const override { core.validate("core"); }
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override;
    std::unique_ptr<Workload> open_stimulus(const std::string& path) override;

    FakeParameters core;
    unsigned kernels = 2;
    std::vector<std::string> files;  // that the workload says it reads
};

using RunResult = testing::PlatformRun;
// Every binding carries a protocol checker; a violation fails the test.
RunResult run(FakePlatform& platform, const std::vector<std::string>& arguments);

}  // namespace heddle
