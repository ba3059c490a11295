// Conversions: sign extension, rounding, clamping, NaN, half precision, packing.
#include <catch2/catch.hpp>
#include <cfenv>
#include <cmath>
#include <limits>

#include "evaluate.h"

using namespace heddle::test;
using U = std::uint64_t;

namespace {

std::int64_t extended(U bits, const std::string& type) {
    const unsigned width = static_cast<unsigned>(std::stoul(type.substr(1)));
    if (width == 64) return static_cast<std::int64_t>(bits);
    const U cut = bits & ((U{1} << width) - 1);
    return type[0] == 's' && cut >> (width - 1) ? static_cast<std::int64_t>(cut | ~U{0} << width)
                                                : static_cast<std::int64_t>(cut);
}

template <class T>
T rounded_to_integer(T x, const std::string& mode) {
    if (mode == "rzi") return std::trunc(x);
    if (mode == "rmi") return std::floor(x);
    return mode == "rpi" ? std::ceil(x) : std::nearbyint(x);
}

template <class To, class From>
void float_to_integer(const std::string& to, const std::string& from) {
    for (const std::string mode : {"rni", "rzi", "rmi", "rpi"})
        check({"cvt." + mode + "." + to + "." + from + " %d, %a;", to, from}, hard_values(from, 1), [=](U a, U, U) {
            const From x = rounded_to_integer(from_bits<From>(a), mode);
            if (std::isnan(x)) return sizeof(From) == 4 && sizeof(To) != 8 ? U{0} : U{1} << (8 * sizeof(To) - 1);
            const long double value = x;
            if (value <= static_cast<long double>(std::numeric_limits<To>::min()))
                return to_bits(std::numeric_limits<To>::min());
            if (value >= static_cast<long double>(std::numeric_limits<To>::max()))
                return to_bits(std::numeric_limits<To>::max());
            return to_bits(static_cast<To>(value));
        });
}

template <class T, class From>
T converted(int mode, From value) {
    std::fesetround(mode);
    volatile From x = value;
    volatile T result = static_cast<T>(x);
    std::fesetround(FE_TONEAREST);
    return result;
}

template <class To, class From>
void to_float(const std::string& to, const std::string& from) {
    struct Mode {
        const char* name;
        int mode;
    };
    for (const Mode& mode :
         {Mode{"rn", FE_TONEAREST}, Mode{"rz", FE_TOWARDZERO}, Mode{"rm", FE_DOWNWARD}, Mode{"rp", FE_UPWARD}}) {
        const int m = mode.mode;
        check({std::string("cvt.") + mode.name + "." + to + "." + from + " %d, %a;", to, from}, hard_values(from, 1),
              [=](U a, U, U) { return to_bits(converted<To, From>(m, from_bits<From>(a))); });
    }
}

}  // namespace

TEST_CASE("integers are extended by their own sign and cut to the new width") {
    for (const std::string from : {"u16", "s16", "u32", "s32", "u64", "s64"})
        for (const std::string to : {"u16", "s16", "u32", "s32", "u64", "s64"})
            check({"cvt." + to + "." + from + " %d, %a;", to, from}, hard_values(from, 1),
                  [=](U a, U, U) { return static_cast<U>(extended(a, from)); });
    check({"cvt.s32.s8 %d, %a;", "s32", "u32"}, hard_values("u32", 1),
          [](U a, U, U) { return static_cast<U>(extended(a, "s8")); });
    check({"cvt.u32.u8 %d, %a;", "u32", "u16"}, hard_values("u16", 1), [](U a, U, U) { return a & 255; });
    check({"cvt.s64.s8 %d, %a;", "s64", "u32"}, hard_values("u32", 1),
          [](U a, U, U) { return static_cast<U>(extended(a, "s8")); });
    check({"cvt.s8.s32 %d, %a;", "s16", "s32"}, hard_values("s32", 1),
          [](U a, U, U) { return static_cast<U>(extended(a, "s8")); });
    check({"cvt.u8.u32 %d, %a;", "b32", "u32"}, hard_values("u32", 1), [](U a, U, U) { return a & 255; });
    check({"cvt.s32.s16 %d, %a;", "s32", "b64"}, hard_values("u64", 1),
          [](U a, U, U) { return static_cast<U>(extended(a, "s16")); });
}

