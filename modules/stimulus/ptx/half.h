// 16-bit floats: only conversions.
#pragma once

#include <cstdint>

#include "heddle/stimulus/ptx/program.h"

namespace heddle::ptx {

double half_to_double(std::uint16_t bits);
std::uint16_t double_to_half(double value, Rounding rounding);
// To an integral value, ties to even for nearest.
double round_to_integer(double value, Rounding rounding);

}  // namespace heddle::ptx
