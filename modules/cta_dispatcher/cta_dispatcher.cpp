#include "heddle/cta_dispatcher/cta_dispatcher.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "heddle/base/launch_messages.h"
#include "heddle/cta_dispatcher/clustering/clustered_policy.h"

namespace heddle {

CtaDispatcher::CtaDispatcher(sc_core::sc_module_name name, ClockDomain& domain,
                             const CtaDispatcherParameters& parameters, const MachineShape& machine,
                             const SmLimits& sm_limits, KernelTable& kernels, std::unique_ptr<CtaPolicy> policy)
    : Ticked(name, domain, this),
      called_((machine.sms() + PortSet::capacity - 1) / PortSet::capacity),
      kernel_in(*this, *this, "kernel_in", 2),
      sm_out("sm_out", machine.sms(),
             [this](const char* port, unsigned sm) {
                 return std::make_unique<WatchedOut>(*this, port, 2, sm % PortSet::capacity, called_set(sm));
             }),
      ctas_by_sm(*this, "ctas_by_sm", "CTAs", "CTAs handed to each SM", machine.sms()),
      ctas_by_cluster(*this, "ctas_by_cluster", "CTAs", "CTAs handed to each cluster", machine.clusters),
      parameters_(validated(parameters, "cta_dispatcher")),
      machine_(machine),
      sm_limits_(sm_limits),
      kernels_(kernels),
      policy_(clustered_policy(
          parameters.clustering, "cta_dispatcher",
          policy ? std::move(policy) : make_cta_policy(parameters.policy, parameters.policy_options()))),
      rate_(parameters.launch_rate(), GpcMap(parameters.gpc, machine), machine.sms()),
      parameter_delivery_(parameters.parameter_delivery(), GpcMap(parameters.gpc, machine), machine.sms()),
      free_slots_(machine.sms()) {
    if (parameters.clustering.clustering != "none")
        clustering = std::make_unique<ClusteringStatistics>(*this, machine.sms());
}

void CtaDispatcher::tick(Cycle now) {
    account_until(now);
    bool progress = take_retired(now);
    progress |= take_kernel(now);
    progress |= launch_ctas(now);
    progress |= finish_kernel(now);
    held_back_slots_ = launched_ < ctas_ ? policy_->held_back_slots(free_slots_) : 0;
    kernel_in.service(now);
    service_called(now);
    if (kernel_launch_ && start_at_ > now) wake_at(start_at_);
    if (const Cycle next = next_action(now); next != never) wake_at(next);
    if (progress && kernel_launch_) wake_at(now + 1);
    sleep_or_continue(progress, now, kernel_in);
    show(launched_signal_, launched_);
    show(resident_signal_, launched_ - retired_);
    show(kernel_active_signal_, kernel_launch_ != nullptr);
}

void CtaDispatcher::account_until(Cycle now) {
    const Cycle elapsed = now - accounted_;
    accounted_ = now;
    if (blocked_) blocked_cycles += elapsed;
    block_delay_context_cycles += elapsed * held_back_slots_;
}

void CtaDispatcher::settle_counters() {
    account_until(domain().now());
}

template <class Visit>
void CtaDispatcher::for_each_called(Visit visit) {
    for (unsigned i = 0; i < called_.size(); ++i)
        called_[i].for_each([&](unsigned port) { visit(i * PortSet::capacity + port); });
}

// A port with nothing more to do leaves the set until its SM calls it.
void CtaDispatcher::service_called(Cycle now) {
    for_each_called([&](unsigned sm) {
        sm_out[sm].service(now);
        const Cycle due = sm_out[sm].due(now, true);
        if (due == never)
            called_set(sm).reset(sm % PortSet::capacity);
        else
            wake_at(due);
    });
}

bool CtaDispatcher::take_kernel(Cycle now) {
    if (kernel_launch_ || !kernel_in.requests().ready(now)) return false;
    kernel_launch_ = kernel_in.requests().pop(now);
    KernelLaunch message;
    ctas_ = launched_ = retired_ = placed_ = 0;
    ask_from_ = 0;
    start_at_ = now + parameters_.launch_latency_cycles;
    if (!read_message(*kernel_launch_, message, sizeof(KernelLaunch))) return true;
    if (message.kernel >= kernels_.kernel_count()) {
        kernel_launch_->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return true;
    }
    const KernelShape& shape = kernels_.kernel(message.kernel).shape();
    const Occupancy fits = occupancy(shape, sm_limits_);
    if (fits.ctas == 0) throw InputError(does_not_fit(shape, sm_limits_));
    ++kernels_launched;
    ++launch_;
    kernel_id_ = message.kernel;
    ctas_ = shape.ctas();
    std::fill(free_slots_.begin(), free_slots_.end(), fits.ctas);
    begin_kernel(shape, fits.ctas);
    parameter_delivery_.begin_kernel();
    kernel_events_out.announce(KernelEvent::started, fits.ctas * sm_limits_.shared_bytes_of(shape));
    announced_ = true;
    return true;
}

// What the parameters ask of every kernel may be impossible for this one.
void CtaDispatcher::begin_kernel(const KernelShape& shape, unsigned slots_per_sm) {
    try {
        policy_->begin(machine_, {shape.grid.x, shape.grid.y, shape.grid.z}, slots_per_sm);
    } catch (const ParameterError& error) {
        throw InputError((shape.place.empty() ? "" : shape.place + ": ") + "kernel " + shape.name +
                         " cannot be clustered: " + error.what());
    }
}

// Asks the policy for what follows a CTA in its place and, if the GPU may launch in this cycle, for another CTA.
// Returns whether it has placed one.
bool CtaDispatcher::choose(Cycle now) {
    if (placed_ == ctas_) return false;
    if (const CtaDecision decision = policy_->follow_up(); decision.placement) {
        place(decision, now, now);
        chosen_by_hardware_ = false;
        return true;
    }
    if (ask_from_ > now || !rate_.ready(now)) return false;
    const CtaDecision decision = policy_->next(free_slots_);
    if (!decision.placement) {
        if (decision.delay_cycles) ask_from_ = now + decision.delay_cycles;
        return false;
    }
    const unsigned warps = kernels_.kernel(kernel_id_).shape().warps_per_cta();
    place(decision, rate_.reserve(decision.placement->sm, warps, now, retired_ > 0), now);
    chosen_by_hardware_ = true;
    if (!chosen_) rate_.take(now);  // what is sent at once counts when it is sent
    return true;
}

void CtaDispatcher::place(const CtaDecision& decision, Cycle launch, Cycle now) {
    ++placed_;
    --free_slots_[decision.placement->sm];
    if (clustering) clustering->overhead_cycles += decision.delay_cycles;
    launch += decision.delay_cycles;
    if (launch > now)
        delayed_.emplace(launch, *decision.placement);
    else
        chosen_ = decision.placement;
}

// The cycle in which the dispatcher has to act although nobody calls it. What waits for a port is called by it.
Cycle CtaDispatcher::next_action(Cycle now) const {
    Cycle next = ask_from_ > now ? ask_from_ : never;
    if (kernel_launch_ && placed_ < ctas_ && rate_.next() > now) next = std::min(next, rate_.next());
    const auto delayed = delayed_.upper_bound(now);
    return delayed == delayed_.end() ? next : std::min(next, delayed->first);
}

// First those whose delay is over, then what the policy decides, as many as the launch rate allows. A CTA that was
// chosen waits for its SM's port; the policy is not asked again before it is sent.
bool CtaDispatcher::launch_ctas(Cycle now) {
    if (!kernel_launch_ || launched_ == ctas_ || start_at_ > now) return false;
    const std::uint32_t launched = launched_, placed = placed_;
    send_delayed(now);
    while (chosen_ || choose(now)) {
        if (!chosen_) continue;  // placed with a delay
        if (!sm_out[chosen_->sm].can_send(now)) break;
        send(*chosen_, now);
        chosen_.reset();
        if (chosen_by_hardware_) rate_.take(now);
    }
    blocked_ = launched_ == launched;
    return !blocked_ || (placed_ != placed && !chosen_);
}

void CtaDispatcher::send_delayed(Cycle now) {
    for (auto next = delayed_.begin(); next != delayed_.end() && next->first <= now;) {
        if (sm_out[next->second.sm].can_send(now)) {
            send(next->second, now);
            next = delayed_.erase(next);
        } else {
            ++next;
        }
    }
}

void CtaDispatcher::send(const Placement& placement, Cycle now) {
    const auto [sm, cta, agent] = placement;
    LaunchPayload* message = pool_.acquire(tlm::TLM_WRITE_COMMAND, 0, sizeof(CtaLaunch));
    const CtaLaunch launch{kernel_id_, cta, launch_, parameter_delivery_.cycles_until_there(sm, now)};
    std::memcpy(message->data.data(), &launch, sizeof launch);
    message->access.kernel = kernel_id_;
    message->access.cta = cta;
    message->launched = now;
    message->agent = agent;
    ++launched_;
    ++ctas_launched;
    ctas_by_sm.add(sm);
    ctas_by_cluster.add(machine_.cluster_of(sm));
    if (clustering) {
        if (agent != no_agent) clustering->tasks_by_agent.add(agent);
        show(*clustering->last_cta[sm], cta);
    }
    sm_out[sm].send(message, now);
    if (sm_out[sm].due(now, true) != never)
        called_set(sm).set(sm % PortSet::capacity);  // the SM responded in the return value
}

bool CtaDispatcher::take_retired(Cycle now) {
    bool any = false;
    for_each_called([&](unsigned sm) {
        auto& responses = sm_out[sm].responses();
        while (responses.ready(now)) {
            any = true;
            retire(sm, static_cast<LaunchPayload&>(*responses.pop(now)), now);
        }
    });
    return any;
}

void CtaDispatcher::retire(unsigned sm, LaunchPayload& cta, Cycle now) {
    if (cta.is_response_error())
        throw SimulationError(std::string(sm_out[sm].name()) + ": CTA launch answered with " +
                              cta.get_response_string());
    if (on_cta_retired) on_cta_retired({launch_, cta.access.kernel, cta.access.cta, sm, cta.launched, now, cta.agent});
    ++retired_;
    ++ctas_retired;
    ++free_slots_[sm];
    policy_->retired(sm, cta.access.cta);
    cta.release();
}

bool CtaDispatcher::finish_kernel(Cycle now) {
    if (!kernel_launch_ || retired_ < ctas_ || launched_ < ctas_ || start_at_ > now || !kernel_in.can_respond(now))
        return false;
    if (kernel_launch_->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
        kernel_launch_->set_response_status(tlm::TLM_OK_RESPONSE);
    if (std::exchange(announced_, false)) kernel_events_out.announce(KernelEvent::ended);
    Payload* done = kernel_launch_;
    kernel_launch_ = nullptr;
    kernel_in.respond(done, now);
    return true;
}

void CtaDispatcher::serve_blocking(Payload& payload, sc_core::sc_time&, unsigned) {
    // Running a kernel takes simulated time that only the AT protocol can express.
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
}

// A launch that names no kernel has no CTAs, and is answered as soon as it can be.
std::optional<KernelProgress> CtaDispatcher::progress() const {
    if (!kernel_launch_ || ctas_ == 0) return {};
    return KernelProgress{&kernels_.kernel(kernel_id_), ctas_, launched_, retired_, waits_for_room(domain().now())};
}

void CtaDispatcher::report_outstanding(std::ostream& out) const {
    if (!kernel_launch_) return;
    out << name() << ": kernel " << kernels_.kernel(kernel_id_).shape().name << ", " << launched_ << " of " << ctas_
        << " CTAs launched, " << retired_ << " retired\n";
}

}  // namespace heddle
