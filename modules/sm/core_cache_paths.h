// The ways of an SM to its core's instruction, constant and texture cache, as far as it has them: sockets, what the SM
// keeps for them, and counters.
#pragma once

#include <algorithm>
#include <memory>

#include "heddle/base/at_out.h"
#include "heddle/base/counter.h"
#include "heddle/base/payload_pool.h"
#include "heddle/sm/instruction_buffers.h"
#include "heddle/sm/sm_parameters.h"
#include "heddle/sm/warp_sets.h"

namespace heddle {

struct InstructionFetch {
    // A fetch in flight.
    struct Sent {
        Cycle cycle = 0;
    };

    InstructionFetch(Ticked& owner, unsigned fetch_bytes)
        : out(owner, "instruction_out", 4),
          buffers(fetch_bytes),
          stall_fetch_cycles(owner, "stall_fetch_cycles", "scheduler-cycles",
                             "no issue: warps wait for their next instruction"),
          fetches(owner, "instruction_fetches", "requests", "pieces of code that were fetched"),
          latency_cycles(owner, "fetch_latency_cycles", "cycles", "sum over fetches: request to bytes") {}

    AtOut out;
    InstructionBuffers buffers;
    PayloadPool<BasicLinePayload<Sent>> pool;
    std::uint64_t code = 0;     // where the current kernel's code begins
    unsigned bytes_per_pc = 8;  // of the current kernel
    Counter stall_fetch_cycles, fetches, latency_cycles;
};

// Warp loads of one kind.
struct ReadOnlyLoads {
    ReadOnlyLoads(Ticked& owner, const char* socket, const char* counter, const char* meaning)
        : out(owner, socket, 4), loads(owner, counter, "instructions", meaning) {}
    AtOut out;
    Counter loads;
};

class CoreCachePaths {
public:
    CoreCachePaths(Ticked& owner, const SmParameters& parameters) {
        if (parameters.instruction_fetch) fetch = std::make_unique<InstructionFetch>(owner, parameters.fetch_bytes);
        if (parameters.constant_cache)
            constant = std::make_unique<ReadOnlyLoads>(owner, "constant_out", "constant_loads",
                                                       "warp loads of constants and parameters");
        if (parameters.texture_cache)
            texture =
                std::make_unique<ReadOnlyLoads>(owner, "texture_out", "texture_loads", "warp loads of read-only data");
    }

    // What the instruction issues to, given what it would issue to without these ways.
    IssueClass issue_class(const WarpInstruction& instruction, IssueClass otherwise) const {
        if (constant && instruction.operation == Operation::arithmetic && instruction.space == AddressSpace::constant)
            return IssueClass::constant;
        return texture && instruction.read_only && otherwise == IssueClass::memory ? IssueClass::texture : otherwise;
    }
    ReadOnlyLoads& loads(IssueClass what) { return what == IssueClass::constant ? *constant : *texture; }

    // Calls visit(AtOut&) for each socket.
    template <class Visit>
    void for_each_socket(Visit visit) {
        if (fetch) visit(fetch->out);
        if (constant) visit(constant->out);
        if (texture) visit(texture->out);
    }

    std::unique_ptr<InstructionFetch> fetch;
    std::unique_ptr<ReadOnlyLoads> constant, texture;
};

}  // namespace heddle
