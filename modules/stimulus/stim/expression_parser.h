// Expressions, with C's precedence; constants are replaced by their values here.
#pragma once

#include "heddle/stimulus/stim/ast.h"
#include "heddle/stimulus/stim/token_cursor.h"

namespace heddle::stim {

class ExpressionParser {
public:
    explicit ExpressionParser(TokenCursor& cursor) : cursor_(cursor) {}

    ExpressionPtr expression() { return binary(0); }
    // An expression that must be constant now; `what` names it in the message.
    Constant constant(const char* what);
    std::int64_t integer_constant(const char* what, std::int64_t least, std::int64_t most);
    // `step n` of a loop, if it is there: from -most to most, not 0; 1 if it is not.
    std::int64_t optional_step(std::int64_t most);

private:
    ExpressionPtr binary(unsigned level);
    ExpressionPtr unary();
    ExpressionPtr primary();
    ExpressionPtr named(const Token& token);
    ExpressionPtr call(const Token& token);
    ExpressionPtr sum(const Token& token);
    ExpressionPtr make(Expression::Kind kind, Position at) const;

    TokenCursor& cursor_;
    unsigned depth_ = 0;
};

}  // namespace heddle::stim
