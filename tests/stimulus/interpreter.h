// Runs a workload without any notion of time: every instruction takes effect at once. The reference for values.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "stimulus/workload.h"

namespace heddle::test {

class FlatMemory final : public HostMemory {
public:
    static constexpr std::uint64_t first_address = 0x10000000;

    void read(std::uint64_t address, void* data, std::size_t bytes) override {
        std::memcpy(data, at(address, bytes), bytes);
    }
    void write(std::uint64_t address, const void* data, std::size_t bytes) override {
        std::memcpy(at(address, bytes), data, bytes);
    }
    std::uint8_t* at(std::uint64_t address, std::size_t bytes);

private:
    std::vector<std::uint8_t> bytes_;
};

struct RunCounts {
    std::uint64_t instructions = 0;
    std::array<std::uint64_t, 7> by_operation{};
    std::uint64_t global_loads = 0;
    std::uint64_t thread_instructions = 0;

    std::uint64_t of(Operation operation) const { return by_operation[static_cast<unsigned>(operation)]; }
};

struct RunResult {
    RunCounts counts;
    CheckResult check;
};

// Warps of a CTA take turns, one instruction each, and wait at barriers. Throws std::logic_error where the kernel
// breaks a rule of its interface.
RunResult run(Workload& workload, FlatMemory& memory);
RunResult run_text(const std::string& text);

}  // namespace heddle::test
