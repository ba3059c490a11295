// A divisor that is known when a machine is built and nearly always a power of two. The host divides in ten to twenty
// cycles and shifts in one, and every block that an access passes takes its address apart.
#pragma once

#include <cstdint>

namespace heddle {

constexpr bool is_power_of_two(std::uint64_t value) {
    return value && (value & (value - 1)) == 0;
}

class Divisor {
public:
    constexpr Divisor(unsigned value)
        : value_(value), shift_(is_power_of_two(value) ? static_cast<unsigned>(__builtin_ctz(value)) : no_shift) {}

    constexpr unsigned value() const { return value_; }
    constexpr std::uint64_t quotient(std::uint64_t dividend) const {
        return shifts() ? dividend >> shift_ : dividend / value_;
    }
    constexpr std::uint64_t remainder(std::uint64_t dividend) const {
        return shifts() ? dividend & (value_ - 1) : dividend % value_;
    }
    constexpr std::uint64_t multiple(std::uint64_t factor) const {
        return shifts() ? factor << shift_ : factor * value_;
    }
    // Of a piece that is filled only partly, too.
    constexpr std::uint64_t quotient_rounded_up(std::uint64_t dividend) const {
        return quotient(dividend + value_ - 1);
    }

private:
    static constexpr unsigned no_shift = ~0u;
    constexpr bool shifts() const { return __builtin_expect(shift_ != no_shift, 1); }
    unsigned value_, shift_;
};

}  // namespace heddle
