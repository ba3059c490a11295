#include "heddle/references/reference.h"

namespace heddle {

// What is read is known; how long it takes is the machine's.
HEDDLE_REFERENCE("micro_silicon/load_burst")(ReferenceMemory& memory) {
    const std::uint32_t rounds = memory.integer("NEAR") == 0 ? 1 : 2;
    memory.buffer<std::uint32_t>("SUM")[0] = static_cast<std::uint32_t>(memory.integer("WARPS")) * 32 * 16 * rounds;
}

}  // namespace heddle
