// The operators and functions of the language, as functors over one element of any type. Integers wrap (two's
// complement); a division by zero gives 0 and shift amounts are taken modulo the width, so that no lane can trap.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace heddle::stim {

enum class Op : std::uint8_t {
    // clang-format off
    add, sub, mul, div, rem, bit_and, bit_or, bit_xor, shl, shr,
    eq, ne, lt, le, gt, ge, logic_and, logic_or,
    neg, bit_not, logic_not,
    min, max, abs, fma, select, sqrt, rsqrt, rcp, exp2, log2, sin, cos,
    move
    // clang-format on
};

enum class Domain : std::uint8_t { any, integers, reals };

// What the compiler asks about an operator.
struct OpTraits {
    unsigned arity;
    Domain domain;
    bool yields_truth;  // the result is 0 or 1, whatever the operands are
    bool special;       // runs on the special function unit
};

template <unsigned Arity, Domain D = Domain::any, bool Truth = false, bool Special = false>
struct Functor {
    static constexpr OpTraits traits{Arity, D, Truth, Special};
};

template <class T>
using Bits = std::make_unsigned_t<std::conditional_t<std::is_floating_point_v<T>, int, T>>;

template <class T, class F>
T wrap(T a, T b, F f) {
    if constexpr (std::is_floating_point_v<T>)
        return f(a, b);
    else
        return static_cast<T>(f(static_cast<Bits<T>>(a), static_cast<Bits<T>>(b)));
}

template <class T>
T divide(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return a / b;
    if (b == T{0}) return T{0};
    if constexpr (std::is_signed_v<T>)
        if (b == T{-1}) return wrap(T{0}, a, [](auto x, auto y) { return x - y; });
    return a / b;
}

template <class T>
T remainder_of(T a, T b) {
    if (b == T{0}) return T{0};
    if constexpr (std::is_signed_v<T>)
        if (b == T{-1}) return T{0};
    return a % b;
}

template <class T>
T shift_left(T a, T b) {
    return static_cast<T>(static_cast<Bits<T>>(a) << (static_cast<Bits<T>>(b) & (sizeof(T) * 8 - 1)));
}

template <class T>
T shift_right(T a, T b) {
    return static_cast<T>(a >> (static_cast<Bits<T>>(b) & (sizeof(T) * 8 - 1)));
}

template <class T>
T multiply_add(T a, T b, T c) {
    if constexpr (std::is_floating_point_v<T>)
        return std::fma(a, b, c);
    else
        return static_cast<T>(static_cast<Bits<T>>(a) * static_cast<Bits<T>>(b) + static_cast<Bits<T>>(c));
}

template <class T>
T absolute(T a) {
    if constexpr (std::is_floating_point_v<T>) return std::fabs(a);
    if constexpr (std::is_signed_v<T>) return a < T{0} ? static_cast<T>(Bits<T>{0} - static_cast<Bits<T>>(a)) : a;
    return a;
}

template <class T>
T negate(T a) {
    if constexpr (std::is_floating_point_v<T>)
        return -a;
    else
        return static_cast<T>(Bits<T>{0} - static_cast<Bits<T>>(a));
}

