// Runs a whole workload without any notion of time: its memory before, its launches, its checks.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "heddle/stimulus/workload.h"
#include "runner.h"

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

struct RunResult {
    RunCounts counts;
    CheckResult check;
};

RunResult run(Workload& workload, HostMemory& memory);
RunResult run_text(const std::string& text);

}  // namespace heddle::test
