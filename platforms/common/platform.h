// What a platform executable consists of. run_platform() does everything that is the same for all of them:
//
//     int sc_main(int argc, char* argv[]) {
//         heddle::use_femtosecond_resolution();  // before any sc_time exists
//         heddle::GpuPlatform platform;
//         return heddle::run_platform(argc, argv, platform);
//     }
#pragma once

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/binder.h"
#include "base/clock_domain.h"
#include "common/host.h"
#include "common/parameter_set.h"
#include "common/totals.h"
#include "stimulus/workload.h"

namespace heddle {

// A named configuration of the platform: the paper's proposal, or the baseline it is compared with.
struct System {
    struct Setting {
        std::string key, value;
    };
    std::string name;
    std::string description;
    bool is_baseline = false;
    std::vector<Setting> settings;  // applied before configuration files and --set
};

struct RunOptions {
    std::string system;
    std::uint64_t seed = 1;  // for whatever is random in the platform
};

// The elaborated chip. Destroyed after the simulation.
class Machine {
public:
    virtual ~Machine() = default;
    virtual Host& host() = 0;
    virtual ClockDomain& core_clock() = 0;
    // The watchdog and the progress line look at these often; they must be cheap.
    virtual std::uint64_t retired_warp_instructions() const = 0;
    virtual std::uint64_t finished_ctas() const = 0;
    // Adds the figures of what only this machine has to the table at the end.
    virtual void write_results(std::ostream& out, const Totals& totals) const {}
};

class Platform {
public:
    virtual ~Platform() = default;
    virtual std::string name() const = 0;
    virtual std::string description() const = 0;  // one paragraph
    // The first one is used when --system is not given. At least one.
    virtual std::vector<System> systems() const = 0;
    // Declares every parameter: set.group("l2_slice", l2_slice_) ... The key "sim" is taken.
    virtual void visit_parameters(ParameterSet& parameters) = 0;
    // Throws ParameterError naming the key.
    virtual void validate() const = 0;
    virtual std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) = 0;
    // Opens a stimulus file; throws InputError.
    virtual std::unique_ptr<Workload> open_stimulus(const std::string& path);
};

// Where a run talks to, and what joins its sockets; tests put their own in.
struct RunEnvironment {
    std::ostream& out = std::cout;
    std::ostream& err = std::cerr;
    Binder* binder = nullptr;  // null: plain binding
};

// The whole life of an executable. Returns its exit code: 0 done, 1 the simulation failed, 2 bad input or usage.
int run_platform(int argc, const char* const* argv, Platform& platform, RunEnvironment environment = {});

}  // namespace heddle
