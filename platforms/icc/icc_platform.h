#pragma once

#include "common/platform.h"
#include "gpu/gpu_parameters.h"
#include "icc_unit/icc_parameters.h"

namespace heddle {

class IccPlatform : public Platform {
public:
    std::string name() const override { return "icc"; }
    std::string description() const override;
    std::vector<System> systems() const override;
    void visit_parameters(ParameterSet& set) override;
    void validate() const override;
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override;

private:
    GpuParameters gpu_;
    IccParameters icc_;
};

}  // namespace heddle
