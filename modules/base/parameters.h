// A module's parameters are a plain struct with defaults. visit(v) calls v("key", member, "unit", "meaning") for each;
// validate("l2_slice") throws ParameterError naming "l2_slice.line_bytes".
#pragma once

#include <sstream>
#include <string>

#include "heddle/base/error.h"

namespace heddle {

inline void require(bool condition, const std::string& key, const std::string& expectation) {
    if (!condition) throw ParameterError(key, expectation);
}

template <class T>
void require_range(T value, T low, T high, const std::string& key) {
    if (!(value < low || value > high)) return;
    std::ostringstream told;  // 0.5 and 100000, where std::to_string has six decimals
    told << "is " << value << ", must be from " << low << " to " << high;
    throw ParameterError(key, told.str());
}

inline void require_power_of_two(unsigned long value, const std::string& key) {
    if (value == 0 || (value & (value - 1)))
        throw ParameterError(key, "is " + std::to_string(value) + ", must be a power of two");
}

inline void require_multiple(unsigned long value, unsigned long of, const std::string& key) {
    if (value == 0 || value % of)
        throw ParameterError(key,
                             "is " + std::to_string(value) + ", must be a positive multiple of " + std::to_string(of));
}

template <class Names>
void require_one_of(const std::string& value, const Names& names, const std::string& key) {
    std::string list;
    for (const auto& name : names) {
        if (value == name) return;
        list += (list.empty() ? "" : ", ") + std::string(name);
    }
    throw ParameterError(key, "is '" + value + "', must be one of: " + list);
}

// For a member initialiser: the parameters themselves, if they are valid.
template <class Parameters>
[[nodiscard]] const Parameters& validated(const Parameters& parameters, const std::string& key) {
    parameters.validate(key);
    return parameters;
}

}  // namespace heddle
