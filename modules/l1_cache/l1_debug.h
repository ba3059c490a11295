// Debug accesses of any length to a cache with an L1Lookup.
#pragma once

#include "heddle/base/at_out.h"
#include "heddle/l1_cache/l1_lookup.h"

namespace heddle {

// Reads come from the cache or from below. A write reaches memory, and leaves no stale copy here. `data`: the bytes of
// the ways. Returns how many bytes were served.
unsigned debug_through_l1(L1Lookup& lookup, std::uint8_t* data, AtOut& below, Payload& payload);

}  // namespace heddle
