// Every conversion PTX has, one lane after the other: for the rare ones.
#include <cfenv>
#include <cmath>
#include <limits>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/half.h"
#include "heddle/stimulus/ptx/int128.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

struct Value {
    bool real = false;
    double number = 0;
    Int128 integer = 0;
};

Value decode(std::uint64_t bits, Type type, bool flush) {
    Value value;
    value.real = is_float(type);
    if (type == Type::f16) {
        value.number = half_to_double(static_cast<std::uint16_t>(bits));
    } else if (type == Type::f32) {
        const auto low = static_cast<std::uint32_t>(bits);
        float single;
        std::memcpy(&single, &low, 4);
        if (flush && std::fpclassify(single) == FP_SUBNORMAL) single = std::copysign(0.0f, single);
        value.number = single;
    } else if (type == Type::f64) {
        std::memcpy(&value.number, &bits, 8);
    } else if (is_signed(type)) {
        value.integer = static_cast<std::int64_t>(in_register(bits, type, Type::s64));
    } else {
        value.integer = in_register(bits, type, Type::u64);
    }
    return value;
}

Int128 lowest(Type type) {
    return is_signed(type) ? -(Int128{1} << (8 * bytes_of(type) - 1)) : 0;
}
Int128 highest(Type type) {
    return (Int128{1} << (8 * bytes_of(type) - (is_signed(type) ? 1 : 0))) - 1;
}

// Clamped; what NaN becomes is in the PTX ISA's description of cvt.
std::uint64_t real_to_integer(double number, const Step& step) {
    const Type to = step.value_types[0];
    if (std::isnan(number)) {
        const bool zero = step.type != Type::f64 && bytes_of(to) != 8;
        return zero ? 0 : std::uint64_t{1} << (8 * bytes_of(to) - 1);
    }
    const double rounded = round_to_integer(number, step.rounding);
    if (rounded <= static_cast<double>(lowest(to))) return static_cast<std::uint64_t>(lowest(to));
    if (rounded >= static_cast<double>(highest(to))) return static_cast<std::uint64_t>(highest(to));
    return static_cast<std::uint64_t>(static_cast<Int128>(rounded));
}

std::uint64_t integer_to_integer(Int128 integer, const Step& step) {
    const Type to = step.value_types[0];
    if (step.saturate) {
        if (integer < lowest(to)) integer = lowest(to);
        if (integer > highest(to)) integer = highest(to);
    }
    return static_cast<std::uint64_t>(integer);
}

template <class T>
std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

// The host rounds as the current mode says; the volatile keeps the conversion where the mode is set.
float to_single(const Value& value) {
    volatile float result;
    if (value.real) {
        volatile double number = value.number;
        result = static_cast<float>(number);
    } else if (value.integer < 0) {
        volatile auto integer = static_cast<std::int64_t>(value.integer);
        result = static_cast<float>(integer);
    } else {
        volatile auto integer = static_cast<std::uint64_t>(value.integer);
        result = static_cast<float>(integer);
    }
    return result;
}

double to_double(const Value& value) {
    if (value.real) return value.number;
    volatile double result;
    if (value.integer < 0) {
        volatile auto integer = static_cast<std::int64_t>(value.integer);
        result = static_cast<double>(integer);
    } else {
        volatile auto integer = static_cast<std::uint64_t>(value.integer);
        result = static_cast<double>(integer);
    }
    return result;
}

double clamped(double number) {
    return number > 0 ? (number < 1 ? number : 1) : 0;
}

std::uint64_t to_real(Value value, const Step& step) {
    const Type to = step.value_types[0];
    if (step.immediate) {
        value.number = round_to_integer(value.number, step.rounding);
    }
    if (step.saturate) {
        value.number = clamped(value.number);
        value.integer = value.integer > 0 ? 1 : 0;
    }
    constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    if (to == Type::f16)
        return double_to_half(value.real ? value.number : static_cast<double>(value.integer), step.rounding);
    std::fesetround(modes[static_cast<unsigned>(step.rounding)]);
    const float single = to == Type::f32 ? to_single(value) : 0;
    const double wide = to == Type::f64 ? to_double(value) : 0;
    std::fesetround(FE_TONEAREST);
    if (to == Type::f64) return bits_of(wide);
    return bits_of(step.flush && std::fpclassify(single) == FP_SUBNORMAL ? std::copysign(0.0f, single) : single);
}

std::uint64_t converted(std::uint64_t bits, const Step& step) {
    const Type to = step.value_types[0], into = step.value_types[1];
    const Value value = decode(bits, step.type, step.flush);
    if (is_float(to)) return to_real(value, step);
    return in_register(value.real ? real_to_integer(value.number, step) : integer_to_integer(value.integer, step), to,
                       into);
}

}  // namespace

void convert_any(Warp& warp, const Step& step, LaneMask mask) {
    for (unsigned l = 0; l < warp_lanes; ++l) {
        if (!(mask >> l & 1)) continue;
        const std::uint64_t bits = is_wide(step.value_types[2]) ? cells<std::uint64_t>(warp, step.a)[l]
                                                                : cells<std::uint32_t>(warp, step.a)[l];
        const std::uint64_t result = converted(bits, step);
        if (is_wide(step.value_types[1]))
            cells<std::uint64_t>(warp, step.d)[l] = result;
        else
            cells<std::uint32_t>(warp, step.d)[l] = static_cast<std::uint32_t>(result);
    }
}

}  // namespace heddle::ptx
