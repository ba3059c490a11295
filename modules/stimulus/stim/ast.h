// What a stimulus file says, as the parser leaves it: names are not resolved, types not checked.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/base/lane_access.h"
#include "heddle/stimulus/kernel.h"
#include "heddle/stimulus/stim/operator.h"
#include "heddle/stimulus/stim/source.h"
#include "heddle/stimulus/stim/value_type.h"

namespace heddle::stim {

// A number that is known when the file is read.
struct Constant {
    bool is_real = false;
    std::int64_t integer = 0;
    double real = 0;

    double as_real() const { return is_real ? real : static_cast<double>(integer); }
};

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
    enum class Kind { zero, fill, ramp, random, permutation, cycle, list, histogram, file, expression };

    Kind kind = Kind::zero;
    Position at;
    std::vector<ExpressionPtr> arguments;
    std::string name;  // histogram: the buffer that is counted; file: its path
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

// An argument of a PTX entry: a number, a buffer's address (a name alone) or an element's address (&A[...]).
struct ArgumentSyntax {
    ExpressionPtr value;
    bool address = false;
};

struct KernelSyntax {
    Position at;
    KernelShape shape;
    bool registers_given = false;
    std::vector<ArrayDeclaration> shared;
    Block body;

    // from PTX
    bool is_ptx = false;
    std::string entry;
    Position entry_at, block_at;
    bool has_arguments = false;
    std::vector<ArgumentSyntax> arguments;
    std::uint32_t dynamic_shared_bytes = 0;
};

// What the host does between the start and the expectations.
struct HostStatement;
using HostBlock = std::vector<HostStatement>;

struct HostStatement {
    enum class Kind { launch, repeat, loop, until_false, set };

    Kind kind = Kind::launch;
    Position at;
    std::uint32_t kernel = 0;  // launch: index into kernels
    bool has_arguments = false;
    std::vector<ArgumentSyntax> arguments;
    std::vector<ExpressionPtr> grid;  // launch: instead of the kernel's, if not empty
    std::string name;                 // loop: the variable; set: the buffer
    std::int64_t count = 0;           // repeat: how often; loop: the step; while: the limit
    ExpressionPtr index;              // loop: first value; while: the condition; set: the index
    ExpressionPtr value;              // loop: the end; set: the value
    HostBlock body;
};

struct PtxSyntax {
    Position at;  // of the path
    std::string path;
};

struct ReferenceSyntax {
    Position at;  // of the name
    std::string name;
};

struct ExpectSyntax {
    Position at;
    std::string buffer;
    Position buffer_at;
    bool has_range = false;
    std::int64_t first = 0, last = 0;  // [first, last)
    bool from_reference = false;       // then the contents have only a position
    ContentsSyntax contents;
    double tolerance = 0;
    Position tolerance_at;
};

struct FileSyntax {
    std::vector<ArrayDeclaration> buffers;
    std::vector<KernelSyntax> kernels;
    std::vector<ExpectSyntax> expectations;
    std::vector<PtxSyntax> ptx;
    std::map<std::string, Constant> constants;
    std::unique_ptr<ReferenceSyntax> reference;  // null: none
    HostBlock host;                              // empty: every kernel once, in order
};

}  // namespace heddle::stim
