// Between wide values (s64 or f64) and the bytes of elements of a type in memory.
#pragma once

#include "heddle/stimulus/stim/lanes.h"

namespace heddle::stim {

void to_bytes(ValueType type, const Lanes& values, unsigned count, std::uint8_t* bytes);
void from_bytes(ValueType type, const std::uint8_t* bytes, unsigned count, Lanes& values);

}  // namespace heddle::stim
