// Bitwise logic, shifts, and the same on predicates.
#include <algorithm>
#include <map>

#include "heddle/stimulus/ptx/exec.h"
#include "heddle/stimulus/ptx/lanes.h"

namespace heddle::ptx {
namespace {

template <class T>
constexpr unsigned width = 8 * sizeof(T);

// clang-format off
struct And { template <class T> static auto of(T a, T b) { return a & b; } };
struct Or { template <class T> static auto of(T a, T b) { return a | b; } };
struct Xor { template <class T> static auto of(T a, T b) { return a ^ b; } };
struct Not { template <class T> static auto of(T a) { return ~a; } };
struct CNot { template <class T> static T of(T a) { return a == 0 ? 1 : 0; } };
// Shifts beyond the width give 0, or the sign.
struct Shl { template <class T> static T of(T a, std::uint32_t by) {
    return by < width<T> ? static_cast<T>(a << (by & (width<T> - 1))) : T{0}; } };
struct Shr { template <class T> static T of(T a, std::uint32_t by) {
    if constexpr (std::is_signed_v<T>) return static_cast<T>(a >> std::min(by, width<T> - 1));
    else return by < width<T> ? static_cast<T>(a >> (by & (width<T> - 1))) : T{0}; } };
// Three-input logic: bit 4a+2b+c of the table, which is the fourth operand.
struct Lop3 { static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c, unsigned table) {
    std::uint32_t result = 0;
    for (unsigned i = 0; i < 8; ++i)
        if (table >> i & 1) result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result; } };
// clang-format on

std::uint32_t funnel(bool left, bool wrap, std::uint32_t low, std::uint32_t high, std::uint32_t by) {
    by = wrap ? by & 31 : std::min(by, 32u);
    const std::uint64_t both = std::uint64_t{high} << 32 | low;
    return static_cast<std::uint32_t>(left ? both << by >> 32 : both >> by);
}
// clang-format off
template <bool left, bool wrap> struct Funnel {
    static std::uint32_t of(std::uint32_t low, std::uint32_t high, std::uint32_t by) { return funnel(left, wrap, low, high, by); } };
// clang-format on

void lop3(Warp& warp, const Step& step, LaneMask mask) {
    const std::uint32_t* a = cells<std::uint32_t>(warp, step.a);
    const std::uint32_t* b = cells<std::uint32_t>(warp, step.b);
    const std::uint32_t* c = cells<std::uint32_t>(warp, step.c);
    const auto table = static_cast<unsigned>(step.immediate);
    for_lanes<std::uint32_t>(warp, step, mask, [=](unsigned l) { return Lop3::of(a[l], b[l], c[l], table); });
}

template <class Op>
LaneFunction two(Type type) {
    return by_width(type, [](auto t) -> LaneFunction { return &binary<Op, decltype(t)>; });
}
template <class Op>
LaneFunction one(Type type) {
    return by_width(type, [](auto t) -> LaneFunction { return &unary<Op, decltype(t)>; });
}
LaneFunction shl(Type type) {
    return by_width(type, [](auto t) -> LaneFunction { return &binary<Shl, decltype(t), decltype(t), std::uint32_t>; });
}
LaneFunction shr(Type type) {
    return by_integer(type,
                      [](auto t) -> LaneFunction { return &binary<Shr, decltype(t), decltype(t), std::uint32_t>; });
}
template <LaneFunction function>
LaneFunction word(Type type) {
    return bytes_of(type) == 4 ? function : nullptr;
}

void store_predicate(Warp& warp, const Step& step, LaneMask mask, LaneMask value) {
    LaneMask& d = warp.predicates[step.d];
    d = (d & ~mask) | (value & mask);
}
LaneMask first(Warp& warp, const Step& step) {
    return warp.predicates[step.a] ^ (step.immediate & 1 ? all_lanes : 0);
}
LaneMask second(Warp& warp, const Step& step) {
    return warp.predicates[step.b] ^ (step.immediate & 2 ? all_lanes : 0);
}
void predicate_and(Warp& w, const Step& s, LaneMask m) {
    store_predicate(w, s, m, first(w, s) & second(w, s));
}
void predicate_or(Warp& w, const Step& s, LaneMask m) {
    store_predicate(w, s, m, first(w, s) | second(w, s));
}
void predicate_xor(Warp& w, const Step& s, LaneMask m) {
    store_predicate(w, s, m, first(w, s) ^ second(w, s));
}
void predicate_not(Warp& w, const Step& s, LaneMask m) {
    store_predicate(w, s, m, ~first(w, s));
}
void predicate_move(Warp& w, const Step& s, LaneMask m) {
    store_predicate(w, s, m, first(w, s));
}

}  // namespace

LaneFunction logic_function(const std::string& name, Type type) {
    using Maker = LaneFunction (*)(Type);
    static const std::map<std::string, Maker> table = {
        {"and", &two<And>},
        {"or", &two<Or>},
        {"xor", &two<Xor>},
        {"not", &one<Not>},
        {"cnot", &one<CNot>},
        {"shl", &shl},
        {"shr", &shr},
        {"lop3", &word<&lop3>},
        {"shf.l.wrap", &word<&ternary<Funnel<true, true>, std::uint32_t>>},
        {"shf.l.clamp", &word<&ternary<Funnel<true, false>, std::uint32_t>>},
        {"shf.r.wrap", &word<&ternary<Funnel<false, true>, std::uint32_t>>},
        {"shf.r.clamp", &word<&ternary<Funnel<false, false>, std::uint32_t>>}};
    const auto found = table.find(name);
    return found == table.end() ? nullptr : found->second(type);
}

LaneFunction predicate_function(const std::string& name) {
    static const std::map<std::string, LaneFunction> table = {{"and", &predicate_and},
                                                              {"or", &predicate_or},
                                                              {"xor", &predicate_xor},
                                                              {"not", &predicate_not},
                                                              {"mov", &predicate_move}};
    const auto found = table.find(name);
    return found == table.end() ? nullptr : found->second;
}

}  // namespace heddle::ptx
