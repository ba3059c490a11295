// A GPU with its host, as run_platform() drives it and reports about it.
#pragma once

#include <string>
#include <vector>

#include "heddle/platforms/common/machine.h"
#include "heddle/platforms/path/feature.h"
#include "heddle/platforms/path/gpu.h"

namespace heddle {

class GpuMachine : public Machine {
public:
    // The features must outlive the machine.
    GpuMachine(const Features& features, std::vector<std::string> shown, std::uint64_t seed, Workload& workload,
               Binder& binder);

    Host& host() override { return host_; }
    ClockDomain& core_clock() override { return gpu_.core_clock(); }
    std::uint64_t retired_warp_instructions() const override { return gpu_.retired_warp_instructions(); }
    RunningWarps running_warps() const override { return gpu_.running_warps(); }
    std::optional<KernelProgress> kernel_progress() const override { return gpu_.cta_dispatcher.progress(); }
    std::uint64_t finished_ctas() const override { return gpu_.cta_dispatcher.ctas_retired.value(); }
    TotalsTable totals_table() const override;
    PathUse path_use(const BlockFigures& figures) const override;
    void write_path(TableWriter& table, const Totals& totals) const override;
    void write_sections(TableWriter& table, const Totals& totals) const override;

private:
    bool has(const Feature& feature) const { return feature.active(plan_); }
    bool shows(const Feature& feature) const;

    const Features& features_;
    const std::vector<std::string> shown_;
    const PathPlan plan_;
    const std::vector<std::unique_ptr<KernelTable>> views_;  // each of the one before it, the first of the stimulus
    Gpu gpu_;
    Host host_;
};

}  // namespace heddle
