// The CTA dispatcher: takes one kernel launch after another and hands its CTAs to the SMs as they have room.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "heddle/base/at_in.h"
#include "heddle/base/counter.h"
#include "heddle/base/kernel_boundary.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/ports.h"
#include "heddle/base/watched_ports.h"
#include "heddle/base/waveform.h"
#include "heddle/cta_dispatcher/clustering/clustering_statistics.h"
#include "heddle/cta_dispatcher/cta_dispatcher_parameters.h"
#include "heddle/stimulus/kernel_progress.h"
#include "heddle/stimulus/occupancy.h"
#include "heddle/stimulus/workload.h"

namespace heddle {

// Where and when a CTA ran. Cycles are the dispatcher's: launch sent, end seen.
struct CtaRecord {
    std::uint32_t launch = 0;  // number of the kernel launch, from 1
    std::uint32_t kernel = 0, cta = 0;
    unsigned sm = 0;
    Cycle launched = 0, retired = 0;
    unsigned agent = no_agent;  // of the SM, with cta_dispatcher.clustering=agents
};

class CtaDispatcher : public Ticked, public LtTarget {
    // SMs whose port has a response to take or to acknowledge, PortSet::capacity of them in each set. Declared before
    // the ports, which enter their numbers into it.
    std::vector<PortSet> called_;

public:
    AtIn kernel_in;            // kernel launches (KernelLaunch); the response comes when the last CTA has retired
    Ports<WatchedOut> sm_out;  // CTA launches (CtaLaunch), one port per SM: cluster * SMs per cluster + SM
    KernelBoundaryOut kernel_events_out{"kernel_events_out"};  // start and end of each kernel, to any number of blocks

    CtaDispatcher(sc_core::sc_module_name name, ClockDomain& domain, const CtaDispatcherParameters& parameters,
                  const MachineShape& machine, const SmLimits& sm_limits, KernelTable& kernels,
                  std::unique_ptr<CtaPolicy> policy = nullptr);  // null: the one the parameters name
    const char* kind() const override { return "cta_dispatcher"; }

    void tick(Cycle now) final;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload&, unsigned) override { return 0; }
    void settle_counters() override;
    void report_outstanding(std::ostream& out) const override;

    // Of the kernel that runs, if one does.
    std::optional<KernelProgress> progress() const;

    // Called for every CTA when its end is seen; may stay empty.
    std::function<void(const CtaRecord&)> on_cta_retired;

    Counter kernels_launched{*this, "kernels_launched", "kernels", "kernel launches taken"};
    Counter ctas_launched{*this, "ctas_launched", "CTAs", "CTAs handed to an SM"};
    Counter ctas_retired{*this, "ctas_retired", "CTAs", "CTAs that came back finished"};
    Counter blocked_cycles{*this, "blocked_cycles", "cycles", "CTAs are left but none could be launched"};
    Counter block_delay_context_cycles{
        *this, "block_delay_context_cycles", "cycles",
        "CTA contexts empty only because dist_block waits for a whole block, summed over contexts"};
    Histogram ctas_by_sm;
    Histogram ctas_by_cluster;
    std::unique_ptr<ClusteringStatistics> clustering;  // null without cta_dispatcher.clustering

private:
    struct LaunchPayload : MessagePayload {
        using MessagePayload::MessagePayload;
        Cycle launched = 0;
        unsigned agent = no_agent;
    };

    bool take_kernel(Cycle now);
    void begin_kernel(const KernelShape& shape, unsigned slots_per_sm);
    bool launch_ctas(Cycle now);
    void send_delayed(Cycle now);
    bool choose(Cycle now);
    void place(const CtaDecision& decision, Cycle launch, Cycle now);
    void send(const Placement& placement, Cycle now);
    Cycle next_action(Cycle now) const;
    bool waits_for_room(Cycle now) const { return blocked_ && !chosen_ && next_action(now) == never; }
    bool take_retired(Cycle now);
    void retire(unsigned sm, LaunchPayload& cta, Cycle now);
    PortSet& called_set(unsigned sm) { return called_[sm / PortSet::capacity]; }
    template <class Visit>
    void for_each_called(Visit visit);
    void service_called(Cycle now);
    void account_until(Cycle now);
    bool finish_kernel(Cycle now);

    const CtaDispatcherParameters parameters_;
    const MachineShape machine_;
    const SmLimits sm_limits_;
    KernelTable& kernels_;
    std::unique_ptr<CtaPolicy> policy_;
    LaunchRate rate_;
    ParameterDelivery parameter_delivery_;
    PayloadPool<LaunchPayload> pool_;

    Payload* kernel_launch_ = nullptr;  // the kernel that is running
    bool announced_ = false;            // its start, and not yet its end
    std::uint32_t kernel_id_ = 0, launch_ = 0, ctas_ = 0, launched_ = 0, retired_ = 0;
    Cycle start_at_ = 0;
    std::vector<unsigned> free_slots_;
    std::optional<Placement> chosen_;  // to be launched next, as soon as the port to the SM is free
    bool chosen_by_hardware_ = true;   // and not by follow_up()
    std::uint32_t placed_ = 0;         // CTAs that the policy has placed
    Cycle ask_from_ = 0;               // the policy does not want to be asked earlier
    // Placements that are sent later, by the cycle of their launch; those of one cycle in the order of their decisions.
    std::multimap<Cycle, Placement> delayed_;
    // What has held since cycle accounted_.
    bool blocked_ = false;
    unsigned held_back_slots_ = 0;
    Cycle accounted_ = 0;

    Signal launched_signal_{*this, "ctas_launched", 32};
    Signal resident_signal_{*this, "ctas_resident", 32};
    Signal kernel_active_signal_{*this, "kernel_active", 1};
};

}  // namespace heddle
