#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("cuda_sdk/transpose_shared")(ReferenceMemory& memory) {
    const auto width = memory.integer("W"), height = memory.integer("H");
    auto in = memory.buffer<float>("IN"), out = memory.buffer<float>("OUT");
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) out[x * height + y] = in[y * width + x];
    }
}

}  // namespace heddle
