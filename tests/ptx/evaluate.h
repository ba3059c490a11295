// One PTX instruction on many values: the smallest kernel around it, and what it computes.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace heddle::test {

using Inputs = std::vector<std::array<std::uint64_t, 3>>;

// `body` uses registers %a, %b, %c (of the types given, "" for none) and writes %d. Predicates %p0 .. %p7, registers
// %t0 .. %t3 (.b32) and %u0 .. %u3 (.b64) are free. A body of one instruction is run a second time, guarded: then the
// lanes that are switched off must keep what they had.
struct Body {
    std::string text;
    std::string d, a, b = "", c = "";
};

// The bits of %d per input, zero-extended.
std::vector<std::uint64_t> evaluate(const Body& body, const Inputs& inputs);

// Evaluates and compares with the host's function on bits.
using HostFunction = std::function<std::uint64_t(std::uint64_t, std::uint64_t, std::uint64_t)>;
void check(const Body& body, const Inputs& inputs, const HostFunction& expected);

// All combinations of values that hurt, for `operands` operands of the type.
Inputs hard_values(const std::string& type, unsigned operands);

template <class T>
T from_bits(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}
template <class T>
std::uint64_t to_bits(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}
// A host function of one, two or three operands of type T.
template <class T, class F>
HostFunction host1(F f) {
    return [f](std::uint64_t a, std::uint64_t, std::uint64_t) { return to_bits(f(from_bits<T>(a))); };
}
template <class T, class F>
HostFunction host2(F f) {
    return
        [f](std::uint64_t a, std::uint64_t b, std::uint64_t) { return to_bits(f(from_bits<T>(a), from_bits<T>(b))); };
}
template <class T, class F>
HostFunction host3(F f) {
    return [f](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        return to_bits(f(from_bits<T>(a), from_bits<T>(b), from_bits<T>(c)));
    };
}

}  // namespace heddle::test
