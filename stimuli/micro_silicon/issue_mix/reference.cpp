#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// All words are 1, and no instruction changes a value: a thread adds up 8 integers, 16 real numbers and whether all it
// has loaded is 1.
HEDDLE_REFERENCE("micro_silicon/issue_mix")(ReferenceMemory& memory) {
    auto sums = memory.buffer<std::uint32_t>("SUMS");
    std::fill(sums.begin(), sums.end(), 8 + 16 + 1);
}

}  // namespace heddle
