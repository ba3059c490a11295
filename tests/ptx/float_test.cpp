// Floating-point arithmetic against the host: rounding modes, NaN, infinities, subnormal numbers.
#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>
#include <limits>

#include "evaluate.h"

using namespace heddle::test;

namespace {

template <class T>
T rounded(int mode, T (*f)(T, T, T), T a, T b, T c) {
    std::fesetround(mode);
    volatile T result = f(a, b, c);
    std::fesetround(FE_TONEAREST);
    return result;
}

// The operands pass through volatile: the compiler must not compute at compile time or outside of the mode.
template <class T>
__attribute__((noinline)) T add(T a, T b, T) {
    volatile T x = a, y = b;
    return x + y;
}
template <class T>
__attribute__((noinline)) T sub(T a, T b, T) {
    volatile T x = a, y = b;
    return x - y;
}
template <class T>
__attribute__((noinline)) T mul(T a, T b, T) {
    volatile T x = a, y = b;
    return x * y;
}
template <class T>
__attribute__((noinline)) T div(T a, T b, T) {
    volatile T x = a, y = b;
    return x / y;
}
template <class T>
__attribute__((noinline)) T fma(T a, T b, T c) {
    volatile T x = a, y = b, z = c;
    return std::fma(x, y, z);
}
template <class T>
__attribute__((noinline)) T root(T a, T, T) {
    volatile T x = a;
    return std::sqrt(x);
}
template <class T>
__attribute__((noinline)) T reciprocal(T a, T, T) {
    volatile T x = a;
    return T{1} / x;
}

template <class T>
void all_roundings(const std::string& type) {
    struct Mode {
        const char* name;
        int mode;
    };
    for (const Mode& mode :
         {Mode{".rn", FE_TONEAREST}, Mode{".rz", FE_TOWARDZERO}, Mode{".rm", FE_DOWNWARD}, Mode{".rp", FE_UPWARD}}) {
        const auto test = [&](const std::string& op, T (*f)(T, T, T), unsigned operands) {
            static const char* lists[] = {"", " %d, %a;", " %d, %a, %b;", " %d, %a, %b, %c;"};
            const int m = mode.mode;
            check({op + mode.name + "." + type + lists[operands], type, type, type, type}, hard_values(type, operands),
                  host3<T>([=](T a, T b, T c) { return rounded<T>(m, f, a, b, c); }));
        };
        test("add", &add<T>, 2);
        test("sub", &sub<T>, 2);
        test("mul", &mul<T>, 2);
        test("div", &div<T>, 2);
        test("fma", &fma<T>, 3);
        test("sqrt", &root<T>, 1);
        test("rcp", &reciprocal<T>, 1);
    }
}

float flushed(float x) {
    return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x;
}
float saturated(float x) {
    return std::isnan(x) ? 0.0f : std::min(1.0f, std::max(0.0f, x));
}

}  // namespace

TEST_CASE("f32 arithmetic rounds as told") {
    all_roundings<float>("f32");
}

TEST_CASE("f64 arithmetic rounds as told") {
    all_roundings<double>("f64");
}

