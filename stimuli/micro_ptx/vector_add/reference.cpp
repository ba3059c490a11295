#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("micro_ptx/vector_add")(ReferenceMemory& memory) {
    const auto a = memory.buffer<float>("A");
    const auto b = memory.buffer<float>("B");
    const auto c = memory.buffer<float>("C");
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
}

}  // namespace heddle
