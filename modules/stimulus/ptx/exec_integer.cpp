// Integer arithmetic. Everything is computed on unsigned numbers, so that overflow wraps as PTX says.
#include <limits>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/int128.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

// At least 32 bits: smaller types would be promoted to int, which overflows.
template <class T>
using Raw = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
using Double = std::conditional_t<sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>,
                                  std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
template <class T>
using Widest = std::conditional_t<std::is_signed_v<T>, Int128, Uint128>;

template <class T>
Raw<T> raw(T value) {
    return static_cast<Raw<T>>(value);
}

template <class T>
T high_half(T a, T b) {
    if constexpr (sizeof(T) == 8)
        return static_cast<T>((static_cast<Widest<T>>(a) * static_cast<Widest<T>>(b)) >> 64);
    else
        return static_cast<T>((static_cast<Double<T>>(a) * static_cast<Double<T>>(b)) >> (8 * sizeof(T)));
}

// clang-format off
struct Add { template <class T> static auto of(T a, T b) { return raw(a) + raw(b); } };
struct Sub { template <class T> static auto of(T a, T b) { return raw(a) - raw(b); } };
struct MulLo { template <class T> static auto of(T a, T b) { return raw(a) * raw(b); } };
struct MulHi { template <class T> static T of(T a, T b) { return high_half(a, b); } };
struct MulWide { template <class T> static auto of(T a, T b) {
    return static_cast<Double<T>>(static_cast<Double<T>>(a) * static_cast<Double<T>>(b)); } };
struct MadLo { template <class T> static auto of(T a, T b, T c) { return raw(a) * raw(b) + raw(c); } };
struct MadHi { template <class T> static auto of(T a, T b, T c) { return raw(high_half(a, b)) + raw(c); } };
struct MadWide { template <class T> static auto of(T a, T b, Double<T> c) { return raw(MulWide::of(a, b)) + raw(c); } };
struct Min { template <class T> static T of(T a, T b) { return a < b ? a : b; } };
struct Max { template <class T> static T of(T a, T b) { return a > b ? a : b; } };
struct Abs { template <class T> static auto of(T a) { return a < 0 ? Raw<T>{0} - raw(a) : raw(a); } };
struct Neg { template <class T> static auto of(T a) { return Raw<T>{0} - raw(a); } };
struct Sad { template <class T> static auto of(T a, T b, T c) {
    return raw(c) + (a < b ? raw(b) - raw(a) : raw(a) - raw(b)); } };
// clang-format on

// A divisor of zero gives all ones, as quotient and as remainder (PTX leaves it open; an H200 does this). The one
// quotient that overflows wraps.
struct Div {
    template <class T>
    static T of(T a, T b) {
        if (b == 0) return static_cast<T>(-1);
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return static_cast<T>(Raw<T>{0} - raw(a));
        return static_cast<T>(a / b);
    }
};
struct Rem {
    template <class T>
    static T of(T a, T b) {
        if (b == 0) return static_cast<T>(-1);
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return 0;
        return static_cast<T>(a % b);
    }
};

// The low 24 bits of both factors.
template <class T>
std::int64_t product24(T a, T b) {
    const auto low = [](T value) {
        const std::int64_t bits = static_cast<std::uint32_t>(value) & 0xffffff;
        return std::is_signed_v<T> && (bits & 0x800000) ? bits - 0x1000000 : bits;
    };
    return low(a) * low(b);
}
// clang-format off
struct Mul24Lo { template <class T> static auto of(T a, T b) { return static_cast<std::uint32_t>(product24(a, b)); } };
struct Mul24Hi { template <class T> static auto of(T a, T b) { return static_cast<std::uint32_t>(product24(a, b) >> 16); } };
struct Mad24Lo { template <class T> static auto of(T a, T b, T c) { return Mul24Lo::of(a, b) + raw(c); } };
struct Mad24Hi { template <class T> static auto of(T a, T b, T c) { return Mul24Hi::of(a, b) + raw(c); } };

// clang-format on

template <class Op, template <class> class Shape>
LaneFunction with_sign(Type type) {
    return by_integer(type, [](auto t) -> LaneFunction { return Shape<Op>::template pick<decltype(t)>(); });
}

// clang-format off
template <class Op> struct One { template <class T> static LaneFunction pick() { return &unary<Op, T>; } };
template <class Op> struct Two { template <class T> static LaneFunction pick() { return &binary<Op, T>; } };
template <class Op> struct Three { template <class T> static LaneFunction pick() { return &ternary<Op, T>; } };
template <class Op> struct TwoWide { template <class T> static LaneFunction pick() {
    if constexpr (sizeof(T) < 8) return &binary<Op, Double<T>, T>; else return nullptr; } };
template <class Op> struct ThreeWide { template <class T> static LaneFunction pick() {
    if constexpr (sizeof(T) < 8) return &ternary<Op, Double<T>, T, T, Double<T>>; else return nullptr; } };
template <class Op> struct TwoWord { template <class T> static LaneFunction pick() {
    if constexpr (sizeof(T) == 4) return &binary<Op, T>; else return nullptr; } };
template <class Op> struct ThreeWord { template <class T> static LaneFunction pick() {
    if constexpr (sizeof(T) == 4) return &ternary<Op, T>; else return nullptr; } };
// clang-format on

template <class Op, template <class> class Shape>
LaneFunction without_sign(Type type) {
    return by_width(type, [](auto t) -> LaneFunction { return Shape<Op>::template pick<decltype(t)>(); });
}

using Maker = LaneFunction (*)(Type);

const std::map<std::string, Maker>& makers() {
    static const std::map<std::string, Maker> table = {{"add", &without_sign<Add, Two>},
                                                       {"sub", &without_sign<Sub, Two>},
                                                       {"mul.lo", &without_sign<MulLo, Two>},
                                                       {"mul.hi", &with_sign<MulHi, Two>},
                                                       {"mul.wide", &with_sign<MulWide, TwoWide>},
                                                       {"mad.lo", &without_sign<MadLo, Three>},
                                                       {"mad.hi", &with_sign<MadHi, Three>},
                                                       {"mad.wide", &with_sign<MadWide, ThreeWide>},
                                                       {"min", &with_sign<Min, Two>},
                                                       {"max", &with_sign<Max, Two>},
                                                       {"abs", &with_sign<Abs, One>},
                                                       {"neg", &without_sign<Neg, One>},
                                                       {"sad", &with_sign<Sad, Three>},
                                                       {"div", &with_sign<Div, Two>},
                                                       {"rem", &with_sign<Rem, Two>},
                                                       {"mul24.lo", &with_sign<Mul24Lo, TwoWord>},
                                                       {"mul24.hi", &with_sign<Mul24Hi, TwoWord>},
                                                       {"mad24.lo", &with_sign<Mad24Lo, ThreeWord>},
                                                       {"mad24.hi", &with_sign<Mad24Hi, ThreeWord>}};
    return table;
}

}  // namespace

LaneFunction integer_function(const std::string& name, Type type) {
    const auto found = makers().find(name);
    return found == makers().end() ? nullptr : found->second(type);
}

}  // namespace heddle::ptx
