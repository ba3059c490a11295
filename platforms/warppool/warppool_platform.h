#pragma once

#include "common/platform.h"
#include "gpu/gpu_parameters.h"
#include "lsu/pool/pool_parameters.h"

namespace heddle {

// What a machine is built from: the GPU and what its load/store units are.
struct WarpPoolMachine {
    GpuParameters gpu;
    LsuPoolParameters pools;
    LsuTraits lsu_traits;  // what the SM knows of the unit
};

class WarpPoolPlatform : public Platform {
public:
    WarpPoolPlatform();
    std::string name() const override { return "warppool"; }
    std::string description() const override;
    std::vector<System> systems() const override;
    void visit_parameters(ParameterSet& set) override;
    void validate() const override;
    std::unique_ptr<Machine> build(const RunOptions& options, Workload& workload, Binder& binder) override;

    // With the parameters that follow from others.
    WarpPoolMachine machine() const;

private:
    GpuParameters gpu_;
    LsuPoolParameters pools_;
};

}  // namespace heddle
