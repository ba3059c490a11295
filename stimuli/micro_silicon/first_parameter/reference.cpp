#include "heddle/references/reference.h"

namespace heddle {

// All words are 1, and a warp adds its number to what it has loaded.
HEDDLE_REFERENCE("micro_silicon/first_parameter")(ReferenceMemory& memory) {
    auto values = memory.buffer<std::uint32_t>("VALUES");
    for (std::size_t warp = 0; warp < values.size(); ++warp) values[warp] = static_cast<std::uint32_t>(warp + 1);
}

}  // namespace heddle
