// Files and launches with one mistake each: the exact message.
#include <catch2/catch.hpp>

#include "heddle/base/error.h"
#include "heddle/stimulus/ptx/ptx_module.h"

using namespace heddle;

namespace {

const std::string head = ".version 6.4\n.target sm_70\n.address_size 64\n";  // lines 1 to 3

std::string message_of(const std::string& text, const std::string& name = "k") {
    try {
        ptx::parse_ptx(text, "bad.ptx")->program(name);
    } catch (const InputError& error) {
        return error.what();
    }
    return "no error";
}

// The body stands on line 9.
std::string in_body(const std::string& body) {
    return head +
           ".visible .entry k(.param .u64 in, .param .align 4 .b8 s[8])\n{\n.reg .pred %p<4>;\n.reg .b32 %r<8>; .reg "
           ".f32 %f<4>;\n"
           ".reg .b64 %rd<4>; .reg .b16 %h<4>; .reg .f64 %fd<2>;\n" +
           body + "\nret;\n}\n";
}

struct Case {
    const char* text;
    const char* message;  // after "bad.ptx:"
};

}  // namespace

TEST_CASE("mistakes in a module are refused with their place") {
    const Case cases[] = {
        {".entry", "4:7: expected a function's name, found end of file"},
        {".visible .entry k(", "4:19: expected '.param', found end of file"},
        {".visible .entry k(.param .q32 x) { ret; }", "4:26: expected a type such as .f32, found '.q32'"},
        {".visible .entry k() {", "4:21: this '{' is never closed"},
        {".visible .entry k() { ret }", "4:27: expected an operand, found '}'"},
        {".entry k() { ret; } .entry k() { ret; }", "4:28: function 'k' is defined twice"},
        {".global .u32 x; .global .u32 x;", "4:30: variable 'x' is declared twice"},
        {".global .align 3 .u32 x;", "4:16: an alignment must be a power of two"},
        {".global .u32 x[2] = {1, 2, 3};", "4:28: more initial values than 'x' has elements"},
        {".global .u32 x[2][2] = {{1, 2, 3}};",
         "4:25: more initial values in these braces than this part of the array has"},
        {".global .u32 x[2][2] = {{1}, {2}, {}};", "4:35: more initial values than 'x' has elements"},
        {".global .u32 x[2][2] = {1, {2}};",
         "4:28: these braces begin inside of a part of the array; expected braces around the values before"},
        {".global .u32 x[2][];", "4:19: expected an array size; only the first may be missing"},
        {".global .f16 x = 1.0;", "4:14: initial contents of .f16 are not supported; expected them as .b16"},
        {".shared .u32 x[2] = {1, 2};", "4:14: a .shared variable cannot have initial contents"},
        {".global .u32 x = y;", "4:18: an address needs 8 bytes, an element is .u32"},
        {".global .u64 x = y;", "4:18: undefined variable 'y'"},
        {".shared .u32 y; .global .u64 x = y;",
         "4:34: the address of a .shared variable is not known before the launch"},
        {".global .u32 x[];", "4:14: 'x' needs a size"},
        {".global .u32 x[99999999999];", "4:16: an array size is 99999999999, at most 268435456 is possible"},
        {".extern .global .u32 x;", "4:22: 'x' is defined in another module; only one module can be loaded"},
        {".texref t;", "4:1: directive '.texref' is not supported here"},
        {"hello", "4:1: expected a directive such as .entry, .func or .global, found 'hello'"},
        {"/* never", "4:1: this comment does not end"},
        {".file 1 \"x", "4:9: this string does not end"},
        {"#", "4:1: unexpected character '#'"},
        {"\x01", "4:1: unexpected character 0x01"},
        {".global .f32 x = 0f12;", "4:18: expected 8 hexadecimal digits after 0f"},
        {".global .u64 x = 99999999999999999999;", "4:18: this number does not fit in 64 bits"},
        {".global .u32 x = 12ab;", "4:18: malformed number"},
        {".entry k(.param .u32 a, .param .u32 a) { ret; }", "4:37: parameter 'a' is declared twice"},
    };
    for (const Case& bad : cases) {
        INFO(bad.text);
        CHECK(message_of(head + bad.text) == std::string("bad.ptx:") + bad.message);
    }
    CHECK(message_of(head) == "bad.ptx: no entry 'k'; the file has none");
    CHECK(message_of("") == "bad.ptx:1:1: expected '.version', found end of file");
    CHECK(message_of(".version 6.4\n.address_size 32\n") == "bad.ptx:2:15: only .address_size 64 is supported");
    CHECK(message_of(head + ".entry other() { ret; } .entry more() { ret; }") ==
          "bad.ptx: no entry 'k'; the file has other, more");
}

