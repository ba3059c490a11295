// Runs kernels of any front end without any notion of time and counts what they do.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "heddle/stimulus/functional/functional_run.h"

namespace heddle::test {

using heddle::SparseMemory;

struct RunCounts {
    std::uint64_t instructions = 0;
    std::uint64_t thread_instructions = 0;
    std::uint64_t predicated_off = 0;
    std::array<std::uint64_t, 7> by_operation{};
    std::array<std::uint64_t, 5> by_space{};  // memory instructions
    std::uint64_t global_loads = 0;

    std::uint64_t of(Operation operation) const { return by_operation[static_cast<unsigned>(operation)]; }
    std::uint64_t of(AddressSpace space) const { return by_space[static_cast<unsigned>(space)]; }
};

// All CTAs, one after another. Throws std::logic_error where the kernel breaks a rule of its interface.
RunCounts run(const Kernel& kernel, HostMemory& memory);
// The same, added to what was counted before.
void run(const Kernel& kernel, HostMemory& memory, RunCounts& counts);

}  // namespace heddle::test
