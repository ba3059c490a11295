// How a lane function walks over 32 lanes. Values below 4 bytes live zero-extended in a 4-byte cell.
#pragma once

#include <cstring>
#include <type_traits>

#include "heddle/stimulus/ptx/program.h"
#include "heddle/stimulus/ptx/warp.h"

namespace heddle::ptx {

template <class T>
using Stored =
    std::conditional_t<sizeof(T) == 8, T, std::conditional_t<std::is_same_v<T, float>, float, std::uint32_t>>;

template <class T>
Stored<T>* cells(Warp& warp, std::uint32_t slot) {
    return reinterpret_cast<Stored<T>*>(warp.slots.data() + slot);
}

template <class T>
T from_cell(Stored<T> cell) {
    return static_cast<T>(cell);
}

template <class T>
Stored<T> to_cell(T value) {
    if constexpr (sizeof(T) < 4)
        return static_cast<std::make_unsigned_t<T>>(value);
    else
        return static_cast<Stored<T>>(value);
}

// A lane's bit as a number of its own width: testing it is one vector instruction, shifting by the lane is not.
template <class S>
struct LaneBits {
    using Bits = std::conditional_t<sizeof(S) == 8, std::uint64_t, std::uint32_t>;
    Bits of[warp_lanes];
    constexpr LaneBits() : of() {
        for (unsigned l = 0; l < warp_lanes; ++l) of[l] = Bits{1} << l;
    }
};
template <class S>
constexpr LaneBits<S> lane_bits{};

// Copies the lanes in the mask.
template <class S>
void blend(S* into, const S* from, LaneMask mask) {
    for (unsigned l = 0; l < warp_lanes; ++l) into[l] = (mask & lane_bits<S>.of[l]) != 0 ? from[l] : into[l];
}

// The mask of the lanes for which a test holds.
template <class Test>
LaneMask lanes_where(Test&& holds) {
    LaneMask mask = 0;
    for (unsigned l = 0; l < warp_lanes; ++l) mask |= holds(l) ? lane_bits<LaneMask>.of[l] : 0;
    return mask;
}

// Lanes never look at each other, so a destination that is also a source does no harm (ivdep). A masked instruction
// computes all lanes and keeps those in the mask: lane functions must not fault on any value.
template <class D, class F>
inline void for_lanes(Warp& warp, const Step& step, LaneMask mask, F&& value_of) {
    Stored<D>* d = cells<D>(warp, step.d);
    if (mask == all_lanes) {
#pragma GCC ivdep
        for (unsigned l = 0; l < warp_lanes; ++l) d[l] = to_cell<D>(value_of(l));
        return;
    }
    Stored<D> result[warp_lanes];
    for (unsigned l = 0; l < warp_lanes; ++l) result[l] = to_cell<D>(value_of(l));
    blend(d, result, mask);
}

template <class Op, class D, class A = D>
void unary(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<A>* a = cells<A>(warp, step.a);
    for_lanes<D>(warp, step, mask, [=](unsigned l) { return static_cast<D>(Op::of(from_cell<A>(a[l]))); });
}

template <class Op, class D, class A = D, class B = A>
void binary(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<A>* a = cells<A>(warp, step.a);
    const Stored<B>* b = cells<B>(warp, step.b);
    for_lanes<D>(warp, step, mask,
                 [=](unsigned l) { return static_cast<D>(Op::of(from_cell<A>(a[l]), from_cell<B>(b[l]))); });
}

template <class Op, class D, class A = D, class B = A, class C = A>
void ternary(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<A>* a = cells<A>(warp, step.a);
    const Stored<B>* b = cells<B>(warp, step.b);
    const Stored<C>* c = cells<C>(warp, step.c);
    for_lanes<D>(warp, step, mask, [=](unsigned l) {
        return static_cast<D>(Op::of(from_cell<A>(a[l]), from_cell<B>(b[l]), from_cell<C>(c[l])));
    });
}

// pick(T{}) for the type; bits count as unsigned. Null for other types.
template <class Pick>
LaneFunction by_integer(Type type, Pick pick) {
    switch (type) {
        case Type::b16:
        case Type::u16:
            return pick(std::uint16_t{});
        case Type::s16:
            return pick(std::int16_t{});
        case Type::b32:
        case Type::u32:
            return pick(std::uint32_t{});
        case Type::s32:
            return pick(std::int32_t{});
        case Type::b64:
        case Type::u64:
            return pick(std::uint64_t{});
        case Type::s64:
            return pick(std::int64_t{});
        default:
            return nullptr;
    }
}

// The same where the sign does not matter.
template <class Pick>
LaneFunction by_width(Type type, Pick pick) {
    if (is_float(type)) return nullptr;
    switch (bytes_of(type)) {
        case 2:
            return pick(std::uint16_t{});
        case 4:
            return pick(std::uint32_t{});
        case 8:
            return pick(std::uint64_t{});
        default:
            return nullptr;
    }
}

template <class Pick>
LaneFunction by_float(Type type, Pick pick) {
    if (type == Type::f32) return pick(float{});
    if (type == Type::f64) return pick(double{});
    return nullptr;
}

}  // namespace heddle::ptx
