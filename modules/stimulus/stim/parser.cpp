#include "heddle/stimulus/stim/parser.h"

#include <limits>

#include "heddle/base/stop_request.h"
#include "heddle/stimulus/stim/contents_parser.h"
#include "heddle/stimulus/stim/launch_parser.h"
#include "heddle/stimulus/stim/statement_parser.h"

namespace heddle::stim {
namespace {

class Parser {
public:
    Parser(Source& source, const std::string& text)
        : cursor_(source, text),
          expressions_(cursor_),
          contents_(cursor_),
          statements_(cursor_),
          launches_(cursor_, file_) {}

    FileSyntax run() {
        declarations();
        if (file_.kernels.empty()) cursor_.unexpected("a kernel");
        if (!file_.host.empty() && !launches_.any()) cursor_.unexpected("a launch");
        file_.constants = cursor_.constants();
        return std::move(file_);
    }

private:
    void declarations() {
        for (cursor_.skip_empty_lines(); !cursor_.at_end(); cursor_.skip_empty_lines()) {
            throw_if_stop_requested();
            declaration();
            cursor_.expect_end_of_line();
        }
    }

    void declaration() {
        const Token word = cursor_.peek();
        if (word.is("const"))
            constant();
        else if (word.is("buffer"))
            buffer();
        else if (word.is("kernel"))
            kernel();
        else if (word.is("expect"))
            file_.expectations.push_back(contents_.expectation());
        else if (word.is("ptx"))
            ptx();
        else if (word.is("include"))
            include();
        else if (word.is("reference"))
            reference();
        else if (LaunchParser::starts(word))
            file_.host.push_back(launches_.statement());
        else
            cursor_.unknown_word({"include", "const", "buffer", "ptx", "kernel", "launch", "set", "repeat", "for",
                                  "while", "reference", "expect"});
    }

    Token string(const char* what) {
        if (cursor_.peek().kind != Token::Kind::string) cursor_.unexpected(what);
        return cursor_.take();
    }

    void include() {
        cursor_.take();
        const Token path = string("the stimulus file's path in quotes");
        cursor_.enter(path);
        declarations();
        cursor_.leave();
    }

    void reference() {
        const Position at = cursor_.take().at;
        const Token name = string("the reference's name in quotes");
        if (file_.reference)
            cursor_.source().fail(at, "the stimulus has a reference already, of " +
                                          cursor_.source().place_seen_from(at, file_.reference->at) + "; expected one");
        file_.reference = std::make_unique<ReferenceSyntax>(ReferenceSyntax{name.at, name.text});
    }

    void constant() {
        cursor_.take();
        const Token name = cursor_.new_name("the constant's name");
        reject_taken(name);
        cursor_.expect("=");
        cursor_.define_constant(name, expressions_.constant("the value"));
    }

    void reject_taken(const Token& name) const {
        for (const auto& other : file_.buffers)
            if (other.name == name.text) already(name, "buffer", other.at);
        for (const auto& other : file_.kernels)
            if (other.shape.name == name.text) already(name, "kernel", other.at);
    }

    [[noreturn]] void already(const Token& name, const char* what, Position at) const {
        cursor_.source().fail(name.at, "'" + name.text + "' is already a " + what + ", of " +
                                           cursor_.source().place_seen_from(name.at, at) + "; expected a new name");
    }

    ArrayDeclaration array(const char* what) {
        ArrayDeclaration result;
        cursor_.take();
        const Token name = cursor_.new_name(what);
        reject_taken(name);
        result.at = name.at;
        result.name = name.text;
        const auto type = value_type_named(cursor_.peek().text);
        if (!type || cursor_.peek().kind != Token::Kind::name)
            cursor_.unexpected("a type (u8 u32 s32 f32 u64 s64 f64)");
        result.type = *type;
        cursor_.take();
        cursor_.expect("[");
        result.elements =
            static_cast<std::uint64_t>(expressions_.integer_constant("the number of elements", 1, max_elements));
        cursor_.expect("]");
        return result;
    }

    void buffer() {
        ArrayDeclaration result = array("the buffer's name");
        if (cursor_.take_if("=")) result.contents = contents_.contents();
        file_.buffers.push_back(std::move(result));
    }

