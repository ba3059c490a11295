// What the host does: launches, the loops around them, and elements it sets in between.
#pragma once

#include "heddle/stimulus/stim/ast.h"
#include "heddle/stimulus/stim/expression_parser.h"

namespace heddle::stim {

class LaunchParser {
public:
    // `file` holds what is declared above.
    LaunchParser(TokenCursor& cursor, const FileSyntax& file) : cursor_(cursor), expressions_(cursor), file_(file) {}

    static bool starts(const Token& token);
    HostStatement statement();
    // "(" [ argument { "," argument } ] ")"; returns whether there was any.
    bool arguments(std::vector<ArgumentSyntax>& into);
    // Whether there has been a launch.
    bool any() const { return launches_ > 0; }

private:
    HostStatement launch();
    HostStatement set();
    HostStatement repeat();
    HostStatement loop();
    HostStatement until_false();
    HostStatement begin(HostStatement::Kind kind);
    void block(HostStatement& owner, const char* what);
    std::uint32_t kernel_named(const Token& name) const;
    void count(std::uint64_t launches, Position at);

    TokenCursor& cursor_;
    ExpressionParser expressions_;
    const FileSyntax& file_;
    unsigned depth_ = 0;
    std::uint64_t launches_ = 0;  // so far, repeats multiplied, other loops as once
};

}  // namespace heddle::stim
