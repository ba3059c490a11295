#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// Every word is 1, and a thread reads one in each round.
HEDDLE_REFERENCE("micro_silicon/merge_window")(ReferenceMemory& memory) {
    auto sums = memory.buffer<std::uint32_t>("SUMS");
    std::fill(sums.begin(), sums.end(), static_cast<std::uint32_t>(memory.integer("ROUNDS")));
}

}  // namespace heddle
