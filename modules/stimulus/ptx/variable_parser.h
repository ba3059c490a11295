// Declarations of variables: `.shared .align 4 .f32 tile[16][16];`, with or without initial contents.
#pragma once

#include "heddle/stimulus/ptx/ast.h"
#include "heddle/stimulus/ptx/cursor.h"

namespace heddle::ptx {

// What one declaration may take at most, so that a wrong file cannot eat the host's memory.
constexpr std::uint64_t max_variable_bytes = std::uint64_t{1} << 28;
// The same for the variables of a space.
constexpr std::uint64_t max_image_bytes = std::uint64_t{1} << 29;

class VariableParser {
public:
    explicit VariableParser(Cursor& cursor) : cursor_(cursor) {}

    // From behind the state space to before the ',' or ';' or ')'.
    Variable parse(Space space);
    // The `name[2][3] = ...` part again, for a list of names of one type.
    Variable parse_another();
    Type type(const char* what);

private:
    void dimensions(Variable& variable);
    void initialiser(Variable& variable);
    void values(Variable& variable, unsigned depth);
    void value(Variable& variable);
    void reference(Variable& variable);
    void append(Variable& variable, std::uint64_t bits, Position at);
    void fill(Variable& variable, std::uint64_t up_to, Position at);

    Cursor& cursor_;
    Variable first_;                         // before its name
    std::vector<std::uint64_t> part_bytes_;  // what braces hold, by their depth; 0: as much as there is
    std::uint64_t filled_ = 0;               // bytes of the variable whose contents are known
};

}  // namespace heddle::ptx
