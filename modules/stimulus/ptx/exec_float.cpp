// Floating-point arithmetic in the host's IEEE arithmetic, which rounds as PTX's .rn does.
#include <cfenv>
#include <cmath>
#include <limits>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

// PTX: the operand that is a number wins, -0 is below +0, two NaNs give the canonical NaN.
template <class T>
T minimum(T a, T b) {
    if (std::isnan(a) && std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
    if (std::isnan(a)) return b;
    if (std::isnan(b)) return a;
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
}
template <class T>
T maximum(T a, T b) {
    return -minimum(-a, -b);
}

// clang-format off
struct Add { template <class T> static T of(T a, T b) { return a + b; } };
struct Sub { template <class T> static T of(T a, T b) { return a - b; } };
struct Mul { template <class T> static T of(T a, T b) { return a * b; } };
struct Div { template <class T> static T of(T a, T b) { return a / b; } };
struct Fma { template <class T> static T of(T a, T b, T c) { return std::fma(a, b, c); } };
struct Min { template <class T> static T of(T a, T b) { return minimum(a, b); } };
struct Max { template <class T> static T of(T a, T b) {
    if (std::isnan(a) && std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
    return maximum(a, b); } };
struct Abs { template <class T> static T of(T a) { return std::fabs(a); } };
struct Neg { template <class T> static T of(T a) { return -a; } };
struct CopySign { template <class T> static T of(T a, T b) { return std::copysign(b, a); } };
// clang-format on

template <class Op>
LaneFunction one(Type type) {
    return by_float(type, [](auto t) -> LaneFunction { return &unary<Op, decltype(t)>; });
}
template <class Op>
LaneFunction two(Type type) {
    return by_float(type, [](auto t) -> LaneFunction { return &binary<Op, decltype(t)>; });
}

#if defined(__x86_64__)
// One instruction instead of a library call per lane, where the host has it. Same results.
template <class T>
__attribute__((target("avx2,fma"))) void fused(Warp& warp, const Step& step, LaneMask mask) {
    T* d = cells<T>(warp, step.d);
    const T* a = cells<T>(warp, step.a);
    const T* b = cells<T>(warp, step.b);
    const T* c = cells<T>(warp, step.c);
    T result[warp_lanes];
    T* into = mask == all_lanes ? d : result;
#pragma GCC ivdep
    for (unsigned l = 0; l < warp_lanes; ++l) into[l] = __builtin_fma(a[l], b[l], c[l]);
    if (mask != all_lanes) blend(d, result, mask);
}
template <>
__attribute__((target("avx2,fma"))) void fused<float>(Warp& warp, const Step& step, LaneMask mask) {
    float* d = cells<float>(warp, step.d);
    const float* a = cells<float>(warp, step.a);
    const float* b = cells<float>(warp, step.b);
    const float* c = cells<float>(warp, step.c);
    float result[warp_lanes];
    float* into = mask == all_lanes ? d : result;
#pragma GCC ivdep
    for (unsigned l = 0; l < warp_lanes; ++l) into[l] = __builtin_fmaf(a[l], b[l], c[l]);
    if (mask != all_lanes) blend(d, result, mask);
}

LaneFunction fma_function(Type type) {
    if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"))
        return by_float(type, [](auto t) -> LaneFunction { return &fused<decltype(t)>; });
    return by_float(type, [](auto t) -> LaneFunction { return &ternary<Fma, decltype(t)>; });
}
#else
LaneFunction fma_function(Type type) {
    return by_float(type, [](auto t) -> LaneFunction { return &ternary<Fma, decltype(t)>; });
}
#endif

constexpr int host_rounding[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

template <class T>
void flush(T* into, const T* from) {
    for (unsigned l = 0; l < warp_lanes; ++l)
        into[l] = std::fpclassify(from[l]) == FP_SUBNORMAL ? std::copysign(T{0}, from[l]) : from[l];
}

template <class T>
void saturate(T* values) {
    for (unsigned l = 0; l < warp_lanes; ++l) {
        const T value = values[l];
        values[l] = value > 0 ? (value < 1 ? value : T{1}) : T{0};  // NaN becomes 0
    }
}

template <class T>
void modified(Warp& warp, const Step& step, LaneMask mask) {
    constexpr std::uint32_t width = sizeof(T) / sizeof(std::uint32_t);  // slots
    static_assert(4 * width <= scratch_slots);
    Step plain = step;
    plain.d = 0;  // scratch slots: the result, then the operands
    if (step.flush) {
        std::uint32_t* operands[] = {&plain.a, &plain.b, &plain.c};
        for (unsigned i = 0; i < step.sources; ++i) {
            const std::uint32_t scratch = (1 + i) * width;
            flush(cells<T>(warp, scratch), cells<T>(warp, *operands[i]));
            *operands[i] = scratch;
        }
    }
    // The lane loop is behind a pointer: the compiler cannot move arithmetic over the change of rounding mode.
    if (step.rounding != Rounding::nearest) std::fesetround(host_rounding[static_cast<unsigned>(step.rounding)]);
    step.inner(warp, plain, all_lanes);
    if (step.rounding != Rounding::nearest) std::fesetround(FE_TONEAREST);
    T* result = cells<T>(warp, 0);
    if (step.flush) flush(result, result);
    if (step.saturate) saturate(result);
    blend(cells<T>(warp, step.d), result, mask);
}

}  // namespace

LaneFunction float_function(const std::string& name, Type type) {
    using Maker = LaneFunction (*)(Type);
    static const std::map<std::string, Maker> table = {
        {"add", &two<Add>}, {"sub", &two<Sub>}, {"mul", &two<Mul>}, {"div", &two<Div>}, {"fma", &fma_function},
        {"min", &two<Min>}, {"max", &two<Max>}, {"abs", &one<Abs>}, {"neg", &one<Neg>}, {"copysign", &two<CopySign>}};
    const auto found = table.find(name);
    return found == table.end() ? nullptr : found->second(type);
}

void with_modifiers(Warp& warp, const Step& step, LaneMask mask) {
    step.type == Type::f64 ? modified<double>(warp, step, mask) : modified<float>(warp, step, mask);
}

}  // namespace heddle::ptx
