// Comparisons into predicates, and choosing by them.
#include <cmath>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

// clang-format off
struct Eq { template <class T> static bool of(T a, T b) { return a == b; } };
struct Lt { template <class T> static bool of(T a, T b) { return a < b; } };
struct Le { template <class T> static bool of(T a, T b) { return a <= b; } };
// A NaN differs from itself.
struct Ordered { template <class T> static bool of(T a, T b) { return a == a && b == b; } };  // NOLINT(misc-redundant-expression)
struct Gt { template <class T> static bool of(T a, T b) { return a > b; } };
struct Ge { template <class T> static bool of(T a, T b) { return a >= b; } };
// Not equal and both numbers.
struct NeOrdered { template <class T> static bool of(T a, T b) { return a < b || a > b; } };
// clang-format on

void finish(Warp& warp, const Step& step, LaneMask mask, LaneMask holds) {
    LaneMask with = warp.predicates[step.p], first = holds, second = ~holds;
    if (step.immediate & combine_negated) with = ~with;
    switch (step.immediate & 7) {
        case combine_and:
            first &= with;
            second &= with;
            break;
        case combine_or:
            first |= with;
            second |= with;
            break;
        case combine_xor:
            first ^= with;
            second ^= with;
            break;
        default:
            break;
    }
    if (step.q != 0) warp.predicates[step.q] = (warp.predicates[step.q] & ~mask) | (second & mask);
    warp.predicates[step.d] = (warp.predicates[step.d] & ~mask) | (first & mask);
}

// `inverted`: the comparison that holds where Op does not, which for floats includes the unordered case.
template <class Op, class T, bool inverted>
void compare(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<T>* a = cells<T>(warp, step.a);
    const Stored<T>* b = cells<T>(warp, step.b);
    const LaneMask holds = lanes_where([=](unsigned l) { return Op::of(from_cell<T>(a[l]), from_cell<T>(b[l])); });
    finish(warp, step, mask, inverted ? ~holds : holds);
}

template <class Op, bool inverted = false>
LaneFunction integers(Type type) {
    return by_integer(type, [](auto t) -> LaneFunction { return &compare<Op, decltype(t), inverted>; });
}
template <class Op, bool inverted = false>
LaneFunction floats(Type type) {
    return by_float(type, [](auto t) -> LaneFunction { return &compare<Op, decltype(t), inverted>; });
}

template <class T>
void select(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<T>* a = cells<T>(warp, step.a);
    const Stored<T>* b = cells<T>(warp, step.b);
    const LaneMask chosen = warp.predicates[step.p];
    for_lanes<T>(warp, step, mask,
                 [=](unsigned l) { return from_cell<T>((chosen & lane_bits<T>.of[l]) != 0 ? a[l] : b[l]); });
}

template <class T, class C>
void select_by_sign(Warp& warp, const Step& step, LaneMask mask) {
    const Stored<T>* a = cells<T>(warp, step.a);
    const Stored<T>* b = cells<T>(warp, step.b);
    const Stored<C>* c = cells<C>(warp, step.c);
    for_lanes<T>(warp, step, mask, [=](unsigned l) { return from_cell<T>(from_cell<C>(c[l]) >= C{0} ? a[l] : b[l]); });
}

using Maker = LaneFunction (*)(Type);

const std::map<std::string, Maker>& integer_comparisons() {
    static const std::map<std::string, Maker> table = {
        {"eq", &integers<Eq>}, {"ne", &integers<Eq, true>}, {"lt", &integers<Lt>}, {"le", &integers<Le>},
        {"gt", &integers<Gt>}, {"ge", &integers<Ge>},       {"lo", &integers<Lt>}, {"ls", &integers<Le>},
        {"hi", &integers<Gt>}, {"hs", &integers<Ge>}};
    return table;
}

const std::map<std::string, Maker>& float_comparisons() {
    static const std::map<std::string, Maker> table = {{"eq", &floats<Eq>},
                                                       {"ne", &floats<NeOrdered>},
                                                       {"lt", &floats<Lt>},
                                                       {"le", &floats<Le>},
                                                       {"gt", &floats<Gt>},
                                                       {"ge", &floats<Ge>},
                                                       {"equ", &floats<NeOrdered, true>},
                                                       {"neu", &floats<Eq, true>},
                                                       {"ltu", &floats<Ge, true>},
                                                       {"leu", &floats<Gt, true>},
                                                       {"gtu", &floats<Le, true>},
                                                       {"geu", &floats<Lt, true>},
                                                       {"num", &floats<Ordered>},
                                                       {"nan", &floats<Ordered, true>}};
    return table;
}

}  // namespace

LaneFunction compare_function(const std::string& comparison, Type type) {
    const auto& table = is_float(type) ? float_comparisons() : integer_comparisons();
    const auto found = table.find(comparison);
    if (found == table.end()) return nullptr;
    const bool unsigned_only = comparison == "lo" || comparison == "ls" || comparison == "hi" || comparison == "hs";
    if (unsigned_only && is_signed(type)) return nullptr;
    return found->second(type);
}

LaneFunction select_function(Type type) {
    switch (bytes_of(type)) {
        case 8:
            return &select<std::uint64_t>;
        case 2:
        case 4:
            return &select<std::uint32_t>;
        default:
            return nullptr;
    }
}

LaneFunction slct_function(Type type, Type control) {
    const bool wide = bytes_of(type) == 8;
    if (bytes_of(type) < 2) return nullptr;
    if (control == Type::f32)
        return wide ? &select_by_sign<std::uint64_t, float> : &select_by_sign<std::uint32_t, float>;
    if (control == Type::s32)
        return wide ? &select_by_sign<std::uint64_t, std::int32_t> : &select_by_sign<std::uint32_t, std::int32_t>;
    return nullptr;
}

void compare_flushed(Warp& warp, const Step& step, LaneMask mask) {
    Step plain = step;
    plain.a = 2;
    plain.b = 3;
    const std::uint32_t from[] = {step.a, step.b};
    for (unsigned i = 0; i < 2; ++i)
        for (unsigned l = 0; l < warp_lanes; ++l) {
            const float value = cells<float>(warp, from[i])[l];
            cells<float>(warp, 2 + i)[l] = std::fpclassify(value) == FP_SUBNORMAL ? 0.0f : value;
        }
    step.inner(warp, plain, mask);
}

void set_from_comparison(Warp& warp, const Step& step, LaneMask mask) {
    Step comparison = step;
    comparison.d = scratch_predicate;
    comparison.q = 0;
    step.inner(warp, comparison, mask);
    const LaneMask holds = warp.predicates[scratch_predicate];
    const std::uint32_t yes = step.values[0];
    for_lanes<std::uint32_t>(warp, step, mask, [=](unsigned l) { return (holds >> l & 1) ? yes : 0; });
}

}  // namespace heddle::ptx
