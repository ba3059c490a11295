// Takes kernel launches as transactions of a foreign processor, hands them to the CTA dispatcher one after another, and
// says when a kernel has ended.
#pragma once

#include <functional>

#include "heddle/base/at_in.h"
#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/payload_pool.h"
#include "heddle/base/waveform.h"
#include "heddle/platforms/device/kernel_store.h"

namespace heddle {

// For an sc_signal<bool> or a parent's sc_out<bool>; may stay unbound.
using InterruptOut = sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

// What a read of 8 bytes at address 0 of launch_in returns. Kernels end in the order of their launches.
struct LaunchStatus {
    std::uint32_t launched = 0;  // launches taken
    std::uint32_t ended = 0;     // of these: kernels that have ended
};

// A write to address 0 of launch_in is a launch (launch_descriptor.h). Its response comes when the launch is queued; an
// error response has started nothing, and a warning says why. While the queue is full, b_transport waits and
// nb_transport gets no response. interrupt_out is 1 for the cycle in which the end of a kernel is seen.
class KernelLauncher : public Ticked, public LtTarget {
public:
    AtIn launch_in;
    AtOut kernel_out;  // to the CTA dispatcher
    InterruptOut interrupt_out{"interrupt_out"};

    // `after_first` is called when the first kernel has ended.
    KernelLauncher(
        sc_core::sc_module_name name, ClockDomain& domain, KernelStore& kernels,
        std::function<void()> after_first = [] {}, unsigned queue_entries = 64);
    const char* kind() const override { return "kernel_launcher"; }

    LaunchStatus status() const {
        return {static_cast<std::uint32_t>(kernels_launched.value()),
                static_cast<std::uint32_t>(kernels_ended.value())};
    }

    void tick(Cycle now) override;
    void report_outstanding(std::ostream& out) const override;

    Counter kernels_launched{*this, "kernels_launched", "kernels", "launches taken"};
    Counter kernels_ended{*this, "kernels_ended", "kernels", "kernels whose end was seen"};
    Counter launches_refused{*this, "launches_refused", "launches", "launches that got an error response"};

private:
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;

    [[nodiscard]] bool is_launch(Payload& payload) const;
    void serve(Payload& payload, Cycle now);
    void read_status(Payload& payload) const;
    void queue_launch(Payload& payload, Cycle now);
    bool take_request(Cycle now);
    bool send_launch(Cycle now);
    bool take_end(Cycle now);
    void drive_interrupt(bool value);

    KernelStore& kernels_;
    const std::function<void()> after_first_;
    RegisteredQueue<std::uint32_t> queue_;  // numbers of prepared kernels
    sc_core::sc_event room_;                // the queue has a place again
    PayloadPool<MessagePayload> messages_;
    bool interrupt_ = false;

    Signal queue_signal_{*this, "queue", 16};
    Signal interrupt_signal_{*this, "interrupt", 1};
};

}  // namespace heddle
