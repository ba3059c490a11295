#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("micro_silicon/launch")(ReferenceMemory& memory) {
    auto ran = memory.buffer<std::uint32_t>("RAN");
    for (std::size_t cta = 0; cta < ran.size(); ++cta) ran[cta] = static_cast<std::uint32_t>(cta + 1);
}

}  // namespace heddle
