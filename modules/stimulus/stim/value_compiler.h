// Compiles expressions of a kernel. Every operator that touches a register value or a real number becomes one
// instruction; what is made of indices and constants alone stays an index and costs nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "heddle/stimulus/stim/ast.h"
#include "heddle/stimulus/stim/constant.h"
#include "heddle/stimulus/stim/program.h"

namespace heddle::stim {

// What an expression has become: an index, a real constant, or a value in a register.
struct Compiled {
    enum class Kind { index, real, value };

    Kind kind = Kind::index;
    IndexForm index;
    double real = 0;
    std::uint16_t number = 0;
    ValueType type = ValueType::u32;
};

class ValueCompiler {
public:
    ValueCompiler(const Source& source, Program& program) : source_(source), program_(program) {
        scopes_.emplace_back();
    }

    void open_scope() { scopes_.emplace_back(); }
    void close_scope() { scopes_.pop_back(); }
    const Compiled* find(const std::string& name) const;
    void define(const std::string& name, Compiled meaning) { scopes_.back()[name] = std::move(meaning); }
    Compiled new_register(ValueType type, Position at);
    // Registers of intermediate results are free again after the statement that made them.
    void end_statement() { temporaries_used_ = 0; }
    // Intermediate results have been numbered from 2^15; this moves them behind the named values and counts all.
    void number_temporaries();

    // With a target the result is left in that register; `hint` is the type of an expression of indices and reals.
    Compiled compile(const Expression& expression, std::optional<ValueType> hint = std::nullopt,
                     const Compiled* target = nullptr);
    // As compile, but the result is in the target in any case, with a move if need be.
    void compile_into(const Expression& expression, const Compiled& target);
    // For a name that is new: an index, or a value in a register of its own.
    Compiled compile_new(const Expression& expression);
    IndexForm index_only(const Expression& expression, const char* what);

    // Makes the operand an instruction reads and lists it among its sources.
    Operand operand(const Compiled& value, ValueType type, Position at, WarpInstruction& instruction);
    std::uint16_t plan(const IndexForm& form, Position at);
    // Steps name what there are `count` of by numbers of 16 bits.
    void limit(std::size_t count, const char* what, Position at) const;
    Step& emit(Step step, Position at);

private:
    Compiled name(const Expression& expression) const;
    Compiled apply(const Expression& expression, std::optional<ValueType> hint, const Compiled* target);
    std::optional<Compiled> fused(const Expression& expression, std::optional<ValueType> hint, const Compiled* target);
    Compiled apply_to(const Expression& at, Op op, std::vector<Compiled> arguments, std::optional<ValueType> hint,
                      const Compiled* target);
    Compiled convert(const Expression& expression, const Compiled* target);
    void move(const Compiled& value, const Compiled& target, Position at);
    std::optional<Compiled> free_result(const Expression& at, Op op, const std::vector<Compiled>& arguments);
    ValueType common_type(const Expression& at, const std::vector<Compiled>& arguments, std::size_t first,
                          std::optional<ValueType> hint) const;
    Compiled result(ValueType type, const Compiled* target, Position at);
    Compiled temporary(ValueType type, Position at);
    std::uint16_t constant(ValueType type, const Compiled& value, Position at);

    const Source& source_;
    Program& program_;
    std::vector<std::map<std::string, Compiled>> scopes_;
    std::uint32_t named_ = 0;
    std::uint32_t temporaries_used_ = 0;
};

}  // namespace heddle::stim
