#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// Every word is 1; each thread reads eight before the timed passes and eight in each of them.
HEDDLE_REFERENCE("micro_silicon/l1_patterns")(ReferenceMemory& memory) {
    auto sums = memory.buffer<std::uint32_t>("SUMS");
    std::fill(sums.begin(), sums.end(), static_cast<std::uint32_t>(8 * (memory.integer("LOOPS") + 1)));
}

}  // namespace heddle
