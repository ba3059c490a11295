// What the special function units do. The host's functions are at least as exact as the hardware's approximations.
#include <cmath>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

// clang-format off
struct Sqrt { template <class T> static T of(T a) { return std::sqrt(a); } };
struct Rcp { template <class T> static T of(T a) { return T{1} / a; } };
// Through double: one rounding to float at the end.
struct Rsqrt { template <class T> static T of(T a) { return static_cast<T>(1.0 / std::sqrt(static_cast<double>(a))); } };
struct Ex2 { template <class T> static T of(T a) { return std::exp2(a); } };
struct Lg2 { template <class T> static T of(T a) { return std::log2(a); } };
struct Sin { template <class T> static T of(T a) { return std::sin(a); } };
struct Cos { template <class T> static T of(T a) { return std::cos(a); } };
struct Tanh { template <class T> static T of(T a) { return std::tanh(a); } };
// clang-format on

template <class Op>
LaneFunction both(Type type) {
    return by_float(type, [](auto t) -> LaneFunction { return &unary<Op, decltype(t)>; });
}

template <class Op>
LaneFunction single(Type type) {
    return type == Type::f32 ? &unary<Op, float> : nullptr;
}

template <class T, class Test>
void test(Warp& warp, const Step& step, LaneMask mask, Test holds) {
    const T* a = cells<T>(warp, step.a);
    LaneMask result = 0;
    for (unsigned l = 0; l < warp_lanes; ++l) result |= LaneMask{holds(a[l])} << l;
    warp.predicates[step.d] = (warp.predicates[step.d] & ~mask) | (result & mask);
}

// step.immediate says which property, in the order below. Zero counts as normal, as on an H200.
template <class T>
void test_property(Warp& warp, const Step& step, LaneMask mask) {
    switch (step.immediate) {
        case 0:
            return test<T>(warp, step, mask, [](T x) { return std::isfinite(x); });
        case 1:
            return test<T>(warp, step, mask, [](T x) { return std::isinf(x); });
        case 2:
            return test<T>(warp, step, mask, [](T x) { return !std::isnan(x); });
        case 3:
            return test<T>(warp, step, mask, [](T x) { return std::isnan(x); });
        case 4:
            return test<T>(warp, step, mask, [](T x) { return x == 0 || std::isnormal(x); });
        default:
            return test<T>(warp, step, mask, [](T x) { return std::fpclassify(x) == FP_SUBNORMAL; });
    }
}

LaneFunction testp(Type type) {
    return by_float(type, [](auto t) -> LaneFunction { return &test_property<decltype(t)>; });
}

}  // namespace

LaneFunction special_function(const std::string& name, Type type) {
    using Maker = LaneFunction (*)(Type);
    static const std::map<std::string, Maker> table = {
        {"sqrt", &both<Sqrt>}, {"rcp", &both<Rcp>},     {"rsqrt", &both<Rsqrt>},
        {"ex2", &single<Ex2>}, {"lg2", &single<Lg2>},   {"sin", &single<Sin>},
        {"cos", &single<Cos>}, {"tanh", &single<Tanh>}, {"testp", &testp}};
    const auto found = table.find(name);
    return found == table.end() ? nullptr : found->second(type);
}

}  // namespace heddle::ptx
