#include "heddle/platforms/device/gpu_device.h"

#include "heddle/platforms/path/dispatch.h"

namespace heddle {
namespace {

using AccessSocket = tlm_utils::simple_initiator_socket<GpuDevice>;

std::vector<DebugMemory::Socket*> addresses_of(Ports<AccessSocket>& ports) {
    std::vector<DebugMemory::Socket*> sockets;
    for (auto& port : ports) sockets.push_back(port.get());
    return sockets;
}

// Memory inside is sparse and has room for everything.
ModuleMemory default_memory(const PathPlan& plan) {
    if (plan.path.memory == "external") return {};
    const ptx::AddressSpaceLayout layout;
    return {layout.global_base, layout.local_base};
}

std::vector<ClockDomain*> clocks_below(sc_core::sc_object& device) {
    std::vector<ClockDomain*> clocks;
    for_each_block(&device, [&](Block& block) {
        if (auto* clock = dynamic_cast<ClockDomain*>(&block)) clocks.push_back(clock);
    });
    return clocks;
}

// Launches queue up, and each brings parameters of its own.
PathPlan without_constants(PathPlan plan) {
    require(
        !plan.constants_in_memory, "sm.constant_cache",
        "is true, which a GPU device does not have: nobody writes the kernels' parameters to memory; expected false");
    require(plan.stimulus_views().empty(), "l1_hints",
            "changes what the kernels of a stimulus say, but a GPU device has no stimulus; let the kernels say it "
            "(ld.global.cg)");
    return plan;
}

}  // namespace

DeviceParts::DeviceParts(const GpuConfiguration& configuration)
    : plan(without_constants(configuration.plan())),
      kernels(plan.part<DispatchPlan>().sm_limits, default_memory(plan)) {}

GpuDevice::GpuDevice(sc_core::sc_module_name name, const GpuConfiguration& configuration, Binder& binder)
    : DeviceParts(configuration),
      Gpu(name, plan, kernels, binder),
      launcher_("launcher", core_clock(), kernels, [this] { report_threads(); }),
      l2_control_("l2_control", static_cast<unsigned>(control_sockets().size())),
      slice_access_("slice_access", static_cast<unsigned>(host_sockets().size()),
                    [](const char* port, unsigned) { return std::make_unique<AccessSocket>(port); }),
      memory_(plan.address_map, addresses_of(slice_access_)),
      launch_in(launcher_.launch_in),
      control_in(l2_control_.control_in),
      interrupt_out(launcher_.interrupt_out),
      kernel_events_out(cta_dispatcher.kernel_events_out),
      debug_in(*this, "debug_in"),
      splitter_(plan.address_map),
      threads_(configuration.threads(), false) {
    threads_.share_work_of(clocks_below(*this), configuration.share_every_cycle());
    binder.bind(launcher_.kernel_out, cta_dispatcher.kernel_in);
    for (unsigned i = 0; i < slice_access_.size(); ++i) slice_access_[i].bind(*host_sockets()[i]);
    for (unsigned i = 0; i < l2_control_.slice_out.size(); ++i) l2_control_.slice_out[i].bind(*control_sockets()[i]);
}

Binder& GpuDevice::plain_binder() {
    static Binder plain;
    return plain;
}

void GpuDevice::report_threads() const {
    const std::string explanation = threads_.explanation();
    if (explanation.empty()) return;
    const unsigned used = threads_.used();
    const std::string threads = std::to_string(used) + (used == 1 ? " host thread, " : " host threads, ");
    SC_REPORT_INFO("/heddle/host_threads", (std::string(name()) + ": " + threads + explanation).c_str());
}

void GpuDevice::load_module(const std::string& path, const ModuleMemory& memory) {
    MemoryImage image = kernels.load(path, memory);
    if (image.bytes.empty()) return;
    if (started_)
        memory_.write(image.address, image.bytes.data(), image.bytes.size());
    else
        images_.push_back(std::move(image));
}

void GpuDevice::start_of_simulation() {
    started_ = true;
    for (const MemoryImage& image : images_) memory_.write(image.address, image.bytes.data(), image.bytes.size());
    images_.clear();
}

void GpuDevice::serve_blocking(Payload& payload, sc_core::sc_time&, unsigned) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
}

unsigned GpuDevice::serve_debug(Payload& payload, unsigned) {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
    try {
        if (payload.is_read())
            memory_.read(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
        else
            memory_.write(payload.get_address(), payload.get_data_ptr(), payload.get_data_length());
    } catch (const SimulationError&) {
        payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
        return 0;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return payload.get_data_length();
}

}  // namespace heddle
