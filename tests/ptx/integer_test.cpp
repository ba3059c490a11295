// Integer arithmetic against the host, on values that overflow.
#include <catch2/catch.hpp>
#include <limits>

#include "evaluate.h"
#include "heddle/stimulus/ptx/int128.h"

using namespace heddle::test;

namespace {

template <class T>
void arithmetic(const std::string& type) {
    using U = std::make_unsigned_t<T>;
    using Wide = std::conditional_t<std::is_signed_v<T>, heddle::ptx::Int128, heddle::ptx::Uint128>;
    const Inputs two = hard_values(type, 2);
    const auto body = [&](const std::string& op) { return Body{op + "." + type + " %d, %a, %b;", type, type, type}; };
    const unsigned bits = 8 * sizeof(T);
    check(body("add"), two, host2<T>([](T a, T b) { return static_cast<T>(static_cast<U>(a) + static_cast<U>(b)); }));
    check(body("sub"), two, host2<T>([](T a, T b) { return static_cast<T>(static_cast<U>(a) - static_cast<U>(b)); }));
    check(body("mul.lo"), two,
          host2<T>([](T a, T b) { return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b)); }));
    check(body("mul.hi"), two,
          host2<T>([=](T a, T b) { return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> bits); }));
    check(body("min"), two, host2<T>([](T a, T b) { return std::min(a, b); }));
    check(body("max"), two, host2<T>([](T a, T b) { return std::max(a, b); }));
    check(body("div"), two, host2<T>([](T a, T b) {
              if (b == 0) return static_cast<T>(-1);
              return static_cast<T>(static_cast<heddle::ptx::Int128>(a) / static_cast<heddle::ptx::Int128>(b));
          }));
    check(body("rem"), two, host2<T>([](T a, T b) {
              if (b == 0) return static_cast<T>(-1);
              return static_cast<T>(static_cast<heddle::ptx::Int128>(a) % static_cast<heddle::ptx::Int128>(b));
          }));
    const Inputs three = hard_values(type, 3);
    const auto long_body = [&](const std::string& op) {
        return Body{op + "." + type + " %d, %a, %b, %c;", type, type, type, type};
    };
    check(long_body("mad.lo"), three, host3<T>([](T a, T b, T c) {
              return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) + static_cast<Wide>(c));
          }));
    check(long_body("mad.hi"), three, host3<T>([=](T a, T b, T c) {
              const auto high = static_cast<U>(static_cast<Wide>(a) * static_cast<Wide>(b) >> bits);
              return static_cast<T>(high + static_cast<U>(c));
          }));
    check(long_body("sad"), three, host3<T>([](T a, T b, T c) {
              const U difference = a < b ? static_cast<U>(static_cast<U>(b) - static_cast<U>(a))
                                         : static_cast<U>(static_cast<U>(a) - static_cast<U>(b));
              return static_cast<U>(difference + static_cast<U>(c));
          }));
}

}  // namespace

TEST_CASE("integer arithmetic wraps, and division by zero gives all ones") {
    arithmetic<std::uint16_t>("u16");
    arithmetic<std::int16_t>("s16");
    arithmetic<std::uint32_t>("u32");
    arithmetic<std::int32_t>("s32");
    arithmetic<std::uint64_t>("u64");
    arithmetic<std::int64_t>("s64");
}

TEST_CASE("wide products keep every bit") {
    check({"mul.wide.u16 %d, %a, %b;", "u32", "u16", "u16"}, hard_values("u16", 2),
          [](auto a, auto b, auto) { return a * b; });
    check({"mul.wide.s32 %d, %a, %b;", "s64", "s32", "s32"}, hard_values("s32", 2), [](auto a, auto b, auto) {
        return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} * static_cast<std::int32_t>(b));
    });
    check({"mul.wide.u32 %d, %a, %b;", "u64", "u32", "u32"}, hard_values("u32", 2),
          [](auto a, auto b, auto) { return a * b; });
    check({"mad.wide.s32 %d, %a, %b, %c;", "s64", "s32", "s32", "s64"}, hard_values("s32", 3),
          [](auto a, auto b, auto c) {
              return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(a)} *
                                                static_cast<std::int32_t>(b)) +
                     c;
          });
    check({"mad.wide.u16 %d, %a, %b, %c;", "u32", "u16", "u16", "u32"}, hard_values("u16", 3),
          [](auto a, auto b, auto c) { return a * b + c; });
}

TEST_CASE("absolute value and negation of the smallest number wrap") {
    check({"abs.s32 %d, %a;", "s32", "s32"}, hard_values("s32", 1), [](auto a, auto, auto) {
        const auto v = static_cast<std::int32_t>(a);
        return v < 0 ? std::uint64_t{0} - a : a;
    });
    check({"neg.s64 %d, %a;", "s64", "s64"}, hard_values("s64", 1),
          [](auto a, auto, auto) { return std::uint64_t{0} - a; });
    check({"neg.s16 %d, %a;", "s16", "s16"}, hard_values("s16", 1),
          [](auto a, auto, auto) { return std::uint64_t{0} - a; });
    check({"abs.s64 %d, %a;", "s64", "s64"}, hard_values("s64", 1),
          [](auto a, auto, auto) { return a >> 63 ? std::uint64_t{0} - a : a; });
}

TEST_CASE("24-bit products look at 24 bits") {
    check({"mul24.lo.u32 %d, %a, %b;", "u32", "u32", "u32"}, hard_values("u32", 2),
          [](auto a, auto b, auto) { return (a & 0xffffff) * (b & 0xffffff); });
    check({"mul24.hi.u32 %d, %a, %b;", "u32", "u32", "u32"}, hard_values("u32", 2),
          [](auto a, auto b, auto) { return (a & 0xffffff) * (b & 0xffffff) >> 16; });
    check({"mul24.lo.s32 %d, %a, %b;", "s32", "s32", "s32"}, hard_values("s32", 2), [](auto a, auto b, auto) {
        const auto low = [](std::uint64_t v) { return static_cast<std::int64_t>(v << 40) >> 40; };
        return static_cast<std::uint64_t>(low(a) * low(b));
    });
    check({"mad24.lo.u32 %d, %a, %b, %c;", "u32", "u32", "u32", "u32"}, hard_values("u32", 3),
          [](auto a, auto b, auto c) { return (a & 0xffffff) * (b & 0xffffff) + c; });
}

TEST_CASE("immediates are taken with the instruction's type") {
    check({"add.s32 %d, %a, -7;", "s32", "s32"}, hard_values("s32", 1), [](auto a, auto, auto) { return a - 7; });
    check({"add.s64 %d, %a, -7;", "s64", "s64"}, hard_values("s64", 1), [](auto a, auto, auto) { return a - 7; });
    check({"mul.lo.u32 %d, %a, 0x10001;", "u32", "u32"}, hard_values("u32", 1),
          [](auto a, auto, auto) { return a * 0x10001; });
    check({"add.u32 %d, %a, 0b101;", "u32", "u32"}, hard_values("u32", 1), [](auto a, auto, auto) { return a + 5; });
    check({"add.u32 %d, %a, 017;", "u32", "u32"}, hard_values("u32", 1), [](auto a, auto, auto) { return a + 15; });
    check({"add.s16 %d, %a, -1;", "s16", "s16"}, hard_values("s16", 1), [](auto a, auto, auto) { return a - 1; });
}
