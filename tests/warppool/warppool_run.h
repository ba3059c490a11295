// Runs the warppool platform inside the test on a random program.
#pragma once

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "shared_line_program.h"
#include "warppool/warppool_platform.h"

namespace heddle::testing {

struct PlatformRun {
    int code;
    std::string text;
};

inline PlatformRun run_warppool(Platform& platform, const std::vector<std::string>& arguments, Binder* binder) {
    std::vector<const char*> argv{"warppool"};
    for (const std::string& argument : arguments) argv.push_back(argument.c_str());
    std::ostringstream out, err;
    const int code =
        run_platform(static_cast<int>(argv.size()), argv.data(), platform, RunEnvironment{out, err, binder});
    return {code, out.str() + err.str()};
}

class WarpPoolWithSharedLines : public WarpPoolPlatform {
public:
    explicit WarpPoolWithSharedLines(const SharedLineShape& shape) : shape_(shape) {}
    std::unique_ptr<Workload> open_stimulus(const std::string&) override {
        return std::make_unique<SharedLineWorkload>(shape_);
    }

private:
    const SharedLineShape shape_;
};

}  // namespace heddle::testing