    Dim3 dimensions(const char* what, std::int64_t most) {
        Dim3 result;
        result.x = static_cast<std::uint32_t>(expressions_.integer_constant(what, 1, most));
        if (cursor_.take_if(",")) result.y = static_cast<std::uint32_t>(expressions_.integer_constant(what, 1, most));
        if (cursor_.take_if(",")) result.z = static_cast<std::uint32_t>(expressions_.integer_constant(what, 1, most));
        return result;
    }

    void kernel() {
        KernelSyntax result;
        const Position opened = cursor_.take().at;
        const Token name = cursor_.new_name("the kernel's name");
        reject_taken(name);
        result.at = name.at;
        result.shape.name = name.text;
        if (cursor_.take_if("=")) return ptx_kernel(std::move(result));
        header(result);
        kernel_registers(result);
        cursor_.expect_end_of_line();
        for (cursor_.skip_empty_lines(); cursor_.peek().is("shared"); cursor_.skip_empty_lines()) shared(result);
        result.body = statements_.block(opened, "kernel");
        cursor_.expect("end");
        file_.kernels.push_back(std::move(result));
    }

    void ptx() {
        cursor_.take();
        const Token path = string("the PTX file's path in quotes");
        file_.ptx.push_back({path.at, path.text});
    }

    // An entry's name may have characters of its own ($): then it stands in quotes.
    void ptx_kernel(KernelSyntax result) {
        cursor_.expect("entry");
        const Token& entry = cursor_.peek();
        if (entry.kind != Token::Kind::name && entry.kind != Token::Kind::string)
            cursor_.unexpected("the name of a PTX entry");
        result.is_ptx = true;
        result.entry = entry.text;
        result.entry_at = entry.at;
        cursor_.take();
        result.has_arguments = launches_.arguments(result.arguments);
        header(result);
        kernel_registers(result);
        if (cursor_.take_if("shared"))
            result.dynamic_shared_bytes =
                static_cast<std::uint32_t>(expressions_.integer_constant("the dynamic shared memory", 1, 1 << 20));
        file_.kernels.push_back(std::move(result));
    }

    void header(KernelSyntax& kernel) {
        KernelShape& shape = kernel.shape;
        constexpr std::int64_t most_ctas = std::numeric_limits<std::int32_t>::max();
        cursor_.expect("grid");
        const Position grid_at = cursor_.peek().at;
        shape.grid = dimensions("a grid size", most_ctas);
        // Two factors below 2^31 stay below 2^62; the third is checked by dividing.
        const std::uint64_t plane = std::uint64_t{shape.grid.x} * shape.grid.y;
        if (plane > std::uint64_t{most_ctas} / shape.grid.z)
            cursor_.source().fail(grid_at, "the grid is too large; expected at most 2147483647 CTAs");
        cursor_.expect("block");
        const Position block_at = cursor_.peek().at;
        shape.block = dimensions("a block size", 1024);
        if (shape.block.count() > 1024)
            cursor_.source().fail(
                block_at, "the block has " + std::to_string(shape.block.count()) + " threads; expected at most 1024");
        kernel.block_at = block_at;
    }

    void kernel_registers(KernelSyntax& kernel) {
        kernel.registers_given = cursor_.take_if("registers");
        if (kernel.registers_given)
            kernel.shape.registers_per_thread =
                static_cast<std::uint32_t>(expressions_.integer_constant("the number of registers", 1, 255));
    }

    void shared(KernelSyntax& kernel) {
        ArrayDeclaration result = array("the shared array's name");
        for (const auto& other : kernel.shared)
            if (other.name == result.name)
                cursor_.source().fail(result.at,
                                      "'" + result.name + "' is already a shared array; expected a new name");
        cursor_.expect_end_of_line();
        kernel.shared.push_back(std::move(result));
    }

    TokenCursor cursor_;
    ExpressionParser expressions_;
    ContentsParser contents_;
    StatementParser statements_;
    FileSyntax file_;
    LaunchParser launches_;
};

}  // namespace

FileSyntax parse(Source& source, const std::string& text) {
    return Parser(source, text).run();
}

}  // namespace heddle::stim