TEST_CASE("arithmetic without a rounding mode rounds to nearest") {
    check({"add.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          host2<float>([](float a, float b) { return a + b; }));
    check({"mul.f64 %d, %a, %b;", "f64", "f64", "f64"}, hard_values("f64", 2),
          host2<double>([](double a, double b) { return a * b; }));
    check({"div.approx.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          host2<float>([](float a, float b) { return a / b; }));
    check({"div.full.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          host2<float>([](float a, float b) { return a / b; }));
    check({"add.f32 %d, %a, 0f3FC00000;", "f32", "f32"}, hard_values("f32", 1),
          host1<float>([](float a) { return a + 1.5f; }));
    check({"add.f64 %d, %a, 0dC000000000000000;", "f64", "f64"}, hard_values("f64", 1),
          host1<double>([](double a) { return a - 2; }));
    check({"mul.f32 %d, %a, 2.5;", "f32", "f32"}, hard_values("f32", 1),
          host1<float>([](float a) { return a * 2.5f; }));
}

TEST_CASE("ftz flushes subnormal operands and results, sat clamps and makes NaN 0") {
    check({"add.ftz.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          host2<float>([](float a, float b) { return flushed(flushed(a) + flushed(b)); }));
    check({"fma.rn.ftz.sat.f32 %d, %a, %b, %c;", "f32", "f32", "f32", "f32"}, hard_values("f32", 3),
          host3<float>([](float a, float b, float c) {
              return saturated(flushed(std::fma(flushed(a), flushed(b), flushed(c))));
          }));
    check({"mul.sat.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          host2<float>([](float a, float b) { return saturated(a * b) + 0.0f; }));
}

TEST_CASE("min and max prefer numbers to NaN and -0 to +0") {
    const auto smaller = [](auto a, auto b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        return a < b || (a == b && std::signbit(a)) ? a : b;
    };
    const auto larger = [](auto a, auto b) {
        if (std::isnan(a)) return b;
        if (std::isnan(b)) return a;
        return a > b || (a == b && !std::signbit(a)) ? a : b;
    };
    check({"min.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2), host2<float>(smaller));
    check({"max.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2), host2<float>(larger));
    check({"min.f64 %d, %a, %b;", "f64", "f64", "f64"}, hard_values("f64", 2), host2<double>(smaller));
    check({"max.f64 %d, %a, %b;", "f64", "f64", "f64"}, hard_values("f64", 2), host2<double>(larger));
}

TEST_CASE("sign operations touch the sign only") {
    check({"abs.f32 %d, %a;", "f32", "f32"}, hard_values("f32", 1), host1<float>([](float a) { return std::fabs(a); }));
    check({"neg.f32 %d, %a;", "f32", "f32"}, hard_values("f32", 1), host1<float>([](float a) { return -a; }));
    check({"neg.f64 %d, %a;", "f64", "f64"}, hard_values("f64", 1), host1<double>([](double a) { return -a; }));
    check({"abs.f64 %d, %a;", "f64", "f64"}, hard_values("f64", 1),
          host1<double>([](double a) { return std::fabs(a); }));
    check({"copysign.f32 %d, %a, %b;", "f32", "f32", "f32"}, hard_values("f32", 2),
          host2<float>([](float a, float b) { return std::copysign(b, a); }));
}

TEST_CASE("special functions are those of the host") {
    const Inputs inputs = hard_values("f32", 1);
    check({"ex2.approx.f32 %d, %a;", "f32", "f32"}, inputs, host1<float>([](float a) { return std::exp2(a); }));
    check({"lg2.approx.f32 %d, %a;", "f32", "f32"}, inputs, host1<float>([](float a) { return std::log2(a); }));
    check({"sin.approx.f32 %d, %a;", "f32", "f32"}, inputs, host1<float>([](float a) { return std::sin(a); }));
    check({"cos.approx.f32 %d, %a;", "f32", "f32"}, inputs, host1<float>([](float a) { return std::cos(a); }));
    check({"sqrt.approx.f32 %d, %a;", "f32", "f32"}, inputs, host1<float>([](float a) { return std::sqrt(a); }));
    check({"rcp.approx.ftz.f32 %d, %a;", "f32", "f32"}, inputs,
          host1<float>([](float a) { return flushed(1.0f / flushed(a)); }));
    check({"rsqrt.approx.f32 %d, %a;", "f32", "f32"}, inputs,
          host1<float>([](float a) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a))); }));
    check({"rsqrt.approx.f64 %d, %a;", "f64", "f64"}, hard_values("f64", 1),
          host1<double>([](double a) { return 1.0 / std::sqrt(a); }));
    const auto flushed_double = [](double a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0, a) : a; };
    check({"rcp.approx.ftz.f64 %d, %a;", "f64", "f64"}, hard_values("f64", 1),
          host1<double>([=](double a) { return flushed_double(1.0 / flushed_double(a)); }));
    check({"rsqrt.approx.ftz.f64 %d, %a;", "f64", "f64"}, hard_values("f64", 1),
          host1<double>([=](double a) { return 1.0 / std::sqrt(flushed_double(a)); }));
    check({"tanh.approx.f32 %d, %a;", "f32", "f32"}, inputs, host1<float>([](float a) { return std::tanh(a); }));
}

TEST_CASE("testp tells the kinds of numbers apart") {
    const auto test = [](const std::string& property, bool (*holds)(float)) {
        check({"testp." + property + ".f32 %p0, %a; selp.u32 %d, 1, 0, %p0;", "u32", "f32"}, hard_values("f32", 1),
              [=](auto a, auto, auto) { return std::uint64_t{holds(from_bits<float>(a))}; });
    };
    test("finite", [](float x) { return std::isfinite(x); });
    test("infinite", [](float x) { return std::isinf(x); });
    test("number", [](float x) { return !std::isnan(x); });
    test("notanumber", [](float x) { return std::isnan(x); });
    test("normal", [](float x) { return x == 0 || std::isnormal(x); });
    test("subnormal", [](float x) { return std::fpclassify(x) == FP_SUBNORMAL; });
}
