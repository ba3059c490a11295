// The kernels of loaded files, and the launches made of them that wait or run. Plain C++.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "heddle/platforms/device/launch_descriptor.h"
#include "heddle/stimulus/kernel_table.h"
#include "heddle/stimulus/occupancy.h"
#include "heddle/stimulus/ptx/ptx_module.h"

namespace heddle {

// Where a file's kernels find memory of their own, as device addresses.
struct ModuleMemory {
    std::optional<std::uint64_t> globals;  // the file's .global variables
    std::optional<std::uint64_t> locals;   // the threads' .local memory; kernels run one at a time and may share it
};

// Bytes that have to be in memory before the first launch.
struct MemoryImage {
    std::uint64_t address = 0;
    std::vector<std::uint8_t> bytes;
};

class KernelStore : public KernelTable {
public:
    // `memory` is used where load() gets no addresses; the .global variables of one file after the other from
    // memory.globals on.
    KernelStore(const SmLimits& limits, const ModuleMemory& memory) : limits_(limits), memory_(memory) {}

    // Loads a PTX file and returns its .global variables. Throws InputError.
    [[nodiscard]] MemoryImage load(const std::string& path, const ModuleMemory& memory);

    // A kernel for the launch, by the number under which the CTA dispatcher finds it until release(). Throws InputError
    // for a launch that is not possible; the message says what would be.
    [[nodiscard]] std::uint32_t prepare(const LaunchDescriptor& launch);
    void release(std::uint32_t id) { slots_[id].used = false; }

    std::uint32_t kernel_count() const override { return static_cast<std::uint32_t>(slots_.size()); }
    const Kernel& kernel(std::uint32_t id) const override { return *slots_[id].kernel; }

private:
    struct Module {
        std::shared_ptr<const ptx::PtxModule> ptx;
        ptx::AddressSpaceLayout layout;
        bool has_locals;  // layout.local_base is somebody's decision
    };
    // A kernel stays after its launch, so that the same launch finds it again.
    struct Slot {
        bool used = false;
        std::vector<std::uint8_t> launch;
        std::unique_ptr<ptx::PtxKernel> kernel;
    };

    void refuse_known_entries(const ptx::PtxModule& ptx) const;
    const Module& module_of(const std::string& entry) const;
    std::unique_ptr<ptx::PtxKernel> make(const LaunchDescriptor& launch) const;

    const SmLimits limits_;
    ModuleMemory memory_;
    std::vector<Module> modules_;
    std::vector<Slot> slots_;
};

}  // namespace heddle