TEST_CASE("mistakes in a function are refused with their place") {
    const Case cases[] = {
        {"add.s32 %r1, %r2, %r99;", "9:19: undefined register '%r99'"},
        {"add.s32 %r1, %r2, %x;", "9:19: undefined register '%x'"},
        {"add.s32 %r1, %r2;", "9:1: 'add.s32' takes 3 operands, not 2"},
        {"add.s32 %r1, %r2, %f1;", "9:19: register '%f1' is .f32, 'add.s32' needs .s32"},
        {"add.f32 %f1, %f2, %r1;", "no error"},
        {"add.s64 %rd1, %rd2, %r1;", "9:21: register '%r1' is .b32, 'add.s64' needs .s64"},
        {"add.s32 %p1, %r2, %r1;", "9:9: register '%p1' is .pred, 'add.s32' needs .s32"},
        {"add.s32 5, %r2, %r1;", "9:9: expected a register as destination"},
        {"add.s32 %r1, %r2, 0f3F800000;", "9:19: a floating-point constant where .s32 is needed"},
        {"add.ftz.f64 %fd0, %fd0, %fd1;", "9:1: instruction 'add.ftz.f64' is not supported"},
        {"rcp.rn.ftz.f64 %fd0, %fd1;", "9:1: instruction 'rcp.rn.ftz.f64' is not supported"},
        {"setp.eq.ftz.f64 %p0, %fd0, %fd1;", "9:1: instruction 'setp.eq.ftz.f64' is not supported"},
        {"cvt.rni.ftz.s32.f64 %r0, %fd1;", "9:1: instruction 'cvt.rni.ftz.s32.f64' is not supported"},
        {"add.u32 %r1, !%r2, 1;", "9:15: '!' is only for predicates; '%r2' is none"},
        {"mov.u32 %r1, !%tid.x;", "9:15: '!' is only for predicates; '%tid.x' is none"},
        {"ld.global.u32 %r1, [!%rd1];", "9:22: '!' is only for predicates; '%rd1' is none"},
        {"setp.eq.u32 !%p1, %r1, %r1;", "9:14: expected a register as destination"},
        {"cvta.param.u64 %rd1, in;", "9:1: instruction 'cvta.param.u64' is not supported"},
        {"@%r1 bra L; L:", "9:2: '%r1' is no predicate register"},
        {"@%p9 bra L; L:", "9:2: undefined register '%p9'"},
        {"bra NOWHERE;", "9:5: undefined name 'NOWHERE'"},
        {"bra %r1;", "9:1: expected a label after 'bra'"},
        {"L: L: ret;", "9:4: label 'L' is defined twice"},
        {"ld.global.u32 %r1, %rd1;", "9:20: expected an address in brackets"},
        {"ld.global.u32 %r1, [%rd1;", "9:25: expected ']', found ';'"},
        {"ld.global.u32 %r1, [x];", "9:21: undefined variable 'x'"},
        {"ld.global.u32 %r1, [%r1];", "9:21: register '%r1' is .b32, an address needs .b64"},
        {"ld.global.v2.u32 %r1, [%rd1];", "9:18: expected a vector of 2 elements"},
        {"ld.global.v4.u32 {%r1,%r2}, [%rd1];", "9:18: expected a vector of 4 elements"},
        {"ld.global.u64 %r1, [%rd1];", "9:15: register '%r1' is .b32, 'ld.global.u64' needs .u64"},
        {"ld.param.u64 %rd1, [s+4];", "9:20: outside of parameter 's', which has 8 bytes"},
        {"st.param.u32 [s], %r1;", "9:14: a kernel's parameters cannot be written"},
        {"ld.global.u32 %r1, [in];", "9:21: 'in' is a .param variable"},
        {"cvt.s32.f32 %r1, %f1;", "9:1: 'cvt.s32.f32' needs .rni, .rzi, .rmi or .rpi"},
        {".reg .b32 %r<3>;", "9:11: register '%r' is declared twice"},
        {"mov.u32 %r1, 5\nret;", "10:1: expected ';', found 'ret'"},
        {".reg .b32 %a; .reg .b32 %a;", "9:25: register '%a' is declared twice"},
        {".shared .u32 y[];", "9:14: 'y' needs a size"},
        {".global .u32 y;", "9:14: a .global variable inside a function is not supported"},
        {".weird;", "9:1: directive '.weird' is not supported inside a function"},
        {"call nothing, ();", "9:1: undefined function 'nothing'"},
        {"mov.u32 %r1, {%r1;", "9:18: expected '}', found ';'"},
        {"mov.u32 %r1, ;", "9:14: expected an operand, found ';'"},
        {"mov.u64 %rd1, %tid.x;", "9:15: '%tid.x' is 32 bits wide"},
        {"{ { ret;", "9:1: this '{' is never closed"},
    };
    for (const Case& bad : cases) {
        INFO(bad.text);
        const std::string wanted =
            bad.message == std::string("no error") ? "no error" : std::string("bad.ptx:") + bad.message;
        CHECK(message_of(in_body(bad.text)) == wanted);
    }
}

