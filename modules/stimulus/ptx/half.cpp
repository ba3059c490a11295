#include "heddle/stimulus/ptx/half.h"

#include <cmath>
#include <limits>

namespace heddle::ptx {

double half_to_double(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double value;
    if (exponent == 31)
        value = mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    else if (exponent == 0)
        value = std::ldexp(mantissa, -24);
    else
        value = std::ldexp(1024 + mantissa, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

double round_to_integer(double value, Rounding rounding) {
    switch (rounding) {
        case Rounding::zero:
            return std::trunc(value);
        case Rounding::down:
            return std::floor(value);
        case Rounding::up:
            return std::ceil(value);
        default:
            return std::nearbyint(value);
    }
}

std::uint16_t double_to_half(double value, Rounding rounding) {
    constexpr std::uint16_t infinity = 0x7c00, largest = 0x7bff;
    if (std::isnan(value)) return 0x7fff;
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    if (std::isinf(value)) return sign | infinity;
    if (value == 0) return sign;
    int exponent;
    std::frexp(value, &exponent);
    const int quantum = exponent - 11 < -24 ? -24 : exponent - 11;
    // 11 bits of mantissa, or fewer below the smallest normal number
    const double units = std::fabs(round_to_integer(std::ldexp(value, -quantum), rounding));
    const double rounded = std::ldexp(units, quantum);
    if (rounded > 65504) {
        const bool away = rounding == Rounding::nearest || (rounding == Rounding::up && !sign) ||
                          (rounding == Rounding::down && sign);
        return sign | (away ? infinity : largest);
    }
    if (rounded < std::ldexp(1.0, -14)) return sign | static_cast<std::uint16_t>(std::ldexp(rounded, 24));
    std::frexp(rounded, &exponent);
    const auto mantissa = static_cast<std::uint16_t>(std::ldexp(rounded, 11 - exponent));
    return sign | static_cast<std::uint16_t>((exponent + 14) << 10 | (mantissa & 1023));
}

}  // namespace heddle::ptx
