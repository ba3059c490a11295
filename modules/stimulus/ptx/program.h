// A kernel ready to run: one step per warp instruction, operands resolved to places in the warp's register file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/ptx/ast.h"
#include "heddle/stimulus/ptx/types.h"

namespace heddle::ptx {

struct Warp;
struct Step;

// Works on the lanes in the mask; all_lanes also stands for "every lane the warp has".
using LaneFunction = void (*)(Warp& warp, const Step& step, LaneMask mask);

enum class Rounding : std::uint8_t { nearest, zero, down, up };

struct Step {
    // reduce: a barrier to which the lanes bring predicate p (negated if immediate is 1). The step behind it takes the
    // result.
    // resolve: finds the window of a generic address and continues with the step for it: values[0] global, [1]
    // shared, [2] local, [3] constant.
    enum class Kind : std::uint8_t { compute, branch, leave, load, store, atomic, synchronise, reduce, resolve, trap };

    WarpInstruction instruction;
    LaneFunction function = nullptr;
    Kind kind = Kind::compute;
    bool guard_negated = false;
    std::uint16_t guard = 1;                   // predicate number
    std::uint32_t d = 0, a = 0, b = 0, c = 0;  // slots, or predicate numbers where a predicate is meant
    std::uint32_t p = 1, q = 0;                // predicate operand; second predicate destination
    std::int64_t immediate = 0;
    std::uint32_t next = 0;    // the step behind this one
    std::uint32_t target = 0;  // of a branch
    std::uint32_t reconvergence = no_index;

    // memory
    Type type = Type::b32;  // of an element
    Space space = Space::global;
    std::uint8_t elements = 1;
    bool wide_address = true;
    bool bypass_l1 = false;
    AtomicOp atomic_op = AtomicOp::add;
    ElementType atomic_type = ElementType::u32;
    std::array<std::uint32_t, 4> values{};  // slots loaded or stored
    std::array<Type, 4> value_types{};      // of those registers
    // A piece of a local access; the first one checks the alignment of the whole. If a load overwrites its address, the
    // first piece copies it to the slot `keeps_address`, where the others find it.
    std::uint8_t half = 0;  // of an 8-byte element: 1 low word, 2 high word
    std::uint8_t whole_bytes = 0;
    std::uint32_t keeps_address = 0;

    // modifiers that need more than the plain function
    LaneFunction inner = nullptr;
    Rounding rounding = Rounding::nearest;
    bool flush = false, saturate = false;
    std::uint8_t sources = 0;  // how many of a, b, c are floats
    bool wide_sum = false;     // an integer sum with a register of 64 bits, which machine code may have with 32
};

// A value in the register file that does not change while a warp runs.
struct FixedValue {
    enum class Kind : std::uint8_t { bits, parameter, symbol, special };

    Kind kind = Kind::bits;
    bool wide = false;
    Type type = Type::b32, held = Type::b32;  // of a parameter, and of the register it is loaded into
    std::uint32_t slot = 0;
    std::uint64_t bits = 0;   // value, offset, or addend
    std::uint32_t index = 0;  // variable or Special
};

struct PlacedVariable {
    const Variable* variable = nullptr;
    std::uint64_t offset = 0;  // inside its space
};

// Predicate 0 is always false, 1 always true, 2 is scratch space of the lane functions.
constexpr std::uint32_t scratch_predicate = 2;
constexpr std::uint32_t first_predicate = 3;

struct Program {
    std::string name;
    std::string file;
    std::vector<Step> steps;                     // the last is an exit
    std::vector<WarpInstruction> partial_exits;  // exits after which other lanes still run
    std::vector<FixedValue> fixed;
    std::vector<PlacedVariable> variables;  // the variables that symbols name
    std::vector<const Variable*> parameters;
    std::vector<std::uint32_t> parameter_offsets;
    std::uint32_t parameter_bytes = 0;
    std::uint32_t slots = 0;
    std::uint32_t predicates = first_predicate;
    std::uint32_t scoreboard_registers = 0;
    std::uint32_t registers_per_thread = 16;
    std::uint32_t static_shared_bytes = 0;
    std::uint32_t dynamic_shared_offset = 0;
    std::uint32_t local_bytes = 0;  // per thread
    std::uint32_t required_threads[3] = {0, 0, 0};
    std::uint32_t max_threads = 0;
    bool reduces = false;     // has a bar.red
    bool prefetches = false;  // has a prefetch to the L1
    bool has_routines = false;
};

// The first slots of every register file are scratch space of the lane functions.
constexpr std::uint32_t scratch_slots = 8;

}  // namespace heddle::ptx
