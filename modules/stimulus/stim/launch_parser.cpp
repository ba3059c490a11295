#include "heddle/stimulus/stim/launch_parser.h"

namespace heddle::stim {
namespace {

constexpr std::int64_t max_launches = 1000000;
constexpr std::int64_t default_while_limit = 1000;
constexpr unsigned max_nesting = 8;

}  // namespace

bool LaunchParser::starts(const Token& token) {
    return token.is("launch") || token.is("set") || token.is("repeat") || token.is("for") || token.is("while");
}

HostStatement LaunchParser::statement() {
    const Token& word = cursor_.peek();
    if (word.is("launch")) return launch();
    if (word.is("set")) return set();
    if (word.is("repeat")) return repeat();
    if (word.is("for")) return loop();
    return until_false();
}

HostStatement LaunchParser::begin(HostStatement::Kind kind) {
    HostStatement result;
    result.kind = kind;
    result.at = cursor_.take().at;
    return result;
}

std::uint32_t LaunchParser::kernel_named(const Token& name) const {
    for (std::uint32_t i = 0; i < file_.kernels.size(); ++i)
        if (file_.kernels[i].shape.name == name.text) return i;
    cursor_.source().fail(name.at, "unknown kernel '" + name.text + "'; expected one defined above");
}

HostStatement LaunchParser::launch() {
    HostStatement result = begin(HostStatement::Kind::launch);
    if (cursor_.peek().kind != Token::Kind::name) cursor_.unexpected("a kernel's name");
    const Token name = cursor_.take();
    result.at = name.at;
    result.kernel = kernel_named(name);
    const bool is_ptx = file_.kernels[result.kernel].is_ptx;
    const Token next = cursor_.peek();
    if (!is_ptx && (next.is("(") || next.is("grid")))
        cursor_.source().fail(next.at, "'" + name.text + "' is no PTX kernel and takes nothing; expected end of line");
    result.has_arguments = arguments(result.arguments);
    if (cursor_.take_if("grid")) {
        do result.grid.push_back(expressions_.expression());
        while (result.grid.size() < 3 && cursor_.take_if(","));
    }
    count(1, name.at);
    return result;
}

bool LaunchParser::arguments(std::vector<ArgumentSyntax>& into) {
    if (!cursor_.take_if("(")) return false;
    if (cursor_.take_if(")")) return true;
    do {
        ArgumentSyntax argument;
        argument.address = cursor_.take_if("&");
        const Position at = cursor_.peek().at;
        argument.value = expressions_.expression();
        if (argument.address && argument.value->kind != Expression::Kind::element)
            cursor_.source().fail(at, "expected an element, BUFFER[...], behind '&'");
        into.push_back(std::move(argument));
    } while (cursor_.take_if(","));
    cursor_.expect(")");
    return true;
}

HostStatement LaunchParser::set() {
    HostStatement result = begin(HostStatement::Kind::set);
    const Token name = cursor_.new_name("a buffer");
    result.at = name.at;
    result.name = name.text;
    cursor_.expect("[");
    result.index = expressions_.expression();
    cursor_.expect("]");
    cursor_.expect("=");
    result.value = expressions_.expression();
    return result;
}

HostStatement LaunchParser::repeat() {
    HostStatement result = begin(HostStatement::Kind::repeat);
    if (depth_ >= max_nesting) cursor_.source().fail(result.at, "repeats nested too deeply; expected 8 levels at most");
    result.count = expressions_.integer_constant("the number of repeats", 0, max_launches);
    const std::uint64_t before = launches_;
    block(result, "repeat");
    const std::uint64_t inside = launches_ - before;
    launches_ = before;
    count(inside * static_cast<std::uint64_t>(result.count), result.at);
    return result;
}

HostStatement LaunchParser::loop() {
    HostStatement result = begin(HostStatement::Kind::loop);
    result.name = cursor_.new_name("the loop's variable").text;
    cursor_.expect("in");
    result.index = expressions_.expression();
    cursor_.expect("..");
    result.value = expressions_.expression();
    result.count = expressions_.optional_step(max_launches);
    block(result, "for");
    return result;
}

HostStatement LaunchParser::until_false() {
    HostStatement result = begin(HostStatement::Kind::until_false);
    result.index = expressions_.expression();
    result.count = default_while_limit;
    if (cursor_.take_if("limit")) result.count = expressions_.integer_constant("the limit", 1, max_launches);
    block(result, "while");
    return result;
}

void LaunchParser::block(HostStatement& owner, const char* what) {
    if (++depth_ > max_nesting) cursor_.source().fail(owner.at, "loops nested too deeply; expected 8 levels at most");
    cursor_.expect_end_of_line();
    for (cursor_.skip_empty_lines(); !cursor_.take_if("end"); cursor_.skip_empty_lines()) {
        if (!starts(cursor_.peek()))
            cursor_.unknown_word({"launch", "set", "repeat", "for", "while"},
                                 std::string(" or 'end' of the ") + what + " of line " + std::to_string(owner.at.line));
        owner.body.push_back(statement());
        cursor_.expect_end_of_line();
    }
    --depth_;
}

void LaunchParser::count(std::uint64_t launches, Position at) {
    launches_ += launches;
    if (launches_ > max_launches) cursor_.source().fail(at, "too many launches; expected at most 1000000");
}

}  // namespace heddle::stim
