#include "heddle/platforms/gpu/gpu_platform.h"

#include <stdexcept>

#include "heddle/platforms/common/config_file.h"
#include "heddle/platforms/common/text.h"
#include "heddle/platforms/gpu/gpu_machine.h"
#include "heddle/platforms/presets/presets.h"

namespace heddle {

std::string GpuPlatform::combinations() const {
    std::string text = "\nFeatures, to be combined with any system and with each other (--set KEY=VALUE):\n";
    for (const auto& feature : features_)
        if (!feature->summary().empty()) text += wrapped(feature->name() + ": " + feature->summary(), 100, 4);
    const std::string path =
        plan_path(features_).choices() +
        ", path.l2_slices_per_controller=N (path.memory=external is for prototypes that bind memory of "
        "their own); CTA placement: cta_dispatcher.policy, "
        "cta_dispatcher.clustering. One load/store "
        "unit at a time (lsu.pool); everything else goes together, and what does not is refused "
        "with the reason.";
    return text + "Path:\n" + wrapped(path, 100, 4);
}

void GpuPlatform::visit_parameters(ParameterSet& parameters) {
    for (const auto& feature : features_) feature->visit(parameters);
}

void GpuPlatform::apply_preset(ParameterSet& parameters) const {
    if (spec_.preset.empty()) return;
    const std::string* text = preset(spec_.preset);
    if (!text) throw std::logic_error("the platform " + spec_.name + " has no preset " + spec_.preset);
    read_config({"platforms/presets/" + spec_.preset, *text}, parameters);
}

std::vector<std::string> GpuPlatform::preset_names() const {
    return heddle::preset_names();
}

const std::string* GpuPlatform::preset(const std::string& name) const {
    return find_preset(name);
}

void GpuPlatform::validate() const {
    const PathPlan plan = plan_path(features_);
    require(plan.path.memory != "external", "path.memory",
            "is external, but this executable has no memory to bind to the GPU; a prototype of yours has "
            "(platforms/device/README.md). Expected controllers");
}

std::unique_ptr<Machine> GpuPlatform::build(const RunOptions& options, Workload& workload, Binder& binder) {
    return std::make_unique<GpuMachine>(features_, spec_.shown_features, options.seed, workload, binder);
}

int run_gpu_platform(int argc, char* argv[], const PlatformSpec& spec) {
    use_femtosecond_resolution();
    GpuPlatform platform(spec);
    return run_platform(argc, argv, platform);
}

}  // namespace heddle
