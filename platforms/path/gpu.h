// A GPU as one module: a CTA dispatcher and the levels of the path below it. It knows no mechanism and no level by
// name.
#pragma once

#include <memory>
#include <vector>

#include "heddle/cta_dispatcher/cta_dispatcher.h"
#include "heddle/platforms/path/path_plan.h"

namespace heddle {

class Gpu : public sc_core::sc_module {
public:
    Gpu(sc_core::sc_module_name name, const PathPlan& plan, KernelTable& kernels, Binder& binder);

private:
    Clocks clocks_;

public:
    CtaDispatcher cta_dispatcher;  // kernels are launched by its kernel_in

    ClockDomain& core_clock() const { return clocks_["core"]; }
    // Where the host reads and writes memory, in the order of the address map: the uppermost level that holds it.
    const std::vector<DebugIn*>& host_sockets() const { return host_sockets_; }
    std::uint64_t retired_warp_instructions() const;
    [[nodiscard]] RunningWarps running_warps() const;

private:
    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<DebugIn*> host_sockets_;
};

}  // namespace heddle
