// Logic, shifts, bit fields, byte permutation.
#include <catch2/catch.hpp>

#include "evaluate.h"

using namespace heddle::test;
using U = std::uint64_t;

namespace {

U bit_reversed(U value, unsigned bits) {
    U result = 0;
    for (unsigned i = 0; i < bits; ++i)
        if (value >> i & 1) result |= U{1} << (bits - 1 - i);
    return result;
}

// The PTX ISA's definition of bfe, word by word.
U extracted(U a, U position, U length, unsigned bits, bool is_signed) {
    position &= 255;
    length &= 255;
    const unsigned msb = bits - 1;
    bool sign = false;
    if (is_signed && length != 0) sign = a >> (position + length - 1 < msb ? position + length - 1 : msb) & 1;
    U result = 0;
    for (unsigned i = 0; i <= msb; ++i) {
        const bool bit = i < length && position + i <= msb ? a >> (position + i) & 1 : sign;
        result |= U{bit} << i;
    }
    return result;
}

}  // namespace

TEST_CASE("bitwise logic") {
    for (const char* width : {"16", "32", "64"}) {
        const std::string t = std::string("b") + width;
        const Inputs two = hard_values(t, 2);
        check({"and." + t + " %d, %a, %b;", t, t, t}, two, [](U a, U b, U) { return a & b; });
        check({"or." + t + " %d, %a, %b;", t, t, t}, two, [](U a, U b, U) { return a | b; });
        check({"xor." + t + " %d, %a, %b;", t, t, t}, two, [](U a, U b, U) { return a ^ b; });
        check({"not." + t + " %d, %a;", t, t}, two, [](U a, U, U) { return ~a; });
        check({"cnot." + t + " %d, %a;", t, t}, two, [](U a, U, U) { return U{a == 0}; });
    }
}

TEST_CASE("shifts beyond the width give zero or the sign") {
    const Inputs shifts32 = hard_values("u32", 2);
    const auto by = [](U b) { return static_cast<std::uint32_t>(b); };
    check({"shl.b32 %d, %a, %b;", "b32", "b32", "u32"}, shifts32,
          [=](U a, U b, U) { return by(b) < 32 ? a << by(b) : 0; });
    check({"shr.u32 %d, %a, %b;", "u32", "u32", "u32"}, shifts32,
          [=](U a, U b, U) { return by(b) < 32 ? a >> by(b) : 0; });
    check({"shr.b32 %d, %a, %b;", "b32", "b32", "u32"}, shifts32,
          [=](U a, U b, U) { return by(b) < 32 ? a >> by(b) : 0; });
    check({"shr.s32 %d, %a, %b;", "s32", "s32", "u32"}, shifts32,
          [=](U a, U b, U) { return static_cast<U>(static_cast<std::int32_t>(a) >> std::min(by(b), 31u)); });
    Inputs shifts64;
    for (const auto& input : hard_values("u64", 1))
        for (U b : {0, 1, 31, 32, 63, 64, 65, 255}) shifts64.push_back({input[0], b, 0});
    check({"shl.b64 %d, %a, %b;", "b64", "b64", "u32"}, shifts64, [](U a, U b, U) { return b < 64 ? a << b : 0; });
    check({"shr.u64 %d, %a, %b;", "u64", "u64", "u32"}, shifts64, [](U a, U b, U) { return b < 64 ? a >> b : 0; });
    check({"shr.s64 %d, %a, %b;", "s64", "s64", "u32"}, shifts64,
          [](U a, U b, U) { return static_cast<U>(static_cast<std::int64_t>(a) >> std::min<U>(b, 63)); });
    check({"shl.b16 %d, %a, 17;", "b16", "b16"}, hard_values("u16", 1), [](U, U, U) { return U{0}; });
    check({"shr.s16 %d, %a, 20;", "s16", "s16"}, hard_values("s16", 1), [](U a, U, U) { return a >> 15 ? ~U{0} : 0; });
}

TEST_CASE("funnel shifts") {
    const Inputs three = hard_values("u32", 3);
    const auto both = [](U a, U b) { return b << 32 | a; };
    check({"shf.l.wrap.b32 %d, %a, %b, %c;", "b32", "b32", "b32", "u32"}, three,
          [=](U a, U b, U c) { return both(a, b) << (c & 31) >> 32; });
    check({"shf.l.clamp.b32 %d, %a, %b, %c;", "b32", "b32", "b32", "u32"}, three,
          [=](U a, U b, U c) { return both(a, b) << std::min<U>(c, 32) >> 32; });
    check({"shf.r.wrap.b32 %d, %a, %b, %c;", "b32", "b32", "b32", "u32"}, three,
          [=](U a, U b, U c) { return both(a, b) >> (c & 31); });
    check({"shf.r.clamp.b32 %d, %a, %b, %c;", "b32", "b32", "b32", "u32"}, three,
          [=](U a, U b, U c) { return both(a, b) >> std::min<U>(c, 32); });
}

