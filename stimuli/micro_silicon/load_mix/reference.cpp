#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// What is read is known; how long it takes is the machine's.
HEDDLE_REFERENCE("micro_silicon/load_mix")(ReferenceMemory& memory) {
    auto sums = memory.buffer<std::uint32_t>("SUMS");
    std::fill(sums.begin(), sums.end(), 1u);
}

}  // namespace heddle
