#include "cta_dispatcher/cta_dispatcher.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/launch_messages.h"

namespace heddle {

CtaDispatcher::CtaDispatcher(sc_core::sc_module_name name, ClockDomain& domain,
                             const CtaDispatcherParameters& parameters, const MachineShape& machine,
                             const SmLimits& sm_limits, KernelTable& kernels)
    : Ticked(name, domain),
      kernel_in(*this, *this, "kernel_in", 2),
      sm_out("sm_out", machine.sms(),
             [this](const char* port, unsigned) { return std::make_unique<AtOut>(*this, port, 2); }),
      parameters_(parameters),
      machine_(machine),
      sm_limits_(sm_limits),
      kernels_(kernels),
      policy_(make_cta_policy(parameters.policy)),
      free_slots_(machine.sms()) {
    parameters.validate("cta_dispatcher");
}

void CtaDispatcher::tick(Cycle now) {
    bool progress = take_retired(now);
    progress |= take_kernel(now);
    progress |= launch_cta(now);
    progress |= finish_kernel(now);
    kernel_in.service(now);
    for (auto& port : sm_out) {
        port->service(now);
        sleep_or_continue(progress, now, *port);
    }
    if (kernel_launch_ && start_at_ > now) wake_at(start_at_);
    if (progress && kernel_launch_) wake_at(now + 1);
    sleep_or_continue(progress, now, kernel_in);
    launched_signal_.set(launched_);
    resident_signal_.set(launched_ - retired_);
    kernel_active_signal_.set(kernel_launch_ != nullptr);
}

bool CtaDispatcher::take_kernel(Cycle now) {
    if (kernel_launch_ || !kernel_in.requests().ready(now)) return false;
    kernel_launch_ = kernel_in.requests().pop(now);
    KernelLaunch message;
    ctas_ = launched_ = retired_ = 0;
    start_at_ = now + parameters_.launch_latency_cycles;
    if (!read_message(*kernel_launch_, message, sizeof(KernelLaunch))) return true;
    if (message.kernel >= kernels_.kernel_count()) {
        kernel_launch_->set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        return true;
    }
    const KernelShape& shape = kernels_.kernel(message.kernel).shape();
    const Occupancy fits = occupancy(shape, sm_limits_);
    if (fits.ctas == 0)
        throw SimulationError("kernel " + shape.name + ": one CTA does not fit into an SM (limited by " +
                              fits.limited_by + ")");
    ++kernels_launched;
    ++launch_;
    kernel_id_ = message.kernel;
    ctas_ = shape.ctas();
    std::fill(free_slots_.begin(), free_slots_.end(), fits.ctas);
    policy_->begin(machine_, ctas_, fits.ctas);
    return true;
}

// One CTA per cycle. A CTA that was placed waits for its SM's port; the others wait behind it, as the policy ordered
// them.
bool CtaDispatcher::launch_cta(Cycle now) {
    if (!kernel_launch_ || launched_ == ctas_ || start_at_ > now) return false;
    if (!chosen_) chosen_ = policy_->next(free_slots_);
    if (!chosen_ || !sm_out[chosen_->sm].can_send(now)) {
        if (blocked_since_ == never) blocked_since_ = now;
        return false;
    }
    if (blocked_since_ != never) blocked_cycles += now - blocked_since_;
    blocked_since_ = never;
    MessagePayload* message = pool_.acquire(tlm::TLM_WRITE_COMMAND, 0, sizeof(CtaLaunch));
    const CtaLaunch launch{kernel_id_, chosen_->cta, launch_};
    std::memcpy(message->data.data(), &launch, sizeof launch);
    message->access.kernel = kernel_id_;
    message->access.cta = chosen_->cta;
    --free_slots_[chosen_->sm];
    ++launched_;
    ++ctas_launched;
    sm_out[chosen_->sm].send(message, now);
    chosen_.reset();
    return true;
}

bool CtaDispatcher::take_retired(Cycle now) {
    bool any = false;
    for (unsigned sm = 0; sm < sm_out.size(); ++sm) {
        auto& responses = sm_out[sm].responses();
        while (responses.ready(now)) {
            any = true;
            Payload* answered = responses.pop(now);
            if (answered->is_response_error())
                throw SimulationError(std::string(sm_out[sm].name()) + ": CTA launch answered with " +
                                      answered->get_response_string());
            answered->release();
            ++retired_;
            ++ctas_retired;
            ++free_slots_[sm];
            policy_->retired(sm);
        }
    }
    return any;
}

bool CtaDispatcher::finish_kernel(Cycle now) {
    if (!kernel_launch_ || retired_ < ctas_ || launched_ < ctas_ || start_at_ > now || !kernel_in.can_respond(now))
        return false;
    if (kernel_launch_->get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE)
        kernel_launch_->set_response_status(tlm::TLM_OK_RESPONSE);
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
