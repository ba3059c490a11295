// Runs kernels of any front end without time: every instruction takes effect at once. It is the reference for values,
// and traces are written from it.
#pragma once

#include <array>
#include <unordered_map>

#include "heddle/stimulus/workload.h"

namespace heddle {

// Sparse, zero where nothing was written.
class SparseMemory final : public HostMemory {
public:
    void read(std::uint64_t address, void* data, std::size_t bytes) override;
    void write(std::uint64_t address, const void* data, std::size_t bytes) override;

    template <class T>
    void put(std::uint64_t address, const std::vector<T>& values) {
        write(address, values.data(), values.size() * sizeof(T));
    }
    template <class T>
    std::vector<T> get(std::uint64_t address, std::size_t count) {
        std::vector<T> values(count);
        read(address, values.data(), count * sizeof(T));
        return values;
    }

private:
    static constexpr std::size_t page_bytes = 4096;
    using Page = std::array<std::uint8_t, page_bytes>;
    std::unordered_map<std::uint64_t, Page> pages_;
};

class InstructionObserver {
public:
    virtual ~InstructionObserver() = default;
    // `access` is null unless the instruction goes to memory with at least one lane; its addresses are filled in.
    virtual void executed(const WarpState& warp, const WarpInstruction& instruction, LaneMask active,
                          const LaneAccess* access) = 0;
};

// The warps of a CTA take turns, one instruction each, and wait at barriers. `executor` is one of the kernel's. Throws
// std::logic_error where the executor breaks a rule of its interface.
void run_cta(const Kernel& kernel, WarpExecutor& executor, std::uint32_t cta, HostMemory& memory,
             InstructionObserver& observer);
// All CTAs of the grid, one after another, with one executor.
void run_grid(const Kernel& kernel, HostMemory& memory, InstructionObserver& observer);

}  // namespace heddle
