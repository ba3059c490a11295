// Division by a number that is only known at run time but nearly always a power of two. The host divides in ten to
// twenty cycles and shifts in one, and an address is taken apart by every block on its way.
#pragma once

#include <cstdint>

namespace heddle {

constexpr bool is_power_of_two(std::uint64_t value) {
    return value && (value & (value - 1)) == 0;
}

constexpr std::uint64_t quotient(std::uint64_t value, unsigned divisor) {
    if (__builtin_expect(is_power_of_two(divisor), 1)) return value >> __builtin_ctz(divisor);
    return value / divisor;
}
constexpr std::uint64_t remainder(std::uint64_t value, unsigned divisor) {
    if (__builtin_expect(is_power_of_two(divisor), 1)) return value & (divisor - 1);
    return value % divisor;
}
// Of a piece that is filled only partly, too.
constexpr std::uint64_t quotient_rounded_up(std::uint64_t value, unsigned divisor) {
    return quotient(value + divisor - 1, divisor);
}

}  // namespace heddle
