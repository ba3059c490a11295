// The sizes that every block agrees on: line, sector, word and warp. Plain C++, so that mechanisms need no SystemC for
// them.
#pragma once

#include <cstdint>

namespace heddle {

constexpr unsigned line_bytes = 128;
constexpr unsigned sector_bytes = 32;
constexpr unsigned word_bytes = 4;
constexpr unsigned warp_lanes = 32;

// The address of the line that holds the byte.
constexpr std::uint64_t line_of(std::uint64_t address) {
    return address & ~std::uint64_t{line_bytes - 1};
}

}  // namespace heddle
