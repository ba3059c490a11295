#pragma once

#include "common/platform.h"
#include "gpu/gpu_parameters.h"

namespace heddle {

class GpuPlatform : public Platform {
public:
    std::string name() const override { return "gpu"; }
    std::string description() const override;
    std::vector<System> systems() const override;
    void visit_parameters(ParameterSet& set) override { parameters_.visit(set); }
    void validate() const override { parameters_.validate(); }
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override;

    GpuParameters& parameters() { return parameters_; }

private:
    GpuParameters parameters_;
};

}  // namespace heddle
