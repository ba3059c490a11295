#include "heddle/references/reference.h"

namespace heddle {

// Where the walk ends is known; how long it takes is the machine's.
HEDDLE_REFERENCE("micro_silicon/chase")(ReferenceMemory& memory) {
    const std::int64_t lines = memory.integer("LINES"), walked = memory.integer("WARM") + memory.integer("STEPS");
    const std::int64_t line = memory.integer("STEP") * walked % lines;
    memory.buffer<std::uint32_t>("LAST")[0] = static_cast<std::uint32_t>(32 * line);
}

}  // namespace heddle
