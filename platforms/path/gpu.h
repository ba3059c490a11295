// A GPU without a host: a CTA dispatcher and the levels of the path below it. It knows no mechanism and no level by
// name. Who launches kernels is bound to cta_dispatcher.kernel_in: the host of an executable (gpu/gpu_machine.h), or a
// launcher that takes launches as transactions (device/gpu_device.h).
#pragma once

#include <memory>
#include <vector>

#include "heddle/base/ports.h"
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
    // The ends that the last level leaves open, in the order of the address map's slices; none where memory is inside.
    Ports<tlm::tlm_initiator_socket<32>> memory_out;

    ClockDomain& core_clock() const { return clocks_["core"]; }
    // Where the host reads and writes memory, in the order of the address map: the uppermost level that holds it.
    const std::vector<DebugIn*>& host_sockets() const { return host_sockets_; }
    // Where software commands the caches that outlive a kernel.
    const std::vector<ControlSocket*>& control_sockets() const { return control_sockets_; }
    std::uint64_t retired_warp_instructions() const;
    [[nodiscard]] RunningWarps running_warps() const;

private:
    void bind_outside(const OpenEnds& ends);

    std::vector<std::unique_ptr<Level>> levels_;
    std::vector<std::unique_ptr<sc_core::sc_module>> monitors_;
    std::vector<DebugIn*> host_sockets_;
    std::vector<ControlSocket*> control_sockets_;
};

}  // namespace heddle
