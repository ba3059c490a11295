// Short ways to write down a warp's instructions.
#pragma once

#include <initializer_list>

#include "heddle/stimulus/trace/generator/trace_writer.h"

namespace heddle::traces {

// Where the host puts arrays: from a common start, on pages of 2 MiB.
class DeviceArrays {
public:
    explicit DeviceArrays(TraceWriter& writer) : writer_(writer) {}

    std::uint64_t input(std::uint64_t bytes) {
        const std::uint64_t address = output(bytes);
        writer_.copy_to_device(address, bytes);
        return address;
    }
    std::uint64_t output(std::uint64_t bytes) {
        constexpr std::uint64_t page_bytes = 2 << 20;
        const std::uint64_t address = next_;
        next_ += (bytes + page_bytes - 1) / page_bytes * page_bytes;
        return address;
    }

private:
    TraceWriter& writer_;
    std::uint64_t next_ = 0x7f0000000000;
};

class WarpLines {
public:
    static constexpr int none = -1;

    WarpLines(TraceWriter& writer, std::uint32_t warp) : writer_(writer), warp_(warp) {}

    void at(std::uint32_t pc) { pc_ = pc; }
    void op(int destination, const char* opcode, std::initializer_list<unsigned> sources) {
        put(make(destination, opcode, sources));
    }
    // `address` gives that of a lane.
    template <class Address>
    void memory(int destination, const char* opcode, std::initializer_list<unsigned> sources, unsigned bytes,
                Address address) {
        TraceLine line = make(destination, opcode, sources);
        line.width_bytes = bytes;
        for (unsigned lane = 0; lane < warp_lanes; ++lane) line.address[lane] = address(lane);
        put(line);
    }

private:
    static constexpr std::uint32_t instruction_bytes = 16;

    TraceLine make(int destination, const char* opcode, std::initializer_list<unsigned> sources) const {
        TraceLine line;
        line.pc = pc_;
        line.destination = destination;
        line.opcode = opcode;
        line.sources = sources;
        return line;
    }
    void put(const TraceLine& line) {
        writer_.add(warp_, line);
        pc_ += instruction_bytes;
    }

    TraceWriter& writer_;
    std::uint32_t warp_;
    std::uint32_t pc_ = 0;
};

// Calls write_warp(lines, cta, warp) for every warp of the grid.
template <class WriteWarp>
void write_kernel(TraceWriter& writer, const KernelShape& shape, WriteWarp write_warp) {
    writer.begin_kernel(shape);
    for (std::uint32_t cta = 0; cta < shape.ctas(); ++cta) {
        writer.begin_block(cta);
        for (std::uint32_t warp = 0; warp < shape.warps_per_cta(); ++warp) {
            WarpLines lines(writer, warp);
            write_warp(lines, cta, warp);
        }
        writer.end_block();
    }
    writer.end_kernel();
    writer.finish();
}

}  // namespace heddle::traces
