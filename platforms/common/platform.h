// What a platform executable consists of. run_platform() does everything that is the same for all of them:
//
//     int sc_main(int argc, char* argv[]) {
//         heddle::use_femtosecond_resolution();  // before any sc_time exists
//         MyPlatform platform;
//         return heddle::run_platform(argc, argv, platform);
//     }
#pragma once

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/binder.h"
#include "heddle/platforms/common/machine.h"
#include "heddle/platforms/common/parameter_set.h"
#include "heddle/stimulus/workload.h"

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

class Platform {
public:
    virtual ~Platform() = default;
    virtual std::string name() const = 0;
    virtual std::string description() const = 0;  // one paragraph
    // What can be combined beside the named systems, for --list-systems; empty: nothing.
    virtual std::string combinations() const { return ""; }
    // The first one is used when --system is not given. At least one.
    virtual std::vector<System> systems() const = 0;
    // Declares every parameter: set.group("l2_slice", l2_slice_) ... The key "sim" is taken.
    virtual void visit_parameters(ParameterSet& parameters) = 0;
    // Sets what the platform's machine has before --system, --config and --set are looked at: a preset.
    virtual void apply_preset(ParameterSet&) const {}
    // The presets that --config takes by name; null: there is none of that name.
    virtual std::vector<std::string> preset_names() const { return {}; }
    virtual const std::string* preset(const std::string&) const { return nullptr; }
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

// The whole life of an executable. Returns its exit code: 0 done, 1 the simulation failed, 2 bad input or usage or an
// output that cannot be written, 128 + signal if one ended it.
int run_platform(int argc, const char* const* argv, Platform& platform, RunEnvironment environment = {});

}  // namespace heddle
