// The body of a function: declarations, labels, instructions, nested blocks.
#pragma once

#include "heddle/stimulus/ptx/ast.h"
#include "heddle/stimulus/ptx/cursor.h"
#include "heddle/stimulus/ptx/scope.h"

namespace heddle::ptx {

class StatementParser {
public:
    StatementParser(Cursor& cursor, const Ast& ast, Function& function, Scope& scope)
        : cursor_(cursor), ast_(ast), function_(function), scope_(scope) {}

    // From '{' to the matching '}'; afterwards every label that is used exists.
    void body();

private:
    void block();
    void statement();
    void directive();
    void registers();
    void variables(Space space);
    void instruction();
    void guard(Instruction& instruction);
    void call(Instruction& instruction);
    std::vector<Operand> operand_list();
    Operand operand(bool nested);
    Operand word_operand();
    Operand address();
    Operand vector();
    Operand number(bool negative);
    void check_labels() const;

    Cursor& cursor_;
    const Ast& ast_;
    Function& function_;
    Scope& scope_;
};

}  // namespace heddle::ptx