TEST_CASE("saturating integer conversions clamp") {
    for (const std::string from : {"s32", "u32", "s64"})
        for (const std::string to : {"u8", "s8", "u16", "s16", "u32", "s32"}) {
            if (to == from) continue;
            check({"cvt.sat." + to + "." + from + " %d, %a;", to == "u8" || to == "s8" ? "b32" : to, from},
                  hard_values(from, 1), [=](U a, U, U) {
                      const unsigned bits = static_cast<unsigned>(std::stoul(to.substr(1)));
                      const std::int64_t low = to[0] == 's' ? -(std::int64_t{1} << (bits - 1)) : 0;
                      const std::int64_t high = (std::int64_t{1} << (bits - (to[0] == 's' ? 1 : 0))) - 1;
                      return static_cast<U>(std::min(high, std::max(low, extended(a, from))));
                  });
        }
}

TEST_CASE("floats become integers as told, clamped") {
    float_to_integer<std::int32_t, float>("s32", "f32");
    float_to_integer<std::uint32_t, float>("u32", "f32");
    float_to_integer<std::int64_t, float>("s64", "f32");
    float_to_integer<std::uint64_t, float>("u64", "f32");
    float_to_integer<std::int32_t, double>("s32", "f64");
    float_to_integer<std::uint32_t, double>("u32", "f64");
    float_to_integer<std::int64_t, double>("s64", "f64");
    float_to_integer<std::uint64_t, double>("u64", "f64");
    float_to_integer<std::int16_t, float>("s16", "f32");
}

TEST_CASE("conversions to floats round as told") {
    to_float<float, std::int32_t>("f32", "s32");
    to_float<float, std::uint32_t>("f32", "u32");
    to_float<float, std::int64_t>("f32", "s64");
    to_float<float, std::uint64_t>("f32", "u64");
    to_float<double, std::int64_t>("f64", "s64");
    to_float<double, std::uint64_t>("f64", "u64");
    to_float<float, double>("f32", "f64");
    to_float<float, std::int16_t>("f32", "s16");
    check({"cvt.f64.f32 %d, %a;", "f64", "f32"}, hard_values("f32", 1),
          [](U a, U, U) { return to_bits(static_cast<double>(from_bits<float>(a))); });
    check({"cvt.rn.f64.s32 %d, %a;", "f64", "s32"}, hard_values("s32", 1),
          [](U a, U, U) { return to_bits(static_cast<double>(static_cast<std::int32_t>(a))); });
}

TEST_CASE("floats rounded to integral floats, saturated and flushed") {
    for (const std::string mode : {"rni", "rzi", "rmi", "rpi"}) {
        check({"cvt." + mode + ".f32.f32 %d, %a;", "f32", "f32"}, hard_values("f32", 1),
              host1<float>([=](float a) { return rounded_to_integer(a, mode); }));
        check({"cvt." + mode + ".f64.f64 %d, %a;", "f64", "f64"}, hard_values("f64", 1),
              host1<double>([=](double a) { return rounded_to_integer(a, mode); }));
    }
    check({"cvt.sat.f32.f32 %d, %a;", "f32", "f32"}, hard_values("f32", 1),
          host1<float>([](float a) { return a > 0 ? std::min(a, 1.0f) : 0.0f; }));
    for (const std::string mode : {"rn", "rz"})
        check({"cvt." + mode + ".sat.f32.s32 %d, %a;", "f32", "s32"}, hard_values("s32", 1),
              [](U a, U, U) { return to_bits(static_cast<std::int32_t>(a) > 0 ? 1.0f : 0.0f); });
    check({"cvt.rn.sat.f64.u64 %d, %a;", "f64", "u64"}, hard_values("u64", 1),
          [](U a, U, U) { return to_bits(a > 0 ? 1.0 : 0.0); });
    check({"cvt.rn.sat.f16.s16 %d, %a;", "b16", "s16"}, hard_values("s16", 1),
          [](U a, U, U) { return static_cast<std::int16_t>(a) > 0 ? U{0x3c00} : U{0}; });
    check({"cvt.ftz.f32.f32 %d, %a;", "f32", "f32"}, hard_values("f32", 1),
          host1<float>([](float a) { return std::fpclassify(a) == FP_SUBNORMAL ? std::copysign(0.0f, a) : a; }));
}

