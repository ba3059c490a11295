// The baseline's machine with an ICC unit as the port of every cluster.
#pragma once

#include "gpu/gpu.h"
#include "icc_unit/icc_unit.h"

namespace heddle {

class IccGpu : public Gpu {
public:
    IccGpu(sc_core::sc_module_name name, const GpuParameters& parameters, const IccParameters& icc, Workload& workload,
           Binder& binder);

    IccUnit& icc_unit(unsigned cluster) const { return static_cast<IccUnit&>(*clusters()[cluster]->port); }
    void write_results(std::ostream& out, const Totals& totals) const override;

private:
    void write_storage(std::ostream& out) const;
    void write_merging(std::ostream& out, const Totals& totals) const;
    void write_locality(std::ostream& out, const Totals& totals) const;

    const IccParameters parameters_;
    const unsigned sms_per_cluster_;
};

}  // namespace heddle
