#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// Every word is 1, and the threads of a CTA share its stream out.
HEDDLE_REFERENCE("micro_silicon/sharing")(ReferenceMemory& memory) {
    auto sums = memory.buffer<std::uint32_t>("SUMS");
    std::fill(sums.begin(), sums.end(),
              static_cast<std::uint32_t>(memory.integer("WORDS") / memory.integer("THREADS")));
}

}  // namespace heddle
