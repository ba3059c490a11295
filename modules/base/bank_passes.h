// How often a memory of several banks has to be read for one warp instruction. Plain C++.
#pragma once

#include "heddle/base/lane_access.h"

namespace heddle {

constexpr unsigned bank_word_bytes = 4;

// Lanes that access different words of one bank need a pass each; lanes that access the same word share one. Accesses
// wider than a word are split into groups of lanes that together access at most one word per bank. `banks` of 4 bytes
// is a power of two up to 128. `merged` neighbouring groups go together.
unsigned bank_passes(const LaneAccess& access, unsigned banks, unsigned merged = 1);

}  // namespace heddle
