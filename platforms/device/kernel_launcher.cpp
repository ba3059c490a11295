#include "heddle/platforms/device/kernel_launcher.h"

#include <cstring>

#include "heddle/base/error.h"
#include "heddle/base/launch_messages.h"

namespace heddle {

KernelLauncher::KernelLauncher(sc_core::sc_module_name name, ClockDomain& domain, KernelStore& kernels,
                               std::function<void()> after_first, unsigned queue_entries)
    : Ticked(name, domain),
      launch_in(*this, *this, "launch_in", 2),
      kernel_out(*this, "kernel_out", 2),
      kernels_(kernels),
      after_first_(std::move(after_first)),
      queue_(queue_entries) {}

void KernelLauncher::tick(Cycle now) {
    const bool ended = take_end(now);
    bool progress = ended;
    progress |= send_launch(now);
    progress |= take_request(now);
    launch_in.service(now);
    kernel_out.service(now);
    drive_interrupt(ended);
    if (interrupt_) wake_at(now + 1);
    sleep_or_continue(progress, now, launch_in, kernel_out, queue_);
    show(queue_signal_, queue_.size());
}

// A launch is seen by the dispatcher's side in the cycle after the one it arrived in, and whoever waits for room has
// waited for its own time to come.
void KernelLauncher::serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned) {
    while (payload.is_write() && queue_.filled()) sc_core::wait(room_);
    const Cycle now = domain().cycle_after(delay);
    serve(payload, now);
    wake_also_at(now + 1);
    delay += domain().period();
}

unsigned KernelLauncher::serve_debug(Payload& payload, unsigned) {
    if (!payload.is_read()) return 0;
    read_status(payload);
    return payload.is_response_ok() ? payload.get_data_length() : 0;
}

bool KernelLauncher::take_request(Cycle now) {
    if (!launch_in.requests().ready(now) || !launch_in.can_respond(now)) return false;
    if (launch_in.requests().head()->is_write() && queue_.filled()) return false;
    Payload* payload = launch_in.requests().pop(now);
    serve(*payload, now);
    launch_in.respond(payload, now);
    return true;
}

void KernelLauncher::serve(Payload& payload, Cycle now) {
    if (payload.is_read())
        read_status(payload);
    else if (is_launch(payload))
        queue_launch(payload, now);
}

void KernelLauncher::read_status(Payload& payload) const {
    const LaunchStatus now = status();
    const bool whole = payload.get_data_length() == sizeof now && !payload.get_byte_enable_ptr();
    if (payload.get_address() == 0 && whole) std::memcpy(payload.get_data_ptr(), &now, sizeof now);
    payload.set_response_status(payload.get_address() != 0 ? tlm::TLM_ADDRESS_ERROR_RESPONSE
                                : whole                    ? tlm::TLM_OK_RESPONSE
                                                           : tlm::TLM_BURST_ERROR_RESPONSE);
}

bool KernelLauncher::is_launch(Payload& payload) const {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    if (!payload.is_write())
        payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    else if (payload.get_address() != 0)
        payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    else if (payload.get_byte_enable_ptr())
        payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    else if (payload.get_streaming_width() < payload.get_data_length())
        payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return payload.is_response_ok();
}

void KernelLauncher::queue_launch(Payload& payload, Cycle now) {
    try {
        const auto launch = LaunchDescriptor::parse(payload.get_data_ptr(), payload.get_data_length());
        queue_.push(kernels_.prepare(launch), now + 1);
        ++kernels_launched;
    } catch (const InputError& error) {
        ++launches_refused;
        payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
        SC_REPORT_WARNING("/heddle/kernel_launcher", (std::string(name()) + ": " + error.what()).c_str());
    }
}

bool KernelLauncher::send_launch(Cycle now) {
    if (!queue_.ready(now) || !kernel_out.can_send(now)) return false;
    const KernelLaunch launch{queue_.pop(now)};
    MessagePayload* message = messages_.acquire(tlm::TLM_WRITE_COMMAND, 0, sizeof launch);
    std::memcpy(message->data.data(), &launch, sizeof launch);
    message->access.kind = AccessKind::store;
    message->access.kernel = launch.kernel;
    message->access.birth = domain().start_of_cycle();
    kernel_out.send(message, now);
    room_.notify(domain().kernel_delay_until(now + 1));
    return true;
}

bool KernelLauncher::take_end(Cycle now) {
    if (!kernel_out.responses().ready(now)) return false;
    auto* message = static_cast<MessagePayload*>(kernel_out.responses().pop(now));
    const std::uint32_t kernel = message->access.kernel;
    if (message->is_response_error())
        throw SimulationError(std::string(name()) + ": launch of kernel '" + kernels_.kernel(kernel).shape().name +
                              "' was answered with " + message->get_response_string());
    message->release();
    kernels_.release(kernel);
    ++kernels_ended;
    if (kernels_ended.value() == 1) after_first_();
    return true;
}

void KernelLauncher::drive_interrupt(bool value) {
    if (interrupt_ == value) return;
    interrupt_ = value;
    show(interrupt_signal_, value);
    if (interrupt_out.size() > 0) interrupt_out->write(value);
}

void KernelLauncher::report_outstanding(std::ostream& out) const {
    if (!queue_.empty()) out << name() << ": " << queue_.size() << " launches queued\n";
    const LaunchStatus now = status();
    const std::uint64_t sent = now.launched - now.ended - queue_.size();
    if (sent) out << name() << ": waits for the end of " << sent << " kernels\n";
}

}  // namespace heddle
