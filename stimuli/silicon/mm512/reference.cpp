#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("silicon/mm512")(ReferenceMemory& memory) {
    const auto n = memory.integer("N");
    const auto outputs = memory.integer("LAST") - memory.integer("FIRST") + 1;
    const auto a = memory.buffer<float>("A"), b = memory.buffer<float>("B"), c = memory.buffer<float>("C");
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::int64_t k = 0; k < n; ++k) sum += double(a[i * n + k]) * b[k * n + j];
            for (std::int64_t output = 0; output < outputs; ++output)
                c[(output * n + i) * n + j] = static_cast<float>(sum);
        }
}

}  // namespace heddle
