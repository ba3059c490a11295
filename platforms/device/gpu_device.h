// A GPU as one module of a virtual prototype: no host, and everything it is told and says goes by sockets.
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <string>
#include <vector>

#include "heddle/l2_slice/l2_control.h"
#include "heddle/platforms/common/host_memory.h"
#include "heddle/platforms/common/host_threads.h"
#include "heddle/platforms/device/gpu_configuration.h"
#include "heddle/platforms/device/kernel_launcher.h"
#include "heddle/platforms/path/gpu.h"

namespace heddle {

// What has to exist before the GPU is built.
struct DeviceParts {
    explicit DeviceParts(const GpuConfiguration& configuration);
    const PathPlan plan;
    KernelStore kernels;
};

// With path.memory=external its memory lies outside, at memory_out (see Gpu): one socket per L2 slice, which is one per
// memory partition unless path.l2_slices_per_controller says otherwise. Addresses there are device addresses, those of
// launches' arguments; socket i gets those that slice_of() deals to it.
class GpuDevice : private DeviceParts, public Gpu, private LtTarget {
public:
    // Errors in the configuration are ParameterErrors. `binder` joins the sockets inside.
    GpuDevice(sc_core::sc_module_name name, const GpuConfiguration& configuration, Binder& binder = plain_binder());

private:
    KernelLauncher launcher_;
    L2Control l2_control_;
    Ports<tlm_utils::simple_initiator_socket<GpuDevice>> slice_access_;
    DebugMemory memory_;

public:
    AtIn& launch_in;                                                  // launches, see kernel_launcher.h
    tlm_utils::simple_target_socket_optional<L2Control>& control_in;  // cache commands, see l2_command.h
    InterruptOut& interrupt_out;                                      // 1 for a core cycle when a kernel has ended
    KernelBoundaryOut& kernel_events_out;  // calls any number of targets when a kernel starts and ends
    DebugIn debug_in;                      // transport_dbg to device memory as the GPU sees it

    // Loads the kernels of a PTX file, before or during the simulation. `memory` is needed with external memory only,
    // and only by files whose kernels have .global variables or .local memory. Throws InputError.
    void load_module(const std::string& path, const ModuleMemory& memory = {});

    // Which socket of memory_out an address leaves by.
    unsigned slice_of(std::uint64_t address) const { return splitter_.slice(address); }

    // How many host threads simulate the device, and what they share. Valid when a kernel has ended; then an info
    // report says the same, unless one thread was asked for.
    const HostThreads& host_threads() const { return threads_; }

private:
    static Binder& plain_binder();
    void report_threads() const;
    void start_of_simulation() override;
    void serve_blocking(Payload& payload, sc_core::sc_time& delay, unsigned port) override;
    unsigned serve_debug(Payload& payload, unsigned port) override;

    const AddressSplitter splitter_;
    std::vector<MemoryImage> images_;  // of files loaded before the simulation
    bool started_ = false;
    HostThreads threads_;
};

}  // namespace heddle
