// What buffers hold before the first kernel and must hold after the last.
#pragma once

#include "heddle/stimulus/stim/expression_parser.h"

namespace heddle::stim {

constexpr std::int64_t max_elements = std::int64_t{1} << 32;  // of a buffer

class ContentsParser {
public:
    explicit ContentsParser(TokenCursor& cursor) : cursor_(cursor), expressions_(cursor) {}

    ContentsSyntax contents();
    // From the word `expect` on.
    ExpectSyntax expectation();

private:
    ContentsSyntax arguments(ContentsSyntax::Kind kind, unsigned count, ContentsSyntax& result);
    ContentsSyntax histogram(ContentsSyntax result);
    ContentsSyntax list(ContentsSyntax result);
    void tolerance(ExpectSyntax& expectation);

    TokenCursor& cursor_;
    ExpressionParser expressions_;
};

}  // namespace heddle::stim
