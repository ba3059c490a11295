// Comparisons, also unordered ones, and what chooses by them.
#include <catch2/catch.hpp>
#include <cmath>

#include "evaluate.h"

using namespace heddle::test;
using U = std::uint64_t;

namespace {

template <class T>
bool holds(const std::string& op, T a, T b) {
    const bool unordered = a != a || b != b;
    if (op == "num") return !unordered;
    if (op == "nan") return unordered;
    const std::string base = op.size() == 3 ? op.substr(0, 2) : op;
    if (unordered) return op.size() == 3;
    if (base == "eq") return a == b;
    if (base == "ne") return a != b;
    if (base == "lt" || base == "lo") return a < b;
    if (base == "le" || base == "ls") return a <= b;
    if (base == "gt" || base == "hi") return a > b;
    return a >= b;
}

template <class T>
void compare(const std::string& type, std::initializer_list<const char*> ops) {
    for (const std::string op : ops) {
        // neu is true for unordered values; "ne" is not
        check({"setp." + op + "." + type + " %p0, %a, %b; selp.u32 %d, 1, 0, %p0;", "u32", type, type},
              hard_values(type, 2), [=](U a, U b, U) { return U{holds<T>(op, from_bits<T>(a), from_bits<T>(b))}; });
    }
}

}  // namespace

TEST_CASE("integer comparisons") {
    compare<std::int32_t>("s32", {"eq", "ne", "lt", "le", "gt", "ge"});
    compare<std::uint32_t>("u32", {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"});
    compare<std::int64_t>("s64", {"eq", "ne", "lt", "le", "gt", "ge"});
    compare<std::uint64_t>("u64", {"eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"});
    compare<std::int16_t>("s16", {"eq", "ne", "lt", "le", "gt", "ge"});
    compare<std::uint16_t>("u16", {"lt", "ge", "lo", "hs"});
    compare<std::uint32_t>("b32", {"eq", "ne"});
}

TEST_CASE("float comparisons, ordered and unordered") {
    compare<float>("f32", {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
    compare<double>("f64",
                    {"eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan"});
}

TEST_CASE("a comparison combined with a predicate, and its second destination") {
    const auto test = [](const std::string& combine, bool (*f)(bool, bool)) {
        check({"and.b32 %t0, %b, 1; setp.eq.u32 %p0, %t0, 1; setp.lt." + combine +
                   ".s32 %p1|%p2, %a, %b, %p0; "
                   "selp.u32 %d, 1, 0, %p1; selp.u32 %t1, 2, 0, %p2; or.b32 %d, %d, %t1;",
               "u32", "s32", "s32"},
              hard_values("s32", 2), [=](U a, U b, U) {
                  const bool less = static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b), p = b & 1;
                  return U{f(less, p)} | U{f(!less, p)} << 1;
              });
    };
    test("and", [](bool a, bool b) { return a && b; });
    test("or", [](bool a, bool b) { return a || b; });
    test("xor", [](bool a, bool b) { return a != b; });
    check({"setp.eq.u32 %p0, %b, 1; setp.gt.and.u32 %p1, %a, 5, !%p0; selp.u32 %d, 1, 0, %p1;", "u32", "u32", "u32"},
          hard_values("u32", 2), [](U a, U b, U) { return U{a > 5 && b != 1}; });
}

TEST_CASE("set writes a value instead of a predicate") {
    check({"set.lt.u32.s32 %d, %a, %b;", "u32", "s32", "s32"}, hard_values("s32", 2),
          [](U a, U b, U) { return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) ? 0xffffffffu : U{0}; });
    check({"set.gt.f32.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          [](U a, U b, U) { return to_bits(from_bits<float>(a) > from_bits<float>(b) ? 1.0f : 0.0f); });
}

TEST_CASE("selp and slct choose") {
    check({"setp.gt.s32 %p0, %c, 3; selp.b64 %d, %a, %b, %p0;", "b64", "b64", "b64", "s32"}, hard_values("u64", 3),
          [](U a, U b, U c) { return static_cast<std::int32_t>(c) > 3 ? a : b; });
    check({"setp.gt.s32 %p0, %c, 3; selp.b16 %d, %a, %b, %p0;", "b16", "b16", "b16", "s32"}, hard_values("u16", 3),
          [](U a, U b, U c) { return static_cast<std::int32_t>(c) > 3 ? a : b; });
    check({"slct.u32.s32 %d, %a, %b, %c;", "u32", "u32", "u32", "s32"}, hard_values("s32", 3),
          [](U a, U b, U c) { return static_cast<std::int32_t>(c) >= 0 ? a : b; });
    check({"slct.f32.f32 %d, %a, %b, %c;", "f32", "f32", "f32", "f32"}, hard_values("f32", 3),
          [](U a, U b, U c) { return from_bits<float>(c) >= 0 ? a : b; });
}

TEST_CASE("a flushed comparison takes subnormal numbers as zero") {
    check({"setp.gt.ftz.f32 %p0, %a, %b; selp.u32 %d, 1, 0, %p0;", "u32", "f32", "f32"}, hard_values("f32", 2),
          [](U a, U b, U) {
              const auto flush = [](float x) { return std::fpclassify(x) == FP_SUBNORMAL ? 0.0f : x; };
              return U{flush(from_bits<float>(a)) > flush(from_bits<float>(b))};
          });
}
