// Any platform that is a GPU composed of the features there are.
#pragma once

#include "heddle/platforms/features/all_features.h"
#include "heddle/platforms/gpu/platform_spec.h"

namespace heddle {

class GpuPlatform : public Platform {
public:
    explicit GpuPlatform(PlatformSpec spec, Features features = all_features())
        : spec_(std::move(spec)), features_(std::move(features)) {}

    std::string name() const override { return spec_.name; }
    std::string description() const override { return spec_.description; }
    std::string combinations() const override;
    std::vector<System> systems() const override { return spec_.systems; }
    void visit_parameters(ParameterSet& parameters) override;
    void apply_preset(ParameterSet& parameters) const override;
    std::vector<std::string> preset_names() const override;
    const std::string* preset(const std::string& name) const override;
    void validate() const override;
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override;

private:
    const PlatformSpec spec_;
    const Features features_;
};

// The whole life of an executable: what its sc_main returns.
int run_gpu_platform(int argc, char* argv[], const PlatformSpec& spec);

}  // namespace heddle
