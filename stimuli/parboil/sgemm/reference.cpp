#include "heddle/references/reference.h"

namespace heddle {

HEDDLE_REFERENCE("parboil/sgemm")(ReferenceMemory& memory) {
    const auto m = memory.integer("M"), n = memory.integer("N"), k = memory.integer("K");
    const double alpha = memory.real("ALPHA"), beta = memory.real("BETA");
    auto a = memory.buffer<float>("A"), b = memory.buffer<float>("B"), c = memory.buffer<float>("C");
    for (std::int64_t column = 0; column < n; ++column) {
        for (std::int64_t row = 0; row < m; ++row) {
            double sum = 0;
            for (std::int64_t i = 0; i < k; ++i) sum += double(a[row + i * m]) * b[column + i * n];
            c[row + column * m] = float(alpha * sum + beta * c[row + column * m]);
        }
    }
}

}  // namespace heddle
