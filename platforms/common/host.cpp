#include "heddle/platforms/common/host.h"

#include <cstring>

#include "heddle/base/error.h"
#include "heddle/base/launch_messages.h"

namespace heddle {

namespace {

std::vector<DebugMemory::Socket*> addresses_of(Ports<tlm_utils::simple_initiator_socket<Host>>& ports) {
    std::vector<DebugMemory::Socket*> sockets;
    for (auto& port : ports) sockets.push_back(port.get());
    return sockets;
}

}  // namespace

Host::Host(sc_core::sc_module_name name, ClockDomain& domain, Workload& workload, const AddressMap& map,
           unsigned targets)
    : Ticked(name, domain),
      kernel_out(*this, "kernel_out", 1),
      memory_out(
          "memory_out", targets,
          [](const char* port, unsigned) { return std::make_unique<tlm_utils::simple_initiator_socket<Host>>(port); }),
      workload_(workload),
      memory_(map, addresses_of(memory_out)) {
    SC_METHOD(look_between_kernels);
    sensitive << end_of_cycle_;
    dont_initialize();
}

void Host::start_of_simulation() {
    statistics_.emplace();
    totals_.emplace(totals_table_, *statistics_);
    workload_.initialise(memory_);
    last_snapshot_ = statistics_->take(0);
    end_of_cycle_.notify(domain().kernel_delay_until(1) - sc_core::sc_get_time_resolution());
}

void Host::look_between_kernels() {
    const Cycle now = domain().now();
    if (kernel_ != Workload::no_more) {
        Snapshot snapshot = statistics_->take(now);
        const Totals totals(*totals_, Statistics::difference(snapshot, last_snapshot_));
        runs_.push_back({kernel_, kernel_name(), begin_cycle_, totals});
        last_snapshot_ = std::move(snapshot);
    }
    kernel_ = workload_.next_launch(memory_);
    if (kernel_ == Workload::no_more) {
        state_ = State::done;
        done_ = true;
        done_cycle_ = now;
        sc_core::sc_pause();
        return;
    }
    if (writes_constants_)
        for (const ConstantImage& image : workload_.kernel(kernel_).constant_images())
            if (!image.bytes->empty()) memory_.write(image.address, image.bytes->data(), image.bytes->size());
    state_ = State::launching;
    begin_cycle_ = now + 1;
    wake_at(now + 1);
}

void Host::send_launch(Cycle now) {
    const KernelLaunch launch{kernel_};
    MessagePayload* message = messages_.acquire(tlm::TLM_WRITE_COMMAND, 0, sizeof launch);
    std::memcpy(message->data.data(), &launch, sizeof launch);
    message->access.kind = AccessKind::store;
    message->access.kernel = kernel_;
    message->access.birth = domain().start_of_cycle();
    state_ = State::running;
    ++kernels_launched_;
    kernel_running_.set(1);
    kernel_number_.set(kernel_);
    kernel_out.send(message, now);
}

void Host::finish_launch(Cycle now) {
    Payload* message = kernel_out.responses().pop(now);
    const bool ok = message->is_response_ok();
    const std::string status = message->get_response_string();
    message->release();
    kernel_running_.set(0);
    if (!ok)
        throw SimulationError(std::string(name()) + ": launch of kernel " + std::to_string(kernel_) + " '" +
                              kernel_name() + "' was answered with " + status);
    state_ = State::looking;
    end_of_cycle_.notify(domain().kernel_delay_until(now + 1) - sc_core::sc_get_time_resolution());
}

void Host::tick(Cycle now) {
    bool progress = false;
    if (kernel_out.responses().ready(now)) {
        finish_launch(now);
        progress = true;
    }
    if (state_ == State::launching && kernel_out.can_send(now)) {
        send_launch(now);
        progress = true;
    }
    kernel_out.service(now);
    sleep_or_continue(progress, now, kernel_out.responses(), kernel_out);
}

void Host::report_outstanding(std::ostream& out) const {
    if (state_ == State::running || state_ == State::launching)
        out << (state_ == State::running ? "waits for the end of kernel " : "wants to launch kernel ") << kernel_
            << " '" << kernel_name() << "', launched in cycle " << begin_cycle_ << "\n";
}

}  // namespace heddle
