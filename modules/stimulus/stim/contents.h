// What a buffer holds before the first kernel or is expected to hold after the last, computed for any 32 elements at a
// time: nothing is stored unless it must be.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "heddle/stimulus/stim/lanes.h"

namespace heddle::stim {

// Values travel as s64 for integer buffers and f64 for real ones, already rounded or wrapped to the buffer's type.
class Contents {
public:
    virtual ~Contents() = default;
    // The elements with these indices, all inside the buffer.
    virtual void values(const std::int64_t* indices, Lanes& out) const = 0;
    // Fails where working out one of these two elements would, as far as this can be said at once.
    virtual void try_ends(std::int64_t /*first*/, std::int64_t /*last*/) const {}
};

// Rounds or wraps wide values to what an element of the type can hold.
void narrow(ValueType type, Lanes& values);

std::unique_ptr<Contents> make_fill(ValueType type, double real, std::int64_t integer);
std::unique_ptr<Contents> make_ramp(double start, double step);
std::unique_ptr<Contents> make_integer_ramp(std::int64_t start, std::int64_t step);
// Integers from low to high, both included; reals from low to below high.
std::unique_ptr<Contents> make_random(ValueType type, std::uint64_t seed, double low, double high);
std::unique_ptr<Contents> make_integer_random(std::uint64_t seed, std::int64_t low, std::int64_t high);
// Numbers 0 to n - 1 in random order; for a cycle, element i names the successor of i on one round trip through all.
std::unique_ptr<Contents> make_permutation(std::uint64_t seed, std::uint64_t elements);
std::unique_ptr<Contents> make_cycle(std::uint64_t seed, std::uint64_t elements);
// Values that have been worked out; the first stands at index `first`.
std::unique_ptr<Contents> make_stored(std::vector<std::uint64_t> bits, std::int64_t first);

}  // namespace heddle::stim
