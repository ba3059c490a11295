#include "heddle/stimulus/stim/contents_parser.h"

#include <cmath>

namespace heddle::stim {

ContentsSyntax ContentsParser::contents() {
    using Kind = ContentsSyntax::Kind;
    ContentsSyntax result;
    result.at = cursor_.peek().at;
    if (cursor_.take_if("zero")) return result;
    if (cursor_.take_if("fill")) return arguments(Kind::fill, 1, result);
    if (cursor_.take_if("ramp")) return arguments(Kind::ramp, 2, result);
    if (cursor_.take_if("random")) return arguments(Kind::random, 3, result);
    if (cursor_.take_if("permutation")) return arguments(Kind::permutation, 1, result);
    if (cursor_.take_if("cycle")) return arguments(Kind::cycle, 1, result);
    if (cursor_.take_if("histogram")) return histogram(std::move(result));
    if (cursor_.take_if("{")) return list(std::move(result));
    if (cursor_.peek().is("file") && cursor_.peek_next().kind == Token::Kind::string) {
        result.kind = Kind::file;
        cursor_.take();
        result.at = cursor_.peek().at;
        result.name = cursor_.take().text;
        return result;
    }
    result.kind = Kind::expression;
    result.arguments.push_back(expressions_.expression());
    return result;
}

ContentsSyntax ContentsParser::arguments(ContentsSyntax::Kind kind, unsigned count, ContentsSyntax& result) {
    result.kind = kind;
    cursor_.expect("(");
    for (unsigned i = 0; i < count; ++i) {
        if (i > 0) cursor_.expect(",");
        result.arguments.push_back(expressions_.expression());
    }
    cursor_.expect(")");
    return std::move(result);
}

ContentsSyntax ContentsParser::histogram(ContentsSyntax result) {
    result.kind = ContentsSyntax::Kind::histogram;
    cursor_.expect("(");
    result.at = cursor_.peek().at;
    result.name = cursor_.new_name("a buffer").text;
    cursor_.expect(")");
    return result;
}

ContentsSyntax ContentsParser::list(ContentsSyntax result) {
    result.kind = ContentsSyntax::Kind::list;
    do result.arguments.push_back(expressions_.expression());
    while (cursor_.take_if(","));
    cursor_.expect("}");
    return result;
}

ExpectSyntax ContentsParser::expectation() {
    ExpectSyntax result;
    result.at = cursor_.take().at;
    const Token name = cursor_.new_name("a buffer");
    result.buffer = name.text;
    result.buffer_at = name.at;
    if (cursor_.take_if("[")) {
        result.has_range = true;
        result.first = expressions_.integer_constant("the first element", 0, max_elements);
        cursor_.expect("..");
        result.last = expressions_.integer_constant("the end of the range", result.first + 1, max_elements);
        cursor_.expect("]");
    }
    cursor_.expect("=");
    result.contents.at = cursor_.peek().at;
    result.from_reference = cursor_.take_if("reference");
    if (!result.from_reference) result.contents = contents();
    if (cursor_.take_if("tolerance")) tolerance(result);
    return result;
}

void ContentsParser::tolerance(ExpectSyntax& expectation) {
    const Position at = cursor_.peek().at;
    expectation.tolerance = expressions_.constant("the tolerance").as_real();
    expectation.tolerance_at = at;
    if (!(expectation.tolerance >= 0)) cursor_.source().fail(at, "the tolerance is negative; expected 0 or more");
    if (std::isinf(expectation.tolerance)) cursor_.source().fail(at, "the tolerance is infinite; expected a number");
}

}  // namespace heddle::stim
