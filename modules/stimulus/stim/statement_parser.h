// The statements of a kernel's program.
#pragma once

#include "heddle/stimulus/stim/expression_parser.h"

namespace heddle::stim {

class StatementParser {
public:
    explicit StatementParser(TokenCursor& cursor) : cursor_(cursor), expressions_(cursor) {}

    // Statements up to and without the `end` or `else` that closes the block opened at `opened`.
    Block block(Position opened, const char* what);

private:
    Statement statement();
    Statement assignment();
    Statement load(Statement statement);
    Statement store();
    Statement atomic(Statement statement);
    Statement loop();
    Statement condition();
    Statement run(ExecutionUnit unit);
    Statement simple(Statement::Kind kind);
    void element(Statement& statement);
    void reject_misspelled(const Token& word) const;
    void reject_misspelled_load(const Token& word) const;

    TokenCursor& cursor_;
    ExpressionParser expressions_;
    unsigned depth_ = 0;
};

}  // namespace heddle::stim
