#include <algorithm>

#include "heddle/references/reference.h"

namespace heddle {

// Which SM a CTA gets and how long its load takes is the machine's; that it read its SM's word, and that time passed,
// is not.
HEDDLE_REFERENCE("micro_ptx/cta_microbenchmark")(ReferenceMemory& memory) {
    const auto first_word = static_cast<std::uint32_t>(memory.integer("FIRST_WORD"));
    for (const char* name : {"SEEN", "SEEN_STAGGERED"}) {
        auto seen = memory.buffer<std::uint32_t>(name);
        std::fill(seen.begin(), seen.end(), first_word);
    }
    for (const char* name : {"TIMED", "TIMED_STAGGERED"}) {
        auto timed = memory.buffer<std::uint32_t>(name);
        std::fill(timed.begin(), timed.end(), 1u);
    }
}

}  // namespace heddle
