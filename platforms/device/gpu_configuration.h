// What a GPU is made of, for a project that builds one: the parameters of build/bin/gpu, by the same keys.
#pragma once

#include <string>

#include "heddle/platforms/common/parameter_set.h"
#include "heddle/platforms/common/sim_parameters.h"
#include "heddle/platforms/path/feature.h"

namespace heddle {

class GpuConfiguration {
public:
    // `preset`: a file of platforms/presets, "qv100" or "qv100.ini"; empty: what build/bin/gpu is without settings.
    explicit GpuConfiguration(const std::string& preset = "");
    GpuConfiguration(const GpuConfiguration&) = delete;
    GpuConfiguration& operator=(const GpuConfiguration&) = delete;

    // As --set: set("topology.clusters", "4"). Throws ParameterError for an unknown key (with the nearest one).
    GpuConfiguration& set(const std::string& key, const std::string& value);
    // As --config: an INI file. Throws InputError with file and line.
    GpuConfiguration& read(const std::string& file);
    // As --threads: "4" or "auto"; one unless set. Throws for anything else, with what was expected.
    GpuConfiguration& set_threads(const std::string& text);
    std::string text(const std::string& key) const { return parameters_.text(key); }

    // Throws ParameterError for what cannot be built.
    [[nodiscard]] PathPlan plan() const { return plan_path(features_); }
    unsigned threads() const { return threads_; }  // 0: nobody said
    bool share_every_cycle() const { return sim_.share_every_cycle; }

private:
    Features features_;
    SimParameters sim_;  // files may have them; all but share_every_cycle are about runs of the executables
    unsigned threads_ = 0;
    ParameterSet parameters_;
};

}  // namespace heddle