TEST_CASE("everything that is not supported is named at once") {
    CHECK(message_of(in_body("add.s32 %r1, %r1, %r2;\nwmma.load.a.sync %r1, %r2;\nadd.cc.u32 %r1, %r1, %r1;\nbar.sync "
                             "1;\nbar.sync 0, 64;\n"
                             "atom.global.min.f32 %f1, [%rd1], %f1;\nfrobnicate;")) ==
          "bad.ptx:10:1: instruction 'wmma.load.a.sync' is not supported\n"
          "bad.ptx:11:1: instruction 'add.cc.u32' is not supported\n"
          "bad.ptx:12:1: a barrier other than 0 is not supported\n"
          "bad.ptx:13:1: a barrier for a part of the CTA's threads is not supported\n"
          "bad.ptx:14:1: instruction 'atom.global.min.f32' is not supported\n"
          "bad.ptx:15:1: instruction 'frobnicate' is not supported");
    const std::string prototype = head + ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n";
    CHECK(
        message_of(
            prototype +
            ".entry k() {\n.param .b64 a; .param .b64 b; .param .b32 r; .reg .b32 %r;\ncall.uni (r), vprintf, (a, b);\n"
            "ld.param.b32 %r, [r];\nret; }\n") == "bad.ptx:7:1: call of 'vprintf', which has no body in this module");
}

TEST_CASE("parameters of functions that are not read as they are passed, or by address, are refused") {
    const auto message = [](const std::string& parameters, const std::string& store, const std::string& load) {
        return message_of(head + ".func f(" + parameters + ")\n{ .reg .b32 %r<2>; .reg .b64 %rd<2>;\n" + load +
                          "\nret; }\n.entry k()\n{ .reg .b32 %r<2>; .reg .b64 %rd<2>; .param .align 8 .b8 a[16];\n" +
                          store + "\ncall f, (a);\nret; }\n");
    };
    const std::string p = ".param .align 8 .b8 p[16]";
    CHECK(message(p, "st.param.b64 [a+8], %rd0;", "ld.param.b64 %rd0, [p+8];") == "no error");
    CHECK(message(p, "st.param.b64 [a], %rd0;", "ld.param.b32 %r0, [p+4];") ==
          "bad.ptx:6:1: bytes 4 to 7 of parameter 'p' are not passed in one piece, which is not supported");
    CHECK(message(p, "st.param.v2.b32 [a], {%r0, %r1};", "ld.param.b64 %rd0, [p];") ==
          "bad.ptx:6:1: bytes 0 to 7 of parameter 'p' are not passed in one piece, which is not supported");
    CHECK(message(p, "st.param.b32 [a], %r0;", "ld.param.b32 %r0, [p+4];") ==
          "bad.ptx:6:1: bytes 4 to 7 of parameter 'p' are not passed in one piece, which is not supported");
    CHECK(message(p, "st.param.b64 [a], %rd0;\nst.param.b32 [a+4], %r0;", "") ==
          "bad.ptx:11:1: bytes 4 to 7 of parameter 'a' are passed in pieces that overlap, which is not supported");
    CHECK(message(p, "", "mov.b64 %rd0, p;") ==
          "bad.ptx:6:1: parameter 'p' of a function has no address, which is not supported");
}

