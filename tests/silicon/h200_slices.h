// The slice of the L2 to which an H200 gives a line. A half has 47 slices, and a line's number modulo 47 is its slice.
// On the GPU some bits of the number are inverted, depending on where in the memory a page lies; `slices` and
// `distances` find out which.
#pragma once

#include <cstdint>
#include <initializer_list>

constexpr unsigned slices_of_half = 47, number_inversions = 64;

inline unsigned parity(std::uint64_t address, std::initializer_list<unsigned> bits) {
    unsigned sum = 0;
    for (const unsigned bit : bits) sum ^= address >> bit & 1;
    return sum;
}
inline unsigned half_of(std::uint64_t address) {
    return parity(address, {12, 13, 15, 17, 19, 21, 22});
}
inline unsigned number_of(std::uint64_t address) {
    return parity(address, {11, 13, 16, 19, 20, 21, 22, 23}) | parity(address, {14, 16, 17, 18, 19, 22}) << 1 |
           parity(address, {10, 13, 15, 16, 18, 19, 20, 21, 23}) << 2 | parity(address, {8, 12, 16, 18, 20, 22}) << 3 |
           parity(address, {10, 13, 16, 17, 18, 19, 21, 22, 23}) << 4 | parity(address, {11, 14, 17, 18, 21}) << 5 |
           static_cast<unsigned>(address >> 17) << 6;
}
inline unsigned slice_of(std::uint64_t address, unsigned inverted) {
    return half_of(address) * slices_of_half + (number_of(address) ^ inverted) % slices_of_half;
}