TEST_CASE("counting and reversing bits") {
    const Inputs words = hard_values("u32", 1), longs = hard_values("u64", 1);
    check({"popc.b32 %d, %a;", "u32", "b32"}, words, [](U a, U, U) { return static_cast<U>(__builtin_popcountll(a)); });
    check({"popc.b64 %d, %a;", "u32", "b64"}, longs, [](U a, U, U) { return static_cast<U>(__builtin_popcountll(a)); });
    check({"clz.b32 %d, %a;", "u32", "b32"}, words,
          [](U a, U, U) { return a ? static_cast<U>(__builtin_clz(static_cast<unsigned>(a))) : 32; });
    check({"clz.b64 %d, %a;", "u32", "b64"}, longs,
          [](U a, U, U) { return a ? static_cast<U>(__builtin_clzll(a)) : 64; });
    check({"brev.b32 %d, %a;", "b32", "b32"}, words, [](U a, U, U) { return bit_reversed(a, 32); });
    check({"brev.b64 %d, %a;", "b64", "b64"}, longs, [](U a, U, U) { return bit_reversed(a, 64); });
    check({"bfind.u32 %d, %a;", "u32", "u32"}, words,
          [](U a, U, U) { return a ? U{31} - static_cast<U>(__builtin_clz(static_cast<unsigned>(a))) : ~U{0}; });
    check({"bfind.s32 %d, %a;", "u32", "s32"}, words, [](U a, U, U) {
        const auto v = static_cast<unsigned>(a >> 31 & 1 ? ~a : a);
        return v ? U{31} - static_cast<U>(__builtin_clz(v)) : ~U{0};
    });
    check({"bfind.shiftamt.u32 %d, %a;", "u32", "u32"}, words,
          [](U a, U, U) { return a ? static_cast<U>(__builtin_clz(static_cast<unsigned>(a))) : ~U{0}; });
}

TEST_CASE("bit fields, also those that reach beyond the top") {
    Inputs fields;
    for (const auto& input : hard_values("u32", 1))
        for (U position : {0, 1, 7, 16, 31, 32, 40, 255})
            for (U length : {0, 1, 5, 16, 31, 32, 33, 255}) fields.push_back({input[0], position, length});
    check({"bfe.u32 %d, %a, %b, %c;", "u32", "u32", "u32", "u32"}, fields,
          [](U a, U b, U c) { return extracted(a, b, c, 32, false); });
    check({"bfe.s32 %d, %a, %b, %c;", "s32", "s32", "u32", "u32"}, fields,
          [](U a, U b, U c) { return extracted(a, b, c, 32, true); });
    Inputs wide;
    for (const auto& input : hard_values("u64", 1))
        for (U position : {0, 1, 31, 33, 63, 64, 100})
            for (U length : {0, 1, 8, 32, 64, 200}) wide.push_back({input[0], position, length});
    check({"bfe.u64 %d, %a, %b, %c;", "u64", "u64", "u32", "u32"}, wide,
          [](U a, U b, U c) { return extracted(a, b, c, 64, false); });
    check({"bfe.s64 %d, %a, %b, %c;", "s64", "s64", "u32", "u32"}, wide,
          [](U a, U b, U c) { return extracted(a, b, c, 64, true); });
    check({"bfi.b32 %d, %a, 0x0f0f0f0f, %b, %c;", "b32", "b32", "u32", "u32"}, fields, [](U a, U b, U c) {
        U result = 0x0f0f0f0f;
        for (U i = 0; i < (c & 255) && (b & 255) + i < 32; ++i)
            result = (result & ~(U{1} << ((b & 255) + i))) | (a >> i & 1) << ((b & 255) + i);
        return result;
    });
}

TEST_CASE("byte permutation and three-input logic") {
    Inputs selectors;
    for (U s : {0x3210, 0x7654, 0x0123, 0xba98, 0x8f0c, 0x5410, 0x7777})
        selectors.push_back({0x8142ff00, 0x10a0b0c0, s});
    check({"prmt.b32 %d, %a, %b, %c;", "b32", "b32", "b32", "b32"}, selectors, [](U a, U b, U c) {
        const U bytes = b << 32 | a;
        U result = 0;
        for (unsigned i = 0; i < 4; ++i) {
            U byte = bytes >> (8 * (c >> (4 * i) & 7)) & 255;
            if (c >> (4 * i + 3) & 1) byte = byte & 128 ? 255 : 0;
            result |= byte << (8 * i);
        }
        return result;
    });
    const Inputs three = hard_values("u32", 3);
    check({"lop3.b32 %d, %a, %b, %c, 0x96;", "b32", "b32", "b32", "b32"}, three,
          [](U a, U b, U c) { return a ^ b ^ c; });
    check({"lop3.b32 %d, %a, %b, %c, 0x40;", "b32", "b32", "b32", "b32"}, three,
          [](U a, U b, U c) { return a & b & ~c; });
    check({"lop3.b32 %d, %a, %b, %c, 0xe8;", "b32", "b32", "b32", "b32"}, three,
          [](U a, U b, U c) { return (a & b) | (b & c) | (a & c); });
}

TEST_CASE("logic on predicates") {
    const Inputs inputs = hard_values("u32", 2);
    const std::string set = "setp.ne.u32 %p0, %a, 0; and.b32 %t1, %b, 1; setp.eq.u32 %p1, %t1, 1; ";
    const std::string get = " selp.u32 %d, 1, 0, %p2;";
    const auto test = [&](const std::string& instruction, bool (*f)(bool, bool)) {
        check({set + instruction + get, "u32", "u32", "u32"}, inputs, [=](U a, U b, U) { return U{f(a != 0, b & 1)}; });
    };
    test("and.pred %p2, %p0, %p1;", [](bool a, bool b) { return a && b; });
    test("or.pred %p2, %p0, %p1;", [](bool a, bool b) { return a || b; });
    test("xor.pred %p2, %p0, %p1;", [](bool a, bool b) { return a != b; });
    test("not.pred %p2, %p1;", [](bool, bool b) { return !b; });
    test("mov.pred %p2, %p0;", [](bool a, bool) { return a; });
    test("mov.pred %p3, -1; and.pred %p2, %p3, %p0;", [](bool a, bool) { return a; });
    test("mov.pred %p2, 0;", [](bool, bool) { return false; });
}
