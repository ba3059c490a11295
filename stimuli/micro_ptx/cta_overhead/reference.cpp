#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("micro_ptx/cta_overhead")(ReferenceMemory& memory) {
    std::uint32_t x = 0;
    for (std::uint32_t i = 0; i < memory.integer("LOOPS"); ++i) x = x * 5 + i;
    for (auto& out : memory.buffer<std::uint32_t>("OUT")) out = x;
}

}  // namespace heddle
