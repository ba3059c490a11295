// A warp context of the SM and a CTA context: which warp or CTA is resident and what it waits for. Plain C++.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/cycle.h"
#include "heddle/base/host_line.h"
#include "heddle/base/payload_forward.h"
#include "heddle/sm/pending_registers.h"
#include "heddle/stimulus/kernel.h"

namespace heddle {

// The unit that an instruction issues to. First the execution units, in the order of ExecutionUnit, without `multiply`
// and `wide_sum`, whose work other units do (UnitClasses). Constant and texture are loads with a socket of their own;
// without it they are what issue_class() says.
enum class IssueClass : std::uint8_t {
    alu,
    fp64,
    sfu,
    tensor,
    fp32,
    branch,
    memory,
    shared,
    control,
    constant,
    texture
};
constexpr unsigned issue_classes = 11;
constexpr unsigned unit_classes_of_their_own = static_cast<unsigned>(IssueClass::memory);

// The class of each execution unit: its own, or that of the unit which does its work.
using UnitClasses = std::array<IssueClass, execution_units>;

inline IssueClass issue_class(const WarpInstruction& instruction, const UnitClasses& units) {
    if (instruction.operation == Operation::arithmetic) return units[static_cast<unsigned>(instruction.unit)];
    if (!instruction.is_memory()) return IssueClass::control;
    return instruction.space == AddressSpace::shared ? IssueClass::shared : IssueClass::memory;
}

// Why a resident warp cannot issue. `ready` warps can, as soon as their unit is free.
enum class WarpWait : std::uint8_t { ready, result, memory, barrier, fetch };
constexpr unsigned warp_waits = 5;

// What a warp that waits for memory waits for, if not for registers.
enum class WarpFence : std::uint8_t { none, writes, atomics };

// One line of the host's cache each.
struct alignas(host_line_bytes) WarpContext {
    WarpState* state = nullptr;
    const WarpInstruction* next = nullptr;
    PendingRegisters pending;
    WarpWait wait = WarpWait::ready;
    bool exited = false;
    WarpFence fenced = WarpFence::none;      // waits for its own writes or atomics
    IssueClass needs = IssueClass::control;  // what `next` needs
    std::uint16_t cta_slot = 0;
    std::uint8_t scheduler = 0;
    std::uint32_t outstanding = 0;          // memory instructions without a response
    std::uint32_t outstanding_writes = 0;   // stores and atomics among them
    std::uint32_t outstanding_results = 0;  // loads and atomics among them
    std::uint32_t occupant = 0;             // counts the warps that the slot has had

    // Atomics are writes and have results.
    std::uint32_t outstanding_atomics() const { return outstanding_writes + outstanding_results - outstanding; }
};
static_assert(sizeof(WarpContext) == host_line_bytes, "what an issue needs to know of a warp is one line");

struct CtaContext {
    Payload* launch = nullptr;  // null: free
    std::uint32_t cta = 0;
    Cycle begin = 0;
    std::uint64_t warps = 0;  // the live ones, as a mask of slots
    std::uint64_t at_barrier = 0;
    Cycle barrier_arrived = 0, barrier_opens = 0;  // the last arrival, and from when on released warps go on
    std::uint32_t outstanding_writes = 0;
};

}  // namespace heddle
