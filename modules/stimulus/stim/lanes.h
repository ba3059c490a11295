// The 32 values of one register, and the functions that work on all 32 at once.
#pragma once

#include <cstdint>

#include "heddle/base/lane_access.h"
#include "heddle/stimulus/stim/operator.h"
#include "heddle/stimulus/stim/value_type.h"

namespace heddle::stim {

// A 4-byte type uses the first half: densely packed, so that the compiler can use vector instructions.
struct alignas(64) Lanes {
    union {
        std::uint32_t u32[warp_lanes];
        std::int32_t s32[warp_lanes];
        float f32[warp_lanes];
        std::uint64_t u64[warp_lanes];
        std::int64_t s64[warp_lanes];
        double f64[warp_lanes];
    };

    template <class T>
    T* as() {
        if constexpr (std::is_same_v<T, std::uint32_t>)
            return u32;
        else if constexpr (std::is_same_v<T, std::int32_t>)
            return s32;
        else if constexpr (std::is_same_v<T, float>)
            return f32;
        else if constexpr (std::is_same_v<T, std::uint64_t>)
            return u64;
        else if constexpr (std::is_same_v<T, std::int64_t>)
            return s64;
        else
            return f64;
    }
    template <class T>
    const T* as() const {
        return const_cast<Lanes*>(this)->as<T>();
    }
};

// Reads as many of the operands as the operator has. The result may be one of the operands.
using LaneFunction = void (*)(Lanes& result, const Lanes& a, const Lanes& b, const Lanes& c);

// The operator on register values; truth values are u32. Null where the type does not have the operator.
LaneFunction lane_function(Op op, ValueType type);
// The same on s64 or f64 lanes with truth values in s64: for indices and for expressions the host evaluates.
LaneFunction wide_lane_function(Op op, ValueType type);
// Converts `a`; reals become integers by truncation, clamped to the range, NaN gives 0.
LaneFunction convert_function(ValueType from, ValueType to);

// The operator on one integer; only for operators integers have.
std::int64_t apply_integer(Op op, std::int64_t a, std::int64_t b, std::int64_t c);
double apply_real(Op op, double a, double b, double c);

LaneMask nonzero_lanes_u32(const Lanes& lanes);
LaneMask nonzero_lanes_s64(const Lanes& lanes);
// The lanes whose u64 is at least `limit`.
LaneMask lanes_from(const Lanes& lanes, std::uint64_t limit);
// Copies the lanes in the mask, elements of 4 or 8 bytes.
void blend(Lanes& into, const Lanes& from, LaneMask mask, unsigned bytes);

}  // namespace heddle::stim