// clang-format off
struct Add : Functor<2> { template <class T> static T of(T a, T b) { return wrap(a, b, [](auto x, auto y) { return x + y; }); } };
struct Sub : Functor<2> { template <class T> static T of(T a, T b) { return wrap(a, b, [](auto x, auto y) { return x - y; }); } };
struct Mul : Functor<2> { template <class T> static T of(T a, T b) { return wrap(a, b, [](auto x, auto y) { return x * y; }); } };
struct Div : Functor<2> { template <class T> static T of(T a, T b) { return divide(a, b); } };
struct Rem : Functor<2, Domain::integers> { template <class T> static T of(T a, T b) { return remainder_of(a, b); } };
struct BitAnd : Functor<2, Domain::integers> { template <class T> static T of(T a, T b) { return a & b; } };
struct BitOr : Functor<2, Domain::integers> { template <class T> static T of(T a, T b) { return a | b; } };
struct BitXor : Functor<2, Domain::integers> { template <class T> static T of(T a, T b) { return a ^ b; } };
struct Shl : Functor<2, Domain::integers> { template <class T> static T of(T a, T b) { return shift_left(a, b); } };
struct Shr : Functor<2, Domain::integers> { template <class T> static T of(T a, T b) { return shift_right(a, b); } };
struct Eq : Functor<2, Domain::any, true> { template <class T> static bool of(T a, T b) { return a == b; } };
struct Ne : Functor<2, Domain::any, true> { template <class T> static bool of(T a, T b) { return a != b; } };
struct Lt : Functor<2, Domain::any, true> { template <class T> static bool of(T a, T b) { return a < b; } };
struct Le : Functor<2, Domain::any, true> { template <class T> static bool of(T a, T b) { return a <= b; } };
struct Gt : Functor<2, Domain::any, true> { template <class T> static bool of(T a, T b) { return a > b; } };
struct Ge : Functor<2, Domain::any, true> { template <class T> static bool of(T a, T b) { return a >= b; } };
struct LogicAnd : Functor<2, Domain::integers, true> { template <class T> static bool of(T a, T b) { return (a != 0) & (b != 0); } };
struct LogicOr : Functor<2, Domain::integers, true> { template <class T> static bool of(T a, T b) { return (a | b) != 0; } };
struct Neg : Functor<1> { template <class T> static T of(T a) { return negate(a); } };
struct BitNot : Functor<1, Domain::integers> { template <class T> static T of(T a) { return ~a; } };
struct LogicNot : Functor<1, Domain::integers, true> { template <class T> static bool of(T a) { return a == 0; } };
struct Min : Functor<2> { template <class T> static T of(T a, T b) { return b < a ? b : a; } };
struct Max : Functor<2> { template <class T> static T of(T a, T b) { return a < b ? b : a; } };
struct Abs : Functor<1> { template <class T> static T of(T a) { return absolute(a); } };
struct Fma : Functor<3> { template <class T> static T of(T a, T b, T c) { return multiply_add(a, b, c); } };
struct Select : Functor<3> { template <class C, class T> static T of(C chosen, T a, T b) { return chosen != 0 ? a : b; } };
struct Sqrt : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return std::sqrt(a); } };
struct Rsqrt : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return T{1} / std::sqrt(a); } };
struct Rcp : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return T{1} / a; } };
struct Exp2 : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return std::exp2(a); } };
struct Log2 : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return std::log2(a); } };
struct Sin : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return std::sin(a); } };
struct Cos : Functor<1, Domain::reals, false, true> { template <class T> static T of(T a) { return std::cos(a); } };
struct Move : Functor<1> { template <class T> static T of(T a) { return a; } };

// Calls `visitor` with the operator's functor.
template <class Visitor>
auto visit(Op op, Visitor&& visitor) {
    switch (op) {
        case Op::add: return visitor(Add{});
        case Op::sub: return visitor(Sub{});
        case Op::mul: return visitor(Mul{});
        case Op::div: return visitor(Div{});
        case Op::rem: return visitor(Rem{});
        case Op::bit_and: return visitor(BitAnd{});
        case Op::bit_or: return visitor(BitOr{});
        case Op::bit_xor: return visitor(BitXor{});
        case Op::shl: return visitor(Shl{});
        case Op::shr: return visitor(Shr{});
        case Op::eq: return visitor(Eq{});
        case Op::ne: return visitor(Ne{});
        case Op::lt: return visitor(Lt{});
        case Op::le: return visitor(Le{});
        case Op::gt: return visitor(Gt{});
        case Op::ge: return visitor(Ge{});
        case Op::logic_and: return visitor(LogicAnd{});
        case Op::logic_or: return visitor(LogicOr{});
        case Op::neg: return visitor(Neg{});
        case Op::bit_not: return visitor(BitNot{});
        case Op::logic_not: return visitor(LogicNot{});
        case Op::min: return visitor(Min{});
        case Op::max: return visitor(Max{});
        case Op::abs: return visitor(Abs{});
        case Op::fma: return visitor(Fma{});
        case Op::select: return visitor(Select{});
        case Op::sqrt: return visitor(Sqrt{});
        case Op::rsqrt: return visitor(Rsqrt{});
        case Op::rcp: return visitor(Rcp{});
        case Op::exp2: return visitor(Exp2{});
        case Op::log2: return visitor(Log2{});
        case Op::sin: return visitor(Sin{});
        case Op::cos: return visitor(Cos{});
        case Op::move: break;
    }
    return visitor(Move{});
}
// clang-format on

inline OpTraits traits_of(Op op) {
    return visit(op, [](auto functor) { return decltype(functor)::traits; });
}

}  // namespace heddle::stim
