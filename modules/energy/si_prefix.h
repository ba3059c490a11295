// Prefixes of the units in which energies and powers are stated. Plain C++.
#pragma once

namespace heddle {

constexpr double milli = 1e-3, nano = 1e-9, pico = 1e-12, femto = 1e-15;

}  // namespace heddle
