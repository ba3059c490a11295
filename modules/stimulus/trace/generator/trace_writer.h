// Writes kernels' traces and their list in Accel-Sim's format, tracer version 5.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/trace/generator/output.h"

namespace heddle::traces {

// One warp instruction as the tracer writes it.
struct TraceLine {
    std::uint32_t pc = 0;
    LaneMask mask = all_lanes;
    int destination = -1;  // register number; none if negative
    std::string opcode;
    std::vector<unsigned> sources;
    unsigned width_bytes = 0;  // 0: no addresses
    std::array<std::uint64_t, warp_lanes> address{};
};

// In the shortest of the three address modes that fits, as the tracer chooses.
std::string text_of(const TraceLine& line);

class TraceWriter {
public:
    // Makes the folder. Throws InputError if it cannot be written.
    TraceWriter(const std::string& folder, bool compress);

    void copy_to_device(std::uint64_t address, std::uint64_t bytes);
    void begin_kernel(const KernelShape& shape);
    void begin_block(std::uint32_t cta);
    void add(std::uint32_t warp, const TraceLine& line);
    void end_block();
    void end_kernel();
    // Writes the list.
    void finish();

    std::uint64_t instructions() const { return instructions_; }

private:
    struct WarpText {
        std::string text;
        std::uint64_t instructions = 0;
    };

    std::string folder_;
    bool compress_;
    std::string list_;
    unsigned kernels_ = 0;
    KernelShape shape_;
    std::unique_ptr<Output> out_;
    std::vector<WarpText> warps_;
    std::uint64_t instructions_ = 0;
};

}  // namespace heddle::traces
