#pragma once

#include <cstdint>

namespace heddle {

using Cycle = std::uint64_t;
constexpr Cycle never = ~Cycle{0};

}  // namespace heddle