TEST_CASE("half precision") {
    struct Pair {
        float value;
        std::uint16_t nearest, towards_zero;
    };
    const Pair pairs[] = {{0.0f, 0, 0},
                          {-0.0f, 0x8000, 0x8000},
                          {1.0f, 0x3c00, 0x3c00},
                          {-2.5f, 0xc100, 0xc100},
                          {65504.0f, 0x7bff, 0x7bff},
                          {65520.0f, 0x7c00, 0x7bff},
                          {1e9f, 0x7c00, 0x7bff},
                          {0.1f, 0x2e66, 0x2e66},
                          {1.0009765f, 0x3c01, 0x3c00},
                          {5.9604645e-8f, 1, 1},
                          {2.9e-8f, 0, 0},
                          {3.0e-8f, 1, 0},
                          {6.103e-5f, 0x0400, 0x03ff},
                          {std::numeric_limits<float>::infinity(), 0x7c00, 0x7c00}};
    for (const Pair& pair : pairs) {
        INFO(pair.value);
        CHECK(evaluate({"cvt.rn.f16.f32 %d, %a;", "b16", "f32"}, {{to_bits(pair.value), 0, 0}})[0] == pair.nearest);
        CHECK(evaluate({"cvt.rz.f16.f32 %d, %a;", "b16", "f32"}, {{to_bits(pair.value), 0, 0}})[0] ==
              pair.towards_zero);
    }
    Inputs halves;
    for (U bits = 0; bits < 0x7c00; bits += 37) halves.push_back({bits, 0, 0});
    check({".reg .f32 %x; cvt.f32.f16 %x, %a; cvt.rn.f16.f32 %d, %x;", "b16", "b16"}, halves,
          [](U a, U, U) { return a; });
    CHECK(evaluate({"cvt.f32.f16 %d, %a;", "f32", "b16"}, {{0x0001, 0, 0}, {0xfc00, 0, 0}}) ==
          std::vector<U>{to_bits(std::ldexp(1.0f, -24)), to_bits(-std::numeric_limits<float>::infinity())});
}

TEST_CASE("moves pack and unpack vectors") {
    check({"mov.b64 %d, {%a, %b};", "b64", "b32", "b32"}, hard_values("u32", 2),
          [](U a, U b, U) { return b << 32 | a; });
    check({"mov.b32 %d, {%a, %b};", "b32", "b16", "b16"}, hard_values("u16", 2),
          [](U a, U b, U) { return b << 16 | a; });
    check({"mov.b64 {%t0, %t1}, %a; sub.u32 %d, %t1, %t0;", "u32", "b64"}, hard_values("u64", 1),
          [](U a, U, U) { return (a >> 32) - (a & 0xffffffff); });
    check({"mov.b64 {_, %d}, %a;", "b32", "b64"}, hard_values("u64", 1), [](U a, U, U) { return a >> 32; });
    check({".reg .b16 %h<4>; mov.b64 {%h0, %h1, %h2, %h3}, %a; mov.b64 %d, {%h3, %h2, %h1, %h0};", "b64", "b64"},
          hard_values("u64", 1),
          [](U a, U, U) { return (a & 0xffff) << 48 | (a >> 16 & 0xffff) << 32 | (a >> 32 & 0xffff) << 16 | a >> 48; });
    check({"mov.b32 %d, %a;", "b32", "f32"}, hard_values("f32", 1), [](U a, U, U) { return a; });
    check({"mov.f32 %d, 0f40490FDB;", "f32", "f32"}, hard_values("f32", 1), [](U, U, U) { return U{0x40490fdb}; });
}
