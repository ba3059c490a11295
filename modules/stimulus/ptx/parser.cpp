// A module: its directives, variables and functions.
#include <algorithm>

#include "heddle/stimulus/ptx/ast.h"
#include "heddle/stimulus/ptx/cursor.h"
#include "heddle/stimulus/ptx/scope.h"
#include "heddle/stimulus/ptx/statement_parser.h"
#include "heddle/stimulus/ptx/variable_parser.h"

namespace heddle::ptx {
namespace {

class ModuleParser {
public:
    explicit ModuleParser(Ast& ast) : ast_(ast), cursor_(ast.source) {}

    void run() {
        if (!cursor_.peek().is(".version")) cursor_.unexpected("'.version'");
        while (!cursor_.at_end()) directive();
    }

private:
    void directive() {
        const Token& token = cursor_.peek();
        if (token.is(".loc") || token.is(".file") || token.is(".version") || token.is(".target"))
            return cursor_.skip_line();
        if (token.is(".section")) {
            while (!cursor_.at_end() && !cursor_.peek().is("{")) cursor_.take();
            return cursor_.skip_braces();
        }
        if (token.is(".pragma")) {
            while (!cursor_.at_end() && !cursor_.peek().is(";")) cursor_.take();
            return cursor_.expect(";");
        }
        if (token.is(".address_size")) {
            cursor_.take();
            const Position at = cursor_.peek().at;
            if (cursor_.unsigned_integer("64", 64) != 64) cursor_.fail(at, "only .address_size 64 is supported");
            return;
        }
        bool external = false;
        while (cursor_.peek().is(".visible") || cursor_.peek().is(".extern") || cursor_.peek().is(".weak") ||
               cursor_.peek().is(".common"))
            external |= cursor_.take().is(".extern");
        if (cursor_.take_if(".entry")) return function(true);
        if (cursor_.take_if(".func")) return function(false);
        variables(external);
    }

    void variables(bool external) {
        const Token& token = cursor_.peek();
        if (token.kind != Token::Kind::word || token.text[0] != '.')
            cursor_.unexpected("a directive such as .entry, .func or .global");
        const Space space = space_named(token.text.substr(1)).value_or(Space::param);
        if (space == Space::param) cursor_.fail(token.at, "directive '" + token.text + "' is not supported here");
        cursor_.take();
        VariableParser parser(cursor_);
        Variable variable = parser.parse(space);
        for (;;) {
            add(variable, external);
            if (!cursor_.take_if(",")) break;
            variable = parser.parse_another();
        }
        cursor_.expect(";");
    }

    void add(const Variable& variable, bool external) {
        if (variable.unsized && variable.space != Space::shared)
            cursor_.fail(variable.at, "'" + variable.name + "' needs a size");
        if (external && !variable.unsized)
            cursor_.fail(variable.at,
                         "'" + variable.name + "' is defined in another module; only one module can be loaded");
        if (ast_.find_variable(variable.name))
            cursor_.fail(variable.at, "variable '" + variable.name + "' is declared twice");
        contents_bytes_ += variable.contents.size();
        if (contents_bytes_ > max_image_bytes) cursor_.fail(variable.at, "the module's variables take too much memory");
        ast_.variables.push_back(variable);
    }

    void function(bool entry) {
        Function function;
        Scope scope(function);
        function.entry = entry;
        if (cursor_.peek().is("(")) formals(function, scope, function.returns);
        const Token& name = cursor_.name("a function's name");
        function.name = name.text;
        function.at = name.at;
        if (cursor_.peek().is("(")) formals(function, scope, function.parameters);
        attributes(function);
        Function* known = nullptr;
        for (Function& other : ast_.functions)
            if (other.name == function.name) known = &other;
        if (known && known->has_body && cursor_.peek().is("{"))
            cursor_.fail(name.at, "function '" + name.text + "' is defined twice");
        if (!cursor_.take_if(";")) {
            function.has_body = true;
            StatementParser(cursor_, ast_, function, scope).body();
        }
        if (!known)
            ast_.functions.push_back(std::move(function));
        else if (function.has_body)
            *known = std::move(function);
    }

    void formals(Function& function, Scope& scope, std::vector<Formal>& list) {
        cursor_.expect("(");
        if (cursor_.take_if(")")) return;
        do {
            Formal formal;
            if (!function.entry && cursor_.take_if(".reg")) {
                const Type type = VariableParser(cursor_).type("a register type");
                const Token& name = cursor_.name("a register's name");
                formal.is_register = true;
                scope.declare_register(name.text, type);
                formal.index = scope.find_register(name.text);
            } else {
                cursor_.expect(".param");
                Variable variable = VariableParser(cursor_).parse(Space::param);
                const Position at = variable.at;
                if (variable.unsized) cursor_.fail(at, "'" + variable.name + "' needs a size");
                const std::string message = "parameter '" + variable.name + "' is declared twice";
                if (!scope.declare_variable(std::move(variable), formal.index)) cursor_.fail(at, message);
            }
            list.push_back(formal);
        } while (cursor_.take_if(","));
        cursor_.expect(")");
    }

    void attributes(Function& function) {
        for (;;) {
            if (cursor_.take_if(".maxntid") || cursor_.peek().is(".reqntid")) {
                const bool required = cursor_.take_if(".reqntid");
                std::uint32_t sizes[3] = {1, 1, 1};
                unsigned count = 0;
                do sizes[count++] = static_cast<std::uint32_t>(cursor_.unsigned_integer("a block size", 1024));
                while (count < 3 && cursor_.take_if(","));
                if (required) std::copy(sizes, sizes + 3, function.required_threads);
                function.max_threads = std::min(1024u, sizes[0] * std::min(sizes[1] * sizes[2], 1024u));
            } else if (cursor_.take_if(".maxnreg")) {
                function.max_registers = static_cast<std::uint32_t>(cursor_.unsigned_integer("a register count", 255));
            } else if (cursor_.take_if(".minnctapersm") || cursor_.take_if(".maxnctapersm")) {
                cursor_.unsigned_integer("a CTA count", 1024);
            } else if (!cursor_.take_if(".noreturn") && !cursor_.take_if(".abi_preserve")) {
                return;
            }
        }
    }

    Ast& ast_;
    Cursor cursor_;
    std::uint64_t contents_bytes_ = 0;
};

}  // namespace

const Function* Ast::find_function(const std::string& name) const {
    for (const Function& function : functions)
        if (function.name == name) return &function;
    return nullptr;
}

const Variable* Ast::find_variable(const std::string& name) const {
    for (const Variable& variable : variables)
        if (variable.name == name) return &variable;
    return nullptr;
}

Ast parse_module(Source source) {
    Ast ast;
    ast.source = std::move(source);
    ModuleParser(ast).run();
    return ast;
}

}  // namespace heddle::ptx
