// Runs a platform inside the test process: what it prints, its exit code, and a protocol checker on its bindings if the
// test gives one. The .cpp file is the only place where tests make a platform by name.
#pragma once

#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "heddle/platforms/common/platform.h"
#include "kit/checking_binder.h"

namespace heddle::testing {

struct PlatformRun {
    int code;
    std::string out, err;
    std::string text() const { return out + err; }
};

using MakeWorkload = std::function<std::unique_ptr<Workload>()>;
using LookAtMachine = std::function<void(Machine&)>;

// What a test puts in place of a platform's own parts.
struct PlatformHooks {
    Binder* binder = nullptr;    // null: plain binding
    MakeWorkload make_workload;  // instead of opening the stimulus file; the argument of --stimulus is then any word
    LookAtMachine before_end;    // sees the machine after the simulation, before it is destroyed
    LookAtMachine after_build = {};  // sees the machine before the simulation
};

PlatformRun run_in_test(Platform& platform, const std::vector<std::string>& arguments, Binder* binder = nullptr);

// `name`: gpu, icc, warppool, packet_coalescing, dcl1 or cta_clustering.
std::unique_ptr<Platform> make_platform(const std::string& name);
PlatformRun run_platform_named(const std::string& name, const std::vector<std::string>& arguments,
                               const PlatformHooks& hooks = {});

// What the platform prints; checks its exit code.
std::string output_of(const std::string& name, const std::vector<std::string>& arguments, int expected_code);

// A run of `workload` that must succeed without a mismatch in its data check; its bindings are checked if there is a
// `binder`.
PlatformRun run_checked(const std::string& name, std::vector<std::string> settings, const MakeWorkload& workload,
                        CheckingBinder* binder);

// As many responses as requests on every binding, and no violation of the base protocol on any.
void check_bindings(const CheckingBinder& binder);

}  // namespace heddle::testing
