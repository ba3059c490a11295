#include "heddle/references/reference.h"

namespace heddle {

// What is read is known; how long it takes is the machine's.
HEDDLE_REFERENCE("micro_silicon/each_load")(ReferenceMemory& memory) {
    memory.buffer<std::uint32_t>("SUM")[0] =
        static_cast<std::uint32_t>(memory.integer("LOADS") * memory.integer("ROUNDS"));
}

}  // namespace heddle
