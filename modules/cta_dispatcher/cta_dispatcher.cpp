#include "heddle/cta_dispatcher/cta_dispatcher.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "heddle/base/launch_messages.h"

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
      parameters_(parameters),
      machine_(machine),
      sm_limits_(sm_limits),
      kernels_(kernels),
      policy_(policy ? std::move(policy) : make_cta_policy(parameters.policy, parameters.block_size)),
      free_slots_(machine.sms()) {
    parameters.validate("cta_dispatcher");
}

void CtaDispatcher::tick(Cycle now) {
    account_until(now);
    bool progress = take_retired(now);
    progress |= take_kernel(now);
    progress |= launch_cta(now);
    progress |= finish_kernel(now);
    held_back_slots_ = launched_ < ctas_ ? policy_->held_back_slots(free_slots_) : 0;
    kernel_in.service(now);
    service_called(now);
    if (kernel_launch_ && start_at_ > now) wake_at(start_at_);
    if (!chosen_ && (ask_from_ > now || !delayed_.empty())) wake_at(end_of_delay(now));
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
    policy_->begin(machine_, {shape.grid.x, shape.grid.y, shape.grid.z}, fits.ctas);
    kernel_events_out.announce(KernelEvent::started);
    announced_ = true;
    return true;
}

// The CTA that is launched next: one whose delay is over, or what the policy decides. Returns whether the policy has
// placed a CTA. It is asked once per cycle.
bool CtaDispatcher::choose(Cycle now) {
    if (!delayed_.empty() && delayed_.begin()->first <= now) {
        chosen_ = delayed_.begin()->second;
        delayed_.erase(delayed_.begin());
        return false;
    }
    if (placed_ == ctas_ || ask_from_ > now) return false;
    const CtaDecision decision = policy_->next(free_slots_);
    if (!decision.placement) {
        if (decision.delay_cycles) ask_from_ = now + decision.delay_cycles;
        return false;
    }
    ++placed_;
    --free_slots_[decision.placement->sm];
    if (decision.delay_cycles)
        delayed_.emplace(now + decision.delay_cycles, *decision.placement);
    else
        chosen_ = decision.placement;
    return true;
}

// The cycle in which the dispatcher has to act although nobody calls it.
Cycle CtaDispatcher::end_of_delay(Cycle now) const {
    const Cycle launch = delayed_.empty() ? never : std::max(delayed_.begin()->first, now + 1);
    return ask_from_ > now ? std::min(launch, ask_from_) : launch;
}

// One CTA per cycle. A CTA that was chosen waits for its SM's port; the others wait behind it, as the policy ordered
// them.
bool CtaDispatcher::launch_cta(Cycle now) {
    if (!kernel_launch_ || launched_ == ctas_ || start_at_ > now) return false;
    const bool placed = !chosen_ && choose(now);
    blocked_ = !chosen_ || !sm_out[chosen_->sm].can_send(now);
    if (blocked_) return placed && !chosen_;  // placed with a delay: the policy is asked again in the next cycle
    const auto [sm, cta] = *chosen_;
    chosen_.reset();
    LaunchPayload* message = pool_.acquire(tlm::TLM_WRITE_COMMAND, 0, sizeof(CtaLaunch));
    const CtaLaunch launch{kernel_id_, cta, launch_};
    std::memcpy(message->data.data(), &launch, sizeof launch);
    message->access.kernel = kernel_id_;
    message->access.cta = cta;
    message->launched = now;
    ++launched_;
    ++ctas_launched;
    ctas_by_sm.add(sm);
    ctas_by_cluster.add(machine_.cluster_of(sm));
    sm_out[sm].send(message, now);
    if (sm_out[sm].due(now, true) != never)
        called_set(sm).set(sm % PortSet::capacity);  // the SM responded in the return value
    return true;
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
    if (on_cta_retired) on_cta_retired({launch_, cta.access.kernel, cta.access.cta, sm, cta.launched, now});
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

void CtaDispatcher::report_outstanding(std::ostream& out) const {
    if (!kernel_launch_) return;
    out << name() << ": kernel " << kernels_.kernel(kernel_id_).shape().name << ", " << launched_ << " of " << ctas_
        << " CTAs launched, " << retired_ << " retired\n";
}

}  // namespace heddle
