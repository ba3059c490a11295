#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("cuda_sdk/matrixmul")(ReferenceMemory& memory) {
    const auto rows = memory.integer("HA"), inner = memory.integer("WA"), columns = memory.integer("WB");
    auto a = memory.buffer<float>("A"), b = memory.buffer<float>("B"), c = memory.buffer<float>("C");
    for (std::int64_t i = 0; i < rows; ++i) {
        for (std::int64_t j = 0; j < columns; ++j) {
            double sum = 0;
            for (std::int64_t k = 0; k < inner; ++k) sum += double(a[i * inner + k]) * b[k * columns + j];
            c[i * columns + j] = static_cast<float>(sum);
        }
    }
}

}  // namespace heddle
