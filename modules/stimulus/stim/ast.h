// What a stimulus file says, as the parser leaves it: names are not resolved, types not checked.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/lane_access.h"
#include "stimulus/kernel.h"
#include "stimulus/stim/operator.h"
#include "stimulus/stim/source.h"
#include "stimulus/stim/value_type.h"

namespace heddle::stim {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
    enum class Kind {
        integer,
        real,
        name,
        apply,    // op(arguments)
        convert,  // type(arguments[0])
        element,  // name[arguments[0]]
        sum,      // sum(name, arguments[0], arguments[1], arguments[2])
    };

    Kind kind = Kind::integer;
    Position at;
    std::int64_t integer = 0;
    double real = 0;
    std::string name;
    Op op = Op::move;
    ValueType type = ValueType::s64;
    std::vector<ExpressionPtr> arguments;
};

struct ContentsSyntax {
    enum class Kind { zero, fill, ramp, random, permutation, cycle, list, histogram, expression };

    Kind kind = Kind::zero;
    Position at;
    std::vector<ExpressionPtr> arguments;
    std::string name;  // histogram: the buffer that is counted
};

struct ArrayDeclaration {
    Position at;
    std::string name;
    ValueType type = ValueType::f32;
    std::uint64_t elements = 0;
    ContentsSyntax contents;  // of a buffer; a shared array has none
};

struct Statement;
using Block = std::vector<Statement>;

struct Statement {
    enum class Kind { assign, load, store, atomic, barrier, fence, run, loop, condition };

    Kind kind = Kind::assign;
    Position at;

    std::string target;     // the name assigned; empty where none is
    bool has_type = false;  // target : type = ...
    ValueType type = ValueType::u32;
    std::string array;  // load, store, atomic
    Position array_at;
    bool bypass_l1 = false;
    AtomicOp atomic = AtomicOp::add;
    ExecutionUnit unit = ExecutionUnit::alu;  // run
    std::int64_t count = 0;                   // run: instructions; loop: the step
    bool dependent = false;                   // run

    ExpressionPtr index;    // load, store, atomic; loop: first value; condition: the condition
    ExpressionPtr value;    // assign, store, atomic (cas: the new value); loop: the end
    ExpressionPtr compare;  // cas
    Block body;             // loop, condition
    Block otherwise;        // condition
};

struct KernelSyntax {
    Position at;
    KernelShape shape;
    bool registers_given = false;
    std::vector<ArrayDeclaration> shared;
    Block body;
};

struct ExpectSyntax {
    Position at;
    std::string buffer;
    Position buffer_at;
    bool has_range = false;
    std::int64_t first = 0, last = 0;  // [first, last)
    ContentsSyntax contents;
    double tolerance = 0;
};

struct FileSyntax {
    std::vector<ArrayDeclaration> buffers;
    std::vector<KernelSyntax> kernels;
    std::vector<ExpectSyntax> expectations;
    std::vector<std::uint32_t> launches;  // indices into kernels, repeats unrolled
};

}  // namespace heddle::stim
