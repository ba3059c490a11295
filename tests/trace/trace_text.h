// Small traces written in a test, and what comes out of them.
#pragma once

#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/functional/functional_run.h"
#include "heddle/stimulus/trace/trace_kernel.h"

namespace heddle::traces::test {

struct TraceText {
    std::string name = "k", grid = "(1,1,1)", block = "(32,1,1)", shmem = "0", nregs = "32";
    std::string binary = "70", tracer = "5", line_info = "0";
    std::string shared_base = "0x00007f7ff0000000", local_base = "0x00007f7ff2000000";

    std::string header() const {
        return "-kernel name = " + name + "\n-kernel id = 1\n-grid dim = " + grid + "\n-block dim = " + block +
               "\n-shmem = " + shmem + "\n-nregs = " + nregs + "\n-binary version = " + binary +
               "\n-cuda stream id = 0\n-shmem base_addr = " + shared_base + "\n-local mem base_addr = " + local_base +
               "\n-nvbit version = 1.5.5\n-accelsim tracer version = " + tracer + "\n-enable lineinfo = " + line_info +
               "\n\n#traces format = [line_num] PC mask ...\n\n";
    }
    // One block of one warp whose instructions are `lines`, with the right count.
    std::string of(const std::string& lines) const { return header() + block_text("0,0,0", {lines}); }

    static std::string block_text(const std::string& place, const std::vector<std::string>& warps) {
        std::string text = "#BEGIN_TB\n\nthread block = " + place + "\n\n";
        for (std::size_t w = 0; w < warps.size(); ++w) {
            const auto count = std::count(warps[w].begin(), warps[w].end(), '\n');
            text += "warp = " + std::to_string(w) + "\ninsts = " + std::to_string(count) + "\n" + warps[w] + "\n";
        }
        return text + "#END_TB\n\n";
    }
};

constexpr const char* exit_line = "0ff0 ffffffff 0 EXIT 0 0 0 \n";

// An instruction as it came out.
struct Seen {
    std::uint32_t cta = 0, warp = 0;
    WarpInstruction instruction;
    LaneMask active = 0;
    unsigned bytes = 0;
    bool bypass_l1 = false;
    AtomicOp atomic_op = AtomicOp::add;
    ElementType atomic_type = ElementType::u32;
    std::array<std::uint64_t, warp_lanes> address{};
    std::uint8_t first_data = 0;

    std::vector<unsigned> sources() const {
        return {instruction.sources.begin(), instruction.sources.begin() + instruction.source_count};
    }
    std::vector<unsigned> destinations() const {
        return {instruction.destinations.begin(), instruction.destinations.begin() + instruction.destination_count};
    }
};

class Recorder final : public InstructionObserver {
public:
    std::vector<Seen> seen;

    void executed(const WarpState& warp, const WarpInstruction& instruction, LaneMask active,
                  const LaneAccess* access) override {
        Seen one;
        one.cta = warp.cta;
        one.warp = warp.warp;
        one.instruction = instruction;
        one.active = active;
        if (access) {
            one.bytes = access->access_bytes;
            one.bypass_l1 = access->bypass_l1;
            one.atomic_op = access->atomic_op;
            one.atomic_type = access->atomic_type;
            for (unsigned lane = 0; lane < warp_lanes; ++lane)
                if (active >> lane & 1) one.address[lane] = access->address[lane];
            if (instruction.operation != Operation::load) one.first_data = access->data[0];
        }
        seen.push_back(one);
    }
};

struct Run {
    std::vector<Seen> seen;
    TraceNotes notes;
};

inline Run run(const std::string& text) {
    TraceKernel kernel("test.traceg", bytes_of(text), BlockStore::default_ahead_bytes);
    SparseMemory memory;
    Recorder recorder;
    kernel.begin();
    run_grid(kernel, memory, recorder);
    kernel.end();
    return {recorder.seen, kernel.notes()};
}

}  // namespace heddle::traces::test
