// The baseline's machine with a load/store unit of the system's choice in every SM.
#pragma once

#include "gpu/gpu.h"
#include "warppool/warppool_platform.h"

namespace heddle {

class WarpPoolGpu : public Gpu {
public:
    WarpPoolGpu(sc_core::sc_module_name name, const WarpPoolMachine& machine, Workload& workload, Binder& binder);

    void write_results(std::ostream& out, const Totals& totals) const override;

private:
    void write_unit(std::ostream& out, const Totals& totals) const;
    void write_warppool(std::ostream& out, const Totals& totals) const;
    void write_storage(std::ostream& out) const;

    const WarpPoolMachine machine_;
};

}  // namespace heddle
