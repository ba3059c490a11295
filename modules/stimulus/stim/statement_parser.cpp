#include "heddle/stimulus/stim/statement_parser.h"

#include <limits>
#include <map>

#include "heddle/stimulus/stim/near_names.h"

namespace heddle::stim {
namespace {

constexpr unsigned max_nesting = 32;

const std::map<std::string, AtomicOp>& atomics() {
    static const std::map<std::string, AtomicOp> table = {
        {"add", AtomicOp::add}, {"min", AtomicOp::min},  {"max", AtomicOp::max}, {"exch", AtomicOp::exch},
        {"cas", AtomicOp::cas}, {"and", AtomicOp::band}, {"or", AtomicOp::bor},  {"xor", AtomicOp::bxor},
        {"inc", AtomicOp::inc}, {"dec", AtomicOp::dec},
    };
    return table;
}

bool is_atomic(const Token& token) {
    return token.kind == Token::Kind::name && (token.text == "atomic" || token.text.rfind("atomic.", 0) == 0);
}

bool is_load(const Token& token) {
    return token.kind == Token::Kind::name && (token.text == "load" || token.text.rfind("load.", 0) == 0);
}

}  // namespace

Block StatementParser::block(Position opened, const char* what) {
    Block statements;
    if (++depth_ > max_nesting) cursor_.source().fail(opened, "blocks nested too deeply; expected 32 levels at most");
    for (;;) {
        cursor_.skip_empty_lines();
        if (cursor_.peek().is("end") || cursor_.peek().is("else")) break;
        if (cursor_.at_end())
            cursor_.unexpected(std::string("'end' of the ") + what + " of line " + std::to_string(opened.line));
        statements.push_back(statement());
        cursor_.expect_end_of_line();
    }
    --depth_;
    return statements;
}

Statement StatementParser::statement() {
    const Token& token = cursor_.peek();
    if (token.is("store")) return store();
    if (token.is("for")) return loop();
    if (token.is("if")) return condition();
    if (token.is("barrier")) return simple(Statement::Kind::barrier);
    if (token.is("fence")) return simple(Statement::Kind::fence);
    if (token.is("alu")) return run(ExecutionUnit::alu);
    if (token.is("sfu")) return run(ExecutionUnit::sfu);
    if (token.is("fp32")) return run(ExecutionUnit::fp32);
    if (token.is("fp64")) return run(ExecutionUnit::fp64);
    if (token.is("tensor")) return run(ExecutionUnit::tensor);
    if (token.is("shared"))
        cursor_.source().fail(token.at, "'shared' stands before the kernel's first statement; expected a statement");
    if (is_atomic(token)) {
        Statement result;
        result.at = token.at;
        return atomic(std::move(result));
    }
    if (is_load(token)) cursor_.source().fail(token.at, "a load needs a name for its value; expected 'x = load ...'");
    return assignment();
}

Statement StatementParser::simple(Statement::Kind kind) {
    Statement result;
    result.kind = kind;
    result.at = cursor_.take().at;
    return result;
}

Statement StatementParser::assignment() {
    Statement result;
    const Token name = cursor_.new_name("a statement");
    result.at = name.at;
    result.target = name.text;
    if (!cursor_.peek().is(":") && !cursor_.peek().is("=")) reject_misspelled(name);
    if (cursor_.take_if(":")) {
        const Token type = cursor_.peek();
        const auto named = value_type_named(type.text);
        if (!named || *named == ValueType::u8) cursor_.unexpected("a type (u32 s32 f32 u64 s64 f64)");
        cursor_.take();
        result.has_type = true;
        result.type = *named;
    }
    cursor_.expect("=");
    if (is_load(cursor_.peek())) return load(std::move(result));
    if (is_atomic(cursor_.peek())) return atomic(std::move(result));
    const Token first = cursor_.peek();
    result.value = expressions_.expression();
    reject_misspelled_load(first);
    return result;
}

// A name that another one follows may be a misspelled load or atomic.
void StatementParser::reject_misspelled_load(const Token& word) const {
    if (cursor_.peek().kind != Token::Kind::name) return;
    const std::string meant = did_you_mean(word.text, {"load", "load.cg", "atomic"});
    if (!meant.empty()) cursor_.source().fail(word.at, "'" + word.text + "' is no operation" + meant);
}

// A name that no '=' follows may be a misspelled statement.
void StatementParser::reject_misspelled(const Token& word) const {
    static const std::vector<std::string> words = {"store",   "for",   "if",     "else", "end",
                                                   "barrier", "fence", "shared", "alu",  "sfu",
                                                   "fp32",    "fp64",  "tensor", "load", "atomic"};
    const std::string meant = did_you_mean(word.text, words);
    if (!meant.empty()) cursor_.source().fail(word.at, "'" + word.text + "' begins no statement" + meant);
}

void StatementParser::element(Statement& statement) {
    const Token array = cursor_.new_name("a buffer or shared array");
    statement.array = array.text;
    statement.array_at = array.at;
    cursor_.expect("[");
    statement.index = expressions_.expression();
    cursor_.expect("]");
}

Statement StatementParser::load(Statement statement) {
    const Token word = cursor_.take();
    statement.kind = Statement::Kind::load;
    if (word.text != "load" && word.text != "load.cg")
        cursor_.source().fail(word.at, "unknown load '" + word.text + "'; expected load or load.cg");
    statement.bypass_l1 = word.text == "load.cg";
    element(statement);
    return statement;
}

Statement StatementParser::store() {
    Statement result = simple(Statement::Kind::store);
    element(result);
    cursor_.expect("=");
    result.value = expressions_.expression();
    return result;
}

Statement StatementParser::atomic(Statement statement) {
    const Token word = cursor_.take();
    statement.kind = Statement::Kind::atomic;
    const auto found = atomics().find(word.text.size() > 7 ? word.text.substr(7) : "");
    if (found == atomics().end())
        cursor_.source().fail(word.at, "unknown atomic '" + word.text +
                                           "'; expected atomic. with one of add min max exch cas and or xor inc dec");
    statement.atomic = found->second;
    element(statement);
    cursor_.expect(",");
    if (statement.atomic == AtomicOp::cas) {
        statement.compare = expressions_.expression();
        cursor_.expect(",");
    }
    statement.value = expressions_.expression();
    return statement;
}

Statement StatementParser::run(ExecutionUnit unit) {
    Statement result = simple(Statement::Kind::run);
    result.unit = unit;
    result.count =
        expressions_.integer_constant("the number of instructions", 1, std::numeric_limits<std::int32_t>::max());
    if (cursor_.take_if("dependent"))
        result.dependent = true;
    else
        cursor_.take_if("independent");
    return result;
}

Statement StatementParser::loop() {
    Statement result = simple(Statement::Kind::loop);
    result.target = cursor_.new_name("the loop's variable").text;
    cursor_.expect("in");
    result.index = expressions_.expression();
    cursor_.expect("..");
    result.value = expressions_.expression();
    result.count = expressions_.optional_step(1LL << 40);
    cursor_.expect_end_of_line();
    result.body = block(result.at, "for");
    if (cursor_.peek().is("else")) cursor_.unexpected("'end' of the for of line " + std::to_string(result.at.line));
    cursor_.expect("end");
    return result;
}

Statement StatementParser::condition() {
    Statement result = simple(Statement::Kind::condition);
    result.index = expressions_.expression();
    cursor_.expect_end_of_line();
    result.body = block(result.at, "if");
    if (cursor_.take_if("else")) {
        cursor_.expect_end_of_line();
        result.otherwise = block(result.at, "if");
    }
    cursor_.expect("end");
    return result;
}

}  // namespace heddle::stim
