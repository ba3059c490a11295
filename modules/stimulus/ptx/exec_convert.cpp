// The conversions that are common enough to have a function of their own, copies, packing and unpacking.
#include <cmath>
#include <limits>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

struct Cast {
    template <class T>
    static T of(T a) {
        return a;
    }
};

template <class To, class From>
void cast(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<From>* a = cells<From>(warp, step.a);
    for_lanes<To>(warp, step, mask, [=](unsigned l) { return static_cast<To>(from_cell<From>(a[l])); });
}

// Integer to integer: what is cut off or added depends on the source's sign only.
template <class To>
LaneFunction cast_to(Type from) {
    switch (from) {
        case Type::u8:
            return &cast<To, std::uint8_t>;
        case Type::s8:
            return &cast<To, std::int8_t>;
        case Type::u16:
            return &cast<To, std::uint16_t>;
        case Type::s16:
            return &cast<To, std::int16_t>;
        case Type::u32:
            return &cast<To, std::uint32_t>;
        case Type::s32:
            return &cast<To, std::int32_t>;
        case Type::u64:
        case Type::s64:
            return &cast<To, std::uint64_t>;
        default:
            return nullptr;
    }
}

template <class To>
LaneFunction float_to(Type from) {
    switch (from) {
        case Type::u32:
            return &cast<To, std::uint32_t>;
        case Type::s32:
            return &cast<To, std::int32_t>;
        case Type::u64:
            return &cast<To, std::uint64_t>;
        case Type::s64:
            return &cast<To, std::int64_t>;
        case Type::f32:
            return &cast<To, float>;
        case Type::f64:
            return &cast<To, double>;
        default:
            return nullptr;
    }
}

// Towards zero, clamped, NaN to 0: what hardware and PTX do for 4-byte results.
template <class To, class From>
void truncate(Warp& warp, const Step& step, LaneMask mask) {
    const From* a = cells<From>(warp, step.a);
    constexpr double lowest = std::numeric_limits<To>::min(), highest = std::numeric_limits<To>::max();
    for_lanes<To>(warp, step, mask, [=](unsigned l) {
        const double value = a[l];
        const double low = value > lowest ? value : lowest;
        const double inside = low < highest ? low : highest;
        return static_cast<To>(static_cast<std::int64_t>(value == value ? inside : 0.0));
    });
}

unsigned element_bits(const Step& step, unsigned i) {
    return 8 * bytes_of(step.value_types[i]);
}

std::uint64_t cell(Warp& warp, std::uint32_t slot, bool wide, unsigned lane) {
    return wide ? cells<std::uint64_t>(warp, slot)[lane] : cells<std::uint32_t>(warp, slot)[lane];
}

void put(Warp& warp, std::uint32_t slot, bool wide, unsigned lane, std::uint64_t value) {
    if (wide)
        cells<std::uint64_t>(warp, slot)[lane] = value;
    else
        cells<std::uint32_t>(warp, slot)[lane] = static_cast<std::uint32_t>(value);
}

}  // namespace

LaneFunction convert_function(Type to, Type from) {
    if (is_integer(to) && is_integer(from)) {
        if (bytes_of(to) == 8) return cast_to<std::uint64_t>(from);
        if (bytes_of(to) == 4) return cast_to<std::uint32_t>(from);
        return bytes_of(to) == 2 ? cast_to<std::uint16_t>(from) : nullptr;
    }
    if (to == Type::f32 && from != Type::f32) return float_to<float>(from);
    if (to == Type::f64 && from != Type::f64) return float_to<double>(from);
    return nullptr;
}

LaneFunction truncate_function(Type to, Type from) {
    if (from != Type::f32) return nullptr;
    if (to == Type::s32) return &truncate<std::int32_t, float>;
    return to == Type::u32 ? &truncate<std::uint32_t, float> : nullptr;
}

LaneFunction copy_function(Type type) {
    return is_wide(type) ? &unary<Cast, std::uint64_t> : &unary<Cast, std::uint32_t>;
}

void pack_vector(Warp& warp, const Step& step, LaneMask mask) {
    for (unsigned l = 0; l < warp_lanes; ++l) {
        if (!(mask >> l & 1)) continue;
        std::uint64_t value = 0;
        for (unsigned i = 0, at = 0; i < step.elements; at += element_bits(step, i), ++i)
            value |= cell(warp, step.values[i], is_wide(step.value_types[i]), l) << at;
        put(warp, step.d, is_wide(step.type), l, value);
    }
}

void unpack_vector(Warp& warp, const Step& step, LaneMask mask) {
    for (unsigned l = 0; l < warp_lanes; ++l) {
        if (!(mask >> l & 1)) continue;
        const std::uint64_t value = cell(warp, step.a, is_wide(step.type), l);
        for (unsigned i = 0, at = 0; i < step.elements; at += element_bits(step, i), ++i) {
            if (step.values[i] == no_index) continue;
            const std::uint64_t kept =
                element_bits(step, i) == 64 ? value : (std::uint64_t{1} << element_bits(step, i)) - 1;
            put(warp, step.values[i], is_wide(step.value_types[i]), l, value >> at & kept);
        }
    }
}

}  // namespace heddle::ptx
