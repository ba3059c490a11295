// Runs the gpu platform inside the test, with a protocol checker on every binding.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "gpu/gpu_platform.h"
#include "kit/checking_binder.h"

namespace heddle::testing {

struct RunResult {
    int code;
    std::string out, err;
};

inline RunResult run(Platform& platform, const std::vector<std::string>& arguments, Binder& binder) {
    std::vector<const char*> argv{"gpu"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out, err;
    const int code =
        run_platform(static_cast<int>(argv.size()), argv.data(), platform, RunEnvironment{out, err, &binder});
    return {code, out.str(), err.str()};
}

// Requests = responses on every binding, and no violation of the base protocol on any.
inline void check_bindings(const CheckingBinder& binder) {
    CHECK(binder.violations().empty());
    CHECK(binder.outstanding() == 0);
    CHECK(binder.transactions() > 0);
}

inline std::string shipped(const std::string& name) {
    return std::string(HEDDLE_SOURCE_DIR) + "/stimuli/micro/" + name + ".stim";
}

// The gpu platform with a workload of the test's own making instead of a file.
class GpuWithWorkload : public GpuPlatform {
public:
    explicit GpuWithWorkload(std::function<std::unique_ptr<Workload>()> make) : make_(std::move(make)) {}
    std::unique_ptr<Workload> open_stimulus(const std::string&) override { return make_(); }

private:
    std::function<std::unique_ptr<Workload>()> make_;
};

}  // namespace heddle::testing
