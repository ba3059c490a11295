// Runs kernels of any front end without any notion of time: every instruction takes effect at once. The reference for
// values.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "stimulus/workload.h"

namespace heddle::test {

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
    std::uint8_t& byte(std::uint64_t address);
    std::map<std::uint64_t, std::array<std::uint8_t, page_bytes>> pages_;
};

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

// The warps of a CTA take turns, one instruction each, and wait at barriers. Throws std::logic_error where the kernel
// breaks a rule of its interface.
RunCounts run(Kernel& kernel, HostMemory& memory);
// The same, added to what was counted before.
void run(Kernel& kernel, HostMemory& memory, RunCounts& counts);

}  // namespace heddle::test