TEST_CASE("calls that cannot be inlined are refused") {
    CHECK(message_of(head + ".func f() { call g, (); ret; }\n.entry k() { call f, (); ret; }") ==
          "bad.ptx:4:13: undefined function 'g'");
    CHECK(message_of(head + ".func f();\n.func g() { call f, (); ret; }\n.func f() { call g, (); ret; }\n.entry k() { "
                            "call f, (); ret; }") == "bad.ptx:5:13: recursive call of 'f' is not supported");
    CHECK(message_of(head + ".func f(.reg .b32 %x) { ret; }\n.entry k() { call f, (); ret; }") ==
          "bad.ptx:5:14: 'f' has 1 parameters and 0 results, the call gives 0 and 0");
    CHECK(message_of(head + ".func f(.param .b32 x) { ret; }\n.entry k() { .reg .b32 %r; call f, (%r); ret; }") ==
          "bad.ptx:5:37: expected a .param variable in the call of 'f'");
}

TEST_CASE("a launch must fit its entry") {
    const auto module = ptx::parse_ptx(
        head +
            ".entry k(.param .u64 p, .param .u32 n) .reqntid 32, 2 { ret; }\n.entry m() .maxntid 64 { ret; }\n"
            ".entry s() { .shared .b8 x[20]; .reg .b32 %r; mov.u32 %r, x; ret; }",
        "k.ptx");
    const auto message = [&](const std::string& name, Dim3 grid, Dim3 block,
                             const std::vector<ptx::Argument>& arguments, std::uint32_t shared = 0) -> std::string {
        try {
            module->kernel(name, grid, block, arguments, shared);
        } catch (const InputError& error) {
            return error.what();
        }
        return "no error";
    };
    const std::vector<ptx::Argument> good = {ptx::argument(std::uint64_t{1}), ptx::argument(7)};
    CHECK(message("k", {1, 1, 1}, {32, 2, 1}, good) == "no error");
    CHECK(message("k", {1, 1, 1}, {64, 1, 1}, good) ==
          "k.ptx: launch of 'k': a block of 64x1x1 threads, the entry requires 32x2x1");
    CHECK(message("m", {1, 1, 1}, {65, 1, 1}, {}) ==
          "k.ptx: launch of 'm': a block of 65x1x1 threads, the entry allows 64");
    CHECK(message("m", {1, 1, 1}, {65, 65, 1}, {}) ==
          "k.ptx: launch of 'm': a block of 65x65x1 threads, at most 1024 are possible");
    CHECK(message("m", {0, 1, 1}, {1, 1, 1}, {}) == "k.ptx: launch of 'm': grid and block must not be empty");
    // Products that are 4282384384 and 4 if they are cut to 64 bits.
    CHECK(message("m", {4194304, 1025, 4290777085}, {1, 1, 1}, {}) ==
          "k.ptx: launch of 'm': the grid has more than 2^32 - 1 CTAs");
    CHECK(message("m", {1, 1, 1}, {769546, 494770, 48448661}, {}) ==
          "k.ptx: launch of 'm': a block of 769546x494770x48448661 threads, at most 1024 are possible");
    CHECK(message("m", {65537, 65535, 1}, {64, 1, 1}, {}) == "no error");
    CHECK(message("m", {65536, 65536, 1}, {64, 1, 1}, {}) ==
          "k.ptx: launch of 'm': the grid has more than 2^32 - 1 CTAs");
    CHECK(message("k", {1, 1, 1}, {32, 2, 1}, {good[0]}) ==
          "k.ptx: launch of 'k': 1 arguments, the entry has 2 parameters");
    CHECK(message("k", {1, 1, 1}, {32, 2, 1}, {good[0], good[0]}) ==
          "k.ptx: launch of 'k': argument 1 has 8 bytes, parameter 'n' has 4");
    CHECK(message("s", {1, 1, 1}, {1, 1, 1}, {}, 0xffffffdf) == "no error");
    CHECK(message("s", {1, 1, 1}, {1, 1, 1}, {}, 0xffffffe0) ==
          "k.ptx: launch of 's': 4294967264 bytes of dynamic shared memory behind 32 of static, at most 2^32 - 1 are "
          "possible together");
    CHECK(message("none", {1, 1, 1}, {1, 1, 1}, {}) == "k.ptx: no entry 'none'; the file has k, m, s");
}
