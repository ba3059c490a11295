#include "heddle/references/reference.h"

namespace heddle {

// How long additions take is the machine's; that all have been made is known.
HEDDLE_REFERENCE("micro_silicon/each_atomic")(ReferenceMemory& memory) {
    const auto rounds = static_cast<std::uint32_t>(memory.integer("ROUNDS"));
    auto words = memory.buffer<std::uint32_t>("WORDS");
    for (std::int64_t line = 0; line < memory.integer("LINES"); ++line)
        words[static_cast<std::size_t>(line) * 32] += rounds;
}

}  // namespace heddle
