// Plain C++: what a cache reports about its lines, as data that an analysis port carries.
#pragma once

#include <cstdint>

#include "heddle/base/cycle.h"

namespace heddle {

struct LineEvent {
    enum class Kind : std::uint8_t { missed, installed, dropped, dropped_all };  // as in LineObserver

    Kind kind;
    unsigned cache;      // its number among the caches that are watched together
    std::uint64_t line;  // address / line_bytes; 0 if all lines were dropped
    Cycle cycle;         // of the cache's clock
};

}  // namespace heddle
