// The CTA dispatcher: takes one kernel launch after another and hands its CTAs to the SMs as they have room.
#pragma once

#include <memory>
#include <vector>

#include "base/at_in.h"
#include "base/at_out.h"
#include "base/counter.h"
#include "base/payload_pool.h"
#include "base/ports.h"
#include "base/waveform.h"
#include "cta_dispatcher/cta_dispatcher_parameters.h"
#include "stimulus/occupancy.h"
#include "stimulus/workload.h"

namespace heddle {

class CtaDispatcher : public Ticked, public LtTarget {
public:
    AtIn kernel_in;       // kernel launches (KernelLaunch), answered when the last CTA has retired
    Ports<AtOut> sm_out;  // CTA launches (CtaLaunch), one port per SM: cluster * SMs per cluster + SM

    CtaDispatcher(sc_core::sc_module_name name, ClockDomain& domain, const CtaDispatcherParameters& parameters,
                  const MachineShape& machine, const SmLimits& sm_limits, KernelTable& kernels);
    const char* kind() const override { return "cta_dispatcher"; }

    void tick(Cycle now) override;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
    void report_outstanding(std::ostream& out) const override;

    Counter kernels_launched{*this, "kernels_launched", "kernels", "kernel launches taken"};
    Counter ctas_launched{*this, "ctas_launched", "CTAs", "CTAs handed to an SM"};
    Counter ctas_retired{*this, "ctas_retired", "CTAs", "CTAs that came back finished"};
    Counter blocked_cycles{*this, "blocked_cycles", "cycles", "CTAs are left but no SM had room"};

private:
    bool take_kernel(Cycle now);
    bool launch_cta(Cycle now);
    bool take_retired(Cycle now);
    bool finish_kernel(Cycle now);

    const CtaDispatcherParameters parameters_;
    const MachineShape machine_;
    const SmLimits sm_limits_;
    KernelTable& kernels_;
    std::unique_ptr<CtaPolicy> policy_;
    PayloadPool<MessagePayload> pool_;

    Payload* kernel_launch_ = nullptr;  // the kernel that is running
    std::uint32_t kernel_id_ = 0, launch_ = 0, ctas_ = 0, launched_ = 0, retired_ = 0;
    Cycle start_at_ = 0;
    std::vector<unsigned> free_slots_;
    std::optional<Placement> chosen_;  // decided, but the port to the SM is still busy
    Cycle blocked_since_ = never;

    Signal launched_signal_{*this, "ctas_launched", 32};
    Signal resident_signal_{*this, "ctas_resident", 16};
    Signal kernel_active_signal_{*this, "kernel_active", 1};
};

}  // namespace heddle
