#include "heddle/stimulus/stim/lanes.h"

#include <cmath>
#include <limits>

namespace heddle::stim {
namespace {

// `Condition` is the type of select's first operand. ivdep: a result may be an operand, but never a shifted one.
template <class F, class Result, class Condition, class T>
void map(Lanes& result, const Lanes& a, const Lanes& b, const Lanes& c) {
    Result* r = result.as<Result>();
    const T* x = a.as<T>();
    const T* y = b.as<T>();
    const T* z = c.as<T>();
    const Condition* chosen = a.as<Condition>();
#pragma GCC ivdep
    for (unsigned l = 0; l < warp_lanes; ++l) {
        if constexpr (std::is_same_v<F, Select>)
            r[l] = F::of(chosen[l], y[l], z[l]);
        else if constexpr (F::traits.arity == 1)
            r[l] = static_cast<Result>(F::of(x[l]));
        else if constexpr (F::traits.arity == 2)
            r[l] = static_cast<Result>(F::of(x[l], y[l]));
        else
            r[l] = static_cast<Result>(F::of(x[l], y[l], z[l]));
    }
}

template <class F, class T>
constexpr bool has_operator() {
    constexpr Domain domain = F::traits.domain;
    return domain == Domain::any || (domain == Domain::reals) == std::is_floating_point_v<T>;
}

template <class T, class Truth>
LaneFunction function_for(Op op) {
    return visit(op, [](auto functor) -> LaneFunction {
        using F = decltype(functor);
        if constexpr (!has_operator<F, T>())
            return nullptr;
        else if constexpr (F::traits.yields_truth)
            return &map<F, Truth, Truth, T>;
        else
            return &map<F, T, Truth, T>;
    });
}

template <class To, class From>
To convert_one(From value) {
    if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
        using Limits = std::numeric_limits<To>;
        if (!(value == value)) return 0;
        if (value <= static_cast<From>(Limits::min())) return Limits::min();
        if (value >= static_cast<From>(Limits::max())) return Limits::max();
    }
    return static_cast<To>(value);
}

template <class To, class From>
void convert(Lanes& result, const Lanes& a, const Lanes&, const Lanes&) {
    const From* from = a.as<From>();
    To* to = result.as<To>();
    for (unsigned l = 0; l < warp_lanes; ++l) to[l] = convert_one<To>(from[l]);
}

template <class From>
LaneFunction convert_from(ValueType to) {
    switch (to) {
        case ValueType::s32:
            return &convert<std::int32_t, From>;
        case ValueType::f32:
            return &convert<float, From>;
        case ValueType::u64:
            return &convert<std::uint64_t, From>;
        case ValueType::s64:
            return &convert<std::int64_t, From>;
        case ValueType::f64:
            return &convert<double, From>;
        default:
            return &convert<std::uint32_t, From>;
    }
}

// Bit l for lane l, in the width of the lanes: masks as data, so that loops over them can be vectorised.
template <class T>
struct LaneBits {
    constexpr LaneBits() {
        for (unsigned l = 0; l < warp_lanes; ++l) bit[l] = T{1} << l;
    }
    alignas(64) T bit[warp_lanes]{};
};
constexpr LaneBits<std::uint32_t> lane_bits_32;
constexpr LaneBits<std::uint64_t> lane_bits_64;

template <class T>
void blend_lanes(T* into, const T* from, const T* bits, T mask) {
    for (unsigned l = 0; l < warp_lanes; ++l) into[l] = (mask & bits[l]) != 0 ? from[l] : into[l];
}

template <class T, class Predicate>
LaneMask lanes_where(const T* values, const T* bits, Predicate matches) {
    T mask = 0;
    for (unsigned l = 0; l < warp_lanes; ++l) mask |= matches(values[l]) ? bits[l] : T{0};
    return static_cast<LaneMask>(mask);
}

template <class T>
T apply(Op op, T a, T b, T c) {
    return visit(op, [=](auto functor) -> T {
        using F = decltype(functor);
        if constexpr (!has_operator<F, T>())
            return T{0};
        else if constexpr (F::traits.arity == 1)
            return static_cast<T>(F::of(a));
        else if constexpr (F::traits.arity == 2)
            return static_cast<T>(F::of(a, b));
        else
            return static_cast<T>(F::of(a, b, c));
    });
}

}  // namespace

LaneFunction lane_function(Op op, ValueType type) {
    switch (type) {
        case ValueType::s32:
            return function_for<std::int32_t, std::uint32_t>(op);
        case ValueType::f32:
            return function_for<float, std::uint32_t>(op);
        case ValueType::u64:
            return function_for<std::uint64_t, std::uint32_t>(op);
        case ValueType::s64:
            return function_for<std::int64_t, std::uint32_t>(op);
        case ValueType::f64:
            return function_for<double, std::uint32_t>(op);
        default:
            return function_for<std::uint32_t, std::uint32_t>(op);
    }
}

LaneFunction wide_lane_function(Op op, ValueType type) {
    return is_real(type) ? function_for<double, std::int64_t>(op) : function_for<std::int64_t, std::int64_t>(op);
}

LaneFunction convert_function(ValueType from, ValueType to) {
    switch (from) {
        case ValueType::s32:
            return convert_from<std::int32_t>(to);
        case ValueType::f32:
            return convert_from<float>(to);
        case ValueType::u64:
            return convert_from<std::uint64_t>(to);
        case ValueType::s64:
            return convert_from<std::int64_t>(to);
        case ValueType::f64:
            return convert_from<double>(to);
        default:
            return convert_from<std::uint32_t>(to);
    }
}

std::int64_t apply_integer(Op op, std::int64_t a, std::int64_t b, std::int64_t c) {
    return apply<std::int64_t>(op, a, b, c);
}

double apply_real(Op op, double a, double b, double c) {
    return apply<double>(op, a, b, c);
}

LaneMask nonzero_lanes_u32(const Lanes& lanes) {
    return lanes_where(lanes.u32, lane_bits_32.bit, [](std::uint32_t value) { return value != 0; });
}

LaneMask nonzero_lanes_s64(const Lanes& lanes) {
    return lanes_where(lanes.u64, lane_bits_64.bit, [](std::uint64_t value) { return value != 0; });
}

LaneMask lanes_from(const Lanes& lanes, std::uint64_t limit) {
    return lanes_where(lanes.u64, lane_bits_64.bit, [=](std::uint64_t value) { return value >= limit; });
}

void blend(Lanes& into, const Lanes& from, LaneMask mask, unsigned bytes) {
    if (bytes == 4)
        blend_lanes<std::uint32_t>(into.u32, from.u32, lane_bits_32.bit, mask);
    else
        blend_lanes<std::uint64_t>(into.u64, from.u64, lane_bits_64.bit, mask);
}

}  // namespace heddle::stim
