// Long random tests multiply their transaction counts by this: 1 normally, less where every step is slow (sanitizers).
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace heddle {

// HEDDLE_TEST_SCALE is a factor from 0 to 1 in the environment; anything else counts as 1.
inline double test_scale() {
    const char* text = std::getenv("HEDDLE_TEST_SCALE");
    if (!text) return 1;
    char* end = nullptr;
    const double scale = std::strtod(text, &end);
    return end != text && *end == '\0' && scale > 0 && scale <= 1 ? scale : 1;
}

// `count` scaled, but never less than `least`.
inline std::uint64_t scaled(std::uint64_t count, std::uint64_t least = 1) {
    return std::max(least, static_cast<std::uint64_t>(static_cast<double>(count) * test_scale()));
}

}  // namespace heddle
