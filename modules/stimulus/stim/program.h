// A compiled kernel: a list of steps. Instructions are what the SM sees; control steps (loops, conditions) run between
// two instructions and cost nothing, unless there are very many of them in a row (most_control_steps).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/stim/index_plan.h"

namespace heddle::stim {

// What an access needs to know of a buffer or a shared array.
struct MemoryArray {
    std::string name;
    ValueType type = ValueType::u32;
    AddressSpace space = AddressSpace::global;
    std::uint64_t base = 0;
    std::uint64_t elements = 0;
};

struct Operand {
    enum class Kind : std::uint8_t { none, value, constant, index };

    Kind kind = Kind::none;
    std::uint16_t number = 0;        // of the register, constant or plan
    LaneFunction convert = nullptr;  // index: from s64 to the operator's type
};

struct Step {
    enum class Kind : std::uint8_t {
        compute,
        run,  // `count` instructions without values
        load,
        store,
        atomic,
        synchronise,  // barrier, fence
        exit,
        loop_begin,
        loop_end,
        if_begin,
        else_begin,
        if_end,
    };

    Kind kind = Kind::exit;
    WarpInstruction instruction;
    bool is_memory() const { return kind == Kind::load || kind == Kind::store || kind == Kind::atomic; }
    bool is_control() const { return kind >= Kind::loop_begin; }

    // compute; store and atomic: the data and cas's comparison stand in operands 0 and 1
    LaneFunction function = nullptr;
    std::array<Operand, 3> operands;
    std::uint16_t destination = 0;
    bool has_destination = false;
    std::uint8_t value_bytes = 4;

    std::uint32_t count = 0;  // run

    // Memory. An index counts in elements: it is compared with their number before it becomes an address, because a
    // product with the element's size could wrap around.
    std::uint16_t array = 0;
    Operand index;
    bool bypass_l1 = false;
    AtomicOp atomic_op = AtomicOp::add;
    ElementType atomic_type = ElementType::u32;

    // Control. A loop uses variables `slot` (its value) and `slot + 1` (iterations left, unsigned); an if the masks of
    // level `slot`.
    std::uint32_t target = 0;
    std::uint16_t slot = 0;
    std::uint16_t first = 0, last = 0;  // plans of a loop's bounds
    std::int64_t loop_step = 1;
};

// After so many control steps without an instruction the next end of a loop is an instruction itself. So time passes in
// a loop whose body never does anything, and whoever runs the warp gets control back.
constexpr unsigned most_control_steps = 1024;

struct Program {
    KernelShape shape;
    std::string file;
    std::vector<Step> steps;
    std::vector<Lanes> constants;
    std::vector<IndexPlan> plans;
    std::vector<MemoryArray> arrays;
    std::uint32_t registers = 0;
    std::uint32_t variables = variable::first_loop;
    std::uint32_t mask_levels = 0;
};

}  // namespace heddle::stim
